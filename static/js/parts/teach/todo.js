// What a board still lacks, counted: each count leads to the first such place.

import { el, redraw, toast } from "../dom.js";
import { list, plural, sentences, word } from "../words.js";
import { undoButton } from "./sheet.js";

// What is asked about once more where somebody said that an unusual number of symbols is right.
export const SYMBOLS = " symbols";

// asks: SYMBOLS, or the marks that are being compared, or nothing.
// on: {choose(where), undo(), right(marks), ask(what)}.
export function showTodo(root, { scene, places, missing, unseen, done, asks, on }) {
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
      count("kind", (n) => plural("tap.kinds", n)),
      count("value", (n) => plural("tap.values", n)),
      count("name", (n) => plural("tap.names", n)),
      ...asked("place").map((one) => {
        const name = nameOf(scene, one);
        return lead(word("tap.place", { name }), () => askPlace(name));
      }),
      ...asked("marks").map(({ landmark: marks }) =>
        lead(
          word("tap.compare", { name: scene.compared[marks] }),
          () => on.ask(asks === marks ? "" : marks),
          { "aria-expanded": String(asks === marks) },
        ),
      ),
      unseen.size ? lead(plural("tap.unseen", unseen.size), toCovered) : null,
    ),
    asked("marks").some(({ landmark }) => landmark === asks)
      ? question(
          [word("tap.compare.how")],
          button("marks", word("tap.symbols.right"), () => on.right(asks)),
        )
      : asked("symbols").length
        ? symbols(places, scene.usual, asks, on)
        : null,
  );
}

// Where a board has the marks of a kind; it has banks where a road reaches one side only.
export function marksIn(places, { marked, geometry }, marks) {
  if (!marked.some(({ id }) => id === marks) && marks !== "banks") {
    // Docks belong to their tickets.
    return geometry.marked.find(({ id }) => id === marks)?.crossroads ?? [];
  }
  return places
    .filter((place) =>
      marks === "banks"
        ? place.sort === "road" && place.reached.length < place.beside.length
        : marks in place.marked,
    )
    .map(({ where }) => where);
}

export function nameOf({ iconic }, { landmark }) {
  return iconic.find(({ id }) => id === landmark)?.name ?? landmark;
}

// Where a landmark is that no place is known to have.
export function askPlace(name) {
  toast(word("tap.place.how", { name }));
}

// What photos seem to show at crossroads is for a person to look at, all at once; a number that
// other boards of the city do not have is asked about once more.
function symbols(places, usual, asks, { right, ask }) {
  const found = {
    cafes: places.filter(({ cafe }) => cafe).length,
    points: places.filter(({ point }) => point).length,
  };
  const other = ["cafes", "points"].filter((sort) => found[sort] !== usual[sort]);
  if (!other.length)
    return question(
      [
        word("tap.symbols", {
          what: counted(found, usual.points ? ["cafes", "points"] : ["cafes"]),
        }),
      ],
      button("right", word("tap.symbols.right"), () => right("")),
    );
  const what = counted(found, other);
  const said = [word("tap.symbols.differ", { what, usual: counted(usual, other) })];
  if (found.cafes !== usual.cafes)
    said.push(word(found.cafes < usual.cafes ? "tap.symbols.hidden" : "tap.symbols.drawn"));
  if (asks === SYMBOLS)
    return question(
      [...said, word("tap.symbols.sure")],
      button("again", word("tap.symbols.again"), () => ask("")),
      button("right", word("tap.symbols.there", { what }), () => right("")),
    );
  return question(
    said,
    button("ask", word("tap.symbols.right"), () => ask(SYMBOLS)),
  );
}

function question(said, ...buttons) {
  const text = el("span", {}, sentences(said));
  return el("p", { class: "small symbols", "data-symbols": "" }, text, ...buttons);
}

function button(name, text, onclick) {
  return el(
    "button",
    { type: "button", class: "button small", "data-button": `symbols-${name}`, onclick },
    text,
  );
}

function counted(numbers, sorts) {
  return list(sorts.map((sort) => plural(`tap.${sort}`, numbers[sort])));
}

// A photo shows them, no tap does.
function toCovered() {
  document.getElementById("unseen")?.scrollIntoView({ block: "center" });
}

function lead(text, onclick, more) {
  return el("button", { type: "button", class: "chip asks", onclick, ...more }, `${text}\u00a0▸`);
}
