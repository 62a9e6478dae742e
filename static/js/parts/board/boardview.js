// The board on the screen: art, photo, and what was read as an overlay in millimetres.

import { svg } from "../dom.js";
import { aside, beside, list, placeName, sectionEnds, valueWord, word } from "../words.js";
import { ARROWS, areaData, centre, middle, nearest, placeOf, towards } from "./geometry.js";
import { lighten } from "./light.js";
import { valueAt } from "./marks.js";
import {
  drawCafes,
  drawCrossed,
  drawDoubts,
  drawHotSpots,
  drawMedals,
  drawOwn,
  drawPens,
  drawRoute,
  drawTask,
  drawTourists,
} from "./overlay.js";
import { drawRim, rimOf } from "./rim.js";
import { spotlight } from "./spotlight.js";
import { Zoom } from "./zoom.js";

// How far from a thing a tap may be, in CSS pixels: a target of 44 at least.
const REACH_PX = 26;

export class BoardView {
  constructor(root, scene, onTap) {
    this.root = root;
    this.scene = scene;
    this.onTap = onTap;
    this.targets = targetsOf(scene.geometry);
    this.zoom = new Zoom(root, scene.view);
    const [pageWidth, pageHeight] = scene.geometry.page_mm;
    root.append(svg("image", { href: scene.art, width: pageWidth, height: pageHeight }));
    if (scene.photo) {
      this.photo = this.photoImage();
      root.append(this.photo);
      lighten(this.photo, scene.photo.href);
    }
    this.layers = {};
    for (const name of [
      "rim",
      "doubts",
      "route",
      "medals",
      "cafes",
      "task",
      "ends",
      "crossed",
      "tourists",
      "hints",
      "signs",
      "own",
      "light",
      "walk",
      "stroke",
    ]) {
      // What is drawn there the names of the places tell.
      this.layers[name] = svg("g", { class: `overlay layer-${name}`, "aria-hidden": "true" });
    }
    this.layers.targets = svg("g", {});
    root.append(...Object.values(this.layers));
    root.addEventListener("click", (event) => this.tapped(event));
    root.addEventListener("keydown", (event) => this.key(event));
  }

  photoImage() {
    const [x, y, width, height] = this.scene.photo.box;
    return svg("image", {
      href: this.scene.photo.href,
      x,
      y,
      width,
      height,
      preserveAspectRatio: "none",
    });
  }

  setPhotoOpacity(share) {
    this.photo?.setAttribute("opacity", share);
  }

  setBare(bare) {
    this.root.classList.toggle("bare", bare);
  }

  // board: {marks} as the person sees it; sheet: the newest answer about the score.
  // named: a place that words on the page name: then letters at the rim say where it is.
  show({ board, sheet, doubts, mode, lit, currentDoubt, own, named = "" }) {
    this.board = board;
    this.mode = mode;
    this.doubted = new Set(doubts.map(({ kind, where }) => `${kind} ${where}`));
    const { geometry, city } = this.scene;
    this.onRoute = new Set(sheet.route.sections.filter((id) => board.marks.sections.includes(id)));
    drawRoute(this.layers.route, this.layers.ends, geometry, board.marks, sheet, this.onRoute);
    drawMedals(this.layers.medals, geometry, board.marks);
    drawCafes(this.layers.cafes, geometry, board.marks);
    drawTask(this.layers.task, geometry, board.marks);
    drawTourists(this.layers.tourists, geometry, board.marks, sheet, city.tourists);
    drawDoubts(this.layers.doubts, this.layers.signs, this.targets, doubts, currentDoubt, mode);
    drawCrossed(this.layers.crossed, geometry, board.marks);
    drawPens(this.layers.route, geometry, board.marks);
    drawHotSpots(this.layers.route, geometry, board.marks);
    drawOwn(this.layers.own, own);
    spotlight(this.layers.light, this.scene, lit);
    drawRim(this.layers.rim, geometry, named && rimOf(named));
    this.drawHints();
    this.drawTargets();
  }

  drawHints() {
    const hints = this.offered
      .filter(({ where }) => valueAt(this.board, "cafe", where) === "none")
      .map(({ xy }) => svg("circle", { class: "offer", cx: xy[0], cy: xy[1], r: 5.4 }));
    if (this.mode === "cafe" || this.mode === "task") {
      for (const { xy } of this.targets[this.mode])
        hints.push(svg("circle", { class: "hint", cx: xy[0], cy: xy[1], r: 5.4 }));
    }
    if (this.mode === "tourists") {
      for (const { polygon } of this.targets.tourists) {
        const [[x1, y1], , [x2, y2]] = polygon;
        hints.push(
          svg("rect", {
            class: "hint",
            x: x1 + 2.2,
            y: y1 + 2.2,
            width: x2 - x1 - 4.4,
            height: y2 - y1 - 4.4,
            rx: 2,
          }),
        );
      }
    }
    this.layers.hints.replaceChildren(...hints);
  }

  // One focusable element for each thing the mode can change; only one is a tab stop.
  drawTargets() {
    const current = this.layers.targets.contains(document.activeElement)
      ? document.activeElement.dataset.where
      : null;
    const targets = this.targetsNow;
    const stop = targets.find(({ where }) => where === (current ?? this.stop)) ?? targets[0];
    this.layers.targets.replaceChildren(
      ...targets.map((target) =>
        svg(target.polygon ? "path" : "circle", {
          class: "target",
          ...(target.polygon
            ? { d: areaData(target.polygon) }
            : { cx: target.xy[0], cy: target.xy[1], r: 5 }),
          "data-where": target.where,
          role: "button",
          tabindex: target === stop ? 0 : -1,
          "aria-label": this.label(target),
          ...this.pressed(target),
        }),
      ),
    );
    if (current) this.focus(current);
  }

  // A route of one's own is made of sections; who only looks on taps nothing.
  get targetsNow() {
    if (!this.onTap) return [];
    const targets = this.targets[this.mode === "own" ? "section" : this.mode];
    return [...targets, ...this.offered];
  }

  // Who draws up to a café need not change the mode to ring it.
  get offered() {
    if (this.mode !== "section" || !this.onTap) return [];
    const reached = new Set(
      this.board.marks.sections.flatMap((id) => Object.values(sectionEnds(id))),
    );
    return this.targets.cafe.filter(({ kind, where }) => kind === "cafe" && reached.has(where));
  }

  // What a target of this kind is about in the mode that is on.
  asked(kind) {
    return kind === "cafe" ? kind : this.mode;
  }

  label(target) {
    const { kind, where } = target;
    const label = this.labelled(target);
    return this.doubted.has(`${kind} ${where}`) ? list([label, word("to-check")]) : label;
  }

  labelled({ where, kind }) {
    const { marks } = this.board;
    switch (this.asked(kind)) {
      case "own":
      case "section": {
        const drawn = marks.sections.includes(where);
        const states = [
          this.onRoute.has(where) ? word("section.on-route") : valueWord("section", drawn),
        ];
        if (drawn && marks.colours?.[where])
          states.push(valueWord("section", marks.colours[where]));
        const state = list(states);
        return word("section.label", { ...sectionEnds(where), state }) + beside(where);
      }
      case "tourists":
        return word("tourists.label", {
          where: placeName(where) + this.landmarks(where),
          state: this.people(where),
        });
      case "cafe": {
        const state = valueWord(kind, valueAt(this.board, kind, where));
        return kind === "cafe"
          ? word("cafe.label", { where, state })
          : word("done.symbol", { name: placeName(where), state });
      }
      case "task":
        return word("task.label", { where, state: valueWord("task", marks.task.includes(where)) });
    }
  }

  // What kinds of landmarks stand in a location: the map tells it by colours and signs.
  landmarks(where) {
    const { cells, landmarks } = this.scene.geometry;
    const own = cells.find(({ id }) => id === where).landmark;
    const shaped = landmarks.filter((one) => one.cells.includes(where));
    const kinds = [...(own ? [own] : []), ...shaped].map(({ kind, value }) =>
      [word(`tap.kind.${kind}`), value].filter(Boolean).join(" "),
    );
    return kinds.length ? aside(list(kinds)) : "";
  }

  people(where) {
    const { tourists, crossed } = this.board.marks;
    const state = valueWord("tourists", tourists[where]);
    return crossed.includes(where) ? word("crossed.state", { state }) : state;
  }

  pressed({ where, kind }) {
    const { marks } = this.board;
    switch (this.asked(kind)) {
      case "own":
      case "section":
        return { "aria-pressed": String(marks.sections.includes(where)) };
      case "cafe":
        return {
          "aria-pressed": String(![false, "none"].includes(valueAt(this.board, kind, where))),
        };
      case "task":
        return { "aria-pressed": String(marks.task.includes(where)) };
      default:
        return {};
    }
  }

  tapped(event) {
    const matrix = this.root.getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const reach = this.mode === "tourists" ? Infinity : Math.max(REACH_PX / matrix.a, 9);
    const target = nearest([point.x, point.y], this.targetsNow, reach);
    if (target) this.activate(target);
  }

  key(event) {
    const where = event.target.dataset?.where;
    const target = this.targetsNow.find((one) => one.where === where);
    if (!target) return;
    const step = ARROWS[event.key];
    if (step) {
      const next = towards(target, step, this.targetsNow);
      if (next) this.focus(next.where);
    } else if (event.key === "Enter" || event.key === " ") {
      this.activate(target, true);
    } else {
      return;
    }
    event.preventDefault();
  }

  // Whether what is lit lies rather in the lower half.
  get litBelow() {
    const lit = [...this.layers.light.querySelectorAll("[data-lit]")].map((one) => one.getBBox());
    return this.below(lit.map(({ y, height }) => y + height / 2));
  }

  // The same of what edits are about; some are about nothing on the map.
  editedBelow(edits) {
    return this.below(edits.flatMap((edit) => this.place(edit)?.[1] ?? []));
  }

  below(heights) {
    const mean = heights.reduce((sum, one) => sum + one, 0) / heights.length;
    const { y, height } = this.root.viewBox.baseVal;
    return mean > y + height / 2;
  }

  // Where a doubt is about, in mm.
  place({ kind, where }) {
    return placeOf(this.scene.geometry, kind, where);
  }

  // byKey: whether somebody goes over the board with the keyboard.
  activate(target, byKey = false) {
    this.stop = target.where;
    this.onTap(this.mode === "own" ? "own" : target.kind, target.where, byKey);
  }

  focus(where) {
    for (const node of this.layers.targets.children) {
      const here = node.dataset.where === where;
      node.setAttribute("tabindex", here ? 0 : -1);
      if (here) node.focus({ preventScroll: true });
    }
    this.stop = where;
  }
}

function targetsOf(geometry) {
  return {
    section: geometry.roads.map((road) => ({
      kind: "section",
      where: road.id,
      path: road.path,
      xy: middle(road.path).slice(0, 2),
    })),
    tourists: geometry.cells.map((cell) => ({
      kind: "tourists",
      where: cell.id,
      polygon: cell.polygon,
      xy: centre(cell.polygon),
    })),
    cafe: [
      ...geometry.cafes.map(({ crossroads, xy }) => ({ kind: "cafe", where: crossroads, xy })),
      ...geometry.cafe_area.map(({ id, xy, dock }) => ({
        kind: dock ? "ticket" : "cafe-area",
        where: id,
        xy,
      })),
    ],
    task: geometry.crossroads.map((point) => ({ kind: "task", where: point.id, xy: point.xy })),
  };
}
