// What lies beside the board: ratings of the iconic landmarks, and the mode.

import { el } from "./dom.js";
import { word } from "./words.js";

export function showSetup(root, city, board, onChange) {
  const focused = root.contains(document.activeElement) ? document.activeElement.id : null;
  root.replaceChildren(
    el("h2", {}, word("setup")),
    el("p", { class: "small" }, word("setup.hint")),
    el(
      "div",
      { class: "ratings" },
      ...city.iconic.map(({ id, name }) =>
        choice(`rating-${id}`, name, city.steps.map((step) => [step, String(step)]), board.setup.ratings[id], (value) => onChange({ kind: "rating", where: id, value })),
      ),
    ),
    choice("mode", "", city.modes.map(({ id, name }) => [id, name]), board.mode, (value) => onChange({ kind: "mode", where: "", value })),
  );
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
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
