// All ways to walk a set of sections in one go, each section once.

import { has } from "./drawing.js";

// Calls found(points, sections) with each walk by numbers until that returns true. Returns
// whether it did, or null where the *work* ran out: {left} steps may be taken. A closed walk is
// begun at one place and in one direction only: those that start elsewhere are the same.
export function eachTrail(drawing, [low, high], ends, work, found) {
  const { around } = drawing;
  const used = drawing.ends.map((_, i) => !has(low, high, i));
  const size = used.filter((gone) => !gone).length;
  const first = used.indexOf(false);
  const start = ends ? ends[0] : drawing.ends[first][0];
  const points = [start];
  const sections = [];

  if (!ends) return step(first, start);
  return further(start);

  function step(i, v) {
    const to = drawing.otherEnd(i, v);
    used[i] = true;
    points.push(to);
    sections.push(i);
    const result = sections.length === size ? found(points, sections) : reachable(to) ? further(to) : false;
    used[i] = false;
    points.pop();
    sections.pop();
    return result;
  }

  function further(v) {
    for (const i of around[v]) {
      if (used[i]) continue;
      if (--work.left < 0) return null;
      const result = step(i, v);
      if (result !== false) return result;
    }
    return false;
  }

  // Whether all that is left can still be walked from *v*.
  function reachable(v) {
    const seen = new Set([v]);
    const queue = [v];
    const there = new Set();
    for (const at of queue) {
      for (const i of around[at]) {
        if (used[i]) continue;
        there.add(i);
        const to = drawing.otherEnd(i, at);
        if (!seen.has(to)) queue.push(to);
        seen.add(to);
      }
    }
    return there.size === size - sections.length;
  }
}

// A walk by names, its ride inside; null where a ride would begin or end it. A closed walk may
// be begun one section further on instead.
export function routeOf(drawing, points, sections) {
  let at = sections.indexOf(drawing.ride);
  const last = sections.length - 1;
  if (at === 0 || (at === last && at >= 0)) {
    if (points[0] !== points.at(-1) || last < 2) return null;
    const by = at === 0 ? last : 1;
    sections = [...sections.slice(by), ...sections.slice(0, by)];
    points = [...points.slice(by, -1), ...points.slice(0, by + 1)];
    at = sections.indexOf(drawing.ride);
  }
  return {
    points: points.map((v) => drawing.points[v]),
    sections: sections.filter((i) => i !== drawing.ride).map((i) => drawing.sections[i]),
    ride: at > 0 ? at : null,
  };
}
