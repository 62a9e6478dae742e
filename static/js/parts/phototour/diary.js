// What one player has at the end: the part of the page where it is entered.

import { el, redraw } from "../dom.js";
import { number } from "../forms/number.js";
import { word } from "../words.js";
import { showSlots } from "./slots.js";
import { tokenFields } from "./tokens.js";
import { showWays } from "./ways.js";

// What counts in the sheet's categories, to lead there from the sheet.
export const FIELDS = {
  cards: "card-points",
  tokens: "tokens",
  reserve: "reserve",
  contests: "figure-0",
  conditions: "slots",
};

const total = (told) => (told === null ? null : told.reduce((all, one) => all + one, 0));

// sheet: the player's part of the result, who stands there at place k; put: enters values, each {field, where, value};
// kinds: {byKind, toggle}, whether tokens are told kind by kind; cards: what the ways of telling
// cards need.
export function showDiary(root, { seat, k, own, sheet, kinds, cards }, put) {
  const enter = (field, value) => put([{ seat, field, value }]);
  const { lines } = sheet;
  redraw(
    root,
    ...showWays({ seat, own, ...cards }, put),
    ...tokenFields({ own, lines, ...kinds }, enter),
    ...showSlots({ own, book: cards.book }, enter),
    number(
      "bonuses",
      word("phototour.bonuses"),
      { value: total(own.bonuses), hint: word("phototour.bonuses.hint") },
      (value) => enter("bonuses", value === null ? null : [value]),
    ),
    rest({ seat, k, own, sheet }, put),
  );
}

// One tap says that the player has none of all that is still open; cards are never none.
function rest({ seat, k, own, sheet }, put) {
  const nothing = { tokens: 0, reserve: 0, slots: [], bonuses: [] };
  const open = Object.keys(nothing).filter((field) => own[field] === null);
  const { missing } = sheet.status;
  const figures = missing.filter((one) => one.what === "contest" && one.seat === k);
  if (!open.length && !figures.length) return null;
  const entries = [
    ...open.map((field) => ({ seat, field, value: nothing[field] })),
    ...figures.map(({ number: n }) => ({ seat, field: "figures", where: n - 1, value: 0 })),
  ];
  return el(
    "p",
    { class: "row" },
    el(
      "button",
      { type: "button", class: "button", "data-button": "rest", onclick: () => put(entries) },
      word("phototour.rest"),
    ),
  );
}
