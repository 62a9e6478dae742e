// What the server told of a game of Innsmouth, as the sheet shows it.

import { el, redraw } from "../dom.js";
import { list, word, wordOr } from "../words.js";
import { plainName } from "./drawn.js";
import { promised } from "./figures.js";

export const LINES = [
  "circle",
  "square",
  "triangle",
  "cross",
  "artefacts",
  "goals",
  "character",
  "stars",
];
// What leads to which part of a player's page.
export const SHEET = {
  who: "board",
  level: "route",
  artefacts: "check",
  goals: "route",
  character: "board",
  ...Object.fromEntries(
    ["circle", "square", "triangle", "cross", "stars"].map((id) => [id, "board"]),
  ),
};

// What is expected, without decimals: four players stand side by side.
export const about = ({ expected, advice }) =>
  expected === null ? "–" : promised(expected, advice?.chances, Math.round);

// The result with what stands in place of totals that are still open.
export function resultOf(result, { status }) {
  const players = result.players.map((one) => ({
    ...one,
    total: one.total ?? about(one),
  }));
  return { ...result, status, shown: { ...result, status, players } };
}

// characters: each player's, null where nobody has told one.
export function sheetRows({ players }, characters) {
  const cells = (of) => players.map((one) => String(of(one) ?? "–"));
  const line = (id) => (one) => one.lines.find(([step]) => step === id)?.[1];
  return [
    {
      id: "who",
      label: word("innsmouth.who"),
      cells: characters.map((one) => (one ? word(`innsmouth.${one}`) : "?")),
      kind: "wide",
    },
    {
      id: "level",
      label: word("innsmouth.level"),
      cells: cells(({ route, level }) => (route ? level : null)),
    },
    ...LINES.map((id) => ({ id, label: word(`innsmouth.${id}`), cells: cells(line(id)) })),
  ];
}

// What one player's sheet is made up of, line by line.
export function showMadeUp(root, told) {
  const { lines, route, total } = told;
  redraw(
    root,
    el("h2", {}, word("sheet.title")),
    el(
      "p",
      { class: "small" },
      word(route ? "innsmouth.route.short" : "innsmouth.need.route", told),
    ),
    lines.length
      ? el(
          "table",
          {},
          el("tbody", {}, ...lines.map(madeUpRow), rowOf(word("total"), "", String(total))),
        )
      : null,
  );
}

const rowOf = (label, working, points) =>
  el("tr", {}, el("th", { scope: "row" }, label), el("td", {}, working), el("td", {}, points));

// Goal cards and stars are added up; of all else so many count so much.
function madeUpRow([id, points, working]) {
  const sign = ["goals", "stars"].includes(id) ? " + " : " × ";
  return rowOf(word(`innsmouth.${id}`), working.join(sign), String(points));
}

// What breaks a tie, where there is one.
export function tieRows({ players, standings }) {
  const totals = players.map(({ total }) => total);
  if (!standings.length || new Set(totals).size === totals.length) return [];
  return [
    { id: "goals", label: word("innsmouth.tie"), cells: players.map(({ goals }) => String(goals)) },
  ];
}

// What is only noted and nothing to check (NOTES in scorer/web/games/innsmouth.py): a legal game
// may leave it.
const NOTES = ["sections-noted", "groups-differ", "boards-alike"];
export const isNote = ([offence]) => NOTES.includes(offence);

// How much the rules do not allow, on a board and between them.
export function objections({ players, findings }) {
  const all = [...players.flatMap((one) => one.findings), ...(findings ?? [])];
  return all.filter((finding) => !isNote(finding)).length;
}

// What cannot be, in the reader's words. Boards that are alike have seats (from 1) for places.
export function findingText([offence, message, places, found, due], players = []) {
  const name = offence === "boards-alike" ? (seat) => players[seat - 1]?.name ?? seat : plainName;
  const where = list(places.map(name)) || "–";
  return wordOr(`innsmouth.offence.${offence}`, "innsmouth.offence", {
    where,
    found,
    due,
    message,
  });
}
