// The map of a town as it is told so far: on the page of its photo, or on plain ground.

import { distance, toPath } from "../board/geometry.js";
import { Zoom } from "../board/zoom.js";
import { redraw, svg } from "../dom.js";
import { NAME } from "./signsheet.js";

// How far from a crossroads, a road or a corner a tap may be, in CSS pixels.
const [PLACE_PX, ROAD_PX, CORNER_PX] = [18, 20, 20];
// So much of the page round the lattice is shown, in quarters.
const RIM = 1.05;
const SIDE = 6;
// How far round a sign it is circled; a ring round the name reaches so much of it to each side.
const [RING_MM, ROUND] = [5.5, 0.58];
const SHELTER = "M-2.4 2.2V-.4L0 -2.6L2.4 -.4V2.2Z";
const CACHE = "M0 -2.8L2.4 0L0 2.8L-2.4 0Z";

export class TownPlan {
  // told: the server's answer; onTap({xy, place, road, corner, quarter}): what lies at a tap.
  constructor(root, href, told, onTap) {
    Object.assign(this, { root, onTap, told, whole: false });
    this.zoom = new Zoom(root, this.view());
    const [width, height] = told.size;
    this.ground = href
      ? svg("image", { href, width, height, preserveAspectRatio: "none" })
      : svg("rect", { class: "plain", width, height });
    root.classList.toggle("on-photo", Boolean(href));
    this.layer = svg("g", {});
    root.append(this.ground, this.layer);
    root.addEventListener("click", (event) => this.tapped(event));
  }

  // All that is to be seen: the map and a little round it, or the whole page.
  view() {
    const { size, origin, cell } = this.told;
    if (this.whole) return [0, 0, ...size];
    const wide = (SIDE + 2 * RIM) * cell;
    return [origin[0] - RIM * cell, origin[1] - RIM * cell, wide, wide];
  }

  // chosen: a road, a quarter or a place; line: the river while it is drawn; card: the cache
  // card whose places are shown; laying: the sign that is laid, and where the name begins.
  show({ told, mode, chosen, line, card, laying }) {
    this.told = told;
    const beside = mode === "signs";
    if (beside !== this.whole) {
      this.whole = beside;
      this.zoom.lay(this.view());
    }
    // Nothing of the map is in the way of what stands beside it.
    if (beside) redraw(this.layer, ...this.signs(laying));
    else this.map(mode, chosen, line, card);
  }

  map(mode, chosen, line, card) {
    const { told } = this;
    redraw(
      this.layer,
      ...told.seas.map((outline) => svg("polygon", { class: "sea", points: points(outline) })),
      ...told.rivers.map(({ path, width }) =>
        svg("polyline", { class: "river", points: points(path), "stroke-width": width }),
      ),
      ...this.quarters(mode, chosen),
      ...this.numbers(),
      ...this.roads(mode, chosen),
      ...this.places(mode, chosen),
      ...this.shelters(),
      ...this.caches(mode, card),
      line ? svg("polyline", { class: "river drawn", points: points(line) }) : null,
      ...(line ?? []).map(([cx, cy]) => svg("circle", { class: "bend", cx, cy, r: 1.8 })),
    );
  }

  at(column, line) {
    const { origin, cell } = this.told;
    return [origin[0] + column * cell, origin[1] + line * cell];
  }

  quarters(mode, chosen) {
    const { file, cell, stars } = this.told;
    return Array.from({ length: SIDE * SIDE }, (_, i) => {
      const [column, row] = [i % SIDE, Math.floor(i / SIDE)];
      const name = nameOf(column, row);
      const [x, y] = this.at(column, row);
      const mark = file.board.landmarks[name];
      const wrong = mark && stars.includes(name) ? " open" : "";
      return svg(
        "g",
        { class: "told-quarter", "data-quarter": name },
        name === chosen
          ? svg("rect", { class: "chosen-quarter", x, y, width: cell, height: cell })
          : null,
        mark
          ? svg("circle", {
              class: `landmark ${mark.kind}${wrong}`,
              cx: x + cell / 2,
              cy: y + cell / 2,
              r: mode === "quarters" ? 6.4 : 4,
            })
          : null,
        mark?.kind === "yellow"
          ? text(x + cell / 2, y + cell / 2 + 2, String(mark.value ?? "?"), "star", 6)
          : null,
        mode === "quarters" && file.no_diagonals.includes(name)
          ? text(x + cell - 3, y + cell - 2, "∅", "note", 5)
          : null,
      );
    });
  }

  // X along the lower edge and Y along the left one.
  numbers() {
    const { columns, rows } = this.told.file.board.coordinates;
    return [
      ...columns.map((number, i) => {
        const [x, y] = this.at(i + 0.5, SIDE);
        return text(x, y + 9, String(number), "note", 6);
      }),
      ...rows.map((number, i) => {
        const [x, y] = this.at(0, i + 0.5);
        return text(x - 8, y + 2, String(number), "note", 6);
      }),
    ];
  }

  roads(mode, chosen) {
    const { roads, lattice, corners } = this.told;
    const missing = mode === "roads" ? Object.entries(lattice) : [];
    return [
      ...missing
        .filter(([, { state }]) => state === "none")
        .map(([id, { ends }]) => path("no-road", ends, { "data-road": id })),
      ...Object.entries(roads).map(([id, line]) => path("told-road", line, { "data-drawn": id })),
      lattice[chosen] ? path("chosen-road", lattice[chosen].ends) : null,
      ...(mode === "roads" ? Object.entries(corners) : []).map(
        ([
          id,
          {
            at: [cx, cy],
            rounded,
          },
        ]) =>
          svg("circle", {
            class: rounded ? "corner rounded" : "corner",
            cx,
            cy,
            r: 3,
            "data-corner": id,
          }),
      ),
    ];
  }

  places(mode, chosen) {
    const { places, sides, dead_ends: tips } = this.told;
    return Object.entries(places).map(([name, [cx, cy]]) => {
      const side = mode === "water" && sides[name] ? ` side-${sides[name]}` : "";
      const tip = tips.includes(name) ? " tip" : "";
      const lit = chosen === name ? " chosen" : "";
      const r = side ? 3.2 : 1.9;
      return svg("circle", {
        class: `told-place${side}${tip}${lit}`,
        cx,
        cy,
        r,
        "data-place": name,
      });
    });
  }

  shelters() {
    const { file, marked } = this.told;
    return file.shelters.map(({ at }) => sign(marked[at], SHELTER, "shelter"));
  }

  caches(mode, card) {
    if (mode !== "places" || !card) return [];
    const { file, marked } = this.told;
    return (file.caches[card] ?? []).map((at) => sign(marked[at], CACHE, "told-cache"));
  }

  // Where players circle bonuses and ring the town's name.
  signs({ sign, start }) {
    const { spots } = this.told;
    const kind = (name) => (name === sign ? "told-sign chosen" : "told-sign");
    const spot = (name, [cx, cy]) =>
      svg("circle", { class: kind(name), "data-sign": name, cx, cy, r: RING_MM });
    const name = ([[x1, y1], [x2, y2]]) => {
      const [cx, cy] = [(x1 + x2) / 2, (y1 + y2) / 2];
      const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
      return svg("ellipse", {
        class: kind(NAME),
        "data-sign": NAME,
        cx,
        cy,
        rx: ROUND * distance([x1, y1], [x2, y2]),
        ry: RING_MM,
        transform: `rotate(${turn} ${cx} ${cy})`,
      });
    };
    return [
      ...Object.entries(spots.bonuses).map(([one, at]) => spot(one, at)),
      spots.name ? name(spots.name) : null,
      start
        ? svg("circle", { class: "told-sign start", cx: start[0], cy: start[1], r: 1.8 })
        : null,
    ];
  }

  tapped(event) {
    const matrix = this.root.getScreenCTM();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const { places, lattice, corners, origin, cell } = this.told;
    const near = (all, px, away) =>
      Object.entries(all)
        .map(([name, one]) => [away(one), name])
        .filter(([far]) => far <= px / matrix.a)
        .sort(([a], [b]) => a - b)[0]?.[1] ?? null;
    const [column, row] = [Math.floor((x - origin[0]) / cell), Math.floor((y - origin[1]) / cell)];
    const inside = column >= 0 && row >= 0 && column < SIDE && row < SIDE;
    this.onTap({
      xy: [x, y],
      units: [(x - origin[0]) / cell, (y - origin[1]) / cell],
      place: near(places, PLACE_PX, (one) => distance(one, [x, y])),
      road: near(lattice, ROAD_PX, ({ ends }) => toPath([x, y], ends)),
      corner: near(corners, CORNER_PX, ({ at }) => distance(at, [x, y])),
      quarter: inside ? nameOf(column, row) : null,
    });
  }
}

const nameOf = (column, row) => `${String.fromCharCode(65 + column)}${row + 1}`;
const points = (all) => all.map((one) => one.join()).join(" ");
const path = (kind, line, more = {}) =>
  svg("polyline", { class: kind, points: points(line), ...more });
const text = (x, y, said, kind, size) =>
  svg("text", { class: `told-text ${kind}`, x, y, "font-size": size }, said);
const sign = ([x, y], d, kind) =>
  svg("path", { class: kind, d, transform: `translate(${x} ${y})` });
