// Ways over links, as scorer/rules/ticket_to_ride/paths.py finds them.

function neighboursOf({ links }, used) {
  const found = new Map();
  const note = (here, i, there) => {
    if (!found.has(here)) found.set(here, []);
    found.get(here).push([i, there]);
  };
  links.forEach(({ name, between: [one, other] }, i) => {
    if (!used.has(name)) return;
    note(one, i, other);
    note(other, i, one);
  });
  return found;
}

// The links of the cheapest way between two places, null where there is none; cost: what each
// link that may be used costs. Of equally cheap ways the one with fewest links, then the first
// by its links' order.
export function cheapest(map, [start, goal], cost) {
  const neighbours = neighboursOf(map, cost);
  const waiting = [{ spent: 0, way: [], here: start }];
  const done = new Set();
  while (waiting.length) {
    const first = waiting.reduce((best, one) => (before(one, best) ? one : best));
    waiting.splice(waiting.indexOf(first), 1);
    const { spent, way, here } = first;
    if (here === goal) return way.map((i) => map.links[i]);
    if (done.has(here)) continue;
    done.add(here);
    for (const [i, there] of neighbours.get(here) ?? [])
      if (!done.has(there))
        waiting.push({ spent: spent + cost.get(map.links[i].name), way: [...way, i], here: there });
  }
  return null;
}

function before(one, other) {
  const by = one.spent - other.spent || one.way.length - other.way.length;
  if (by) return by < 0;
  const i = one.way.findIndex((link, k) => link !== other.way[k]);
  return i >= 0 && one.way[i] < other.way[i];
}

// Which owned links lie on a way between two places that meets none twice: their block, with
// one more link between the two.
export function onWays(map, [start, goal], owned) {
  const neighbours = neighboursOf(map, owned);
  const depth = new Map([
    [start, 0],
    [goal, 1],
  ]);
  const held = [];
  // The least depth reached from *here* on; *held* keeps what is walked.
  const highest = (here, came) => {
    let found = depth.get(here);
    for (const [i, there] of neighbours.get(here) ?? []) {
      if (!depth.has(there)) {
        depth.set(there, depth.get(here) + 1);
        const size = held.length;
        held.push(i);
        const above = highest(there, i);
        // Only by way of this place: a block of its own.
        if (above >= depth.get(here)) held.length = size;
        found = Math.min(found, above);
      } else if (i !== came && depth.get(there) < depth.get(here)) {
        held.push(i);
        found = Math.min(found, depth.get(there));
      }
    }
    return found;
  };
  highest(goal, null);
  return new Set(held.map((i) => map.links[i].name));
}

// The places, each with the number of the piece that owned links join it to.
export function pieces(map, owned) {
  const neighbours = neighboursOf(map, owned);
  const found = new Map();
  map.places.forEach(({ id }, number) => {
    const waiting = [id];
    while (waiting.length) {
      const here = waiting.pop();
      if (found.has(here)) continue;
      found.set(here, number);
      waiting.push(...(neighbours.get(here) ?? []).map(([, there]) => there));
    }
  });
  return found;
}
