// The cards of the box: artefacts, bonuses, goal cards, the solo card, and the rounds board.

import { el } from "../dom.js";
import { field } from "../forms/number.js";
import { select } from "../forms/setup.js";
import { bonusRow, DECK, deckRows, sumOf, tierRows } from "../innsmouth/boxcards.js";
import { CHARACTERS } from "../innsmouth/townfacts.js";
import { word } from "../words.js";
import { button, chips, confirmation, how, pressed, toggled } from "./mapsheets.js";

const MEASURES = [
  "turns",
  "length",
  "quarters",
  "landmarks",
  "caches",
  "shelters",
  "tourists",
  "occupied",
];
const OF = {
  tourists: ["circle", "square", "triangle", "cross"],
  landmarks: ["red", "green", "blue", "purple", "yellow"],
};
const [ROUNDS, MOST_GOALS, MOST_LEVELS] = [10, 12, 9];

// deck: a split on its way to seven cards, which the page alone has; null is the town's.
export function cardSheet(told, deck, put, keepDeck) {
  const { file } = told;
  const now = deck ?? file.deck;
  const source = (part) =>
    word(file.unknown.includes(part) ? "innsmouth.box.ours" : "innsmouth.box.own");
  const head = (text, part) =>
    el("p", { class: "card-head" }, el("b", {}, text), " ", el("small", {}, source(part)));
  return [
    head(word("innsmouth.box.deck", { n: sumOf(now), of: DECK }), "deck"),
    ...deckRows(now, (after) => {
      const full = sumOf(after) === DECK;
      keepDeck(full ? null : after);
      if (full) put({ set: "deck", deck: after });
    }),
    confirmation(told, "deck", put),
    head(word("town-editor.bonuses"), "bonuses"),
    ...CHARACTERS.map((who) =>
      bonusRow(who, "", file.bonuses[who] ?? [], (bonuses) =>
        put({ set: "bonuses", character: who, bonuses }),
      ),
    ),
    confirmation(told, "bonuses", put),
    head(word("innsmouth.goals"), "goals"),
    ...file.goals.map((goal, i) => goalCard(file.goals, goal, i, put)),
    file.goals.length < MOST_GOALS
      ? chips(
          word("innsmouth.goals"),
          button("new-goal", `+ ${word("innsmouth.goal", { n: file.goals.length + 1 })}`, () => {
            const goal = { measure: "quarters", tiers: [{ threshold: 1, points: 1 }] };
            put({ set: "goals", goals: [...file.goals, goal] });
          }),
        )
      : null,
    confirmation(told, "goals", put),
    head(word("innsmouth.challenge"), "levels"),
    ...levels(file.levels, put),
    confirmation(told, "levels", put),
    head(word("town-editor.signs"), "threat"),
    how(word("town-editor.signs.how")),
    chips(
      word("town-editor.signs"),
      ...Array.from({ length: ROUNDS }, (_, i) => sign(file.signs, i + 1, put)),
    ),
    confirmation(told, "threat", put),
  ];
}

function goalCard(goals, goal, i, put) {
  const set = (change) =>
    put({ set: "goals", goals: goals.map((one, k) => (k === i ? { ...one, ...change } : one)) });
  const kinds = OF[goal.measure] ?? [];
  return el(
    "fieldset",
    { class: "tiers" },
    el("legend", {}, word("innsmouth.goal", { n: i + 1 })),
    select(
      `measure-${i}`,
      word("town-editor.measure"),
      MEASURES.map((one) => [one, word(`innsmouth.measure.${one}`)]),
      goal.measure,
      (measure) => set({ measure, of: "", name: "" }),
    ),
    kinds.length
      ? select(
          `of-${i}`,
          word("town-editor.of"),
          [["", "–"], ...kinds.map((one) => [one, word(`innsmouth.of.${one}`)])],
          goal.of ?? "",
          (of) => set({ of, name: "" }),
        )
      : null,
    ...tierRows(i, goal.tiers, (tiers) => set({ tiers })),
    button(`drop-goal-${i}`, word("map-editor.delete"), () =>
      put({ set: "goals", goals: goals.filter((_, k) => k !== i) }),
    ),
  );
}

// VP in all, and from goal cards, of each cell of the solo card; an empty row is none.
function levels(told, put) {
  const rows = [...told, ...(told.length < MOST_LEVELS ? [null] : [])];
  const set = (k, key, value) => {
    const after = rows
      .map((one, n) => (n === k ? { points: 0, goals: 0, ...one, [key]: value ?? 0 } : one))
      .filter((one, n) => one && !(n === k && key === "points" && value === null));
    put({ set: "levels", levels: after });
  };
  const cell = (one, k, key) =>
    field(`level-${k}-${key}`, word(`innsmouth.challenge.${key}`), one?.[key] ?? null, (value) =>
      set(k, key, value),
    );
  return rows.map((one, k) =>
    el("p", { class: "row" }, "≥", cell(one, k, "points"), "/", cell(one, k, "goals")),
  );
}

function sign(signs, round, put) {
  const there = signs.includes(round);
  return button(
    `sign-${round}`,
    String(round),
    () => put(({ file }) => ({ set: "signs", rounds: toggled(file.signs, round) })),
    pressed(there),
  );
}
