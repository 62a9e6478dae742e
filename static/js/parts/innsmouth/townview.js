// The town with what is drawn on it. A tap finds the nearest road, else the quarter.

import { ARROWS, towards } from "../board/geometry.js";
import { svg } from "../dom.js";
import { aside, list, plural, word } from "../words.js";
import { plainName } from "./drawn.js";
import { FERRY, ferriesOf, TOURISTS } from "./townfacts.js";

// A tap so near to a road, in mm, is meant for it.
const NEAR_MM = 5.2;
const [STEP, SYMBOL] = [4.9, 2];
const SHAPES = {
  circle: "M0 -1A1 1 0 1 1 0 1A1 1 0 1 1 0 -1Z",
  square: "M-.92 -.92H.92V.92H-.92Z",
  triangle: "M0 -1.12L1.16 .92H-1.16Z",
  cross: "M-.92 -.92L.92 .92M-.92 .92L.92 -.92",
};
// Three arms that rise from a stem: ours, as the drawn shape of a symbol is not handed down.
const THREAT = "M0 1.15V-1M-.85 -.9V-.2Q-.85 .5 0 .5Q.85 .5 .85 -.2V-.9";

export const symbol = (kind) => svg("path", { class: "tourist", d: SHAPES[kind] });
export const threatSign = () => svg("path", { class: "threat-sign", d: THREAT });

// marks: {sections, tourists, threats, caches, rings}; shown: {route, text, chosen, picks, lost,
// gone, named}, named: places whose names stand there; tap({road, quarter}, byKey) is told what was tapped,
// null where nothing may be.
export function townView(town, marks, shown, tap) {
  const [x, y, width, height] = town.view;
  const root = svg(
    "svg",
    {
      class: "town",
      viewBox: `${x} ${y} ${width} ${height}`,
      role: "group",
      "aria-label": word("innsmouth.town"),
      onclick: (event) => tap?.(hit(town, event)),
      onkeydown: (event) => tap && typed(town, event, tap),
      onfocusin: ({ currentTarget, target }) => {
        stop = placeOf(target) ?? stop;
        oneStop(currentTarget);
      },
    },
    svg("image", { href: town.art, x: 0, y: 0, width: town.size[0], height: town.size[1] }),
    photo(shown.photo),
    svg("g", {}, ...quarters(town, marks, shown, tap)),
    svg("g", { class: "route" }, ...route(town, shown)),
    svg("g", { class: "ink" }, ...sections(town, marks, shown)),
    svg("g", {}, ...roads(town, marks, tap)),
    svg("g", { class: "ink places" }, ...places(town, marks)),
    ...Object.keys(town.quarters)
      // What the photo shows there is what is asked about.
      .filter((quarter) => !shown.photo || quarter !== shown.doubt?.where)
      .map((quarter) => held(town, quarter, marks, shown)),
    doubtful(town, shown.doubt),
    ...letters(town),
    ...(shown.named ?? []).map((place) => nameAt(town, place)),
  );
  oneStop(root);
  return root;
}

// Of all that can be tapped one is reached with Tab, and the others from there with arrows.
let stop = null;

const placeOf = ({ dataset: { road, quarter } }) => road ?? quarter;

function oneStop(root) {
  const all = [...root.querySelectorAll("[role=button]")];
  const one = all.find((node) => placeOf(node) === stop) ?? all[0];
  for (const node of all) node.setAttribute("tabindex", node === one ? 0 : -1);
}

// A place as the buttons below the map call it.
function nameAt(town, place) {
  const [x, y] = town.places[place] ?? middle(town.roads[place].path);
  return svg("text", { class: "named", x, y: y - 4.6, "aria-hidden": "true" }, plainName(place));
}

// Boxes print numbers alone; quarters are named by their column's letter and their row.
function letters(town) {
  const all = Object.keys(town.quarters);
  const top = Math.min(...all.flatMap((one) => town.quarters[one].shape.map(([, y]) => y)));
  return [...new Set(all.map(([letter]) => letter))].map((letter) => {
    const own = all.filter((one) => one.startsWith(letter));
    const x = mid(own.map((one) => centre(town, one)[0]));
    return svg("text", { class: "axis", x, y: top - 3.4, "aria-hidden": "true" }, letter);
  });
}

function photo(under) {
  if (!under) return null;
  const [x, y, width, height] = under.box;
  return svg("image", { class: "under", href: under.href, x, y, width, height });
}

// A ring of light round the place that is asked about; what is beside the map is not shown.
function doubtful(town, doubt) {
  if (!doubt) return null;
  const { where } = doubt;
  if (town.roads[where])
    return svg("path", { class: "doubt", d: `M${points(town.roads[where].path)}` });
  if (town.quarters[where])
    return svg("path", { class: "doubt", d: `M${points(town.quarters[where].shape)}Z` });
  const at = town.places[where];
  return at ? svg("circle", { class: "doubt", cx: at[0], cy: at[1], r: 6 }) : null;
}

const points = (path) => path.map((point) => point.join(" ")).join("L");
const line = (town, id, kind) =>
  svg("path", { class: kind, "data-ink": id, d: `M${points(town.roads[id].path)}` });

function quarters(town, marks, { chosen, picks }, tap) {
  return Object.entries(town.quarters).map(([quarter, { shape }]) =>
    svg("path", {
      class: "quarter",
      d: `M${points(shape)}Z`,
      "data-quarter": quarter,
      ...(tap && !picks
        ? { role: "button", "aria-pressed": String(quarter === chosen) }
        : { role: "img" }),
      "aria-label": quarterText(town, quarter, marks),
    }),
  );
}

function roads(town, { sections: drawn }, tap) {
  if (!tap) return [];
  return Object.entries(town.roads)
    .filter(([id, { diagonal }]) => !diagonal || drawn.includes(id))
    .map(([id, { path }]) =>
      svg("path", {
        class: "road",
        d: `M${points(path)}`,
        "data-road": id,
        role: "button",
        "aria-pressed": String(drawn.includes(id)),
        "aria-label": plainName(id),
      }),
    );
}

function sections(town, { sections: drawn }, { route: taken, picks }) {
  const on = picks ?? (taken ? new Set(taken) : null);
  return drawn
    .filter((id) => id in town.roads)
    .map((id) => line(town, id, on && !on.has(id) ? "section off" : "section"));
}

function route(town, { route: taken, text = "" }) {
  if (!taken) return [];
  const walked = taken.filter((id) => id !== FERRY && id in town.roads);
  const ferries = text.includes(FERRY) ? ferriesOf(text) : [];
  const ends = text ? [text.split(" ")[0], text.split(" ").at(-1)] : [];
  return [
    ...walked.map((id) => line(town, id, "walked")),
    ...ferries.map((ends) =>
      svg("path", { class: "ferry", d: `M${points(ends.map((one) => town.places[one]))}` }),
    ),
    ...ends.map((at, i) => {
      const [cx, cy] = town.places[at];
      return svg("circle", { class: i ? "last" : "first", cx, cy, r: 2.6 });
    }),
  ];
}

function places(town, { caches, rings }) {
  const at = (id, node) => {
    const [x, y] = town.places[id] ?? middle(town.roads[id].path);
    return svg("g", { transform: `translate(${x} ${y})` }, node);
  };
  return [
    ...caches.map((id) => at(id, svg("path", { class: "cache", d: "M0 -3L2.6 0L0 3L-2.6 0Z" }))),
    ...rings.map((id) => at(id, svg("circle", { class: "ring", r: 4.3 }))),
  ];
}

const middle = (path) => [(path[0][0] + path.at(-1)[0]) / 2, (path[0][1] + path.at(-1)[1]) / 2];

// What stands in a quarter: tourists on a pale plate, threat symbols above it.
function held(town, quarter, { tourists, threats }, { lost = [], gone = {}, chosen }) {
  const [cx, cy] = centre(town, quarter);
  const people = TOURISTS.flatMap((kind) => Array(tourists[quarter]?.[kind] ?? 0).fill(kind));
  const number = threats[quarter] ?? 0;
  const left = lost.includes(quarter);
  return svg(
    "g",
    { class: "held", "data-held": quarter },
    quarter === chosen ? frame(town, quarter) : null,
    people.length ? plate(cx, cy + 3.4, people, left) : null,
    number ? signs(cx + 1.4, cy - 6.2, number, gone[quarter] ?? 0) : null,
  );
}

function frame(town, quarter) {
  return svg("path", { class: "chosen", d: `M${points(town.quarters[quarter].shape)}Z` });
}

function plate(cx, cy, people, left) {
  const rows =
    people.length > 4
      ? [people.slice(0, Math.ceil(people.length / 2)), people.slice(Math.ceil(people.length / 2))]
      : [people];
  const wide = Math.max(...rows.map((row) => row.length)) * STEP + 1.4;
  const high = rows.length * STEP + 1;
  return svg(
    "g",
    { class: left ? "plate left" : "plate", transform: `translate(${cx} ${cy})` },
    svg("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 1.6 }),
    ...rows.flatMap((row, r) =>
      row.map((kind, i) => {
        const x = (i - (row.length - 1) / 2) * STEP;
        const y = (r - (rows.length - 1) / 2) * STEP;
        return svg("g", { transform: `translate(${x} ${y}) scale(${SYMBOL})` }, symbol(kind));
      }),
    ),
    left
      ? svg("path", { class: "struck", d: `M${-wide / 2} ${high / 2}L${wide / 2} ${-high / 2}` })
      : null,
  );
}

function signs(cx, cy, number, gone) {
  const shown = Math.min(number, 4);
  return svg(
    "g",
    { class: "threats", transform: `translate(${cx} ${cy})` },
    ...Array.from({ length: shown }, (_, i) =>
      svg(
        "g",
        {
          class: i < gone ? "threat gone" : "threat",
          transform: `translate(${(i - (shown - 1) / 2) * 6 + 2} 0) scale(2.3)`,
        },
        svg("circle", { r: 1.5 }),
        threatSign(),
      ),
    ),
  );
}

function centre(town, quarter) {
  const { shape } = town.quarters[quarter];
  const [xs, ys] = [shape.map(([x]) => x), shape.map(([, y]) => y)];
  return [mid(xs), mid(ys)];
}

const mid = (all) => (Math.min(...all) + Math.max(...all)) / 2;

// What stands in a quarter, in words.
export function quarterText(town, quarter, { tourists, threats }) {
  const said = TOURISTS.filter((kind) => tourists[quarter]?.[kind]).map((kind) =>
    plural(`innsmouth.tourists.${kind}`, tourists[quarter][kind]),
  );
  if (threats[quarter]) said.push(plural("innsmouth.symbols", threats[quarter]));
  const mark = town.landmarks[quarter];
  const name = mark ? ` ${mark.name}${landmarkText(mark)}` : "";
  return `${quarter}${name}${said.length ? `: ${list(said)}` : ""}`;
}

// The map tells it by colours and signs.
const landmarkText = ({ kind, value }) =>
  aside([word(`town-editor.kind.${kind}`), value].filter(Boolean).join(" "));

// The road near a tap, or else the quarter.
function hit(town, event) {
  const box = event.currentTarget;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(
    box.getScreenCTM().inverse(),
  );
  const near = Object.entries(town.roads)
    .filter(([, { diagonal }]) => !diagonal)
    .map(([id, { path }]) => [away(at, path), id])
    .sort(([one], [other]) => one - other)[0];
  if (near[0] <= NEAR_MM) return { road: near[1] };
  const quarter = event.target.closest("[data-quarter]")?.dataset.quarter;
  const found = quarter ?? event.target.closest("[data-held]")?.dataset.held ?? within(town, at);
  return found ? { quarter: found } : {};
}

function within(town, { x, y }) {
  return Object.keys(town.quarters).find((quarter) => {
    const { shape } = town.quarters[quarter];
    const [xs, ys] = [shape.map(([one]) => one), shape.map(([, one]) => one)];
    return x > Math.min(...xs) && x < Math.max(...xs) && y > Math.min(...ys) && y < Math.max(...ys);
  });
}

function away(at, path) {
  return Math.min(
    ...path.slice(1).map(([bx, by], i) => {
      const [ax, ay] = path[i];
      const [dx, dy] = [bx - ax, by - ay];
      const far = dx * dx + dy * dy || 1;
      const t = Math.max(0, Math.min(1, ((at.x - ax) * dx + (at.y - ay) * dy) / far));
      return Math.hypot(at.x - ax - t * dx, at.y - ay - t * dy);
    }),
  );
}

function typed(town, event, tap) {
  const { road, quarter } = event.target.dataset;
  if (!(road || quarter)) return;
  if (ARROWS[event.key]) {
    const all = [...event.currentTarget.querySelectorAll("[role=button]")].map((node) => ({
      node,
      xy: node.dataset.road
        ? middle(town.roads[node.dataset.road].path)
        : centre(town, placeOf(node)),
    }));
    const here = all.find(({ node }) => node === event.target);
    towards(here, ARROWS[event.key], all)?.node.focus();
  } else if (event.key === "Enter" || event.key === " ") tap(road ? { road } : { quarter }, true);
  else return;
  event.preventDefault();
}
