// The cards of a diary, told in one of three ways: their sum and count, the points of one after
// another, or their numbers.

import { el } from "../dom.js";
import { number } from "../forms/number.js";
import { choice } from "../forms/scale.js";
import { word } from "../words.js";
import { placed, showBoxes, withoutGaps } from "./boxes.js";
import { showCards } from "./cards.js";
import { SLOTS } from "./game.js";

// shown: {way, boxes}, the way that is shown on this page, null where nobody has chosen one, and
// where the points of cards stand; choose(way): another one is shown. What was told in one way
// stays until something is told in another.
export function showWays({ seat, own, book, others, open, pick, shown, choose }, put) {
  const way = shown.way ?? wayOf(own);
  const sums = sumsOf(own, book);
  const telling = (field, value, others) => entriesFor({ seat, own }, field, value, others);
  const tell = (...told) => put(telling(...told));
  return [
    choice(
      "way",
      "",
      [
        ["points", word("phototour.way.points")],
        ["each", word("phototour.way.each")],
        ["numbers", word("phototour.way.numbers")],
      ],
      way,
      choose,
    ),
    el(
      "div",
      { id: "cards", class: "cards" },
      ...{
        points: () => points(sums, tell),
        each: () => each(sums, shown, tell),
        numbers: () => [
          ...showCards({ own, book, others, open, pick }, telling, put),
          own.numbers === null ? kept(sums) : null,
        ],
      }[way](),
    ),
  ];
}

function wayOf({ numbers, card_points: told }) {
  if (numbers !== null) return "numbers";
  return Array.isArray(told) ? "each" : "points";
}

// What the cards come to in whichever way they are told: {each, points, count}. each: their points
// one by one, null where nobody has told them.
function sumsOf({ numbers, cards, card_points: told }, book) {
  const each = numbers?.map((one) => book[one].points) ?? (Array.isArray(told) ? told : null);
  if (each === null) return { each, points: told, count: cards };
  return each.length
    ? { each, points: sum(each), count: each.length }
    : { each, points: null, count: null };
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

// A *value* of the *field*, with *others* of the same way; what was told in another way goes.
function entriesFor({ seat, own }, field, value, others = {}) {
  const { [field]: _, ...rest } = { numbers: null, cards: null, card_points: null, ...others };
  const changed = Object.entries(rest).filter(([name, one]) => own[name] !== one);
  return [[field, value], ...changed].map(([name, one]) => ({ seat, field: name, value: one }));
}

// Sum and count are known in whichever way they were told.
function points({ points, count }, tell) {
  return [
    number("card-points", word("phototour.card-points"), { value: points, least: -99 }, (value) =>
      tell("card_points", value, { cards: count }),
    ),
    number(
      "count",
      word("phototour.count"),
      { value: count, start: SLOTS, most: SLOTS, strict: true },
      (value) => tell("cards", value, { card_points: points }),
    ),
  ];
}

// The app adds up the points of the cards, and counts them.
function each(sums, shown, tell) {
  const told = sums.each ?? [];
  shown.boxes = placed(shown.boxes, told);
  return [
    showBoxes(shown.boxes, (boxes) => {
      shown.boxes = boxes;
      tell("card_points", withoutGaps(boxes));
    }),
    (sums.each === null && kept(sums)) ||
      el(
        "p",
        { class: "chosen" },
        word("phototour.each.sum", { n: told.length, points: sum(told) }),
      ),
  ];
}

// What was told in another way, and counts as long as nothing is told in this one.
function kept({ points, count }) {
  if (points === null && count === null) return null;
  return el(
    "p",
    { class: "kept small" },
    word("phototour.kept", { n: count ?? "?", points: points ?? "?" }),
  );
}
