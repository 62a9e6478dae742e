// Why drawn sections are not on the final route.

// Not connected: no way leads from it to the route. Alternative: it lies on a circle of the
// drawing, the route taken as one place, so that it could have been walked in place of
// something. Dead end: whoever walks it has to come back over it.
export function unusedOf(rules, drawn, route) {
  const used = new Set(route.sections);
  const onRoute = new Set(route.points);
  const left = drawn.filter((id) => !used.has(id)).sort();
  const near = reached(rules, onRoute, left, onRoute);
  return left.map((section) => {
    const [from, to] = rules.roads.get(section);
    const others = left.filter((id) => id !== section);
    if (!near.has(from)) return { section, reason: "not-connected" };
    const back = reached(rules, [from], others, onRoute).has(to);
    return { section, reason: back ? "alternative" : "dead-end" };
  });
}

// The crossroads that are reached over *sections*; from one on the route all of it is.
function reached(rules, starts, sections, onRoute) {
  const found = new Set(starts);
  for (const point of found) {
    if (onRoute.has(point)) for (const other of onRoute) found.add(other);
    for (const id of sections) {
      const ends = rules.roads.get(id);
      if (ends.includes(point)) for (const end of ends) found.add(end);
    }
  }
  return found;
}
