// A whole number between two buttons: typed, or counted up and down. null says that nobody has
// told it yet.

import { el, icon, toast } from "../dom.js";
import { word } from "../words.js";

// The buttons go from least to most; whoever types may go beyond. What is no such number at all is
// refused: the largest one that is would be as wrong, and look like one that was meant.
const [LEAST, MOST] = [-99, 999];

// start: where counting begins; hint: what the number comes to; wrong: why it cannot be; strict:
// nobody can have more than *most*, which is taken for more; stays: as in field.
export function number(id, name, { hint = "", wrong = "", ...range }, onChange) {
  return el(
    "div",
    { class: "scale", role: "group", "aria-label": name, "data-number": id },
    el(
      "p",
      {},
      el("b", {}, name),
      hint ? el("small", {}, hint) : null,
      wrong ? el("small", { class: "wrong" }, wrong) : null,
    ),
    stepper(id, name, range, onChange),
  );
}

// The number and its buttons, where something else says what it is.
export function stepper(
  id,
  name,
  { value, least = 0, most = MOST, start = 0, strict = false, stays = false },
  onChange,
) {
  const less = value === null ? start : value - 1;
  const more = value === null ? start || 1 : value + 1;
  const button = (which, next, sign, possible) =>
    el(
      "button",
      {
        type: "button",
        "data-button": `${id}-${which}`,
        "aria-label": word(`steps.${which}`, { name }),
        "aria-disabled": String(!possible),
        onclick: () => possible && onChange(next),
      },
      icon(sign),
    );
  return el(
    "div",
    { class: "steps" },
    button("less", less, "minus", less >= least),
    field(id, name, value, onChange, {
      stays,
      refuses: !strict,
      least: least < 0 ? LEAST : 0,
      most: strict ? most : MOST,
    }),
    button("more", more, "plus", more <= most),
  );
}

// The number alone, where buttons have no room. least, most: what can be typed, and is taken for what
// goes beyond; refuses: nothing is taken for it, and the number before stays; stays: a field that is
// emptied, or holds what was not taken, shows what was told.
export function field(
  id,
  name,
  value,
  onChange,
  { disabled = false, stays = false, refuses = false, least = -Infinity, most = Infinity } = {},
) {
  let known = value;
  return el("input", {
    id,
    type: "text",
    inputmode: "numeric",
    maxlength: 4,
    autocomplete: "off",
    placeholder: "–",
    "aria-label": name,
    disabled,
    value: value ?? "",
    onfocus: ({ target }) => target.select(),
    onkeydown: (event) => event.key === "Enter" && next(event),
    oninput: ({ target }) =>
      told(target, { least, most, before: refuses ? known : undefined }, (number) => {
        known = number;
        if (!stays || number !== null) onChange(number);
      }),
    onblur: ({ target }) => {
      if (stays && target.value !== String(value ?? "")) target.value = value ?? "";
    },
  });
}

// before: the number that stays if the one typed is refused; without it none is.
function told(input, { least, most, before }, onChange) {
  const digits = input.value.replace(/[^\d-]/g, "");
  if (digits === "") return onChange(null);
  if (!/^-?\d+$/.test(digits)) return;
  const number = Math.min(most, Math.max(least, Number(digits)));
  if (number !== Number(digits)) {
    const end = number === most ? "most" : "least";
    if (before !== undefined) {
      input.value = before ?? "";
      return toast(word(`number.refused-${end}`, { n: number, told: Number(digits) }));
    }
    input.value = number;
    toast(word(`number.${end}`, { n: number }));
  }
  onChange(number);
}

// The keyboard's return key goes on to the next number of the page.
function next(event) {
  event.preventDefault();
  const all = [...document.querySelectorAll("main input[inputmode=numeric]:not(:disabled)")];
  const after = all[all.indexOf(event.target) + 1];
  if (after) after.focus();
  else event.target.blur();
}
