// What only the box knows: the split of the artefacts, each character's bonuses, the goal cards'
// tiers. Until somebody tells it, the app plays with practice values of ours.

import { el } from "../dom.js";
import { field, number } from "../forms/number.js";
import { word } from "../words.js";
import { ARTEFACTS, CHARACTERS, deckOf } from "./townfacts.js";

const [DECK, MOST_TIERS, MOST] = [7, 4, 999];
const BONUSES = ["coordinate", "section", "diagonal"];
// A split on its way to seven cards; only seven are sent.
let draft = null;

export function boxValues({ town, shared, again }, put) {
  return el(
    "details",
    { class: "box-values", open: Boolean(document.querySelector(".box-values")?.open) },
    el("summary", {}, word("innsmouth.box")),
    el("p", { class: "small" }, word("innsmouth.box.how")),
    ownTown(shared, put),
    ...deck(town, shared, put, again),
    ...shared.goals.map((goal, i) => goal && tiers(goal, i, put)),
    ...CHARACTERS.map((who) => bonuses(town, shared, who, put)),
  );
}

// Cards of one town are not those of another.
const withTown = ({ goals }, value) => [
  { field: "town", value },
  { field: "caches", value: null },
  ...goals.map((_, i) => ({ field: "goals", where: i, value: null })),
];

// The map of one's own box comes as a file; the practice town's shows how it is written.
function ownTown(shared, put) {
  const take = async ({ target }) => {
    const [file] = target.files;
    if (file) put(withTown(shared, await file.text()));
    target.value = "";
  };
  return el(
    "div",
    { class: "own-town" },
    el(
      "p",
      {},
      el("b", {}, word("innsmouth.box.town")),
      " ",
      el("small", {}, source(shared.town !== null)),
    ),
    el("p", { class: "small" }, word("innsmouth.box.town.how")),
    el(
      "p",
      { class: "row" },
      el(
        "label",
        { class: "button small" },
        word("innsmouth.box.town.take"),
        el("input", {
          id: "town-file",
          class: "hidden-file",
          type: "file",
          accept: ".toml,.json",
          onchange: take,
        }),
      ),
      el(
        "a",
        {
          class: "button small",
          href: document.getElementById("setup").dataset.file,
          download: true,
        },
        word("innsmouth.box.town.file"),
      ),
      shared.town === null
        ? null
        : el(
            "button",
            {
              type: "button",
              class: "button small",
              "data-button": "practice-town",
              onclick: () => put(withTown(shared, null)),
            },
            word("innsmouth.box.town.practice"),
          ),
    ),
  );
}

// Whether a value is of the box or ours.
const source = (own) => word(own ? "innsmouth.box.own" : "innsmouth.box.ours");

function deck(town, shared, put, again) {
  const now = draft ?? deckOf(town, shared);
  const sum = ARTEFACTS.reduce((all, kind) => all + now[kind], 0);
  const change = (kind, value) => {
    const after = { ...now, [kind]: value ?? 0 };
    const full = ARTEFACTS.reduce((all, one) => all + after[one], 0) === DECK;
    draft = full ? null : after;
    if (full) put([{ field: "deck", value: after }]);
    else again();
  };
  return [
    el(
      "p",
      { role: "status" },
      el("b", {}, word("innsmouth.box.deck", { n: sum, of: DECK })),
      " ",
      el("small", {}, source(shared.deck !== null && !draft)),
    ),
    ...ARTEFACTS.map((kind) =>
      number(`deck-${kind}`, word(`innsmouth.${kind}`), { value: now[kind], most: DECK }, (value) =>
        change(kind, value),
      ),
    ),
  ];
}

// Thresholds and VP of a goal card; an empty row is none.
function tiers(goal, i, put) {
  const rows = [...goal.tiers, ...(goal.tiers.length < MOST_TIERS ? [null] : [])];
  const change = (k, key, value) => {
    const after = rows
      .map((tier, n) => (n === k ? { threshold: 0, points: 0, ...tier, [key]: value } : tier))
      .filter((tier, n) => tier && !(n === k && value === null));
    if (!after.length || value > MOST) return;
    put([{ field: "goals", where: i, value: { ...goal, tiers: after } }]);
  };
  const cell = (tier, k, key) => {
    const name = word(`innsmouth.box.${key}`, { n: i + 1, row: k + 1 });
    return field(`tier-${i}-${k}-${key}`, name, tier?.[key] ?? null, (value) =>
      change(k, key, value),
    );
  };
  return el(
    "fieldset",
    { class: "tiers" },
    el("legend", {}, word("innsmouth.goal", { n: i + 1 })),
    ...rows.map((tier, k) =>
      el("p", { class: "row" }, "≥", cell(tier, k, "threshold"), "→", cell(tier, k, "points")),
    ),
  );
}

function bonuses(town, { bonuses: told }, who, put) {
  const now = told[who] ?? town.bonuses[who] ?? [];
  const flip = (bonus) =>
    now.includes(bonus) ? now.filter((one) => one !== bonus) : [...now, bonus];
  return el(
    "div",
    { class: "marked", role: "group", "aria-label": word(`innsmouth.${who}`) },
    el("span", {}, word(`innsmouth.${who}`), " ", el("small", {}, source(who in told))),
    ...BONUSES.map((bonus) =>
      el(
        "button",
        {
          type: "button",
          class: "button small",
          "data-button": `bonus-${who}-${bonus}`,
          "aria-pressed": String(now.includes(bonus)),
          onclick: () => put([{ field: "bonuses", where: who, value: flip(bonus) }]),
        },
        word(`innsmouth.bonus.${bonus}`),
      ),
    ),
  );
}
