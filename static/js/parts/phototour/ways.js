// The cards of a diary, told in one of three ways: their sum and count, the points of one after
// another, or their numbers.

import { el } from "../dom.js";
import { number } from "../forms/number.js";
import { choice } from "../forms/scale.js";
import { word } from "../words.js";
import { placed, showBoxes, withoutGaps } from "./boxes.js";
import { showCards } from "./cards.js";
import { SLOTS } from "./game.js";

// shown: {way, boxes, before}, the way that is shown on this page, null where nobody has chosen
// one, where the points of cards stand, and what was told in another way before; choose(way):
// another one is shown. What was told in one way stays until something is told in another, and
// comes back where that is emptied again.
export function showWays({ seat, own, book, others, open, pick, shown, choose }, put) {
  const way = shown.way ?? wayOf(own);
  const sums = sumsOf(own, book);
  const telling = (field, value, others) => {
    if (isTold(own) && wayOf(own) !== way) shown.before = toldOf(own);
    const empty = Array.isArray(value) && !value.length;
    const lost = shown.before?.numbers?.some((one) => !book[one]);
    const told = empty ? !lost && shown.before : { [field]: value, ...others };
    return entriesFor({ seat, own }, { ...toldOf({}), ...told });
  };
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

// What the ways tell; no two of them at once.
const toldOf = ({ numbers = null, cards = null, card_points = null }) => ({
  numbers,
  cards,
  card_points,
});
const isTold = (own) => Object.values(toldOf(own)).some((value) => value !== null);

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

// The entries that make what is told *told*; what was told in another way goes.
const entriesFor = ({ seat, own }, told) =>
  Object.entries(told)
    .filter(([field, value]) => own[field] !== value)
    .map(([field, value]) => ({ seat, field, value }));

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
