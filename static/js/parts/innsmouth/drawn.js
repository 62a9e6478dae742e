// What of a board the cards do not say: caches drawn elsewhere, bonuses circled otherwise, and what
// end bonuses drew for a route (scorer/web/games/dropping.py does the same).

import { placeName, word } from "../words.js";
import { cachesIn } from "./townfacts.js";

export const count = (all, one) => all.filter((other) => other === one).length;

// Caches as drawn, else those of the card in play.
export const cachesOf = (town, shared, { caches }) => caches ?? cachesIn(town, shared);

// What tells banks of a river and tips of dead ends apart.
const SIDE = /_(north|south|east|west|end)(?![a-z])/g;

// A place in the reader's words: c3_south is on the south bank, c2-c3_north a road to the north.
export const plainName = (id) =>
  placeName(id.split("/")[0])
    .replace(SIDE, (_, side) => ` ${word(`innsmouth.side.${side}`)}`)
    .replaceAll("_", " ");

// Whether a board has other caches than the card, or other bonuses circled.
export const otherThan = (drawn, card) =>
  Boolean(drawn) && JSON.stringify([...drawn].sort()) !== JSON.stringify([...card].sort());

// Places that are ringed, and those that are shown to be ringed or not: the Detective's are all.
export function ringsOf(town, caches, { character, rings }) {
  const ringed = Object.keys(rings).filter((place) => rings[place]);
  const ringable = [...caches, ...town.shelters.map(({ at }) => at)];
  const shown = character === "detective" ? [...ringable, ...ringed] : ringed;
  return { ringed, shown: [...new Set(shown)].sort() };
}

// The caches that can be put right, where they differ from the card.
export const cachesShown = (card, drawn, caches) =>
  otherThan(drawn, card) ? [...new Set([...card, ...caches])].sort() : [];

// The caches drawn with one place more or less.
export const cachesWith = (caches, place, on) => {
  const rest = caches.filter((one) => one !== place);
  return { field: "caches", value: on ? [...rest, place].sort() : rest };
};

// Bonuses circled with so many copies of one of them; nothing where nobody told what is circled.
export function circledWith({ circled }, bonus, number) {
  if (!circled) return [];
  const rest = circled.filter((one) => one !== bonus);
  return [{ field: "circled", value: [...rest, ...Array(number).fill(bonus)].sort() }];
}

// What is crossed out is circled too.
export function crossedWith(own, bonus, number) {
  const more = number > count(own.circled ?? [], bonus) ? circledWith(own, bonus, number) : [];
  return [{ field: "used", where: bonus, value: number || null }, ...more];
}

// What goes with a route: the sections that end bonuses drew for it, and their crosses.
export function goesWithRoute({ by_bonus, sections, used }) {
  if (!by_bonus) return [];
  const drawn = Object.entries(by_bonus).filter(([road]) => sections[road]);
  const kinds = [...new Set(drawn.map(([, bonus]) => bonus))];
  const left = (bonus) => (used[bonus] ?? 0) - drawn.filter(([, one]) => one === bonus).length;
  return [
    ...drawn.map(([where]) => ({ field: "sections", where, value: null })),
    ...kinds.map((where) => ({ field: "used", where, value: Math.max(left(where), 0) || null })),
    { field: "by_bonus", value: null },
  ];
}
