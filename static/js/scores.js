// The score sheet in the order of the paper pad, players as columns, and who is ahead.

import { el, redraw } from "./dom.js";
import { nameOf, ROWS, stepIcon } from "./sheet.js";
import { list, plural, word, wordOr } from "./words.js";

// With more columns a narrow phone has room for the steps' signs alone.
const MANY = 4;
const TIES = ["length", "tourists", "landmarks"];

export function showScores(root, table) {
  const { players } = table;
  root.classList.toggle("many", players.length > MANY);
  const decided = new Set([table.places[0]?.ahead_by]);
  redraw(
    root,
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, word("table.step")), ...players.map(column))),
      el(
        "tbody",
        {},
        ...stepsOf(table).map((step) => stepRow(step, table)),
        row("total", word("total"), players.map((one) => (begun(one) ? cell(String(one.total), one.optimal ? null : word("table.unproved")) : none()))),
        ...TIES.map((tie) => row(decided.has(tie) ? "tie decides" : "tie", word(`table.${tie}`), players.map((one) => (begun(one) ? cell(String(one[tie])) : none())))),
        players.length > 1 ? row("place", word("table.place"), players.map((one) => placeCell(one, table.places))) : null,
      ),
    ),
  );
}

// Those in play, in the order of the paper pad; a city's own come last.
function stepsOf({ players }) {
  const there = new Set(players.flatMap(({ lines }) => Object.keys(lines)));
  return [...ROWS.filter((step) => there.has(step)), ...[...there].filter((step) => !ROWS.includes(step))];
}

function column({ name, colour, page }) {
  const letter = [...name][0] ?? "";
  return el(
    "th",
    { scope: "col" },
    el("a", { href: page }, el("span", { class: `token ${colour}`, "aria-hidden": "true" }, letter), el("span", {}, name)),
  );
}

function stepRow(step, { players, city }) {
  const name = nameOf(step, city);
  const short = players.length > 2 && !(step in city.step_names) ? wordOr(`short.${step}`, `step.${step}`) : name;
  const label = el("span", {}, stepIcon(step), el("span", {}, short));
  const cells = players.map(({ lines, page, name: who, status }) => {
    if (status === "empty") return none();
    const points = String(lines[step] ?? 0);
    return el("td", {}, el("a", { href: `${page}#line=${step}`, "aria-label": `${who}, ${name}: ${points}` }, points));
  });
  return row("", label, cells);
}

function row(kind, label, cells) {
  return el("tr", { class: kind }, el("th", { scope: "row" }, label), ...cells);
}

const begun = ({ status }) => status !== "empty";
const none = () => el("td", { class: "none" }, "–");

function cell(text, title = null) {
  return el("td", { title }, title ? `${text}?` : text);
}

function placeCell({ seat }, places) {
  const found = places.find(({ seats }) => seats.includes(seat));
  return el("td", { class: found?.place === 1 ? "first" : "" }, found ? String(found.place) : "–");
}

export function showVerdict(root, table) {
  if (table.solo) root.replaceChildren(soloVerdict(table.solo, table.city));
  else root.replaceChildren(...(table.teams ? teamVerdict(table) : [verdict(table)]));
}

function verdict({ players, places, complete }) {
  const [first] = places;
  if (!first || players.length < 2) return "";
  const names = namesOf(players, first.seats);
  const by = word(`table.by.${first.seats.length > 1 ? "shared" : (first.ahead_by ?? "points")}`);
  const text = complete ? plural("table.winner", first.seats.length, { names }) : word("table.so-far", { names });
  return complete ? word("table.decided", { text, by }) : word("table.undecided", { text, by, rest: word("table.waiting") });
}

function soloVerdict({ challenge, points, goals, won }, city) {
  if (!challenge) return word("solo.none");
  const of = city.goals ? "goals" : "tours";
  return word(`solo.${won ? "won" : "lost"}.${of}`, { points, goals, least: challenge.points, wanted: challenge.goals });
}

function teamVerdict({ players, teams, complete }) {
  const names = [0, 1].map((team) => namesOf(players, [team, team + 2].map((i) => players[i].seat)));
  const rows = teams.figures.map((figures, i) =>
    el("span", { class: "team" }, word("table.team", { n: i + 1, names: names[i] }), " ", word("table.team.figures", figures), el("br")),
  );
  const [first] = teams.places;
  const by = word(`table.by.${first.seats.length > 1 ? "shared" : first.ahead_by}`);
  const won = list(first.seats.map((team) => names[team - 1]));
  return [...rows, complete ? word("table.decided", { text: plural("table.winner", first.seats.length, { names: won }), by }) : word("table.waiting")];
}

function namesOf(players, seats) {
  return list(seats.map((seat) => players.find((one) => one.seat === seat).name));
}
