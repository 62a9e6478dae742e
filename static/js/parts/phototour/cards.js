// The diary's cards by their numbers, and what the card book says of each.

import { el, icon } from "../dom.js";
import { number } from "../forms/number.js";
import { choice } from "../forms/scale.js";
import { list, word } from "../words.js";
import { MOST_CARDS, MOST_POINTS, regionsIn } from "./game.js";

const MOST_PLACES = 3;
export const NEW_CARD = { points: null, kind: null, region: "", places: null };

// Numbers to tap; a card that the book does not know is told first. open: {number, card}, the
// card that is being told, or null; pick(open): another one; telling(field, value): the entries
// that tell of the cards.
export function showCards({ own, book, others, open, pick }, telling, put) {
  const mine = own.numbers ?? [];
  const enter = (numbers) => put(telling("numbers", numbers));
  const tap = (one) => {
    if (mine.includes(one)) enter(mine.filter((other) => other !== one));
    else if (book[one]) enter([...mine, one]);
    else pick({ number: one, card: NEW_CARD });
  };
  const keep = (one, card) =>
    put([
      { field: "book", where: String(one), value: { number: one, ...card } },
      ...telling("numbers", [...mine, one]),
    ]);
  return [
    open
      ? cardForm(open, { book, pick, done: (card) => keep(open.number, card) })
      : el(
          "div",
          { class: "numbers", role: "group", "aria-label": word("phototour.way.numbers") },
          ...Array.from({ length: MOST_CARDS }, (_, i) =>
            numberButton(i + 1, { mine, book, others, tap }),
          ),
        ),
    el(
      "p",
      { class: "chosen" },
      mine.map((one) => `${one} (${book[one]?.points ?? "?"})`).join(" + ") ||
        word("phototour.numbers.how"),
    ),
  ];
}

function numberButton(one, { mine, book, others, tap }) {
  const has = mine.includes(one);
  const whose = others.get(one);
  const said = [
    word("phototour.card", { n: one }),
    ...(book[one] ? [String(book[one].points)] : [word("phototour.card.unknown")]),
    ...(whose ? [whose] : []),
  ];
  return el(
    "button",
    {
      type: "button",
      class: `card-number${book[one] ? " known" : ""}${whose && !has ? " taken" : ""}`,
      "data-button": `card-${one}`,
      "aria-pressed": String(has),
      "aria-label": list(said),
      onclick: () => tap(one),
    },
    String(one),
  );
}

// What the book says of a card. done(card): it is told; drop(), if given: it goes, which is asked
// once more where *holders* have it.
export function cardForm({ number: n, card, asked }, { book, pick, done, drop, holders = [] }) {
  const change = (key, value) => pick({ number: n, card: { ...card, [key]: value } });
  const whole = card.points !== null && card.kind && card.places !== null;
  return el(
    "div",
    {
      class: "card-form",
      id: "card-form",
      role: "group",
      "aria-label": word("phototour.card", { n }),
    },
    el(
      "p",
      {},
      el("b", {}, word("phototour.card", { n })),
      el(
        "button",
        {
          type: "button",
          class: "close",
          "data-button": "card-close",
          "aria-label": word("phototour.card.close"),
          onclick: () => pick(null),
        },
        icon("close"),
      ),
    ),
    number(
      "card-form-points",
      word("phototour.card.points"),
      { value: card.points, least: -MOST_POINTS, most: MOST_POINTS, strict: true },
      (value) => change("points", value),
    ),
    choice(
      "card-form-kind",
      "",
      ["city", "nature"].map((kind) => [kind, word(`phototour.kind.${kind}`)]),
      card.kind,
      (value) => change("kind", value),
    ),
    choice(
      "card-form-places",
      word("phototour.card.places"),
      Array.from({ length: MOST_PLACES + 1 }, (_, i) => [i, String(i)]),
      card.places,
      (value) => change("places", value),
    ),
    region(card, book, change),
    asked
      ? el(
          "p",
          { class: "notice", role: "alert" },
          word("phototour.card.held", { names: list(holders) }),
        )
      : null,
    el(
      "p",
      { class: "row" },
      el(
        "button",
        {
          type: "button",
          class: "button primary",
          "data-button": "card-done",
          disabled: !whole,
          onclick: () => {
            done(card);
            pick(null);
          },
        },
        word("phototour.card.keep"),
      ),
      drop
        ? el(
            "button",
            {
              type: "button",
              class: "button warn",
              "data-button": "card-drop",
              onclick: () => {
                if (holders.length && !asked) return pick({ number: n, card, asked: true });
                drop();
                pick(null);
              },
            },
            word(asked ? "phototour.card.drop-sure" : "phototour.card.drop"),
          )
        : null,
    ),
  );
}

// Typed once; then it is one tap.
function region(card, book, change) {
  const known = regionsIn(book);
  return el(
    "div",
    {},
    known.length
      ? choice(
          "card-form-region",
          word("phototour.card.region"),
          known.map((one) => [one, one]),
          card.region,
          (value) => change("region", value),
        )
      : null,
    el(
      "label",
      { class: "field" },
      word(known.length ? "phototour.card.other-region" : "phototour.card.region"),
      el("input", {
        id: "card-form-name",
        maxlength: 40,
        autocomplete: "off",
        value: known.includes(card.region) ? "" : card.region,
        onchange: ({ target }) => target.value.trim() && change("region", target.value.trim()),
      }),
    ),
  );
}
