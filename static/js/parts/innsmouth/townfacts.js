// What the practice town is, and what of a game follows from what was entered.

import { askFor } from "../asking.js";
import { word, wordOr } from "../words.js";

export const TOURISTS = ["circle", "square", "triangle", "cross"];
export const ARTEFACTS = ["manuscript", "dagger", "amulet", "tiara"];
export const CHARACTERS = ["detective", "warlock", "collector", "boatman", "huntress"];
export const FERRY = "~";
const FACES = 6;

export async function loadTown(address) {
  const answer = await askFor(address);
  if (!answer.ok) throw new Error(`no town at ${address}`);
  return answer.json();
}

export const sectionsOf = ({ sections }) => Object.keys(sections).filter((id) => sections[id]);

export const cachesIn = (town, { caches }) =>
  (Array.isArray(caches) ? caches : town.caches[caches]) ?? [];

// The practice cards have names of their own, those of a box are numbered.
export const cardName = (name) =>
  /^card \d+$/.test(name)
    ? word("town-editor.card", { n: name.slice(5) })
    : wordOr(`innsmouth.card.${name}`, "innsmouth.card", { name });

export const bonusesOf = (town, { bonuses }, { character, bonuses: own }) =>
  own ?? bonuses[character] ?? town.bonuses[character] ?? [];

export const deckOf = (town, { deck }) => deck ?? town.deck;

// Threat symbols by quarters: those drawn, else what the fate numbers give.
export function threatsOf(town, shared, own) {
  return own.threats ?? fated(town, shared) ?? {};
}

// The cultists' symbols: X is the number of an odd round, Y that of the even round after it.
export function fated(town, { threat, fates }) {
  if (threat !== "cultists" || fates.some((one) => one === null)) return null;
  const found = {};
  for (let i = 0; i < fates.length; i += 2) {
    const at = Object.entries(town.coordinates).find(
      ([, [x, y]]) => x === fates[i] && y === fates[i + 1],
    );
    if (at) found[at[0]] = (found[at[0]] ?? 0) + 1;
  }
  return found;
}

export const touristsIn = (group) => TOURISTS.reduce((sum, kind) => sum + (group?.[kind] ?? 0), 0);

export const occupied = ({ tourists }) =>
  Object.keys(tourists)
    .filter((quarter) => touristsIn(tourists[quarter]))
    .sort();

// The diagonals that may be drawn through a quarter.
export const diagonalsIn = (town, quarter) =>
  Object.keys(town.roads).filter(
    (id) => town.roads[id].diagonal && town.roads[id].quarters.includes(quarter),
  );

// The two ends of each ferry of a route, told as crossroads with ~ between them.
export function ferriesOf(text) {
  const parts = text.split(` ${FERRY} `).map((part) => part.split(" "));
  return parts.slice(1).map((part, i) => [parts[i].at(-1), part[0]]);
}

// Who can leave: quarters along the route that hold tourists.
export function alongRoute(town, route, own) {
  const beside = new Set(route.filter((id) => id !== FERRY).flatMap((id) => quartersBy(town, id)));
  return occupied(own).filter((quarter) => beside.has(quarter));
}

const quartersBy = (town, id) => town.roads[id]?.quarters ?? [];

export const rolled = () => 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % FACES);

// A card dealt from those of the deck that are not open.
export function dealt(deck, opened) {
  const left = ARTEFACTS.flatMap((kind) =>
    Array(Math.max(0, deck[kind] - opened.filter((one) => one === kind).length)).fill(kind),
  );
  return left[crypto.getRandomValues(new Uint32Array(1))[0] % left.length];
}
