// The drawn sections as a graph by numbers. A set of sections is two words of bits, [low, high]:
// section i is bit i of the first word, or bit i - WORD of the second.

const WORD = 30;
// With a ride beside them.
export const MOST_SECTIONS = 2 * WORD - 1;

export class Drawing {
  // ids: what is drawn; roads: the two ends of each; ride: two stations that are joined by what
  // is no section, but is walked like one.
  constructor(ids, roads, ride = null) {
    this.sections = [...ids].sort();
    const joined = this.sections.map((id) => roads.get(id));
    this.ride = ride ? this.sections.length : -1;
    if (ride) joined.push(ride);
    this.points = [...new Set(joined.flat())].sort();
    const number = new Map(this.points.map((point, v) => [point, v]));
    this.ends = joined.map((pair) => pair.map((point) => number.get(point)));
    this.around = this.points.map(() => []);
    for (const [i, pair] of this.ends.entries()) {
      for (const v of pair) this.around[v].push(i);
    }
    this.near = this.around.map(maskOf);
    this.bySection = new Map(this.sections.map((id, i) => [id, i]));
    this.byPoint = number;
  }

  otherEnd(i, v) {
    const [a, b] = this.ends[i];
    return a === v ? b : a;
  }

  // The sections that reach any of the things in *by*: roads (with a dash) and crossroads.
  reaching(by) {
    const found = [];
    for (const name of by) {
      if (name.includes("-")) found.push(this.bySection.get(name));
      else found.push(...(this.around[this.byPoint.get(name)] ?? []));
    }
    return [...new Set(found)].filter((i) => i !== undefined && i !== this.ride);
  }

  // The connected parts, each a list of sections (and the ride).
  components() {
    const left = new Set(this.ends.keys());
    const parts = [];
    for (const first of this.ends.keys()) {
      if (!left.delete(first)) continue;
      const part = [first];
      for (const i of part) {
        for (const v of this.ends[i]) {
          for (const j of this.around[v]) if (left.delete(j)) part.push(j);
        }
      }
      parts.push(part.sort((a, b) => a - b));
    }
    return parts;
  }

  // Sections on a shortest way from a crossroads to every other over those that *may* be
  // walked; a ride is none. Infinity where there is no way.
  distances(from, may = () => true) {
    const found = new Array(this.points.length).fill(Infinity);
    found[from] = 0;
    const queue = [from];
    for (const v of queue) {
      for (const i of this.around[v]) {
        const to = this.otherEnd(i, v);
        const steps = found[v] + (i === this.ride ? 0 : 1);
        if (!may(i) || steps >= found[to]) continue;
        found[to] = steps;
        // Crossroads that a ride made nearer are looked at again.
        queue.push(to);
      }
    }
    return found;
  }

  // A tree of a connected part: for each crossroads the mask of its way to the root, and the
  // circles that the sections beside the tree close.
  tree(part) {
    const within = new Set(part);
    const root = this.ends[part[0]][0];
    const ways = new Map([[root, [0, 0]]]);
    const beside = new Set(part);
    const queue = [root];
    for (const v of queue) {
      for (const i of this.around[v]) {
        const to = this.otherEnd(i, v);
        if (!within.has(i) || ways.has(to)) continue;
        ways.set(to, both(ways.get(v), maskOf([i])));
        beside.delete(i);
        queue.push(to);
      }
    }
    const circles = [...beside].map((i) => {
      const [a, b] = this.ends[i];
      return both(maskOf([i]), both(ways.get(a), ways.get(b)));
    });
    return { ways, circles };
  }

  // Whether a set of sections hangs together, flooded from any of them.
  connected(low, high) {
    let [reachedLow, reachedHigh] = low ? [low & -low, 0] : [0, high & -high];
    for (;;) {
      let [nextLow, nextHigh] = [reachedLow, reachedHigh];
      for (const [l, h] of this.near) {
        if ((nextLow & l) | (nextHigh & h)) {
          nextLow |= low & l;
          nextHigh |= high & h;
        }
      }
      if (nextLow === reachedLow && nextHigh === reachedHigh)
        return nextLow === low && nextHigh === high;
      [reachedLow, reachedHigh] = [nextLow, nextHigh];
    }
  }
}

export function maskOf(numbers) {
  let [low, high] = [0, 0];
  for (const i of numbers) {
    if (i < WORD) low |= 1 << i;
    else high |= 1 << (i - WORD);
  }
  return [low, high];
}

export const has = (low, high, i) => (i < WORD ? (low >> i) & 1 : (high >> (i - WORD)) & 1) === 1;
export const both = ([a, b], [c, d]) => [a ^ c, b ^ d];
export const sizeOf = (low, high) => bits(low) + bits(high);

function bits(word) {
  word -= (word >> 1) & 0x55555555;
  word = (word & 0x33333333) + ((word >> 2) & 0x33333333);
  return (((word + (word >> 4)) & 0x0f0f0f0f) * 0x01010101) >> 24;
}
