// The score sheet in the order of the paper one; a pressed line is explained on the board.

import { el, icon, redraw } from "./dom.js";
import { list, plural, word, workingOf } from "./words.js";

// As on the paper sheet, those that are out of play included.
const ROWS = ["red", "green", "blue", "purple", "yellow", "grey", "cafes", "visit-all", "task", "goals"];

export function showSheet(root, sheet, city, setup, pressed, onPress) {
  const lines = new Map(sheet.lines.map((line) => [line.step, line]));
  const rows = ROWS.filter((step) => lines.has(step) || step !== "purple").map((step) =>
    inPlay(step, lines, setup) ? row(lines.get(step), nameOf(step, city), step === pressed, onPress) : unplayed(step, nameOf(step, city)),
  );
  const counts = [plural("sections", sheet.length), plural("tourists", sheet.tourists), plural("landmarks", sheet.landmarks)];
  redraw(
    root,
    ...rows,
    el("p", { class: "sum" }, word("total"), el("b", {}, String(sheet.total))),
    el("p", { class: "small summary" }, sheet.length ? word("summary", { list: list(counts) }) : word("nothing-drawn")),
  );
}

function inPlay(step, lines, setup) {
  if (!lines.has(step)) return false;
  return { cafes: setup.cafes, task: setup.tasks }[step] ?? true;
}

// Visit-them-all points have a name of their own in each city.
const nameOf = (step, city) => (step === "visit-all" && city.visit_all) || word(`step.${step}`);

function row(line, name, pressed, onPress) {
  const { step, points } = line;
  return el(
    "button",
    { type: "button", class: "line", "data-step": step, "aria-pressed": String(pressed), onclick: () => onPress(step) },
    icon(`step-${step}`),
    el("span", {}, name),
    el("span", { class: "working" }, workingOf(line)),
    el("span", { class: "points" }, String(points)),
    pressed ? el("span", { class: "rule" }, word(`rule.${step}`)) : null,
  );
}

function unplayed(step, name) {
  return el(
    "div",
    { class: "line off", "data-step": step },
    icon(`step-${step}`),
    el("span", {}, name),
    el("span", { class: "working" }),
    el("span", { class: "points" }, word("not-in-play")),
  );
}
