// Expected totals and chances as people read them.

import { el } from "../dom.js";
import { field } from "../forms/number.js";
import { word } from "../words.js";

const MOST_ROWS = 7;
const language = document.documentElement.lang;
const number = new Intl.NumberFormat(language, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const share = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });

export const points = (value) => number.format(value);

// A total that is promised: about so many, or just so many where nothing is left to chance.
export function promised(value, chances, shown = points) {
  const totals = new Set((chances ?? []).map(({ total }) => total));
  return totals.size === 1 ? String(Math.round(value)) : `≈${shown(value)}`;
}
export const percent = (value) => share.format(value);

// The chance to reach at least each total, the highest first.
function reached(chances) {
  const totals = new Map();
  for (const { total, chance } of chances) totals.set(total, (totals.get(total) ?? 0) + chance);
  let sum = 0;
  return [...totals]
    .sort(([one], [other]) => other - one)
    .map(([total, chance]) => {
      sum += chance;
      return { total, chance: Math.min(1, sum) };
    });
}

export function chanceOf(chances, target) {
  return chances.reduce((sum, { total, chance }) => sum + (total >= target ? chance : 0), 0);
}

// Bars of the chances, and the chance of a total that is typed in.
export function chanceBars(chances, { id, target, aim }) {
  const all = reached(chances);
  if (all.length < 2) return null;
  const step = Math.ceil(all.length / MOST_ROWS);
  const shown = all.filter((_, i) => i % step === 0 || i === all.length - 1);
  return el(
    "div",
    { class: "chances" },
    el("h2", {}, word("innsmouth.chances")),
    ...shown.map(({ total, chance }) => bar(word("innsmouth.at-least", { n: total }), chance)),
    el(
      "label",
      { class: "target" },
      word("innsmouth.target"),
      field(id, word("innsmouth.target"), target, aim),
      el("b", {}, target === null ? "" : percent(Math.min(1, chanceOf(chances, target)))),
    ),
  );
}

function bar(label, chance) {
  return el(
    "div",
    { class: "bar" },
    el("span", {}, label),
    el("meter", { min: 0, max: 1, value: chance, "aria-label": label }),
    el("b", {}, percent(chance)),
  );
}
