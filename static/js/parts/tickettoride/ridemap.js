// The map on the screen, drawn in millimetres: links with the buses on them, locations, what is
// lit, doubts; and what a tap is about.

import { ARROWS, areaData, nearest, towards } from "../board/geometry.js";
import { Zoom } from "../board/zoom.js";
import { redraw, svg } from "../dom.js";

// How far from a thing a tap may be, in CSS pixels.
const REACH_PX = 26;
const BUS = 0.82;

// Every colour has a sign, for those who cannot tell them; about the origin, 1 high.
const ring = (n, radius, first = 0) =>
  Array.from({ length: n }, (_, i) => {
    const turn = first - Math.PI / 2 + (2 * Math.PI * i) / n;
    return [radius(i) * Math.cos(turn), radius(i) * Math.sin(turn)];
  });
const box = (x, y) => [[-x, -y], [x, -y], [x, y], [-x, y]]; // biome-ignore format: one line
const SIGNS = {
  blue: ring(16, () => 0.45),
  white: box(0.65, 0.14),
  red: ring(4, (i) => (i % 2 ? 0.6 : 0.5)),
  yellow: ring(10, (i) => (i % 2 ? 0.27 : 0.6)),
  green: [[0, -0.5], [0.55, 0.4], [-0.55, 0.4]], // biome-ignore format: one line
  purple: box(0.4, 0.4),
};

export class RideMap {
  // drawing: as the server gives it; map: indexed; onTap(kind, id): "link" or "place".
  constructor(root, drawing, map, onTap) {
    Object.assign(this, { root, drawing, map, onTap, mode: "link", lit: new Set() });
    this.zoom = new Zoom(root, drawing.view);
    this.targets = {
      link: map.links.map(({ name }) => {
        const path = drawing.spaces[name].map(([x, y]) => [x, y]);
        return { where: name, xy: path[Math.floor(path.length / 2)], path: along(drawing, name) };
      }),
      place: map.places.map(({ id, xy }) => ({ where: id, xy })),
    };
    root.addEventListener("click", (event) => this.tapped(event));
    root.addEventListener("keydown", (event) => this.key(event));
  }

  // owners(link): colours and letters of whose it is; doubts: names, current one of them; photo:
  // its address and size, or null; lit: links of a way;
  // chosen: places; offered: places that can be tapped next, null for all; label(kind, id).
  show(shown) {
    Object.assign(this, shown);
    const [left, top, width, height] = this.drawing.view;
    // Over a photo links are outlines.
    this.root.classList.toggle("over-photo", Boolean(this.photo));
    redraw(
      this.root,
      svg("rect", { class: "ground", x: left, y: top, width, height }),
      this.photo ? svg("image", { ...this.photo, preserveAspectRatio: "none" }) : null,
      ...this.map.links.map((link) => this.bed(link)),
      ...this.map.links.map((link) => this.spaces(link)),
      ...this.map.places.map((place) => this.place(place)),
      ...this.map.places.map((place) => this.name(place)),
      ...this.targetsNow.map((target) => this.target(target)),
    );
  }

  bed({ name }) {
    const points = along(this.drawing, name);
    const lit = this.lit.has(name) ? " lit" : "";
    const current = this.current === name ? " current" : "";
    const doubt = this.doubts.has(name) ? ` doubt${current}` : "";
    return svg("polyline", {
      class: `bed${lit}${doubt}`,
      points: points.map((one) => one.join()).join(" "),
      "stroke-width": this.drawing.space_mm[1] + (lit || doubt ? 5 : 1.6),
    });
  }

  spaces({ name, colour }) {
    const [long, wide] = this.drawing.space_mm;
    const owners = this.owners(name);
    const all = this.drawing.spaces[name];
    const letter = Math.floor((all.length - 1) / 2);
    return svg(
      "g",
      { class: "link", "data-link": name, "data-owners": owners.map(({ seat }) => seat).join() },
      ...all.map(([x, y, angle], i) => {
        const turn = `translate(${x} ${y}) rotate(${(angle * 180) / Math.PI})`;
        return svg(
          "g",
          { transform: turn },
          rect(`space ${colour}`, long, wide),
          owners.length ? null : sign(colour, 0.6 * wide),
          ...owners.map((one, k) => bus(one, long, wide, k)),
          owners.length === 1 && i === letter
            ? svg(
                "text",
                {
                  class: `letter ${owners[0].colour}`,
                  transform: `rotate(${(-angle * 180) / Math.PI})`,
                  y: 0.27 * wide,
                  "font-size": 0.78 * wide,
                },
                owners[0].letter,
              )
            : null,
        );
      }),
    );
  }

  place({ id, xy: [cx, cy] }) {
    const chosen = this.chosen.has(id) ? " chosen" : "";
    const offered = this.offered?.has(id) ? " offered" : "";
    const r = this.drawing.place_mm * (chosen || offered ? 1.25 : 0.9);
    return svg("circle", { class: `place${chosen}${offered}`, cx, cy, r });
  }

  name({ id, name }) {
    const named = this.drawing.names[id];
    if (!named) return null;
    const [left, top, width, height] = named;
    return svg(
      "text",
      {
        class: "place-name",
        x: left + width / 2,
        y: top + 0.74 * height,
        "font-size": this.drawing.letters_mm,
        // Whatever letters this phone has, they stay within the box.
        textLength: width - 1.4,
        lengthAdjust: "spacingAndGlyphs",
      },
      name,
    );
  }

  target({ where, xy: [cx, cy] }) {
    const stop = this.stop ?? this.targetsNow[0].where;
    return svg("circle", {
      class: "target",
      id: `target-${where}`,
      cx,
      cy,
      r: this.drawing.place_mm,
      "data-where": where,
      role: "button",
      tabindex: where === stop ? 0 : -1,
      "aria-label": this.label(this.mode, where),
    });
  }

  // Who only looks on taps nothing.
  get targetsNow() {
    return this.onTap ? this.targets[this.mode] : [];
  }

  tapped(event) {
    const matrix = this.root.getScreenCTM();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const target = nearest([x, y], this.targetsNow, REACH_PX / matrix.a);
    if (target) this.activate(target);
  }

  key(event) {
    const target = this.targetsNow.find(({ where }) => where === event.target.dataset?.where);
    if (!target) return;
    if (ARROWS[event.key]) {
      const next = towards(target, ARROWS[event.key], this.targetsNow);
      if (next) this.focus(next.where);
    } else if (event.key === "Enter" || event.key === " ") this.activate(target);
    else return;
    event.preventDefault();
  }

  activate({ where }) {
    this.stop = where;
    this.onTap(this.mode, where);
  }

  // Brings a link into sight.
  look(name) {
    const { xy } = this.targets.link.find(({ where }) => where === name);
    this.zoom.to(xy);
  }

  focus(where) {
    this.stop = where;
    for (const node of this.root.querySelectorAll(".target")) {
      const here = node.dataset.where === where;
      node.setAttribute("tabindex", here ? 0 : -1);
      if (here) node.focus({ preventScroll: true });
    }
  }
}

// From the first space's outer end to the last one's.
function along({ spaces, space_mm: [long] }, name) {
  const all = spaces[name];
  const end = ([x, y, angle], way) => [
    x + (way * long * Math.cos(angle)) / 2,
    y + (way * long * Math.sin(angle)) / 2,
  ];
  return [end(all[0], -1), ...all.map(([x, y]) => [x, y]), end(all.at(-1), 1)];
}

const rect = (kind, width, height) =>
  svg("rect", { class: kind, x: -width / 2, y: -height / 2, width, height, rx: height / 5 });

// Two owners of one link, which cannot be, share its spaces.
function bus({ colour }, long, wide, number) {
  const drawn = rect(`bus ${colour}`, long * BUS * (number ? 0.5 : 1), wide * BUS);
  return drawn;
}

function sign(colour, size) {
  const points = SIGNS[colour].map(([x, y]) => [x * size, y * size]);
  return svg("path", { class: `sign ${colour}`, d: areaData(points) });
}
