// A whole number between two buttons: typed, or counted up and down. null says that nobody has
// told it yet.

import { el, icon, toast, withdraw } from "../dom.js";
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
// emptied shows what was told. So does, once it is left, every field with what was not taken.
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
    onfocus: ({ target }) => {
      target.counted = [{ text: "", number: known }];
      target.select();
    },
    onkeydown: (event) => event.key === "Enter" && next(event),
    oninput: ({ target }) =>
      told(target, { least, most, refuses, known }, (number) => {
        if (stays && number === null) return;
        known = number;
        onChange(number);
      }),
    onblur: ({ target }) => {
      if (target.value !== String(known ?? "")) target.value = known ?? "";
    },
  });
}

// What was refused last, until a number is taken.
let refused = "";

// known: the number that counts, and stays if the one typed is refused.
function told(input, { least, most, refuses, known }, onChange) {
  const typed = input.value.replace(/\s/g, "").replace(/^[−–]/, "-");
  if (/^[+-]$/.test(typed)) return;
  if (!/^([+-]?\d+)?$/.test(typed)) {
    // The text stays until the field is left: put back at once, what is typed next would go on
    // from there.
    refuse(word("number.refused-whole", { told: typed }));
    const before = countedBefore(input, typed);
    if (before && before.number !== known) onChange(before.number);
    return;
  }
  const number = typed === "" ? null : Math.min(most, Math.max(least, Number(typed)));
  if (number === null || number === Number(typed)) {
    // A word on a number that was refused before is past.
    withdraw(refused);
    input.counted?.push({ text: typed, number });
    return onChange(number);
  }
  const end = number === most ? "most" : "least";
  if (refuses) {
    input.value = known ?? "";
    return refuse(word(`number.refused-${end}`, { n: number, told: Number(typed) }));
  }
  input.value = number;
  toast(word(`number.${end}`, { n: number }));
  onChange(number);
}

function refuse(text) {
  refused = text;
  toast(text);
}

// What counted before somebody began to type *typed*: of 1.5 the 1 is no number of its own. It goes
// back to what counted when the field was entered.
const countedBefore = ({ counted = [] }, typed) =>
  counted.findLast(({ text }, i) => i === 0 || !typed.startsWith(text));

// The keyboard's return key goes on to the next number of the page.
function next(event) {
  event.preventDefault();
  const all = [...document.querySelectorAll("main input[inputmode=numeric]:not(:disabled)")];
  const after = all[all.indexOf(event.target) + 1];
  if (after) after.focus();
  else event.target.blur();
}
