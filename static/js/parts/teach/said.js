// What may be said of a place, and what it is called in words.

import { labelled, list, placeName, word } from "../words.js";

// What is said of grey landmarks by taking a name away from one and giving it to another; where
// one name and one landmark are left, they belong together. Nobody has tapped these: each says what
// it *was*, and counts for nothing where another phone has said something else since.
export function named(places, changed, iconic, shared) {
  const told = new Map(changed.map((place) => [place.where, place]));
  const now = () => places.map((place) => told.get(place.where) ?? place);
  for (const { where, iconic: name } of changed)
    for (const other of now())
      if (name && !shared.includes(name) && other.iconic === name && other.where !== where)
        told.set(other.where, { ...other, was: name, iconic: "", id: "", name: "" });
  const nameless = now().filter(({ kind, iconic: name }) => kind === "grey" && !name);
  const free = iconic.filter(({ id }) => !now().some((place) => place.iconic === id));
  if (nameless.length === 1 && free.length === 1 && !shared.length)
    told.set(nameless[0].where, leftOver(nameless[0], free[0], changed));
  // First what gives a name up, then what takes it.
  return [...told.values()].sort((one, other) => Boolean(one.iconic) - Boolean(other.iconic));
}

function leftOver(place, { id }, changed) {
  const tapped = changed.some(({ where }) => where === place.where);
  return { ...(tapped ? place : { was: "", ...place }), iconic: id };
}

// Whether it is still to be said which landmark stands there, or what it is worth.
export function isOpen({ kind, value, iconic, unshown }) {
  return unshown || (kind === "yellow" && value === null) || (kind === "grey" && !iconic);
}

export function sentenceOf(place, scene) {
  return labelled(placeName(place.where), list(partsOf(place, scene)));
}

export function partsOf(place, scene) {
  if (place.sort === "location")
    return [...landmarkParts(place, scene), ...markParts(place, scene)];
  if (place.sort === "crossroads") {
    const parts = [place.cafe ? word(`bonus.${place.cafe}`) : word("tap.no-cafe")];
    if (place.point) parts.push(word("step.visit-all"));
    return [...parts, ...markParts(place, scene)];
  }
  const reached = place.reached.length ? list(place.reached) : word("editor.none");
  return [`${word("tap.reaches")} ${reached}`, ...markParts(place, scene)];
}

function landmarkParts({ kind, value, iconic, name, unshown }, { iconic: known }) {
  if (unshown) return [word("tap.kind.unshown")];
  if (!kind) return [word("tap.kind.none")];
  const parts = [word(`tap.kind.${kind}`)];
  if (kind === "yellow") parts.push(value === null ? word("tap.no-value") : String(value));
  if (kind === "grey")
    parts.push(known.find(({ id }) => id === iconic)?.name ?? word("tap.no-name"));
  if (name) parts.push(name);
  return parts;
}

function markParts({ marked }, scene) {
  return scene.marked
    .filter(({ id }) => id in marked)
    .map(({ id, name }) => (marked[id] === null ? name : `${name} ${marked[id]}`));
}
