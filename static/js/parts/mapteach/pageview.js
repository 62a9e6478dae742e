// The page of a map from above, and on it what was tapped so far.

import { distance, toPath } from "../board/geometry.js";
import { Zoom } from "../board/zoom.js";
import { redraw, svg } from "../dom.js";
import { lineOf, nameOf, placeName } from "./mapdraft.js";

// How far from a location or a route a tap may be, in CSS pixels: locations lie close together.
const [PLACE_PX, LINK_PX] = [14, 24];

export class PageView {
  // onTap(point, place, link): the millimetres, and what lies there, null for nothing.
  constructor(root, href, [width, height], onTap) {
    Object.assign(this, { root, onTap, size: [width, height] });
    this.zoom = new Zoom(root, [0, 0, width, height]);
    this.picture = svg("image", { href, width, height, preserveAspectRatio: "none" });
    this.layer = svg("g", {});
    root.append(this.picture, this.layer);
    root.addEventListener("click", (event) => this.tapped(event));
  }

  // spaces: where those of the links lie; track: where those of the score track do; line: what is
  // drawn now; chosen: a place or a link.
  show({ draft, spaces, space, track, line, chosen, from }) {
    Object.assign(this, { draft });
    redraw(
      this.layer,
      ...track.map(([cx, cy], i) =>
        svg("circle", { class: `track-space${i ? "" : " first"}`, cx, cy, r: i ? 1.2 : 2.4 }),
      ),
      ...draft.links.map((link) => this.link(link, spaces, space, chosen)),
      line.length > 0
        ? svg("polyline", { class: "drawing", points: line.map((one) => one.join()).join(" ") })
        : null,
      ...line.slice(1).map(([cx, cy]) => svg("circle", { class: "bend", cx, cy, r: 1.6 })),
      ...draft.places.map((place) => this.place(place, chosen, from)),
    );
  }

  link(link, spaces, space, chosen) {
    const name = nameOf(link);
    const [long, wide] = space ?? [10, 5];
    const lit = chosen === name ? " chosen" : "";
    return svg(
      "g",
      { class: `taught${lit}`, "data-link": name },
      svg("polyline", {
        class: "taught-line",
        points: lineOf(this.draft, link)
          .map((one) => one.join())
          .join(" "),
      }),
      ...(spaces[name] ?? []).map(([x, y, angle]) =>
        svg("rect", {
          class: `space ${link.colour}`,
          x: -long / 2,
          y: -wide / 2,
          width: long,
          height: wide,
          rx: wide / 5,
          transform: `translate(${x} ${y}) rotate(${(angle * 180) / Math.PI})`,
        }),
      ),
    );
  }

  place({ id, xy: [cx, cy] }, chosen, from) {
    const lit = chosen === id || from === id ? " chosen" : "";
    return svg(
      "g",
      { class: `taught-place${lit}`, "data-place": id },
      svg("circle", { cx, cy, r: this.draft.place_mm }),
      svg(
        "text",
        { x: cx, y: cy - this.draft.place_mm - 1.4, "font-size": 5 },
        placeName(this.draft, id),
      ),
    );
  }

  tapped(event) {
    const matrix = this.root.getScreenCTM();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const [width, height] = this.size;
    if (x < 0 || y < 0 || x > width || y > height) return;
    const near = (targets, px, away) =>
      targets
        .map((one) => [away(one), one])
        .filter(([far]) => far <= px / matrix.a)
        .sort(([a], [b]) => a - b)[0]?.[1] ?? null;
    const place = near(this.draft.places, PLACE_PX, (one) => distance(one.xy, [x, y]));
    const link = near(this.draft.links, LINK_PX, (one) => toPath([x, y], lineOf(this.draft, one)));
    this.onTap([x, y], place?.id ?? null, link && nameOf(link));
  }
}
