// What only the box knows: the split of the artefacts, each character's bonuses, the goal cards'
// tiers. Until somebody tells it, the app plays with practice values of ours.

import { el } from "../dom.js";
import { word } from "../words.js";
import { bonusRow, DECK, deckRows, sumOf, tierRows } from "./boxcards.js";
import { CHARACTERS, deckOf } from "./townfacts.js";

// A split on its way to seven cards; only seven are sent.
let draft = null;

export function boxValues({ town, shared, again }, put) {
  return el(
    "details",
    { class: "box-values", open: Boolean(document.querySelector(".box-values")?.open) },
    el("summary", {}, word("innsmouth.box")),
    town.practice ? el("p", { class: "small" }, word("innsmouth.box.how")) : null,
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
        { class: "button small picker" },
        word("innsmouth.box.town.take"),
        el("input", {
          id: "town-file",
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
  const change = (after) => {
    const full = sumOf(after) === DECK;
    draft = full ? null : after;
    if (full) put([{ field: "deck", value: after }]);
    else again();
  };
  const own = (shared.deck !== null || told(town, "deck")) && !draft;
  return [
    el(
      "p",
      { role: "status" },
      el("b", {}, word("innsmouth.box.deck", { n: sumOf(now), of: DECK })),
      " ",
      el("small", {}, source(own)),
    ),
    ...deckRows(now, change),
  ];
}

// Whether the town of one's own box tells of a part of it.
const told = ({ practice, unknown }, part) => !practice && !unknown.includes(part);

function tiers(goal, i, put) {
  return el(
    "fieldset",
    { class: "tiers" },
    el("legend", {}, word("innsmouth.goal", { n: i + 1 })),
    ...tierRows(i, goal.tiers, (after) =>
      put([{ field: "goals", where: i, value: { ...goal, tiers: after } }]),
    ),
  );
}

function bonuses(town, { bonuses: entered }, who, put) {
  const now = entered[who] ?? town.bonuses[who] ?? [];
  const note = source(who in entered || told(town, "bonuses"));
  return bonusRow(who, note, now, (value) => put([{ field: "bonuses", where: who, value }]));
}
