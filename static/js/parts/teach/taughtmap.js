// The flattened photo of a board that is being taught, with what is said of each place on it.

import {
  areaData,
  centre,
  distance,
  middle,
  pathData,
  toPath,
  towards,
} from "../board/geometry.js";
import { Zoom } from "../board/zoom.js";
import { svg } from "../dom.js";

// Parts of a location's side: nearer to a crossroads or a road than this, a tap means them.
const AT_CROSSROADS = 0.24;
const AT_ROAD = 0.13;
// How far outside the map a tap still means the location on its rim.
const OUTSIDE = 0.75;

export class TaughtMap {
  // onTap(where): the name of the tapped location, crossroads or road; null beside the map.
  constructor(root, scene, onTap, label) {
    Object.assign(this, { root, onTap, label });
    const { geometry } = scene;
    const [width, height] = geometry.page_mm;
    this.cells = geometry.cells
      .filter((cell) => !cell.meeting_point)
      .map((cell) => ({ where: cell.id, polygon: cell.polygon, xy: centre(cell.polygon) }));
    this.points = geometry.crossroads.map(({ id, xy }) => ({ where: id, xy }));
    this.roads = geometry.roads.map(({ id, path }) => ({
      where: id,
      path,
      xy: middle(path).slice(0, 2),
    }));
    this.of = new Map(
      [...this.cells, ...this.roads, ...this.points].map((one) => [one.where, one]),
    );
    const [[x1, y1], [x2, y2]] = this.cells[0].polygon;
    this.side = distance([x1, y1], [x2, y2]);
    this.zoom = new Zoom(root, scene.view);
    this.signs = svg("g", { class: "signs" });
    this.targets = new Map([...this.of.values()].map((one) => [one.where, target(one)]));
    root.append(
      stripes(),
      svg("image", { href: scene.art, width, height }),
      this.signs,
      svg("g", {}, ...this.targets.values()),
    );
    root.addEventListener("click", (event) => this.tapped(event));
    root.addEventListener("keydown", (event) => this.key(event));
  }

  // missing: where something is not known yet; unseen: where no photo has shown the print; lit:
  // the places that the person is asked about.
  show({ places, missing, unseen, lit, chosen, names }) {
    const signs = [...unseen]
      .filter((where) => this.of.has(where))
      .map((where) => this.cover(where));
    for (const place of places) {
      const { xy, polygon, path } = this.of.get(place.where);
      const asked = missing.has(place.where);
      if (polygon && place.kind) {
        const inner = polygon.map(([x, y]) => [
          xy[0] + (x - xy[0]) * 0.88,
          xy[1] + (y - xy[1]) * 0.88,
        ]);
        signs.push(svg("path", { class: `said ${place.kind}`, d: areaData(inner) }));
        const text = asked ? "?" : place.kind === "yellow" ? place.value : names.get(place.iconic);
        if (text !== undefined) signs.push(this.sign(xy, text, asked));
      } else if (place.unshown) signs.push(this.sign(xy, "?", true));
      if (place.cafe)
        signs.push(svg("circle", { class: "said cafe", ...at(place.xy ?? xy), r: 4.6 }));
      if (place.point)
        signs.push(
          svg("path", { class: "said point", d: `M${xy[0]} ${xy[1] - 5}l5 5l-5 5l-5 -5Z` }),
        );
      if (place.sort === "road" && place.reached.length < place.beside.length)
        signs.push(svg("path", { class: "said bank", d: pathData(path) }));
      if (Object.keys(place.marked).length)
        signs.push(
          path
            ? svg("path", { class: "said road", d: pathData(path) })
            : svg("circle", { class: "said road", ...at(xy), r: polygon ? 7 : 3.4 }),
        );
    }
    signs.push(...lit.filter((where) => this.of.has(where)).map((where) => this.light(where)));
    this.signs.replaceChildren(...signs);
    // Targets stay what they are: a tap that is under way must not lose its own.
    const stop = chosen ?? this.cells[0].where;
    for (const [where, node] of this.targets) {
      node.setAttribute("tabindex", where === stop ? 0 : -1);
      node.setAttribute("aria-pressed", String(where === chosen));
      node.setAttribute("aria-label", this.label(where));
    }
  }

  sign([x, y], text, asked) {
    const high = this.side * 0.3;
    return svg(
      "text",
      { class: asked ? "said-text asked" : "said-text", x, y: y + high / 3, "font-size": high },
      String(text),
    );
  }

  cover(where) {
    const { polygon, path, xy } = this.of.get(where);
    if (polygon) return svg("path", { class: "unseen", d: areaData(polygon) });
    if (path) return svg("path", { class: "unseen road", d: pathData(path) });
    return svg("circle", { class: "unseen", ...at(xy), r: this.side * 0.16 });
  }

  light(where) {
    const { polygon, path, xy } = this.of.get(where);
    if (polygon) return svg("path", { class: "chosen-place", d: areaData(polygon) });
    if (path) return svg("path", { class: "chosen-place road", d: pathData(path) });
    return svg("circle", { class: "chosen-place", ...at(xy), r: this.side * 0.26 });
  }

  tapped(event) {
    const matrix = this.root.getScreenCTM();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    this.onTap(this.placeAt([x, y]));
  }

  placeAt(point) {
    const near = (things, away) =>
      things
        .map((thing) => ({ where: thing.where, away: away(thing) }))
        .reduce((best, one) => (one.away < best.away ? one : best));
    const crossroads = near(this.points, ({ xy }) => distance(point, xy));
    if (crossroads.away < AT_CROSSROADS * this.side) return crossroads.where;
    const road = near(this.roads, ({ path }) => toPath(point, path));
    if (road.away < AT_ROAD * this.side) return road.where;
    const cell = near(this.cells, ({ xy }) => distance(point, xy));
    return cell.away < OUTSIDE * this.side ? cell.where : null;
  }

  key(event) {
    const here = this.of.get(event.target.dataset?.where);
    if (!here) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
      event.key
    ];
    if (step) {
      const next = towards(here, step, [...this.of.values()]);
      if (next) this.focus(next.where);
    } else if (event.key === "Enter" || event.key === " ") {
      this.onTap(here.where);
    } else {
      return;
    }
    event.preventDefault();
  }

  focus(where) {
    for (const [name, node] of this.targets) node.setAttribute("tabindex", name === where ? 0 : -1);
    this.targets.get(where).focus({ preventScroll: true });
  }

  // Whether a place lies in the lower half of what is shown.
  isBelow(where) {
    const { y, height } = this.root.viewBox.baseVal;
    return this.of.get(where)?.xy[1] > y + height / 2;
  }

  // Brings a place into sight where not all of the map is; what is in sight stays.
  reveal(where) {
    const [x, y] = this.of.get(where).xy;
    const seen = this.root.viewBox.baseVal;
    const inside = x > seen.x && x < seen.x + seen.width && y > seen.y && y < seen.y + seen.height;
    if (!inside && this.zoom.across) this.zoom.half();
    else if (!inside) this.zoom.all();
  }
}

const at = ([cx, cy]) => ({ cx, cy });

// What fills the places that no photo has shown.
function stripes() {
  const size = { width: 3, height: 3, patternUnits: "userSpaceOnUse" };
  const pattern = svg(
    "pattern",
    { id: "stripes", ...size, patternTransform: "rotate(45)" },
    svg("rect", { class: "stripe", width: 1.4, height: 3 }),
  );
  return svg("defs", {}, pattern);
}

function target({ where, polygon, xy }) {
  const shape = polygon ? { d: areaData(polygon) } : { ...at(xy), r: 4 };
  const role = { class: "target", "data-where": where, role: "button" };
  return svg(polygon ? "path" : "circle", { ...role, ...shape });
}
