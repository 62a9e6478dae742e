// A whole number between two buttons: typed, or counted up and down. null says that nobody has
// told it yet.

import { el, icon } from "../dom.js";
import { word } from "../words.js";

// The buttons go from least to most; whoever types may go beyond, and is told what cannot be.
const [LEAST, MOST] = [-99, 999];

// start: where counting begins; hint: what the number comes to.
export function number(id, name, { hint = "", ...range }, onChange) {
  return el(
    "div",
    { class: "scale", role: "group", "aria-label": name, "data-number": id },
    el("p", {}, el("b", {}, name), hint ? el("small", {}, hint) : null),
    stepper(id, name, range, onChange),
  );
}

// The number and its buttons, where something else says what it is.
export function stepper(id, name, { value, least = 0, most = 999, start = 0 }, onChange) {
  const less = value === null ? start : value - 1;
  const more = value === null ? start || 1 : value + 1;
  const within = (one) => Math.min(MOST, Math.max(least < 0 ? LEAST : 0, one));
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
    field(id, name, value, (one) => onChange(one === null ? null : within(one))),
    button("more", more, "plus", more <= most),
  );
}

// The number alone, where buttons have no room.
export function field(id, name, value, onChange, { disabled = false } = {}) {
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
    oninput: ({ target }) => told(target.value, onChange),
  });
}

function told(text, onChange) {
  const digits = text.replace(/[^\d-]/g, "");
  if (digits === "") onChange(null);
  else if (/^-?\d+$/.test(digits)) onChange(Number(digits));
}

// The keyboard's return key goes on to the next number of the page.
function next(event) {
  event.preventDefault();
  const all = [...document.querySelectorAll("main input[inputmode=numeric]:not(:disabled)")];
  const after = all[all.indexOf(event.target) + 1];
  if (after) after.focus();
  else event.target.blur();
}
