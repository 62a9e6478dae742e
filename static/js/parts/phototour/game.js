// A game of Фототур as its file holds it, from what people entered; as the server makes it
// (scorer/web/games/phototour.py).

import { resultOf } from "../../scoring/phototour.js";

export const CONTESTS = 3;
export const SLOTS = 7;
// Far more than a card gives.
export const MOST_POINTS = 99;
export const MOST_CARDS = 50;

export function gameOf(names, { shared, players }) {
  const book = Object.values(shared.book).sort((a, b) => a.number - b.number);
  const each = names.map(({ seat }) => players[seat]);
  return {
    game: "phototour",
    players: names.map(({ seat, name }) => {
      const { figures, ...diary } = players[seat];
      return { name, ...diary };
    }),
    contests: shared.minimums.map((minimum, i) => contestOf(shared, i, minimum, book, each)),
    book,
    checked: shared.checked,
  };
}

// A region that no card of the book has any more is none.
function contestOf({ regions }, i, minimum, book, players) {
  const region = book.some((card) => card.region === regions[i]) ? regions[i] : null;
  const results = players.map(({ numbers, figures }) =>
    region && numbers !== null ? null : figures[i],
  );
  return { minimum, region, results };
}

// What the game comes to; null while nobody plays.
export function scored(table, state) {
  return table.players.length ? resultOf(gameOf(table.players, state)) : null;
}

export const regionsIn = (book) =>
  [...new Set(Object.values(book).map(({ region }) => region ?? ""))].filter(Boolean).sort();
