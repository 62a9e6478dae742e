// Sections drawn by a finger, or a mouse, that goes along the roads.

import { svg } from "../dom.js";
import { sectionEnds } from "../words.js";
import { distance, pathData, toPath } from "./geometry.js";

// Less is a tap.
const SLIP_PX = 9;
// A drag draws where it begins so near a road; beside it, it does nothing.
const NEAR_PX = 18;
// A crossroads is reached once it is so much nearer than the last one. Halfway is 1.
const REACHED = 0.72;

const pairOf = (one, other) => [one, other].sort().join("-");

export class Dragging {
  // may(): whether a drag draws now; done(ids): the sections of a finished drag.
  constructor(root, layer, geometry, { may, done }) {
    Object.assign(this, { root, layer, may, done });
    this.roads = geometry.roads;
    this.crossroads = geometry.crossroads;
    this.between = new Map();
    for (const road of geometry.roads) {
      const pair = pairOf(sectionEnds(road.id).a, sectionEnds(road.id).b);
      this.between.set(pair, [...(this.between.get(pair) ?? []), road]);
    }
    this.fingers = new Set();
    this.walk = null; // crossroads gone past, in order, each with the road that led there
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event, true));
    root.addEventListener("pointercancel", (event) => this.up(event, false));
    // Nor does it scroll: a browser would take the next tap for the end of that.
    root.addEventListener("touchmove", (event) => this.keep(event), { passive: false });
    // A drag was no tap.
    root.addEventListener("click", (event) => this.drew && event.stopImmediatePropagation(), true);
  }

  down(event) {
    this.fingers.add(event.pointerId);
    this.drew = false;
    this.forget();
    if (this.fingers.size > 1 || event.button !== 0 || !this.may()) return;
    const point = this.point(event);
    const reach = NEAR_PX / this.root.getScreenCTM().a;
    if (!this.roads.some(({ path }) => toPath(point, path) <= reach)) return;
    this.start = [event.clientX, event.clientY];
    this.last = point;
    this.walk = [{ at: this.nearest(point) }];
  }

  move(event) {
    if (!this.walk || !this.fingers.has(event.pointerId)) return;
    if (distance(this.start, [event.clientX, event.clientY]) <= SLIP_PX && !this.drew) return;
    if (!this.drew) this.root.setPointerCapture(event.pointerId);
    this.drew = true;
    // All places since the last picture of the screen, where the browser knows them.
    const places = event.getCoalescedEvents?.() ?? [];
    for (const one of places.length ? places : [event]) this.goTo(this.point(one));
    this.layer.replaceChildren(
      ...this.drawn.map(({ path }) => svg("path", { class: "walked", d: pathData(path) })),
    );
  }

  // A quick finger is seen only now and then.
  goTo(now) {
    const steps = Math.max(1, Math.ceil(distance(this.last, now) / 2));
    for (let i = 1; i <= steps; i++) {
      const share = i / steps;
      this.pass([
        this.last[0] + share * (now[0] - this.last[0]),
        this.last[1] + share * (now[1] - this.last[1]),
      ]);
    }
    this.last = now;
  }

  up(event, finished) {
    const sections = finished && this.drew && this.walk ? this.drawn.map(({ id }) => id) : [];
    this.fingers.delete(event.pointerId);
    this.forget();
    if (sections.length) this.done(sections);
  }

  keep(event) {
    if (this.walk && event.cancelable) event.preventDefault();
  }

  forget() {
    this.walk = null;
    this.layer.replaceChildren();
  }

  // The finger is at *point*: perhaps it has left one crossroads for the next, or for the last.
  pass(point) {
    const here = this.walk.at(-1).at;
    const next = this.nearest(point);
    if (next === here) return;
    if (distance(point, next.xy) > REACHED * distance(point, here.xy)) return;
    if (next === this.walk.at(-2)?.at) this.walk.pop();
    else for (const at of [...this.corner(here, next, point), next]) this.go(at, point);
  }

  go(next, point) {
    this.walk.push({ at: next, road: this.road(this.walk.at(-1).at, next, point) });
  }

  // Who cuts a corner has gone round it.
  corner(here, next, point) {
    if (this.road(here, next, point)) return [];
    return this.crossroads
      .filter((one) => this.road(here, one, point) && this.road(one, next, point))
      .sort((one, other) => distance(point, one.xy) - distance(point, other.xy))
      .slice(0, 1);
  }

  nearest(point) {
    return this.crossroads.reduce((best, one) =>
      distance(point, one.xy) < distance(point, best.xy) ? one : best,
    );
  }

  // Of two roads between the same crossroads the one that the finger is on.
  road(one, other, point) {
    const roads = this.between.get(pairOf(one.id, other.id)) ?? [];
    return roads.reduce(
      (best, road) => (best && toPath(point, best.path) <= toPath(point, road.path) ? best : road),
      undefined,
    );
  }

  // Without a road between two crossroads the finger has crossed a park or water.
  get drawn() {
    return [...new Set(this.walk.map(({ road }) => road).filter(Boolean))];
  }

  point({ clientX, clientY }) {
    const inverse = this.root.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(inverse);
    return [x, y];
  }
}
