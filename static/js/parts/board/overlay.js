// Draws each kind of mark into its layer. Shapes and line styles tell what colours tell.

import { svg } from "../dom.js";
import { alongPath, areaData, centre, middle, pathData, startsOf } from "./geometry.js";
import { SHAPES } from "./touristshapes.js";

const BADGE_MM = 3.3;

export function drawRoute(layer, endLayer, geometry, marks, sheet, onRoute) {
  const paths = new Map(geometry.roads.map((road) => [road.id, road]));
  const walk = walked(sheet.route, paths, onRoute);
  const leftOut = marks.sections
    .filter((id) => !onRoute.has(id) && paths.has(id))
    .map((id) => paths.get(id).path);
  const line = (kind) => (path) => svg("path", { class: `drawn ${kind}`, d: pathData(path) });
  const whole = walk.map((path) => pathData(path)).join("");
  layer.replaceChildren(
    ...leftOut.map(line("left-out-casing")),
    ...leftOut.map(line("left-out")),
    ...ridden(sheet.route, walk),
    svg("path", { class: "drawn route-casing", d: whole }),
    svg("path", { class: "drawn route", d: whole }),
    ...walk.map(arrow),
  );
  endLayer.replaceChildren(...ends(walk, onRoute.size === sheet.route.sections.length));
}

// The ride between two segments, which is no section.
function ridden({ ride, sections }, walk) {
  if (!ride || walk.length !== sections.length) return [];
  const way = pathData([walk[ride.after - 1].at(-1), walk[ride.after][0]]);
  return [
    svg("path", { class: "drawn ride-casing", d: way }),
    svg("path", { class: "drawn ride", d: way }),
  ];
}

// The route's roads as paths in walking direction.
function walked(route, paths, onRoute) {
  const found = [];
  const starts = startsOf(route);
  route.sections.forEach((id, i) => {
    if (!onRoute.has(id)) return;
    const { path, ends } = paths.get(id);
    found.push(ends[0] === starts[i] ? path : [...path].reverse());
  });
  return found;
}

function arrow(path) {
  const [x, y, dx, dy] = alongPath(path, 0.52);
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  return svg("path", {
    class: "arrow",
    d: "M-1.4 -1.35L1.6 0L-1.4 1.35L-.6 0Z",
    transform: `translate(${x} ${y}) rotate(${turn})`,
  });
}

function ends(walk, whole) {
  if (!walk.length || !whole) return [];
  const start = walk[0][0];
  const end = walk.at(-1).at(-1);
  const closed = start[0] === end[0] && start[1] === end[1];
  const mark = ([x, y], kind, sign) =>
    svg(
      "g",
      { class: `end ${kind}`, transform: `translate(${x} ${y})` },
      svg("circle", { class: "end-mark", r: 3.6 }),
      sign,
    );
  const play = svg("path", { class: "end-sign", d: "M-1.1 -1.9L2 0L-1.1 1.9Z" });
  const flag = svg("path", {
    class: "end-sign",
    d: "M-1.5 -2.1H1.9L1.1 -.95L1.9 .2H-.7V2.2H-1.5Z",
  });
  return closed
    ? [mark(start, "start", play)]
    : [mark(end, "finish", flag), mark(start, "start", play)];
}

// Visit-them-all points lie on crossroads: lines drawn there must not hide them.
export function drawMedals(layer, geometry, marks) {
  const touched = new Set(marks.sections.flatMap((id) => id.split("/")[0].split("-")));
  const covered = new Set(
    geometry.visit_all.map(({ crossroads }) => crossroads).filter((id) => touched.has(id)),
  );
  const points = geometry.crossroads.filter(({ id }) => covered.has(id));
  layer.replaceChildren(
    ...points.map(({ xy }) => svg("circle", { class: "medal", cx: xy[0], cy: xy[1], r: 2.6 })),
  );
}

export function drawCafes(layer, geometry, marks) {
  const found = [];
  const tickets = Object.fromEntries((marks.tickets ?? []).map((id) => [id, "visited"]));
  const circled = { ...marks.cafes, ...marks.cafe_area, ...tickets };
  for (const { crossroads, id = crossroads, xy } of [...geometry.cafes, ...geometry.cafe_area]) {
    const mark = circled[id];
    if (!mark) continue;
    const [x, y] = xy;
    const cross =
      mark === "used"
        ? `M${x - 3.4} ${y - 3.4}L${x + 3.4} ${y + 3.4}M${x + 3.4} ${y - 3.4}L${x - 3.4} ${y + 3.4}`
        : "";
    const ring = `M${x} ${y - 4.8}A4.8 4.8 0 1 1 ${x} ${y + 4.8}A4.8 4.8 0 1 1 ${x} ${y - 4.8}Z`;
    found.push(
      svg("path", { class: "cafe-ring", d: ring + cross }),
      svg("path", { class: "cafe-line", d: ring + cross, "data-cafe": id }),
    );
  }
  layer.replaceChildren(...found);
}

export function drawTask(layer, geometry, marks) {
  const found = [];
  for (const { id, xy } of geometry.crossroads) {
    if (!marks.task.includes(id)) continue;
    const ring = (kind, r) => svg("circle", { class: kind, cx: xy[0], cy: xy[1], r });
    found.push(ring("task-ring", 5.2), ring("task-line", 6.2), ring("task-core", 4.5));
  }
  layer.replaceChildren(...found);
}

export function drawTourists(layer, geometry, marks, sheet, kinds) {
  const found = [];
  for (const { id, polygon } of geometry.cells) {
    const counts = marks.tourists[id] ?? {};
    const there = kinds.filter((kind) => counts[kind] > 0);
    if (!there.length) continue;
    const [x] = centre(polygon);
    const bottom = Math.max(...polygon.map(([, y]) => y));
    const step = there.length > 2 ? 7 : 7.6;
    const group = svg("g", { class: id in sheet.lost_tourists ? "lost" : "", "data-tourists": id });
    const width = there.length * step + 1;
    group.append(
      svg("rect", {
        class: "badge-back",
        x: x - width / 2,
        y: bottom - 11.1,
        width,
        height: 8,
        rx: 2.2,
      }),
    );
    const badges = there.map((kind, i) =>
      badge(kind, counts[kind], x + (i - (there.length - 1) / 2) * step, bottom - 7.1),
    );
    group.append(...badges);
    found.push(group);
  }
  layer.replaceChildren(...found);
}

function badge(kind, count, x, y) {
  const low = kind === "triangle" ? 2.35 : 1.8;
  return svg(
    "g",
    { transform: `translate(${x} ${y})` },
    svg("path", {
      class: `badge ${kind}`,
      d: SHAPES[kind],
      transform: `scale(${BADGE_MM})`,
      "vector-effect": "non-scaling-stroke",
    }),
    svg("text", { class: "badge-number", y: low }, String(count)),
  );
}

// In some cities sections are drawn in colours; a dash pattern of each tells them apart too.
export function drawPens(layer, geometry, marks) {
  const paths = new Map(geometry.roads.map((road) => [road.id, road.path]));
  const drawn = Object.entries(marks.colours ?? {}).filter(
    ([id]) => paths.has(id) && marks.sections.includes(id),
  );
  layer.append(
    ...drawn.map(([id, colour]) =>
      svg("path", { class: `drawn pen ${colour}`, d: pathData(paths.get(id)) }),
    ),
  );
}

// A location that nobody can stay in any more.
export function drawCrossed(layer, geometry, marks) {
  const crosses = geometry.cells
    .filter(({ id }) => marks.crossed.includes(id))
    .map(({ id, polygon }) => {
      const [x, y] = centre(polygon);
      const d = `M${x - 6} ${y - 6}L${x + 6} ${y + 6}M${x + 6} ${y - 6}L${x - 6} ${y + 6}`;
      return [
        svg("path", { class: "cross-casing", d }),
        svg("path", { class: "cross-line", d, "data-crossed": id }),
      ];
    });
  layer.replaceChildren(...crosses.flat());
}

// Roads that took two sections to draw.
export function drawHotSpots(layer, geometry, marks) {
  const hot = geometry.roads.filter(({ id }) => marks.hot_spots?.includes(id));
  layer.append(
    ...hot.map(({ id, path }) => {
      const [x, y] = middle(path);
      return svg(
        "g",
        { class: "hot-spot", "data-hot": id, transform: `translate(${x} ${y})` },
        svg("path", { d: "M0 -3.6L3.6 0L0 3.6L-3.6 0Z" }),
        svg("text", { y: 1.6 }, "2"),
      );
    }),
  );
}

// A route that a person chose or looks at, beside the best one.
export function drawOwn(layer, own) {
  if (!own?.paths.length) return layer.replaceChildren();
  const d = own.paths.map(pathData).join("");
  layer.replaceChildren(
    ...ridden(own.route, own.paths),
    svg("path", { class: "drawn own-casing", d }),
    svg("path", { class: "drawn own", d }),
  );
}

// Many doubts at once would hide the board: then only those of the mode have their sign.
const MANY_SIGNS = 8;
const targetOf = ({ kind }) => (kind === "crossed" ? "tourists" : kind);

export function drawDoubts(halos, signs, targets, doubts, current, mode) {
  const signed = (doubt) => doubts.length <= MANY_SIGNS || doubt === current || doubt.kind === mode;
  const every = Object.values(targets).flat();
  const drawn = doubts
    .map((doubt) => [
      doubt,
      every.find(({ kind, where }) => kind === targetOf(doubt) && where === doubt.where),
    ])
    .filter(([, target]) => target);
  halos.replaceChildren(...drawn.map(([, target]) => halo(target)));
  signs.replaceChildren(
    ...drawn
      .filter(([doubt]) => signed(doubt))
      .map(([doubt, { xy, polygon }]) => {
        const [x, y] = polygon ? [polygon[1][0] - 5.5, polygon[1][1] + 5.5] : xy;
        return svg(
          "g",
          {
            class: doubt === current ? "doubt current" : "doubt",
            transform: `translate(${x} ${y})`,
          },
          svg("circle", { class: "doubt-sign", r: 3.2 }),
          svg("text", { class: "doubt-text", y: 1.8 }, "?"),
        );
      }),
  );
}

function halo({ path, polygon, xy }) {
  if (path) return svg("path", { class: "doubt-halo", d: pathData(path) });
  if (polygon) return svg("path", { class: "doubt-halo area", d: areaData(polygon) });
  return svg("circle", { class: "doubt-halo area", cx: xy[0], cy: xy[1], r: 6.5 });
}
