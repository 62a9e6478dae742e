// A route of the person's own, tapped section by section at either end, against the best.

import { word } from "../words.js";

export class OwnRoute {
  constructor(geometry) {
    this.roads = new Map(geometry.roads.map((road) => [road.id, road]));
    this.clear();
  }

  clear() {
    this.points = [];
    this.sections = [];
  }

  // Adds a drawn section at one of the ends, or takes an end away; returns what is wrong.
  tap(id, drawn) {
    if (!drawn.includes(id)) return word("own.not-drawn");
    const { ends } = this.roads.get(id);
    if (this.sections.at(-1) === id) return this.shorten(false);
    if (this.sections[0] === id) return this.shorten(true);
    if (this.sections.includes(id)) return word("own.inside");
    if (!this.points.length) {
      this.points = [...ends];
      this.sections = [id];
      return null;
    }
    if (
      this.sections.length === 1 &&
      ends.includes(this.points[0]) &&
      !ends.includes(this.points[1])
    )
      this.points.reverse();
    if (ends.includes(this.points.at(-1))) this.add(id, other(ends, this.points.at(-1)));
    else if (ends.includes(this.points[0])) this.addBefore(id, other(ends, this.points[0]));
    else return word("own.apart");
    return null;
  }

  add(id, point) {
    this.points.push(point);
    this.sections.push(id);
  }

  addBefore(id, point) {
    this.points.unshift(point);
    this.sections.unshift(id);
  }

  shorten(first) {
    if (first) {
      this.points.shift();
      this.sections.shift();
    } else {
      this.points.pop();
      this.sections.pop();
    }
    if (!this.sections.length) this.points = [];
    return null;
  }

  // Crossroads as the server reads them; a suffix tells roads between the same two apart.
  get stops() {
    return this.points.map((point, i) => {
      const id = this.sections[i - 1];
      if (!id) return point;
      const twins = [...this.roads.values()].filter(
        ({ ends }) => ends.includes(point) && ends.includes(this.points[i - 1]),
      );
      return twins.length > 1 ? `${point}/${id.split("/")[1] ?? ""}` : point;
    });
  }

  paths() {
    return pathsOf(this.roads, this.sections, this.points);
  }
}

// The roads of a route as paths in walking direction.
export function pathsOf(roads, sections, points) {
  return sections.map((id, i) => {
    const { path, ends } = roads.get(id);
    return ends[0] === points[i] ? path : [...path].reverse();
  });
}

const other = ([a, b], end) => (a === end ? b : a);
