// What one player has at the end: the part of the page where it is entered.

import { el, redraw } from "../dom.js";
import { number } from "../forms/number.js";
import { choice } from "../forms/scale.js";
import { word } from "../words.js";
import { placed, showBoxes, withoutGaps } from "./boxes.js";
import { showCards } from "./cards.js";
import { SLOTS } from "./game.js";
import { tokenFields } from "./tokens.js";

// What counts in the sheet's categories, to lead there from the sheet.
export const FIELDS = {
  cards: "card-points",
  tokens: "tokens",
  reserve: "reserve",
  contests: "figure-0",
  conditions: "slots",
};

const total = (told) => (told === null ? null : told.reduce((all, one) => all + pointsOf(one), 0));
const pointsOf = (slot) => (typeof slot === "number" ? slot : slot.points);

// sheet: the player's part of the result; put: enters values, each {field, where, value};
// others: who has which card; kinds: {byKind, toggle}, whether tokens are told kind by kind;
// shown: {boxes}, where the points of cards stand on this page.
export function showDiary(root, { seat, own, book, sheet, others, open, pick, kinds, shown }, put) {
  const enter = (field, value) => put([{ seat, field, value }]);
  const way = wayOf(own);
  const { lines } = sheet;
  redraw(
    root,
    choice(
      "way",
      "",
      [
        ["points", word("phototour.way.points")],
        ["each", word("phototour.way.each")],
        ["numbers", word("phototour.way.numbers")],
      ],
      way,
      (next) => put(changed(seat, next)),
    ),
    el(
      "div",
      { id: "cards", class: "cards" },
      ...{
        points: () => points(own, enter),
        each: () => each(own, shown, enter),
        numbers: () => showCards({ seat, own, book, others, open, pick }, put),
      }[way](),
    ),
    ...tokenFields({ own, lines, ...kinds }, enter),
    number(
      "slots",
      word("phototour.slots"),
      { value: total(own.slots), hint: word("phototour.slots.hint") },
      (value) => enter("slots", value === null ? null : [value]),
    ),
    number(
      "bonuses",
      word("phototour.bonuses"),
      { value: total(own.bonuses), hint: word("phototour.bonuses.hint") },
      (value) => enter("bonuses", value === null ? null : [value]),
    ),
    rest(seat, own, sheet, put),
  );
}

function wayOf({ numbers, card_points: told }) {
  if (numbers !== null) return "numbers";
  return Array.isArray(told) ? "each" : "points";
}

function points(own, enter) {
  return [
    number(
      "card-points",
      word("phototour.card-points"),
      { value: own.card_points, least: -99 },
      (value) => enter("card_points", value),
    ),
    number(
      "count",
      word("phototour.count"),
      { value: own.cards, start: SLOTS, most: SLOTS, strict: true },
      (value) => enter("cards", value),
    ),
  ];
}

// The app adds up the points of the cards, and counts them.
function each({ card_points: told }, shown, enter) {
  shown.boxes = placed(shown.boxes, told);
  return [
    showBoxes(shown.boxes, (boxes) => {
      shown.boxes = boxes;
      enter("card_points", withoutGaps(boxes));
    }),
    el(
      "p",
      { class: "chosen" },
      word("phototour.each.sum", { n: told.length, points: total(told) }),
    ),
  ];
}

// Cards are told in one of three ways.
function changed(seat, way) {
  const empty = {
    numbers: way === "numbers" ? [] : null,
    cards: null,
    card_points: way === "each" ? [] : null,
  };
  return Object.entries(empty).map(([field, value]) => ({ seat, field, value }));
}

// One tap says that the player has none of all that is still open; cards are never none.
function rest(seat, own, { status }, put) {
  const nothing = { tokens: 0, reserve: 0, slots: [], bonuses: [] };
  const open = Object.keys(nothing).filter((field) => own[field] === null);
  const figures = status.missing.filter(({ what }) => what === "contest");
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
