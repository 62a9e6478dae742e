// What of a place is still as this phone has said it: undo takes back that, and leaves alone what
// another phone has said since.

// What can be said of a place; a café's symbol lies where it does, and an id follows the kind.
const FIELDS = ["kind", "value", "name", "iconic", "unshown", "cafe", "point", "reached", "marked"];

// The places as they are to be told so that what was *from* is *to* again, as far as it still is
// *from* where it stands *now*. find(place): the place as it is now.
export function turnedBack(from, to, find) {
  const found = [];
  for (const after of to) {
    const before = from.find(
      ({ where, id }) => where === after.where && (!after.fixed || id === after.id),
    );
    const now = find(after);
    if (!before || !now) continue;
    const changed = FIELDS.filter((field) => !same(before[field], after[field]));
    // What another phone has said of a landmark goes with its kind.
    const bound = changed.includes("kind") ? [...changed, "value", "iconic"] : changed;
    if (bound.every((field) => stands(field, before, now)))
      found.push({ ...now, ...only(after, changed) });
  }
  return found;
}

// A name that nobody gave and a value that belongs to another kind are the server's.
function stands(field, said, now) {
  if (field === "name" && !said.name) return true;
  if (field === "value" && said.kind !== "yellow" && !said.fixed) return true;
  return same(said[field], now[field]);
}

function only(place, changed) {
  const found = Object.fromEntries(changed.map((field) => [field, place[field]]));
  if (changed.includes("cafe")) found.xy = place.xy;
  // The server has named it along.
  if (["kind", "iconic", "unshown"].some((field) => changed.includes(field)))
    Object.assign(found, { id: place.id, name: place.name });
  return found;
}

function same(one, other) {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value) {
  return value && typeof value === "object" && !Array.isArray(value)
    ? Object.entries(value).sort()
    : (value ?? null);
}
