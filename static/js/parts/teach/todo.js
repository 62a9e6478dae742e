// What a board still lacks, counted: each count leads to the first such place.

import { el, redraw, toast } from "../dom.js";
import { list, plural, word } from "../words.js";
import { undoButton } from "./sheet.js";

// on: {choose(where), undo(), right()}.
export function showTodo(root, { scene, places, missing, unseen, done, unsent, on }) {
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
      unseen.size ? lead(plural("tap.unseen", unseen.size), toCovered) : null,
    ),
    asked("symbols").length ? symbols(places, scene.usual, on) : null,
    unsent ? el("p", { class: "small", role: "status" }, word("offline")) : null,
  );
}

// What photos seem to show at crossroads is for a person to look at, all at once.
function symbols(places, usual, { right }) {
  const found = {
    cafes: places.filter(({ cafe }) => cafe).length,
    points: places.filter(({ point }) => point).length,
  };
  const alike = JSON.stringify(found) === JSON.stringify(usual);
  return el(
    "p",
    { class: "small", "data-symbols": "" },
    word("tap.symbols", { what: counted(found) }),
    " ",
    alike ? null : `${word("tap.symbols.usual", { what: counted(usual) })} `,
    el(
      "button",
      { type: "button", class: "button small", "data-button": "symbols-right", onclick: right },
      word("tap.symbols.right"),
    ),
  );
}

function counted({ cafes, points }) {
  const said = plural("tap.cafes", cafes);
  return points ? list([said, plural("tap.points", points)]) : said;
}

// A photo shows them, no tap does.
function toCovered() {
  document.getElementById("unseen")?.scrollIntoView({ block: "center" });
}

function lead(text, onclick) {
  return el("button", { type: "button", class: "chip asks", onclick }, text, " ▸");
}
