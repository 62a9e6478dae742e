// What a change of the card book does to the contests about regions.

import { resultOf } from "../../scoring/phototour.js";
import { withEntry } from "../live/entries.js";
import { list, sentences, word } from "../words.js";
import { gameOf, regionsIn } from "./game.js";

// {entries, said}: the *changes* of a book with what goes along, and what they do to contests, in
// words. A region that no card has any more goes on under the name that its last card has now.
export function withContests(names, state, changes) {
  const after = changes.reduce(withEntry, state);
  const [book, now] = [state.shared.book, after.shared.book];
  const renamed = new Map();
  for (const [number, { region }] of Object.entries(now)) {
    const before = book[number]?.region;
    if (before && region && region !== before && !regionsIn(now).includes(before))
      renamed.set(before, region);
  }
  const { regions } = state.shared;
  const carried = regions.flatMap((region, i) =>
    renamed.has(region) ? [{ field: "regions", where: i, value: renamed.get(region) }] : [],
  );
  const end = carried.reduce(withEntry, after);
  const moved = new Set(carried.map(({ where }) => where));
  const other = changed(names, state, end).filter((i) => !moved.has(i));
  const said = [
    ...carried.map(({ where, value }) =>
      word("phototour.book.renamed", { contests: called(where), region: value }),
    ),
    ...(other.length
      ? [word("phototour.book.changes", { contests: list(other.map(called)) })]
      : []),
  ];
  return { entries: [...changes, ...carried], said: sentences(said) };
}

const called = (i) => word("phototour.contest", { n: i + 1 });

// The contests about a region whose figures are others now.
function changed(names, before, after) {
  // The server refuses a book without a card that lies in a diary.
  const known = ({ shared, players }) =>
    names.every(({ seat }) => (players[seat].numbers ?? []).every((one) => one in shared.book));
  if (!known(after)) return [];
  const [old, now] = [before, after].map((state) => resultOf(gameOf(names, state)).figures);
  return before.shared.regions.flatMap((region, i) =>
    region && JSON.stringify(old[i]) !== JSON.stringify(now[i]) ? [i] : [],
  );
}
