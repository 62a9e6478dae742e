// One value of a scale. Up to three values lie side by side, one tap each; a longer scale
// stands between two large buttons: names and thumbs have more room so than beside five to
// seven small ones. Either way the control holds the scale and nothing else, so that no other
// value can be reached. The list in the middle is the browser's own: it takes the keyboard,
// says its name and value to a screen reader, and jumps to any value.

import { el, icon } from "../dom.js";
import { word } from "../words.js";

const MOST_CHOICES = 3;

// scale: values in rising order. onChange is given one of them. *all*: what the list offers
// besides, where the real scale may have other steps: the buttons go along the usual ones.
export function scaled(id, name, scale, current, onChange, all = scale) {
  if (all.length <= MOST_CHOICES)
    return choice(
      id,
      name,
      scale.map((value) => [value, String(value)]),
      current,
      onChange,
    );
  // What stands on no scale any more is shown all the same.
  const values = all.includes(current) ? all : [...all, current].sort((a, b) => a - b);
  const below = scale.filter((value) => value < current).at(-1);
  const above = scale.find((value) => value > current);
  const put = (value) => value !== undefined && onChange(value);
  const button = (which, next, sign) =>
    el(
      "button",
      // It stays in the order of keys at the end of the scale, so that the focus is not lost.
      {
        type: "button",
        "data-button": `${id}-${which}`,
        "aria-label": word(`steps.${which}`, { name }),
        "aria-disabled": String(next === undefined),
        onclick: () => put(next),
      },
      icon(sign),
    );
  return el(
    "div",
    { class: "scale", role: "group", "aria-label": name },
    el(
      "p",
      {},
      el("b", {}, name),
      el(
        "small",
        { "aria-hidden": "true" },
        ...scale.map((value) => el(value === current ? "b" : "span", {}, String(value))),
      ),
    ),
    el(
      "div",
      { class: "steps" },
      button("less", below, "minus"),
      el(
        "select",
        { id, "aria-label": name, onchange: ({ target }) => put(values[target.selectedIndex]) },
        ...values.map((value) =>
          el("option", { value, selected: value === current }, String(value)),
        ),
      ),
      button("more", above, "plus"),
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
          el("input", {
            type: "radio",
            id: `${name}-${value}`,
            name,
            value,
            checked: value === current,
            onchange: () => onChange(value),
          }),
          el("span", {}, text),
        ),
      ),
    ),
  );
}
