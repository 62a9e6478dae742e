// Offers another photo where it would settle doubts: places under a lamp, or not in the photo.

import { el, redraw } from "../dom.js";
import { list, placeName, plural, word } from "../words.js";

// So many places are named; all of them are shown on the board.
const NAMED = 6;

export function showAnotherPhoto(root, places, lit, press) {
  if (!root) return;
  root.hidden = !places.length;
  if (!places.length) return;
  const why = [
    ["glare", places.filter(({ outside }) => !outside)],
    ["outside", places.filter(({ outside }) => outside)],
  ]
    .filter(([, some]) => some.length)
    .map(([reason, some]) => plural(`another.${reason}`, some.length, { places: names(some) }));
  const elements = places.map(({ where }) => where);
  redraw(
    root.querySelector("#another-why"),
    ...why.map((text) => el("span", {}, text)),
    el(
      "button",
      {
        type: "button",
        class: "button small",
        "aria-pressed": String(lit === "another"),
        onclick: () => press("another", elements),
      },
      word("another.show"),
    ),
  );
}

function names(places) {
  const some = [...new Set(places.map(({ where }) => placeName(where)))];
  return list(some.slice(0, NAMED)) + (some.length > NAMED ? " …" : "");
}
