// What stands in the quarter that was tapped: tourists, threat symbols, diagonals.

import { el, icon, redraw, svg } from "../dom.js";
import { word } from "../words.js";
import { plainName } from "./drawn.js";
import { diagonalsIn, TOURISTS } from "./townfacts.js";
import { symbol, threatSign } from "./townview.js";

const [MOST_TOURISTS, MOST_SYMBOLS] = [9, 5];

// marks: what is drawn; fixed: whether the fate numbers give the symbols. put gets entries
// {field, where, value} of the player.
export function showQuarter(root, { town, quarter, marks, fixed, close }, put) {
  root.hidden = quarter === null;
  if (quarter === null) return;
  const counts = marks.tourists[quarter] ?? {};
  const mark = town.landmarks[quarter];
  const tourists = (kind, number) => {
    const after = { ...counts, [kind]: number };
    const rest = Object.fromEntries(Object.entries(after).filter(([, n]) => n));
    const value = Object.keys(rest).length ? rest : null;
    put([{ field: "tourists", where: quarter, value }]);
  };
  const symbols = (number) => {
    const after = { ...marks.threats, [quarter]: number };
    const value = Object.fromEntries(Object.entries(after).filter(([, n]) => n));
    put([{ field: "threats", value }]);
  };
  redraw(
    root,
    el(
      "header",
      {},
      el("h2", {}, mark ? `${quarter} · ${mark.name}` : quarter),
      el(
        "button",
        {
          type: "button",
          class: "tool",
          "data-button": "quarter-done",
          "aria-label": word("tourists.done"),
          onclick: close,
        },
        icon("check"),
      ),
    ),
    el(
      "div",
      { class: "counts" },
      ...TOURISTS.map((kind) =>
        counter(
          kind,
          word(`innsmouth.kind.${kind}`),
          picture(symbol(kind)),
          counts[kind] ?? 0,
          MOST_TOURISTS,
          (number) => tourists(kind, number),
        ),
      ),
      counter(
        "threat",
        word("innsmouth.symbol"),
        picture(threatSign(), "threat"),
        marks.threats[quarter] ?? 0,
        MOST_SYMBOLS,
        symbols,
      ),
    ),
    fixed ? el("p", { class: "small" }, word("innsmouth.symbols.fated")) : null,
    diagonals(town, quarter, marks, put),
  );
}

// Scrolls the panel into view as far as the quarter that was tapped stays in view too.
export function bringUp(panel, quarter) {
  const above = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  const below = Number.parseFloat(getComputedStyle(panel).scrollMarginBottom);
  const hidden = panel.getBoundingClientRect().bottom + below - innerHeight;
  const room = quarter.getBoundingClientRect().top - above;
  const by = Math.min(hidden, room);
  if (by > 0) scrollBy(0, by);
}

export const picture = (node, kind = "") =>
  svg("svg", { class: `mark ${kind}`, viewBox: "-1.5 -1.5 3 3", "aria-hidden": "true" }, node);

export function counter(id, name, sign, number, most, change) {
  const button = (which, next, by, possible) =>
    el(
      "button",
      {
        type: "button",
        "data-button": `${id}-${which}`,
        "aria-label": word(`steps.${which}`, { name }),
        disabled: !possible,
        onclick: () => change(number + by),
      },
      icon(next),
    );
  return el(
    "div",
    { class: "count", "data-kind": id },
    sign,
    button("less", "minus", -1, number > 0),
    el("output", { "aria-label": name }, String(number)),
    button("more", "plus", 1, number < most),
  );
}

function diagonals(town, quarter, { sections }, put) {
  return el(
    "p",
    { class: "row diagonals" },
    el("span", {}, word("innsmouth.diagonals")),
    ...diagonalsIn(town, quarter).map((id) => {
      const drawn = sections.includes(id);
      return el(
        "button",
        {
          type: "button",
          class: "button small",
          "data-button": `diagonal-${id}`,
          "aria-pressed": String(drawn),
          onclick: () => put([{ field: "sections", where: id, value: drawn ? null : true }]),
        },
        plainName(id),
      );
    }),
  );
}
