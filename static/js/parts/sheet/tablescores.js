// The score sheet in the order of the paper pad, players as columns, and who is ahead.

import { el, redraw } from "../dom.js";
import { groups, initial, labelled, list, plural, word, wordOr } from "../words.js";
import { isFinal, kindWord, openWords, ownToCheck, shortWord } from "./certainty.js";
import { nameOf, ROWS, stepIcon } from "./scoresheet.js";

// With more columns a narrow phone has room for the steps' names only below their signs.
const MANY = 4;
const TIES = ["length", "tourists", "landmarks"];

export function showScores(root, table) {
  const { players } = table;
  root.classList.toggle("many", players.length > MANY);
  const final = isFinal(table.status) && !table.busy;
  const unproved = word(table.busy ? "searching" : "table.unproved");
  const decided = new Set(final ? [table.places[0]?.ahead_by] : []);
  redraw(
    root,
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el("tr", {}, el("th", { scope: "col" }, word("table.step")), ...players.map(column)),
      ),
      el(
        "tbody",
        {},
        ...stepsOf(table).map((step) => stepRow(step, table)),
        row(
          "total",
          word("total"),
          players.map((one) =>
            begun(one) ? cell(String(one.total), one.optimal ? null : unproved) : none(),
          ),
        ),
        row(
          "certainty",
          word("result"),
          players.map((one) => (begun(one) ? certaintyCell(one) : none())),
        ),
        ...TIES.map((tie) =>
          row(
            decided.has(tie) ? "tie decides" : "tie",
            word(`table.${tie}`),
            players.map((one) => (begun(one) ? cell(String(one[tie])) : none())),
          ),
        ),
        players.length > 1
          ? row(
              "place",
              word(table.teams ? "table.place.team" : "table.place"),
              players.map((one) => placeCell(one, table.places, final)),
            )
          : null,
      ),
    ),
  );
}

// Those in play, in the order of the paper pad; a city's own come last.
function stepsOf({ players }) {
  const there = new Set(players.flatMap(({ lines }) => Object.keys(lines)));
  return [
    ...ROWS.filter((step) => there.has(step)),
    ...[...there].filter((step) => !ROWS.includes(step)),
  ];
}

function column({ name, colour, page }) {
  const letter = initial(name);
  return el(
    "th",
    { scope: "col" },
    el(
      "a",
      { href: page },
      el("span", { class: `token ${colour}`, "aria-hidden": "true" }, letter),
      el("span", { class: "name" }, name),
    ),
  );
}

// A goal card gives a solo player no points: reached it is only marked, as on the paper pad.
const reached = ({ goals }) => "+".repeat(goals.filter((one) => one.reached).length) || "0";

function stepRow(step, { players, city, solo }) {
  const name = nameOf(step, city);
  const short =
    players.length > 2 && !(step in city.step_names)
      ? wordOr(`short.${step}`, `step.${step}`)
      : name;
  const label = el("span", {}, stepIcon(step), el("span", {}, short));
  const cells = players.map((one) => {
    if (!begun(one)) return none();
    const { lines, page, name: who } = one;
    const points = solo && step === "goals" ? reached(one) : String(lines[step] ?? 0);
    return el(
      "td",
      {},
      el(
        "a",
        { href: `${page}#line=${step}`, "aria-label": labelled(list([who, name]), points) },
        points,
      ),
    );
  });
  return row("", label, cells);
}

function row(kind, label, cells) {
  return el("tr", { class: kind }, el("th", { scope: "row" }, label), ...cells);
}

// Of a photo that was not read nothing is known; a table kept from before does not tell.
export const begun = ({ begun: known, status }) => known ?? status !== "empty";
const none = () => el("td", { class: "none" }, "–");

function cell(text, title = null) {
  return el("td", { title }, title ? `${text}?` : text);
}

// Leads to the board, where what is open is told and settled.
function certaintyCell({ certainty, page, name }) {
  const said = kindWord(certainty);
  const kind = isFinal(certainty) ? "sure" : "open";
  const part = certainty.kind === "to-check" ? "#doubts" : kind === "open" ? "#status" : "";
  return el(
    "td",
    { class: kind },
    el("a", { href: page + part, "aria-label": labelled(name, said) }, shortWord(certainty)),
  );
}

function placeCell({ seat }, places, final) {
  const found = places.find(({ seats }) => seats.includes(seat));
  const first = final && found?.place === 1;
  return el("td", { class: first ? "first" : "" }, found ? String(found.place) : "–");
}

// Who won; before the result is final, who is ahead so far, and what is open on whose board.
export function showVerdict(root, table) {
  if (table.busy) {
    // Who has the best route so far says nothing yet.
    root.replaceChildren(word("searching"));
    root.classList.remove("sure");
    return;
  }
  const final = isFinal(table.status);
  const said = table.solo
    ? [soloVerdict(table.solo, table.city, final)]
    : table.teams
      ? teamVerdict(table, final)
      : [verdict(table, final)];
  const open = final ? [] : [" ", el("span", { class: "open" }, openText(table))];
  // A table that the phone kept from before does not tell.
  const same = table.same_photo ?? [];
  const alike = (table.alike ?? []).filter((seats) => !same.some((one) => `${one}` === `${seats}`));
  const note = (name) => (seats) => [
    " ",
    el("span", { class: "odd" }, word(name, { names: namesOf(table.players, seats) })),
  ];
  root.replaceChildren(
    ...said,
    ...open,
    ...same.flatMap(note("table.same-photo")),
    ...alike.flatMap(note("table.alike")),
  );
  root.classList.toggle("sure", final);
}

// What is open on single boards, and once what they share: ratings, goal cards and themed tours.
function openText({ players, city, status: { missing, ratings, cards = [] } }) {
  const isShared = ({ kind }) => kind === "goals" || kind === "tours";
  const open = players
    .map((one) => [one, begun(one) ? ofBoard(one.certainty) : word(`status.${one.status}`)])
    .filter(([, said]) => said)
    .map(([{ name }, said]) => word("result.of", { name, open: said }));
  const shared = { missing: missing.filter(isShared), to_check: cards.length, ratings, cards };
  open.push(openWords(shared, city));
  const said = open.filter(Boolean);
  return said.length ? word("result.open", { list: groups(said) }) : "";

  function ofBoard(certainty) {
    // A board that others wait for says itself what it lacks.
    const own = certainty.missing.filter((gap) => !isShared(gap) && gap.kind !== "boards");
    const rest = { missing: own, to_check: ownToCheck(certainty), ratings: [] };
    return openWords(rest, city);
  }
}

function verdict({ players, places }, final) {
  const [first] = places;
  if (!first || players.length < 2) return "";
  const names = namesOf(players, first.seats);
  if (!final) return word("table.so-far", { names });
  const by = word(`table.by.${first.seats.length > 1 ? "shared" : (first.ahead_by ?? "points")}`);
  return word("table.decided", { text: plural("table.winner", first.seats.length, { names }), by });
}

function soloVerdict({ challenge, points, goals, won }, city, final) {
  if (!challenge) return word("solo.none");
  const of = city.goals ? "goals" : "tours";
  const so = !final ? "so-far" : won ? "won" : "lost";
  return word(`solo.${so}.${of}`, {
    points,
    goals,
    least: challenge.points,
    wanted: challenge.goals,
  });
}

function teamVerdict({ players, teams }, final) {
  const names = [0, 1].map((team) =>
    namesOf(
      players,
      [team, team + 2].map((i) => players[i].seat),
    ),
  );
  const rows = teams.figures.map((figures, i) =>
    el(
      "span",
      { class: "team" },
      word("table.team", { n: i + 1, names: names[i] }),
      " ",
      word("table.team.figures", figures),
      el("br"),
    ),
  );
  if (!final) return rows;
  const [first] = teams.places;
  const by = word(`table.by.${first.seats.length > 1 ? "shared" : first.ahead_by}`);
  const won = list(first.seats.map((team) => names[team - 1]));
  const text = plural("table.winner", first.seats.length, { names: won });
  return [...rows, word("table.decided", { text, by })];
}

function namesOf(players, seats) {
  return list(seats.map((seat) => players.find((one) => one.seat === seat).name));
}
