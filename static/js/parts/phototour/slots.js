// The slots of the lower row: their points together, or, as a file tells them, one by one with the
// card that lies in each.

import { slotPoints } from "../../scoring/phototour.js";
import { el } from "../dom.js";
import { number } from "../forms/number.js";
import { select } from "../forms/setup.js";
import { list, word } from "../words.js";

const KINDS = ["city", "nature"];
const isHeld = ({ holds }) => typeof holds === "number";

// A number that is typed takes the place of what was told slot by slot.
export function showSlots({ own, book }, enter) {
  const { slots } = own;
  const cards = new Map(Object.values(book).map((card) => [card.number, card]));
  const points = (slots ?? []).map((slot) => slotPoints(cards, slot));
  const value = slots === null ? null : points.reduce((all, one) => all + one, 0);
  const each = (slots ?? []).flatMap((slot, i) =>
    typeof slot === "number" ? [] : [slotField(i, { own, cards, points }, enter)],
  );
  return [
    number(
      "slots",
      word("phototour.slots"),
      { value, hint: word("phototour.slots.hint") },
      (typed) => enter("slots", typed === null ? null : [typed]),
    ),
    each.length ? el("div", { class: "slots" }, ...each) : null,
  ];
}

// What lies in a slot: nothing, a card of some kind, or a card of the diary.
function slotField(i, { own: { slots, numbers }, cards, points }, enter) {
  const { kind, points: most, holds = null } = slots[i];
  const elsewhere = slots.filter((one, k) => k !== i && isHeld(one)).map((one) => one.holds);
  const own = (numbers ?? [...cards.keys()]).filter((one) => !elsewhere.includes(one));
  const values = [
    ["", word("phototour.slot.empty")],
    ...KINDS.map((one) => [one, word(`phototour.kind.${one}`)]),
    ...own.map((n) => [String(n), word("phototour.card", { n })]),
  ];
  const change = (value) => {
    const held = KINDS.includes(value) ? value : Number(value);
    enter(
      "slots",
      slots.map((one, k) => (k === i ? { ...one, holds: value ? held : null } : one)),
    );
  };
  const name = word("phototour.slot", {
    kind: word(`phototour.kind.${kind}`),
    points: points[i],
    most,
  });
  return select(`slot-${i}`, name, values, String(holds ?? ""), change);
}

// A card that leaves the diary or the book leaves its slot too: {entries, said}, what is to be
// entered besides the *changes* and what to say of it.
export function freed(players, changes) {
  const gone = changes
    .filter(({ field, value }) => field === "book" && value === null)
    .map(({ where }) => Number(where));
  const cards = [];
  const entries = Object.entries(players).flatMap(([seat, { slots, ...own }]) => {
    const told = changes.find((one) => one.field === "numbers" && one.seat === Number(seat));
    const numbers = told ? told.value : own.numbers;
    const leaves = (slot) =>
      isHeld(slot) && (gone.includes(slot.holds) || (numbers && !numbers.includes(slot.holds)));
    const left = (slots ?? []).filter(leaves);
    if (!left.length) return [];
    cards.push(...left.map(({ holds }) => word("phototour.card", { n: holds })));
    const value = slots.map((one) => (leaves(one) ? { ...one, holds: null } : one));
    return [{ seat: Number(seat), field: "slots", value }];
  });
  return {
    entries,
    said: cards.length ? word("phototour.slot.freed", { cards: list(cards) }) : "",
  };
}
