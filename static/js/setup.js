// What lies beside the board: ratings of the iconic landmarks, and the mode.

import { el, redraw } from "./dom.js";
import { word } from "./words.js";

const MOST_BALANCE = 4;

// own: whether the board is one player's, who may have balance cards.
export function showSetup(root, city, board, onChange, own = false) {
  redraw(
    root,
    el("h2", {}, word("setup")),
    el("p", { class: "small" }, word("setup.hint")),
    el(
      "div",
      { class: "ratings" },
      ...city.iconic.map(({ id, name, steps }) =>
        choice(`rating-${id}`, name, steps.map((step) => [step, String(step)]), board.setup.ratings[id], (value) => onChange({ kind: "rating", where: id, value })),
      ),
    ),
    choice("mode", "", city.modes.map(({ id, name }) => [id, name]), board.mode, (value) => onChange({ kind: "mode", where: "", value })),
    own
      ? choice("balance", word("players.balance"), Array.from({ length: MOST_BALANCE + 1 }, (_, i) => [i, String(i)]), board.setup.balance_cards ?? 0, (value) => onChange({ kind: "balance", where: "", value }))
      : null,
  );
}

function choice(name, title, values, current, onChange) {
  return el(
    "fieldset",
    { class: "rating", "data-choice": name },
    title ? el("legend", {}, title) : null,
    el(
      "div",
      { class: "choices" },
      ...values.map(([value, text]) =>
        el(
          "label",
          {},
          el("input", { type: "radio", id: `${name}-${value}`, name, value, checked: value === current, onchange: () => onChange(value) }),
          el("span", {}, text),
        ),
      ),
    ),
  );
}
