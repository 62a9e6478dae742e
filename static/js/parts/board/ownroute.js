// A route of the person's own, tapped section by section at either end, against the best.

import { word } from "../words.js";
import { startsOf } from "./geometry.js";

// Between the crossroads where a ride begins and ends.
const RIDE = "~";
// points, sections and ride as in a sheet's route.
const EMPTY = { points: [], sections: [], ride: null };

export class OwnRoute {
  // rides: the pairs of crossroads that a ride may join, as the rules tell them.
  constructor({ roads }, rides = []) {
    this.roads = new Map(roads.map((road) => [road.id, road]));
    this.rides = new Set(rides.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
    this.clear();
  }

  clear() {
    this.become(EMPTY);
  }

  become({ points, sections, ride }) {
    Object.assign(this, { points, sections, ride });
    return null;
  }

  // Adds a drawn section at one of the ends, or takes an end away; returns what is wrong.
  tap(id, drawn) {
    if (!drawn.includes(id)) return word("own.not-drawn");
    if (this.sections.at(-1) === id) return this.become(shorter(this));
    if (this.sections[0] === id) return this.become(turned(shorter(turned(this))));
    if (this.sections.includes(id)) return word("own.inside");
    const { ends } = this.roads.get(id);
    const longer = this.walkedOn(id, ends);
    if (longer) return this.become(longer);
    const ridden = this.riddenOn(id, ends);
    if (!ridden) return word("own.apart");
    return this.ride ? word("own.one-ride") : this.become(ridden);
  }

  // The route with a section more, next to one of its ends; the end tapped last comes last.
  walkedOn(id, ends) {
    if (!this.points.length) return { points: [...ends], sections: [id], ride: null };
    const way = this.ways().find(({ points }) => ends.includes(points.at(-1)));
    if (!way) return null;
    const { points, sections, ride } = way;
    return { points: [...points, other(ends, points.at(-1))], sections: [...sections, id], ride };
  }

  // The same with a ride before the section.
  riddenOn(id, ends) {
    for (const { points, sections } of this.ways()) {
      const to = ends.find((end) => this.joins(points.at(-1), end));
      if (to)
        return {
          points: [...points, to, other(ends, to)],
          sections: [...sections, id],
          ride: { after: sections.length },
        };
    }
    return null;
  }

  // The route as it may be meant, from either end.
  ways() {
    return [this, turned(this)].flatMap((way) => [way, ...this.swung(way)]);
  }

  // Which way a last part of one section alone is walked, only the next tap tells.
  swung({ points, sections, ride }) {
    if (sections.length - (ride?.after ?? 0) !== 1) return [];
    const [from, to] = points.slice(-2);
    const before = points.slice(0, -2);
    if (ride && !this.joins(before.at(-1), to)) return [];
    return [{ points: [...before, to, from], sections, ride }];
  }

  joins(one, another) {
    return this.rides.has(`${one} ${another}`);
  }

  // Crossroads as the server reads them, and the ride; a suffix tells roads between the same two
  // apart.
  get stops() {
    const { points, sections } = this;
    const after = this.ride?.after ?? points.length;
    return points.flatMap((point, i) => {
      if (i === 0) return [point];
      if (i === after + 1) return [RIDE, point];
      return [this.stop(point, points[i - 1], sections[i > after ? i - 2 : i - 1])];
    });
  }

  stop(point, before, id) {
    const twins = [...this.roads.values()].filter(
      ({ ends }) => ends.includes(point) && ends.includes(before),
    );
    return twins.length > 1 ? `${point}/${id.split("/")[1] ?? ""}` : point;
  }

  // As in a sheet.
  get walked() {
    const { points, sections, ride } = this;
    return { crossroads: points, sections, ride };
  }
}

// The same route from its other end.
function turned({ points, sections, ride }) {
  return {
    points: [...points].reverse(),
    sections: [...sections].reverse(),
    ride: ride && { after: sections.length - ride.after },
  };
}

// Without its last section, and without a ride that no section follows then.
function shorter({ points, sections, ride }) {
  const rest = sections.slice(0, -1);
  if (!rest.length) return EMPTY;
  return ride?.after === rest.length
    ? { points: points.slice(0, -2), sections: rest, ride: null }
    : { points: points.slice(0, -1), sections: rest, ride };
}

// The roads of a route as paths in walking direction.
export function pathsOf(roads, route) {
  const starts = startsOf(route);
  return route.sections.map((id, i) => {
    const { path, ends } = roads.get(id);
    return ends[0] === starts[i] ? path : [...path].reverse();
  });
}

const other = ([a, b], end) => (a === end ? b : a);
