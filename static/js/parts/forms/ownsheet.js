// The judge: a player's own numbers beside those of the app, with the likeliest mistakes.

import { el, redraw } from "../dom.js";
import { list, sentences, word } from "../words.js";
import { field } from "./number.js";

const TOTAL = "total";

// box: the game's name in words; lines: those of its sheet; written: the player's numbers by line
// and total; verdicts: what is wrong, each [line, written, right, mistakes]; open: lines of which
// something is not told yet, so that they are not compared.
export function showOwnSheet(root, { box, lines, written, verdicts, open = [] }, put) {
  const name = (id) => word(id === TOTAL ? TOTAL : `${box}.${id}`);
  const told = [...lines, TOTAL].filter((id) => id in written);
  const waiting = told.filter((id) => open.includes(id) || (id === TOTAL && open.length));
  const right = told.length > waiting.length && !verdicts.length;
  redraw(
    root,
    el("summary", {}, word("other.judge")),
    el("p", { class: "small" }, word("other.judge.how")),
    el(
      "div",
      { class: "figures written" },
      ...[...lines, TOTAL].map((id) =>
        el(
          "label",
          {},
          name(id),
          field(`written-${id}`, name(id), written[id] ?? null, (value) =>
            put([{ field: "written", where: id, value }]),
          ),
        ),
      ),
    ),
    waiting.length
      ? el("p", { class: "small" }, word("other.judge.open", { lines: list(waiting.map(name)) }))
      : null,
    right
      ? el("p", {}, el("b", {}, word(waiting.length ? "other.judge.so-far" : "other.judge.right")))
      : null,
    el(
      "ul",
      { "aria-live": "polite" },
      ...verdicts.map((one) => el("li", {}, verdictText(box, name, one))),
    ),
  );
}

function verdictText(box, name, [line, told, right, mistakes]) {
  const said = word("other.judge.wrong", { line: name(line), told, right });
  if (!mistakes.length) return said;
  const made = list(mistakes.map((one) => word(`${box}.mistake.${one}`)));
  return sentences([said, word("other.judge.mistake", { made })]);
}
