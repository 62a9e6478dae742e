// Asks which one counts where a photo shows another drawing than what was entered.

import { el, redraw } from "../dom.js";
import { word } from "../words.js";

// asked: {number, photo} as the server says, null where nothing is asked; choose("entered" |
// "photo") answers.
export function showDrawings(root, asked, { name, editable }, choose) {
  root.hidden = !asked;
  if (!asked) return;
  redraw(
    root,
    el("p", {}, el("b", {}, word(name ? "drawing.another" : "drawing.another.single", { name }))),
    el("img", { class: "other-photo", src: asked.photo, alt: word("photo") }),
    editable
      ? el("p", { class: "row" }, button("entered"), button("photo"))
      : el("p", { class: "small" }, word("drawing.another.open")),
  );

  function button(value) {
    return el(
      "button",
      {
        type: "button",
        class: "button",
        "data-button": `drawing-${value}`,
        onclick: () => choose(value),
      },
      word(`drawing.${value}`),
    );
  }
}
