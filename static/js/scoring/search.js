// The best final route over the drawn sections, exactly as far as the work allows.
//
// A set of sections is one walk if and only if it hangs together and no or two crossroads are
// odd in it. For two given ends these sets are one path between them combined with every sum
// of the drawing's circles, so they can be listed. Points only grow with a walk; so at both
// ends of a best open walk every drawn section is used, but where a goal card asks for little
// or for where the walk ends: there all pairs of ends are listed. What depends on the order of
// the walk (personal task, some cards) has a bound for each set, and is settled by walking the
// set in every order only where that bound beats the best found so far.

import { both, has, maskOf, sizeOf } from "./drawing.js";
import { routeOf, trails } from "./trails.js";
import { POINT, pointsOf } from "./worth.js";

// Sets looked at for one board, steps of walks to settle one of them, and all of them.
const MOST_SETS = 2 ** 20;
const MOST_STEPS = 500_000;
const MOST_ALL_STEPS = 16_000_000;
// Sets between two looks at the clock.
const SLICE = 256;

// Offers to *best* every route over one drawing that may beat it. A generator: whoever runs it
// decides how much is done at a time.
export function* search(drawing, worth, extras, best) {
  const parts = drawing
    .components()
    .filter((part) => drawing.ride < 0 || part.includes(drawing.ride));
  for (const part of parts) {
    const all = maskOf(part);
    const most = worth.key(...all) + extras.most(part.length) * POINT;
    if (most > best.key) yield* new Part(drawing, worth, extras, best, part).run();
  }
}

// The best route met so far, and the most points of routes that were not looked at; one with
// as many points might still break a tie.
export class Best {
  constructor(key, route) {
    Object.assign(this, { key, route, open: -1, sets: 0, steps: MOST_ALL_STEPS });
  }

  get points() {
    return pointsOf(this.key);
  }

  get proved() {
    return this.open < this.points;
  }
}

class Part {
  constructor(drawing, worth, extras, best, part) {
    Object.assign(this, { drawing, worth, extras, best, part });
    this.all = maskOf(part);
    const { ways, circles } = drawing.tree(part);
    this.circles = circles;
    this.ways = ways;
    this.touched = [...ways.keys()];
    this.within = (v) => sizeOf(drawing.near[v][0] & this.all[0], drawing.near[v][1] & this.all[1]);
    this.task = extras.task.filter((v) => ways.has(v));
    this.far = new Map(this.task.map((v) => [v, drawing.distances(v)]));
  }

  *run() {
    const { best } = this;
    const cosets = [];
    for (const ends of this.pairs()) {
      const coset = this.coset(ends);
      yield;
      if (!coset) continue;
      cosets.push(coset);
      yield* this.look(...coset.base, coset);
    }
    if (!cosets.length) return;
    const left = Math.max(0, MOST_SETS - best.sets) / cosets.length;
    const most = Math.floor(Math.log2(Math.max(1, left)));
    if (cosets.some(({ circles }) => circles.length > most))
      best.open = Math.max(
        best.open,
        pointsOf(this.worth.key(...this.all)) + this.extras.most(this.part.length),
      );
    for (const coset of cosets) {
      let [low, high] = coset.base;
      for (let n = 1; n < 2 ** Math.min(most, coset.circles.length); n++) {
        // From one sum to the next one circle comes or goes.
        const [l, h] = coset.circles[31 - Math.clz32(n & -n)];
        low ^= l;
        high ^= h;
        yield* this.look(low, high, coset);
      }
    }
  }

  // Both ends of the walks to be looked at; null for closed ones.
  pairs() {
    const odd = this.touched.filter((v) => this.within(v) % 2);
    const points = this.extras.anyEnds ? this.touched : odd;
    const found = points.flatMap((s, n) => points.slice(n + 1).map((t) => [s, t]));
    return this.extras.closed || !odd.length ? [...found, null] : found;
  }

  // The walks between two ends that have all sections which each has for certain: one of them,
  // the circles whose sums lead to all others, and how much the task leaves out at least. Null
  // where there are none.
  coset(ends) {
    const { drawing, all } = this;
    const odd = this.touched.filter((v) => (this.within(v) + (ends?.includes(v) ? 1 : 0)) % 2);
    let base = all;
    // Beginning with a long one: without short ways between crossroads that must be even.
    while (odd.length) {
      const from = odd.shift();
      const steps = drawing.distances(from, (i) => has(...all, i));
      const to = odd.reduce((near, v) => (steps[v] < steps[near] ? v : near));
      odd.splice(odd.indexOf(to), 1);
      base = both(base, this.way(from, to, steps));
    }
    const must = new Set(
      ends && !this.extras.anyEnds ? ends.flatMap((v) => drawing.around[v]) : [],
    );
    if (drawing.ride >= 0) must.add(drawing.ride);
    let circles = this.circles;
    for (const i of must) {
      // One circle with the section serves to bring it in; no other one may change it then.
      const one = circles.find((circle) => has(...circle, i));
      if (!has(...base, i)) {
        if (!one) return null;
        base = both(base, one);
      }
      if (one)
        circles = circles
          .filter((circle) => circle !== one)
          .map((circle) => (has(...circle, i) ? both(circle, one) : circle));
    }
    circles = [...circles].sort((one, other) => sizeOf(...one) - sizeOf(...other));
    return { ends, base, circles, outside: this.outside(ends, this.far) };
  }

  // A shortest way back from *to*, as a mask; *steps* are the distances from its other end.
  way(from, to, steps) {
    const found = [];
    const seen = new Set([to]);
    for (let v = to; v !== from; ) {
      const i = this.drawing.around[v].find((one) => {
        const next = this.drawing.otherEnd(one, v);
        return (
          has(...this.all, one) &&
          !seen.has(next) &&
          steps[next] + (one === this.drawing.ride ? 0 : 1) === steps[v]
        );
      });
      found.push(i);
      v = this.drawing.otherEnd(i, v);
      seen.add(v);
    }
    return maskOf(found);
  }

  // Sections that no part for the task can have: ways from the start to its first crossroads
  // and from its last one to the end; infinite where fewer than two are reached.
  outside(ends, far) {
    let least = Infinity;
    for (const [first, fromFirst] of far) {
      for (const last of far.keys()) {
        if (this.drawing.points[first] === this.drawing.points[last]) continue;
        const away = ends ? fromFirst[ends[0]] + far.get(last)[ends[1]] : fromFirst[last];
        least = Math.min(least, away);
      }
    }
    return least;
  }

  *look(low, high, coset) {
    const open = this.consider(low, high, coset);
    if (open) yield* this.settle(open);
    if (++this.best.sets % SLICE === 0) yield;
  }

  // What there is to settle of a set that may beat the best; null where it cannot.
  consider(low, high, { ends, outside }) {
    const { best, worth, extras, drawing } = this;
    if (!(low | high)) return null;
    if (drawing.ride >= 0 && !this.rides(low, high)) return null;
    const key = worth.key(low, high);
    const length = worth.length(low, high);
    if (key + (extras.factor * Math.max(0, length - outside) + extras.cards) * POINT <= best.key)
      return null;
    if (!drawing.connected(low, high)) return null;
    const may = (i) => has(low, high, i);
    const there = this.task.filter((v) =>
      drawing.around[v].some((i) => i !== drawing.ride && may(i)),
    );
    const own = new Map(there.map((v) => [v, drawing.distances(v, may)]));
    const task = extras.factor * Math.max(0, length - this.outside(ends, own));
    const hope = key + (task + extras.hope(low, high, ends)) * POINT;
    const ahead = extras.stepsAhead([low, high], ends);
    const bound = hope + (ahead ? ahead([]) : 0) * POINT;
    if (bound <= best.key) return null;
    const lost = (begun) => ahead !== null && hope + ahead(begun) * POINT <= best.key;
    return { set: [low, high], ends, key, bound, lost };
  }

  // Whether the ride leads from a section to another one.
  rides(low, high) {
    const { drawing } = this;
    const other = (v) => drawing.around[v].some((i) => i !== drawing.ride && has(low, high, i));
    return drawing.ends[drawing.ride].every(other);
  }

  // Walks a set in every order until one reaches its bound, but not on from what is *lost*.
  *settle({ set, ends, key, bound, lost }) {
    const { best, extras, drawing } = this;
    const most = Math.min(MOST_STEPS, best.steps);
    const work = { left: most };
    for (const walk of trails(drawing, set, ends, work, lost)) {
      if (!walk) yield;
      const route = walk && routeOf(drawing, walk.points, walk.sections);
      if (!route) continue;
      const total = key + extras.points(route) * POINT;
      if (total > best.key) Object.assign(best, { key: total, route });
      if (total >= bound || !extras.ordered) break;
    }
    best.steps -= most - work.left;
    if (work.left < 0) best.open = Math.max(best.open, pointsOf(bound));
    yield;
  }
}
