// All ways to walk a set of sections in one go, each section once.

import { has } from "./drawing.js";

// Steps between two looks at the clock.
const PAUSE = 1000;

// Yields each walk as {points, sections} by numbers, and nothing now and then, until the *work*
// has no steps *left*. A closed walk is begun at one place and in one direction only: those
// that start elsewhere are the same. No walk is followed on from sections that are *lost*.
export function* trails(drawing, [low, high], ends, work, lost) {
  const { around } = drawing;
  const used = drawing.ends.map((_, i) => !has(low, high, i));
  const size = used.filter((gone) => !gone).length;
  const first = used.indexOf(false);
  const points = [ends ? ends[0] : drawing.ends[first][0]];
  const sections = [];
  // For each point of the walk how many of the sections there were tried; first, no other.
  const tried = [ends ? 0 : Infinity];
  if (!ends) take(first);
  while (tried.length) {
    if (sections.length === size) {
      yield { points, sections };
      back();
      continue;
    }
    const there = around[points.at(-1)];
    let n = tried.at(-1);
    while (n < there.length && used[there[n]]) n++;
    if (n >= there.length) {
      back();
      continue;
    }
    tried[tried.length - 1] = n + 1;
    if (--work.left < 0) return;
    if (work.left % PAUSE === 0) yield null;
    take(there[n]);
    if (sections.length < size && (!reachable() || lost(sections))) back();
  }

  function take(i) {
    used[i] = true;
    points.push(drawing.otherEnd(i, points.at(-1)));
    sections.push(i);
    tried.push(0);
  }

  function back() {
    tried.pop();
    if (!sections.length) return;
    used[sections.pop()] = false;
    points.pop();
  }

  // Whether all that is left can still be walked.
  function reachable() {
    const queue = [points.at(-1)];
    const seen = new Set(queue);
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
