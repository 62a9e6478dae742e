// Asks which one counts where a photo shows another drawing than what was entered, or than an
// earlier photo.

import { el, redraw } from "../dom.js";
import { space, word } from "../words.js";

// asked: {number, photo, earlier, whose} as the server says, null where nothing is asked;
// choose("entered" | "photo", what it is called) answers.
export function showDrawings(root, asked, { name, editable }, choose) {
  root.hidden = !asked;
  if (!asked) return;
  const said = asked.earlier ? "drawing.earlier" : "drawing.another";
  const stay = asked.earlier ? "keep-photo" : "entered";
  redraw(
    root,
    el(
      "p",
      {},
      el("b", {}, word(name ? said : `${said}.single`, { name })),
      asked.whose ? space() + asked.whose : "",
    ),
    editable
      ? el("p", { class: "row" }, button("entered", stay), button("photo", "photo"))
      : el("p", { class: "small" }, word("drawing.another.open")),
    el("img", { class: "other-photo", src: asked.photo, alt: word("photo") }),
  );

  function button(value, called) {
    return el(
      "button",
      {
        type: "button",
        class: "button",
        "data-button": `drawing-${value}`,
        onclick: () => choose(value, called),
      },
      word(`drawing.${called}`),
    );
  }
}
