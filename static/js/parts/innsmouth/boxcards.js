// The cards of a box as they are entered: the split of the artefacts, goal cards' tiers, and the
// bonuses on a character card.

import { el } from "../dom.js";
import { field, number } from "../forms/number.js";
import { word } from "../words.js";
import { ARTEFACTS } from "./townfacts.js";

export const DECK = 7;
const [MOST_TIERS, MOST, MOST_ALIKE] = [4, 999, 2];
const BONUSES = ["coordinate", "section", "diagonal"];

export const sumOf = (deck) => ARTEFACTS.reduce((all, kind) => all + deck[kind], 0);

export function deckRows(now, change) {
  return ARTEFACTS.map((kind) =>
    number(`deck-${kind}`, word(`innsmouth.${kind}`), { value: now[kind], most: DECK }, (value) =>
      change({ ...now, [kind]: value ?? 0 }),
    ),
  );
}

// Thresholds and VP of goal card i; an empty row is none.
export function tierRows(i, tiers, change) {
  const rows = [...tiers, ...(tiers.length < MOST_TIERS ? [null] : [])];
  const told = (k, key, value) => {
    const after = rows
      .map((tier, n) => (n === k ? { threshold: 0, points: 0, ...tier, [key]: value } : tier))
      .filter((tier, n) => tier && !(n === k && value === null));
    if (after.length && value <= MOST) change(after);
  };
  const cell = (tier, k, key) => {
    const name = word(`innsmouth.box.${key}`, { n: i + 1, row: k + 1 });
    return field(`tier-${i}-${k}-${key}`, name, tier?.[key] ?? null, (value) =>
      told(k, key, value),
    );
  };
  return rows.map((tier, k) =>
    el("p", { class: "row" }, "≥", cell(tier, k, "threshold"), "→", cell(tier, k, "points")),
  );
}

// note: whose values these are. A tap adds one up to two alike, and then takes both away.
export function bonusRow(who, note, now, change) {
  const count = (bonus) => now.filter((one) => one === bonus).length;
  const flip = (bonus) =>
    count(bonus) < MOST_ALIKE ? [...now, bonus] : now.filter((one) => one !== bonus);
  return el(
    "div",
    { class: "marked", role: "group", "aria-label": word(`innsmouth.${who}`) },
    el("span", {}, word(`innsmouth.${who}`), " ", el("small", {}, note)),
    ...BONUSES.map((bonus) =>
      el(
        "button",
        {
          type: "button",
          class: "button small",
          "data-button": `bonus-${who}-${bonus}`,
          "aria-pressed": String(now.includes(bonus)),
          onclick: () => change(flip(bonus)),
        },
        word(`innsmouth.bonus.${bonus}`),
        count(bonus) > 1 ? ` ×${count(bonus)}` : "",
      ),
    ),
  );
}
