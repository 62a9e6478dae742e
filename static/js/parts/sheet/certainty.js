// How sure a result is: the server's status with what was changed on this phone since, in words.

import { el, redraw } from "../dom.js";
import { list, placeName, plural, sentences, word } from "../words.js";
import { OUTSIDE } from "./doubts.js";

const GAPS =
  "drawing kind value name place symbols marks table half task goals tours boards rivals".split(
    " ",
  );
// What people say on this page, not in the board's editor.
const SAID_HERE = ["drawing", "half", "task", "goals", "tours"];
// What is in the editor already, and only has to be looked at.
const COMPARED = ["symbols", "marks"];
// What only others can add: their boards, while goal cards compare them with this one.
const AWAITED = ["boards", "rivals"];
export const HALVES = ["left", "right"];

// What the server says of the board in *state*, *unsent* edits and *board*, which has them, on
// top. The order of the kinds is that of the rules. fold: as in onFold; rivals: whether it is
// known what other players bear on the goal cards.
export function statusOf(state, board, unsent, { fold, city, rivals }) {
  const { status, looked_at: looked, doubts } = state;
  const objections = against(state).length;
  const checked = board.checked;
  const drawing = isEmpty(board.marks) || (!checked && looked.checked === false);
  const said = rivals ? SAID_HERE : [...SAID_HERE, "rivals"];
  const missing = status.missing.filter(({ kind }) => !said.includes(kind));
  if (drawing) missing.unshift({ kind: "drawing" });
  if (onFold(fold, board) && !board.setup.task_half) missing.push({ kind: "half" });
  const tasked = checked || board.marks.task?.length;
  if (!tasked && status.missing.some(({ kind }) => kind === "task")) missing.push({ kind: "task" });
  if (hasGoals(city, board) && !board.setup.goals.length) missing.push({ kind: "goals" });
  if (lacksTours(city, board)) missing.push({ kind: "tours" });
  if (!rivals && comparesPlayers(board.setup)) missing.push({ kind: "rivals" });
  const answered = doubts.filter((one) => isSettled(one, unsent));
  const unseen = Math.max(0, (looked.to_check ?? 0) - answered.length);
  const made = practiceCards(board.setup);
  const to_check = (checked ? 0 : unseen + objections) + made.length;
  const ratings = board.setup.unrated ?? [];
  return {
    kind: kindOf(missing, to_check, ratings),
    missing,
    to_check,
    ratings,
    checked,
    cards: made,
  };
}

// Whether the mode of *board* plays with goal cards.
export const hasGoals = ({ modes }, { mode }) =>
  Boolean(modes.find(({ id }) => id === mode)?.goals);

// Whether not all themed tours are told, nor that the table plays without the others.
export const lacksTours = ({ tours: all = 0 }, { setup: { tours = [], fewer_tours: fewer } }) =>
  tours.length < all && !fewer;

// Whether a goal card gives more to whoever wins it.
const comparesPlayers = ({ mode, goals }) =>
  mode !== "solo" && goals.some(({ reached, won }) => won > reached);

// The goal cards with figures of ours that nobody has compared with the card.
const practiceCards = ({ goals }) => goals.filter(isPractice).map(({ name }) => name);
export const isPractice = ({ practice }) => Boolean(practice);

// How much is to check beside these, which all players share. What a phone kept from before does
// not tell them.
export const ownToCheck = ({ to_check: all, cards = [] }) => all - cards.length;

// Whether an answer to a doubt is on its way to the server.
export const isSettled = ({ kind, where }, unsent) =>
  unsent.some((edit) => edit.kind === kind && edit.where === where && edit.settles !== false);

// What the referee noticed, beside that the board is too full to be searched.
export const against = ({ findings }) => findings.filter(({ kind }) => kind !== "not-searched");

// Whether a place that the photo does not show is still asked about.
export const asksOutside = ({ doubts }, unsent) =>
  doubts.some((one) => one.reason === OUTSIDE && !isSettled(one, unsent));

// Whether all rings of the task are on the fold, the line so many columns on where two maps
// meet, or 0: then they do not tell on which half the card was laid.
export function onFold(fold, { marks, setup }) {
  const line = String.fromCharCode("a".charCodeAt(0) + fold);
  const task = fold && setup.tasks !== false ? (marks.task ?? []) : [];
  return task.length > 0 && task.every((name) => name.startsWith(line));
}

function kindOf(missing, toCheck, ratings) {
  if (missing.some(({ kind }) => !AWAITED.includes(kind))) return "incomplete";
  if (toCheck) return "to-check";
  if (ratings.length) return "ratings-not-set";
  return missing.length ? "incomplete" : "final";
}

export const isFinal = ({ kind }) => kind === "final";

export const isEmpty = ({ sections, tourists }) =>
  !sections.length &&
  !Object.values(tourists).some((counts) => Object.values(counts).some((number) => number > 0));

// In a narrow table.
export const shortWord = ({ kind, to_check: n }) => word(`result.short.${kind}`, { n });

export const kindWord = ({ kind, to_check: n }) => word(`result.${kind}`, { n });

// All that is open, the most serious first.
export function openWords({ missing, to_check, ratings, cards = [] }, city) {
  const toCheck = ownToCheck({ to_check, cards });
  const name = (where) =>
    city.iconic.find(({ id }) => id === where)?.name ?? city.marks?.[where] ?? placeName(where);
  const at = (gap) => missing.filter(({ kind }) => kind === gap).map(({ where = "" }) => where);
  // People's names are written as they are.
  const places = (gap) => list(AWAITED.includes(gap) ? at(gap) : at(gap).map(name));
  return list([
    ...GAPS.filter((gap) => at(gap).length).map((gap) =>
      word(`result.missing.${gap}`, { places: places(gap) }),
    ),
    ...(toCheck ? [plural("status.doubts", toCheck)] : []),
    ...(cards.length ? [plural("result.practice", cards.length)] : []),
    ...(ratings.length ? [word("result.ratings", { names: list(ratings.map(name)) })] : []),
  ]);
}

// The card that says what is open and how to settle it. editor: the address where what the
// board lacks is entered; empty: whether nothing is drawn, so that nothing can be declared;
// outside: as asksOutside says; asked: whether first somebody has to say which drawing counts.
export function showStatus(root, status, { city, editable, editor, empty, outside, asked }, act) {
  const elsewhere = [...SAID_HERE, ...AWAITED];
  const inEditor = status.missing.filter(({ kind }) => !elsewhere.includes(kind));
  const lacks = inEditor.length > 0;
  // What a photo showed at crossroads is there; somebody has to say that it is right.
  const compares = inEditor.some(({ kind }) => kind === "marks") ? "compare" : "confirm";
  const enter = inEditor.every(({ kind }) => COMPARED.includes(kind)) ? compares : "enter";
  const [halves, task, cards, tours] = ["half", "task", "goals", "tours"].map((gap) =>
    status.missing.some(({ kind }) => kind === gap),
  );
  const unfinished = status.missing.some(({ kind }) => kind === "drawing");
  const drawing = !lacks && unfinished;
  const final = isFinal(status);
  const open = ownToCheck(status) > 0 || drawing;
  const checkable = editable && !empty && !asked && !status.checked && open;
  root.hidden = empty || (final && !(status.checked && editable));
  root.classList.toggle("notice", !final);
  root.classList.toggle("slim", final);
  redraw(
    root,
    el("p", {}, text(status, city, drawing)),
    el(
      "p",
      { class: "row" },
      editable && lacks && editor ? link(editor, `result.${enter}`) : null,
      ...(editable && halves
        ? HALVES.map((half) => button(`half.${half}`, () => act.half(half)))
        : []),
      editable && task ? button("to-task", act.task) : null,
      editable && task && !asked && !checkable && !unfinished
        ? button("without-task", () => act.check(true))
        : null,
      editable && cards ? button("to-goals", act.goals) : null,
      editable && cards ? button("without-goals", act.withoutGoals) : null,
      editable && tours ? button("to-tours", act.tours) : null,
      editable && tours ? button("without-tours", act.withoutTours) : null,
      editable && status.cards.length ? button("compare-goals", act.goals) : null,
      checkable ? button("all-checked", () => act.check(true), allChecked(task, outside)) : null,
      editable && status.ratings.length ? button("to-ratings", act.ratings) : null,
      editable && status.checked ? button("take-back", () => act.check(false)) : null,
    ),
  );
}

function text(status, city, drawing) {
  if (isFinal(status)) return word("result.checked");
  const open = word("result.open", { list: openWords(status, city) });
  return sentences([open, drawing && word("result.drawn")]);
}

// What somebody says by it beside that all places are right.
function allChecked(task, outside) {
  const also = [...(task ? ["task"] : []), ...(outside ? ["outside"] : [])];
  const said = list(also.map((name) => word(`result.all-checked.${name}`)));
  return said ? word("result.all-checked.and", { said }) : word("result.all-checked");
}

const link = (href, name) => el("a", { class: "button small", href }, word(name));

function button(name, onclick, text = word(`result.${name}`)) {
  return el(
    "button",
    { type: "button", class: "button small", "data-button": name, onclick },
    text,
  );
}
