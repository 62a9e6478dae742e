// The score sheet in the order of the paper one; a pressed line is explained on the board.

import { el, icon, redraw } from "./dom.js";
import { plural, word } from "./words.js";

// As on the paper sheet, those that are out of play included.
const ROWS = ["red", "green", "blue", "purple", "yellow", "grey", "cafes", "visit-all", "task", "goals"];

export function showSheet(root, sheet, setup, pressed, onPress) {
  const lines = new Map(sheet.lines.map((line) => [line.step, line]));
  const rows = ROWS.filter((step) => lines.has(step) || step !== "purple").map((step) =>
    inPlay(step, lines, setup) ? row(lines.get(step), step === pressed, onPress) : unplayed(step),
  );
  const list = [plural("sections", sheet.length), plural("tourists", sheet.tourists), plural("landmarks", sheet.landmarks)];
  redraw(
    root,
    ...rows,
    el("p", { class: "sum" }, word("total"), el("b", {}, String(sheet.total))),
    el("p", { class: "small summary" }, sheet.length ? word("summary", { list: list.join(", ") }) : word("nothing-drawn")),
  );
}

function inPlay(step, lines, setup) {
  if (!lines.has(step)) return false;
  return { cafes: setup.cafes, task: setup.tasks }[step] ?? true;
}

function row({ step, points, working }, pressed, onPress) {
  return el(
    "button",
    { type: "button", class: "line", "data-step": step, "aria-pressed": String(pressed), onclick: () => onPress(step) },
    icon(`step-${step}`),
    el("span", {}, word(`step.${step}`)),
    el("span", { class: "working" }, working),
    el("span", { class: "points" }, String(points)),
    pressed ? el("span", { class: "rule" }, word(`rule.${step}`)) : null,
  );
}

function unplayed(step) {
  return el(
    "div",
    { class: "line off", "data-step": step },
    icon(`step-${step}`),
    el("span", {}, word(`step.${step}`)),
    el("span", { class: "working" }),
    el("span", { class: "points" }, word("not-in-play")),
  );
}
