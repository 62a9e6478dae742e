// What of a change is still this phone's own where another phone has changed the same meanwhile: its
// goal cards lie beside those laid out here, and its values stay where a step here is taken back.

import { same, valueAt } from "./marks.js";

// Of these no board tells what stands there.
const UNTOLD = new Set(["challenge", "drawing"]);

// Those of the edits *to* that concern what still is as the edits *from* left it on the *board*:
// none where another phone has changed all of it since.
export function ownPart(from, to, board) {
  return to.flatMap((edit) => {
    const { kind, where, value } = edit;
    const before = from.findLast((one) => one.kind === kind && one.where === where)?.value;
    const now = valueAt(board, kind, where);
    if (kind === "goals") {
      const { cards, clash } = withCards(before, value, now);
      return clash ? [] : [{ ...edit, value: cards }];
    }
    return UNTOLD.has(kind) || same(now, before) || same(now, value) ? [edit] : [];
  });
}

// The goal cards that lie out *now*, after what was done where they were *was* and are *value*.
// clash: another phone has changed or taken away one of the same cards; then the newest stands.
export function withCards(was, value, now) {
  const gone = lacking(value, was);
  const come = lacking(now, lacking(was, value));
  const cards = [...now];
  let clash = false;
  for (const card of gone) {
    let at = placeOf(card, cards);
    if (at < 0) {
      clash = true;
      at = placeOf(card, was);
      if (at >= cards.length || placeOf(cards[at], was) >= 0) continue;
    }
    cards.splice(at, 1, ...come.splice(0, 1));
  }
  return { cards: [...cards, ...come], clash };
}

const placeOf = (card, cards) => cards.findIndex((one) => same([one], [card]));

const lacking = (known, cards) => cards.filter((card) => placeOf(card, known) < 0);
