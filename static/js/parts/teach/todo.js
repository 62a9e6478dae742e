// What a board still lacks, counted: each count leads to the first such place.

import { el, redraw, toast } from "../dom.js";
import { plural, word } from "../words.js";
import { undoButton } from "./sheet.js";

// on: {choose(where), undo()}.
export function showTodo(root, { scene, missing, unseen, done, unsent, on }) {
  delete root.dataset.where;
  const asked = (need) => missing.filter((one) => one.need === need);
  const count = (need, text) => {
    const found = asked(need);
    if (!found.length) return null;
    return lead(text(found.length), () => on.choose(found[0].where));
  };
  redraw(
    root,
    el(
      "div",
      { class: "tell-head" },
      el(
        "p",
        { class: "tell-place" },
        missing.length || unseen.size ? word("tap.how") : word("tap.done"),
      ),
      undoButton(done, on),
    ),
    el(
      "div",
      { class: "chips wide", role: "group", "aria-label": word("tap.todo") },
      count("value", (n) => plural("tap.values", n)),
      count("name", (n) => plural("tap.names", n)),
      ...asked("place").map(({ landmark }) => {
        const name = scene.iconic.find(({ id }) => id === landmark)?.name ?? landmark;
        return lead(word("tap.place", { name }), () => toast(word("tap.place.how", { name })));
      }),
      unseen.size ? lead(plural("tap.unseen", unseen.size), () => on.choose([...unseen][0])) : null,
    ),
    unsent ? el("p", { class: "small", role: "status" }, word("offline")) : null,
  );
}

function lead(text, onclick) {
  return el("button", { type: "button", class: "chip asks", onclick }, text, " ▸");
}
