// A player's equipment tokens: how many on cards and in reserve, in all or kind by kind.

import { el } from "../dom.js";
import { number, stepper } from "../forms/number.js";
import { choice } from "../forms/scale.js";
import { labelled, word } from "../words.js";

export const KINDS = ["smartphone", "tripod", "drone", "lens", "film"];
const [MOST_TOKENS, OF_A_KIND, MOST_IN_RESERVE] = [21, 10, 3];

const isKinds = (told) => told !== null && typeof told === "object" && !Array.isArray(told);
const total = (numbers) => numbers.reduce((all, one) => all + one, 0);
const counted = (told) => (told !== null && typeof told === "object" ? inAll(told) : told);
const inAll = (told) => total(Object.values(told));

// byKind: whether the kinds are shown, null where nobody has said; toggle(next): show them or not.
// What was told in one way stays until it is told in the other.
export function tokenFields({ own, lines, byKind, toggle }, enter) {
  const shown = byKind ?? (isKinds(own.tokens) || isKinds(own.reserve));
  return [
    ...(shown ? [kinds(own, lines, enter)] : [onCards(own, lines, enter)]),
    choice(
      "four",
      word("phototour.per-token"),
      [3, 4].map((each) => [each, String(each)]),
      own.four_a_token ? 4 : 3,
      (each) => enter("four_a_token", each === 4),
    ),
    ...(shown ? [] : [reserve(own, enter)]),
    el(
      "p",
      { class: "row" },
      el(
        "button",
        {
          type: "button",
          class: "button small",
          "data-button": "kinds",
          "aria-pressed": String(shown),
          onclick: () => toggle(!shown),
        },
        word("phototour.by-kind"),
      ),
    ),
  ];
}

function onCards({ tokens }, lines, enter) {
  return number(
    "tokens",
    word("phototour.on-cards"),
    { value: counted(tokens), most: MOST_TOKENS, strict: true, hint: `→ ${lines.tokens}` },
    (value) => enter("tokens", value),
  );
}

function reserve({ reserve: told }, enter) {
  return choice(
    "reserve",
    word("phototour.reserve-left"),
    scaleFor(counted(told)).map((one) => [one, String(one)]),
    counted(told),
    (value) => enter("reserve", value),
  );
}

// What stands on no scale is shown all the same.
function scaleFor(current) {
  const usual = Array.from({ length: MOST_IN_RESERVE + 1 }, (_, i) => i);
  return current === null || usual.includes(current) ? usual : [...usual, current];
}

// A row for each kind: a stepper for the cards, and one for the reserve.
function kinds(own, lines, enter) {
  const columns = [
    ["tokens", OF_A_KIND, word("phototour.on-cards")],
    ["reserve", MOST_IN_RESERVE, word("phototour.reserve-left")],
  ];
  const cell = (kind, [field, most, name]) => {
    const told = own[field];
    const value = isKinds(told) ? (told[kind] ?? 0) : null;
    const put = (next) => enter(field, changed(told, kind, next));
    return el(
      "div",
      { role: "group", "aria-label": labelled(word(`phototour.token.${kind}`), name) },
      stepper(
        `${field}-${kind}`,
        labelled(word(`phototour.token.${kind}`), name),
        { value, most, strict: true },
        put,
      ),
    );
  };
  return el(
    "div",
    { class: "kinds", id: "kinds" },
    ...columns.map(([field, , name]) =>
      el(
        "p",
        {},
        el("b", {}, name),
        el("small", {}, `${counted(own[field]) ?? "–"} → ${lines[field]}`),
      ),
    ),
    ...KINDS.flatMap((kind) => [
      el("p", { class: "kind" }, word(`phototour.token.${kind}`)),
      ...columns.map((column) => cell(kind, column)),
    ]),
  );
}

// An emptied field takes its kind away; where none is left nobody has said anything.
function changed(told, kind, value) {
  const { [kind]: _, ...others } = isKinds(told) ? told : {};
  const next = value === null ? others : { ...others, [kind]: value };
  return Object.keys(next).length ? next : null;
}
