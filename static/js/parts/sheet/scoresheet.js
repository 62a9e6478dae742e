// The score sheet in the order of the paper one; a pressed line is explained on the board.

import { el, icon, redraw } from "../dom.js";
import { goalText, list, plural, word, wordOr, workingOf } from "../words.js";
import { isFinal, kindWord } from "./certainty.js";

// Keeps the place of what is not said.
const NOTHING = "\u00a0";
// As on the paper sheet, those that are out of play included.
const COLOURS = ["red", "green", "blue", "purple"];
export const ROWS = [
  "red",
  "green",
  "blue",
  "purple",
  "yellow",
  "grey",
  "cafes",
  "visit-all",
  "task",
  "goals",
];

// *note* says where the sheet comes from, if not from the server; *status* how sure it is, null
// where it is outdated; *read*: whether a photo was read.
export function showSheet(root, sheet, city, setup, pressed, onPress, note, status, read) {
  const lines = new Map(sheet.lines.map((line) => [line.step, line]));
  const own = [...lines.keys()].filter((step) => !ROWS.includes(step));
  const never = [...COLOURS, "visit-all", ...(city.goals ? [] : ["goals"])];
  const shown = (step) =>
    !never.includes(step) ||
    (step !== "goals" && (lines.has(step) || city.landmarks.includes(step)));
  const rows = [...ROWS.filter(shown), ...own].map((step) =>
    inPlay(step, lines, setup)
      ? row(lines.get(step), nameOf(step, city), city, sheet.goals, step === pressed, onPress)
      : unplayed(step, nameOf(step, city), setup),
  );
  const counts = [
    plural("sections", sheet.length),
    plural("tourists", sheet.tourists),
    plural("landmarks", sheet.landmarks),
  ];
  redraw(
    root,
    note ? el("p", { class: "small summary" }, note) : null,
    ...rows,
    el(
      "p",
      { class: "sum" },
      el("span", {}, word("total"), el("small", {}, status ? kindWord(status) : NOTHING)),
      el("b", {}, String(sheet.total)),
    ),
    sheet.length ? el("p", { class: "small summary" }, proofText(sheet, status, read)) : null,
    el(
      "p",
      { class: "small summary" },
      sheet.length ? word("summary", { list: list(counts) }) : word("nothing-drawn"),
    ),
  );
}

function proofText({ optimal }, status, read) {
  if (!status) return NOTHING;
  if (!optimal) return word("result.not-proved");
  if (isFinal(status)) return word("result.proved");
  return word(read ? "result.for-read" : "result.for-drawn");
}

// Steps that a city has for itself share one sign.
export const stepIcon = (step) => icon(ROWS.includes(step) ? `step-${step}` : "step-own");

function inPlay(step, lines, setup) {
  if (!lines.has(step)) return false;
  return { cafes: setup.cafes, task: setup.tasks, goals: setup.goals.length > 0 }[step] ?? true;
}

// Some steps are a city's own, or have a name of their own there.
export const nameOf = (step, city) => city.step_names[step] ?? word(`step.${step}`);

// The rule of the pressed *line*, null where there is none.
export function showRule(root, line, city) {
  root.hidden = !line;
  if (!line) return;
  redraw(
    root,
    el("b", {}, el("span", {}, nameOf(line.step, city)), el("span", {}, String(line.points))),
    el("span", {}, ruleOf(line.step, city)),
  );
}

const ruleOf = (step, city) => city.step_rules[step] ?? wordOr(`rule.${step}`, "rule.own");

function row(line, name, city, goals, pressed, onPress) {
  const { step, points } = line;
  const rule = pressed ? ruleOf(step, city) : "";
  // The board's own table was not entered yet.
  const made =
    step === "diversity" && line.working.includes("practice") ? word("diversity.practice") : "";
  const details = [rule, made, ...(step === "goals" ? goals.map(goalText) : [])]
    .filter(Boolean)
    .map((text) => el("span", text === rule ? { class: "counted" } : {}, text));
  return el(
    "button",
    {
      type: "button",
      class: "line",
      "data-step": step,
      "aria-pressed": String(pressed),
      onclick: () => onPress(step),
    },
    stepIcon(step),
    el("span", {}, name),
    el("span", { class: "working" }, workingOf(line)),
    el("span", { class: "points" }, String(points)),
    pressed || made || step === "goals" ? el("span", { class: "rule" }, ...details) : null,
  );
}

function unplayed(step, name, setup) {
  // Which cards are in play is to be entered yet.
  const said = step === "goals" && setup.goal_cards ? "goals.not-entered" : "not-in-play";
  return el(
    "div",
    { class: "line off", "data-step": step },
    stepIcon(step),
    el("span", {}, name),
    el("span", { class: "working" }),
    el("span", { class: "points" }, word(said)),
  );
}
