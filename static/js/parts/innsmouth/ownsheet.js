// The judge: a player's own numbers beside those of the app, with the likeliest mistakes.

import { el, redraw } from "../dom.js";
import { field } from "../forms/number.js";
import { list, word } from "../words.js";

const FIELDS = [
  "circle",
  "square",
  "triangle",
  "cross",
  "artefacts",
  "goals",
  "character",
  "stars",
  "total",
];

// written: the player's numbers by field; verdicts: the server's, [line, written, right, mistakes].
export function showOwnSheet(root, { written, verdicts }, put) {
  const told = Object.keys(written).length;
  redraw(
    root,
    el("summary", {}, word("innsmouth.judge")),
    el("p", { class: "small" }, word("innsmouth.judge.how")),
    el(
      "div",
      { class: "figures written" },
      ...FIELDS.map((id) =>
        el(
          "label",
          {},
          lineName(id),
          field(`written-${id}`, lineName(id), written[id] ?? null, (value) =>
            put([{ field: "written", where: id, value }]),
          ),
        ),
      ),
    ),
    told && !verdicts.length ? el("p", {}, el("b", {}, word("innsmouth.judge.right"))) : null,
    el("ul", { "aria-live": "polite" }, ...verdicts.map((one) => el("li", {}, verdictText(one)))),
  );
}

const lineName = (id) => word(id === "total" ? "total" : `innsmouth.${id}`);

function verdictText([line, told, right, mistakes]) {
  const said = word("innsmouth.judge.wrong", { line: lineName(line), told, right });
  if (!mistakes.length) return said;
  const made = list(mistakes.map((one) => word(`innsmouth.mistake.${one}`)));
  return `${said} ${word("innsmouth.judge.mistake", { made })}`;
}
