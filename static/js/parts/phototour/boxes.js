// The points of one card after another, each in a box of its own. A box that is emptied leaves a
// gap as long as the page is open, so that no other box moves under a finger; what is told has none.

import { el } from "../dom.js";
import { field } from "../forms/number.js";
import { word } from "../words.js";
import { MOST_POINTS, SLOTS } from "./game.js";

// boxes: what stands in each, null where nothing does; change(boxes): something else does now.
export function showBoxes(boxes, change) {
  return el(
    "div",
    { class: "figures each" },
    ...boxes.map((points, i) =>
      field(
        `each-${i}`,
        word("phototour.card", { n: i + 1 }),
        points,
        (value) => change(boxes.map((one, k) => (k === i ? value : one))),
        { least: -MOST_POINTS, most: MOST_POINTS, refuses: true },
      ),
    ),
  );
}

export const withoutGaps = (boxes) => boxes.filter((one) => one !== null);

// The boxes once *told* is what counts, by another phone or by undo: points that were there before
// keep their box, and gaps close only where there is no room.
export function placed(boxes, told) {
  const filled = boxes.flatMap((one, i) => (one === null ? [] : [i]));
  const before = withoutGaps(boxes);
  const shorter = Math.min(before.length, told.length);
  let [head, tail] = [0, 0];
  while (head < shorter && before[head] === told[head]) head += 1;
  while (tail < shorter - head && before.at(-1 - tail) === told.at(-1 - tail)) tail += 1;
  const others = told.slice(head, told.length - tail);
  const from = head ? filled[head - 1] + 1 : 0;
  const to = tail ? filled[before.length - tail] : boxes.length;
  const changed = filled.slice(head, before.length - tail);
  const between = Array.from({ length: to - from }, (_, i) => from + i);
  const places = others.length > changed.length ? between : changed;
  if (others.length > places.length) return inOrder(told);
  return boxes.map((one, i) => (i < from || i >= to ? one : (others[places.indexOf(i)] ?? null)));
}

const inOrder = (told) =>
  Array.from({ length: Math.max(SLOTS, told.length) }, (_, i) => told[i] ?? null);
