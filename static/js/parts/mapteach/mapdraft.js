// What is told of a map, and how taps change it. Every function returns another draft.

const round = (value) => Math.round(value * 10) / 10;
export const nameOf = ({ between: [one, other], lane = 1 }) =>
  lane === 1 ? `${one}-${other}` : `${one}-${other}:${lane}`;
const same = (one, other) => one.every((id) => other.includes(id));
export const placeName = ({ places }, id) => {
  const i = places.findIndex((one) => one.id === id);
  return places[i]?.name || String(i + 1);
};

export function withPlace(draft, [x, y]) {
  const taken = new Set(draft.places.map(({ id }) => id));
  // Drawn by lot, since another owner may add a location at the same moment.
  const drawn = () => `p${Math.random().toString(36).slice(2, 6)}`;
  let id = drawn();
  while (taken.has(id)) id = drawn();
  const place = { id, name: "", xy: [round(x), round(y)] };
  return [{ ...draft, places: [...draft.places, place] }, id];
}

export function changed(draft, id, change) {
  const places = draft.places.map((one) => (one.id === id ? { ...one, ...change } : one));
  // Lines that begin at a place that was moved begin there still.
  const moved = ({ between, path = [], ...rest }) => {
    if (!change.xy || !path.length) return { between, path, ...rest };
    const after = [...path];
    if (between[0] === id) after[0] = change.xy;
    if (between[1] === id) after[after.length - 1] = change.xy;
    return { between, path: after, ...rest };
  };
  return { ...draft, places, links: draft.links.map(moved) };
}

export function withoutPlace(draft, id) {
  const away = ({ between }) => !between.includes(id);
  return {
    ...draft,
    places: draft.places.filter((one) => one.id !== id),
    links: draft.links.filter(away),
    tickets: draft.tickets.filter(away),
  };
}

// The link between two places, or both lanes of a double route.
export const lanesOf = ({ links }, between) => links.filter((one) => same(one.between, between));

// A link along the points that were tapped between two places; null where both lanes are there.
export function withLink(draft, between, points, { length, colour }) {
  const there = lanesOf(draft, between);
  if (there.length > 1) return null;
  const at = (id) => draft.places.find((one) => one.id === id).xy;
  const line = [at(between[0]), ...points.map((one) => one.map(round)), at(between[1])];
  const link = {
    between,
    // Both lanes of a double route are as long.
    length: there[0]?.length ?? length,
    colour,
    lane: there.length + 1,
    path: points.length ? line : [],
  };
  return [{ ...draft, links: [...draft.links, link] }, nameOf(link)];
}

export function changedLink(draft, name, change) {
  const { between } = draft.links.find((one) => nameOf(one) === name);
  const links = draft.links.map((one) => {
    if (nameOf(one) === name) return { ...one, ...change };
    return change.length && same(one.between, between) ? { ...one, length: change.length } : one;
  });
  return { ...draft, links };
}

export function withoutLink(draft, name) {
  const gone = draft.links.find((one) => nameOf(one) === name);
  const links = draft.links
    .filter((one) => one !== gone)
    // The lane that is left is the first one.
    .map((one) => (same(one.between, gone.between) ? { ...one, lane: 1 } : one));
  return { ...draft, links };
}

export const hasTicket = ({ tickets }, between) =>
  tickets.some((one) => same(one.between, between));

export function withTicket(draft, between, points) {
  return { ...draft, tickets: [...draft.tickets, { between, points }] };
}

export function changedTicket(draft, i, points) {
  return { ...draft, tickets: draft.tickets.map((one, k) => (k === i ? { ...one, points } : one)) };
}

export function withoutTicket(draft, i) {
  return { ...draft, tickets: draft.tickets.filter((_, k) => k !== i) };
}

// The line of a link, straight where it has no path of its own.
export function lineOf({ places }, { between, path = [] }) {
  return path.length ? path : between.map((id) => places.find((one) => one.id === id).xy);
}
