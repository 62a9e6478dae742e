// One value of a scale. Up to three values lie side by side, one tap each; a longer scale
// stands between two large buttons: names and thumbs have more room so than beside five to
// seven small ones. Either way the control holds the scale and nothing else, so that no other
// value can be reached. The list in the middle is the browser's own: it takes the keyboard,
// says its name and value to a screen reader, and jumps to any value.

import { el, icon } from "./dom.js";
import { word } from "./words.js";

const MOST_CHOICES = 3;

// scale: values in rising order. onChange is given one of them.
export function scaled(id, name, scale, current, onChange) {
  if (scale.length <= MOST_CHOICES) return choice(id, name, scale.map((value) => [value, String(value)]), current, onChange);
  const at = scale.indexOf(current);
  const put = (to) => to >= 0 && to < scale.length && onChange(scale[to]);
  const button = (which, by, sign) =>
    el(
      "button",
      // It stays in the order of keys at the end of the scale, so that the focus is not lost.
      { type: "button", "data-button": `${id}-${which}`, "aria-label": word(`steps.${which}`, { name }), "aria-disabled": String(!(at + by in scale)), onclick: () => put(at + by) },
      icon(sign),
    );
  return el(
    "div",
    { class: "scale", role: "group", "aria-label": name },
    el("p", {}, el("b", {}, name), el("small", { "aria-hidden": "true" }, ...scale.map((value) => el(value === current ? "b" : "span", {}, String(value))))),
    el(
      "div",
      { class: "steps" },
      button("less", -1, "minus"),
      el("select", { id, "aria-label": name, onchange: ({ target }) => put(target.selectedIndex) }, ...scale.map((value) => el("option", { value, selected: value === current }, String(value)))),
      button("more", 1, "plus"),
    ),
  );
}

export function choice(name, title, values, current, onChange) {
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
