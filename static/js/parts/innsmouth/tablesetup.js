// What all players share: the threat, the cache card, two goal cards, the fate numbers.

import { el, redraw } from "../dom.js";
import { field } from "../forms/number.js";
import { choice } from "../forms/scale.js";
import { select } from "../forms/setup.js";
import { aside, labelled, list, word } from "../words.js";
import { boxValues } from "./boxvalues.js";
import { cardName } from "./townfacts.js";

const THREATS = ["cultists", "deep-ones"];
const FACES = 6;
const FATE = { least: 1, most: FACES, refuses: true };
// What a solo player can set out for; what was told stays until another figure is.
const WANTED = { least: 0, most: 999, stays: true };

export function showSetup(root, { town, shared, alone, again }, put) {
  const enter = (name, value, where = null) => put([{ field: name, where, value }]);
  // Once it is shown it is folded and unfolded by hand.
  if (!root.hasChildNodes()) root.open = lacks(shared);
  redraw(
    root,
    el("summary", {}, word("innsmouth.setup"), el("small", {}, summaryOf(shared))),
    choice(
      "threat",
      word("innsmouth.threat"),
      THREATS.map((one) => [one, word(`innsmouth.threat.${one}`)]),
      shared.threat,
      (value) =>
        put([
          { field: "threat", value },
          ...(shared.threat_read ? [{ field: "threat_read", value: false }] : []),
        ]),
    ),
    shared.threat_read
      ? el("p", { class: "small", id: "threat-read" }, word("innsmouth.threat.read"))
      : null,
    select(
      "cache-card",
      word("innsmouth.cache-card"),
      [
        ["", "–"],
        ...Object.entries(town.caches).map(([name, at]) => [
          name,
          labelled(cardName(name), at.map(short).join(" ")),
        ]),
      ],
      typeof shared.caches === "string" ? shared.caches : "",
      (value) => enter("caches", value || null),
    ),
    ...shared.goals.map((goal, i) => goalCard(town, shared, goal, i, enter)),
    shared.threat === "cultists" ? fates(shared, enter) : null,
    shared.threat === "deep-ones"
      ? el("p", { class: "small" }, word("innsmouth.deep-ones.how"))
      : null,
    alone ? challenge(town, shared, enter) : null,
    boxValues({ town, shared, again }, put),
  );
}

const lacks = ({ threat, caches, goals, fates: told }) =>
  !threat || !caches || goals.includes(null) || (threat === "cultists" && told.includes(null));

const short = (place) => place.split("_")[0];

function summaryOf({ threat, caches, goals, fates }) {
  const told = goals.filter(Boolean).map((goal) => goalName(goal) + aside(tiersOf(goal)));
  const card = typeof caches === "string" ? cardName(caches) : null;
  const numbers = threat === "cultists" && fates.every(Boolean) ? fates.join(" ") : null;
  const side = threat && word(`innsmouth.threat.${threat}`);
  return list([side, card, ...told, numbers].filter(Boolean));
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// A card of the box by its name in the reader's language; one of a file by its own.
export function goalName({ measure, of = "", name = "" }) {
  const what = word(`innsmouth.measure.${measure}`);
  const kind = of ? word(`innsmouth.of.${of}`) : "";
  return kind ? what + aside(kind) : what || name;
}

export const tiersOf = ({ tiers }) =>
  list(tiers.map(({ threshold, points }) => `${threshold} → ${points}`));

// A select of a narrow phone cuts the figures off; of the chosen card they stand below it.
function goalCard(town, { goals }, goal, i, enter) {
  const free = town.goals.filter((one) => !goals.some((other, k) => k !== i && same(one, other)));
  const known = goal && !free.some((one) => same(one, goal)) ? [...free, goal] : free;
  const at = goal ? known.findIndex((one) => same(one, goal)) : -1;
  return el(
    "div",
    { class: "goal" },
    select(
      `goal-${i}`,
      word("innsmouth.goal", { n: i + 1 }),
      [["", "–"], ...known.map((one, k) => [String(k), offered(one, k === at)])],
      at < 0 ? "" : String(at),
      (value) => enter("goals", value === "" ? null : known[Number(value)], i),
    ),
    goal ? el("p", { class: "small", id: `goal-${i}-tiers` }, tiersOf(goal)) : null,
  );
}

const offered = (goal, chosen) =>
  chosen ? goalName(goal) : labelled(goalName(goal), tiersOf(goal));

// The ten numbers of the rounds board: a pair gives the place of a symbol on all boards.
function fates({ fates: told }, enter) {
  return el(
    "fieldset",
    { class: "fates" },
    el("legend", {}, word("innsmouth.fates")),
    el("p", { class: "small" }, word("innsmouth.fates.how")),
    el(
      "div",
      { class: "figures" },
      ...told.map((number, i) =>
        field(
          `fate-${i}`,
          word("innsmouth.fate", { n: i + 1 }),
          number,
          (value) => {
            enter("fates", value, i);
            if (value !== null) document.getElementById(`fate-${i + 1}`)?.focus();
          },
          FATE,
        ),
      ),
    ),
  );
}

function challenge(town, { challenge: aim }, enter) {
  const at = town.levels.findIndex((one) => one.points === aim?.points);
  return el(
    "fieldset",
    { class: "challenge" },
    el("legend", {}, word("innsmouth.challenge")),
    select(
      "challenge",
      word("innsmouth.challenge.level"),
      [["", "–"], ...town.levels.map(({ points }, i) => [String(i), `${points}+`])],
      at < 0 ? "" : String(at),
      (value) => enter("challenge", value === "" ? null : town.levels[Number(value)]),
    ),
    el(
      "div",
      { class: "figures two" },
      el(
        "label",
        {},
        word("innsmouth.challenge.points"),
        field(
          "challenge-points",
          word("innsmouth.challenge.points"),
          aim?.points ?? null,
          (value) => enter("challenge", { points: value, goals: aim?.goals ?? 0 }),
          WANTED,
        ),
      ),
      el(
        "label",
        {},
        word("innsmouth.challenge.goals"),
        field(
          "challenge-goals",
          word("innsmouth.challenge.goals"),
          aim?.goals ?? null,
          (value) => aim && enter("challenge", { ...aim, goals: value }),
          { ...WANTED, disabled: !aim },
        ),
      ),
    ),
  );
}
