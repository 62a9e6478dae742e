// The threat check, step by step: what to do now with what each choice is worth. What happened
// on the table is tapped, or dealt and rolled by the app.

import { el, redraw, svg } from "../dom.js";
import { number } from "../forms/number.js";
import { list, word } from "../words.js";
import { chanceBars, percent, points, promised } from "./figures.js";
import { ARTEFACTS, dealt, deckOf, rolled } from "./townfacts.js";

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

// advice: of the server, for the check as it stands; busy: it is being asked. dice: those that
// were tapped so far; again: places of dice to throw again, null for those that are advised.
export function showCheck(root, facts, act) {
  const { advice, check } = facts;
  redraw(
    root,
    head(facts),
    facts.refit ? el("p", { class: "notice" }, word(`innsmouth.refit.${facts.refit}`)) : null,
    opened(check),
    el(
      "div",
      { class: "step", "aria-live": "polite" },
      ...(STEPS[advice.step]?.(facts, act) ?? []),
    ),
    advice.step === "done"
      ? null
      : chanceBars(advice.chances ?? [], {
          id: "check-target",
          target: facts.target,
          aim: act.aim,
        }),
    begun(check)
      ? el("p", { class: "row" }, small("check-again", word("innsmouth.check.again"), act.restart))
      : null,
  );
}

export const begun = (check) =>
  Boolean(
    check &&
      (check.opened?.length ||
        check.stopped ||
        check.dice ||
        check.left?.length ||
        check.erased?.length),
  );

// Once the dice lie, nothing is left to chance.
const worth = ({ solo, advice: { step } }, value) => {
  const sure = ["erase", "leave"].includes(step);
  return solo
    ? percent(value)
    : word("innsmouth.vp", { n: sure ? Math.round(value) : points(value) });
};

// The total that the check promises as it stands.
const worthNow = ({ solo, advice: { expected, chances } }) =>
  solo
    ? word("innsmouth.check.chance", { n: percent(expected) })
    : word("innsmouth.vp", { n: promised(expected, chances) });

function head(facts) {
  const { advice } = facts;
  return el(
    "p",
    { class: "check-head" },
    el("span", {}, word("innsmouth.check.head", { level: advice.level, taken: advice.taken })),
    el("strong", {}, advice.step === "done" ? "" : worthNow(facts)),
  );
}

function opened({ opened: cards = [] }) {
  if (!cards.length) return null;
  return el(
    "p",
    { class: "chips" },
    ...cards.map((kind) => el("span", { class: `chip ${kind}` }, word(`innsmouth.${kind}`))),
  );
}

// Whether a solo player has no chance any more, whatever they choose.
const hopeless = ({ solo, advice: { expected } }) => solo && expected < 1e-9;

// What stands beside choices, totals or chances for the challenge.
const beside = (name, facts) =>
  hopeless(facts) ? null : el("p", { class: "small" }, word(facts.solo ? `${name}.solo` : name));

const STEPS = { open, roll, reroll, erase, leave, done };

function choiceButton(name, text, value, best, facts, onclick) {
  return el(
    "button",
    {
      type: "button",
      class: best ? "button primary choice" : "button choice",
      "data-button": name,
      disabled: facts.busy,
      onclick,
    },
    el("span", {}, text),
    value === null || hopeless(facts) ? null : el("b", {}, worth(facts, value)),
  );
}

const small = (name, text, onclick, disabled = false) =>
  el(
    "button",
    { type: "button", class: "button small", "data-button": name, disabled, onclick },
    text,
  );

// Open another artefact, or stop; the better one first.
function open(facts, act) {
  const { advice, town, shared, check, drawing } = facts;
  const cards = check.opened ?? [];
  const deck = deckOf(town, shared);
  const left = ARTEFACTS.filter((kind) => deck[kind] > cards.filter((one) => one === kind).length);
  if (drawing)
    return [
      el("h2", {}, word("innsmouth.check.which")),
      el(
        "p",
        { class: "row" },
        ...left.map((kind) =>
          el(
            "button",
            {
              type: "button",
              class: `button chip ${kind}`,
              "data-button": `card-${kind}`,
              disabled: facts.busy,
              onclick: () => act.move({ opened: [...cards, kind] }),
            },
            word(`innsmouth.${kind}`),
          ),
        ),
      ),
      el(
        "p",
        { class: "row" },
        small(
          "card-deal",
          word("innsmouth.check.deal"),
          () => act.move({ opened: [...cards, dealt(deck, cards)] }),
          facts.busy,
        ),
        small("card-back", word("innsmouth.back"), act.undraw),
      ),
    ];
  return [
    el("h2", {}, word("innsmouth.check.open")),
    beside("innsmouth.check.open.how", facts),
    ...advice.options.map((option, i) =>
      option.opens
        ? choiceButton(
            "open-card",
            word("innsmouth.check.open.yes"),
            option.value,
            i === 0,
            facts,
            act.draw,
          )
        : choiceButton(
            "stop-cards",
            word("innsmouth.check.open.no"),
            option.value,
            i === 0,
            facts,
            () => act.move({ stopped: true }),
          ),
    ),
  ];
}

function roll(facts, act) {
  const { advice } = facts;
  return [
    el("h2", {}, word("innsmouth.check.roll", { n: advice.level })),
    ...faces(facts, advice.level, act, (dice) => act.move({ stopped: true, dice })),
  ];
}

// Faces tapped as they lie on the table; the app can roll too.
function faces(facts, number, act, done) {
  const { busy } = facts;
  // Some may be kept from a board that asked for more.
  const dice = facts.dice.slice(0, number - 1);
  const add = (face) => {
    const after = [...dice, face];
    if (after.length < number) return act.tapped(after);
    act.threw(after);
    done(after);
  };
  return [
    el(
      "p",
      { class: "dice" },
      ...Array.from({ length: number }, (_, i) => die(dice[i] ?? 0, i < dice.length ? "" : "open")),
    ),
    el("p", { class: "small" }, word("innsmouth.check.tap-dice")),
    el(
      "p",
      { class: "faces" },
      ...[1, 2, 3, 4, 5, 6].map((face) =>
        el(
          "button",
          {
            type: "button",
            class: "face",
            "data-button": `face-${face}`,
            "aria-label": String(face),
            disabled: busy,
            onclick: () => add(face),
          },
          die(face),
        ),
      ),
    ),
    el(
      "p",
      { class: "row" },
      small(
        "app-rolls",
        word("innsmouth.check.app-rolls"),
        () => done([...dice, ...Array.from({ length: number - dice.length }, rolled)]),
        busy,
      ),
      dice.length
        ? small("face-back", word("innsmouth.back"), () => act.tapped(dice.slice(0, -1)))
        : null,
    ),
  ];
}

export function die(face, kind = "") {
  return svg(
    "svg",
    {
      class: `die ${kind}`,
      viewBox: "0 0 30 30",
      role: "img",
      "aria-label": face ? String(face) : "–",
    },
    svg("rect", { x: 1, y: 1, width: 28, height: 28, rx: 6 }),
    ...PIPS[face].map((at) =>
      svg("circle", { cx: 8 + 7 * (at % 3), cy: 8 + 7 * Math.floor(at / 3), r: 2.7 }),
    ),
  );
}

// The Manuscript: dice that are advised are marked; any may be.
function reroll(facts, act) {
  const { advice, check, rethrown } = facts;
  const { dice, rerolls = 0 } = check;
  // They were taken back, and the next advice is on its way.
  if (!dice) return [el("p", { class: "small" }, word("innsmouth.waiting"))];
  const advised = placesOf(dice, advice.options[0].dice ?? []);
  const again = facts.again ?? advised;
  if (rethrown) {
    const keep = dice.filter((_, i) => !again.includes(i));
    return [
      el("h2", {}, word("innsmouth.check.rethrow", { n: again.length })),
      el("p", { class: "dice" }, ...keep.map((face) => die(face))),
      ...faces(facts, again.length, act, (fresh) =>
        act.move({ dice: [...keep, ...fresh], rerolls: rerolls + 1 }),
      ),
    ];
  }
  const keepAll = advice.options.find(({ dice: some = [] }) => !some.length);
  return [
    el("h2", {}, word("innsmouth.check.reroll")),
    el("p", { class: "small" }, word("innsmouth.check.reroll.how")),
    el(
      "p",
      { class: "dice" },
      ...dice.map((face, i) =>
        el(
          "button",
          {
            type: "button",
            class: "face",
            "data-button": `again-${i}`,
            "aria-label": String(face),
            "aria-pressed": String(again.includes(i)),
            onclick: () =>
              act.mark(again.includes(i) ? again.filter((one) => one !== i) : [...again, i]),
          },
          die(face),
        ),
      ),
    ),
    again.length
      ? choiceButton(
          "throw-again",
          word("innsmouth.check.throw", { n: again.length }),
          sameDice(again, advised) ? advice.options[0].value : null,
          sameDice(again, advised),
          facts,
          act.rethrow,
        )
      : null,
    choiceButton(
      "keep-dice",
      word("innsmouth.check.keep"),
      keepAll?.value ?? null,
      !advised.length,
      facts,
      () => act.move({ rerolls: rerolls + 1 }),
    ),
  ];
}

const sameDice = (one, other) => one.length === other.length && one.every((i) => other.includes(i));

// Where on the table the faces lie that are to be thrown again.
function placesOf(dice, faces) {
  const found = [];
  for (const face of faces)
    found.push(dice.findIndex((one, i) => one === face && !found.includes(i)));
  return found;
}

// The dice after their effects, and what became of them.
function result(facts, act) {
  const { advice, check, hunting, warlock } = facts;
  const { dice = [], result: rolls } = advice;
  if (warlock || !rolls || !check.dice) return [];
  return [
    el(
      "p",
      { class: "dice" },
      ...dice.map(({ rolled: face, becomes, by }) =>
        el(
          "span",
          { class: "became" },
          die(face),
          by.length
            ? el("small", {}, `→ ${becomes} ${list(by.map((kind) => word(`innsmouth.${kind}`)))}`)
            : null,
        ),
      ),
    ),
    el(
      "p",
      {},
      el(
        "b",
        {},
        word(hunting ? "innsmouth.check.hits" : "innsmouth.check.failures", {
          failures: rolls.failures,
          hits: rolls.hits ?? 0,
        }),
      ),
    ),
    otherwise(facts, act),
  ];
}

// Effects may be used in another way than the best one.
function otherwise({ advice, hunting }, act) {
  const { failures, hits = 0 } = advice.result;
  const tell = (more) => act.move({ result: { failures, hits, ...more }, erased: [], left: [] });
  const count = (id, name, value, field) =>
    number(id, name, { value, most: advice.level, stays: true }, (one) => tell({ [field]: one }));
  return el(
    "details",
    { class: "otherwise", open: Boolean(document.querySelector(".otherwise")?.open) },
    el("summary", {}, word("innsmouth.check.otherwise")),
    count("told-failures", word("innsmouth.check.otherwise.failures"), failures, "failures"),
    hunting ? count("told-hits", word("innsmouth.check.otherwise.hits"), hits, "hits") : null,
  );
}

function erase(facts, act) {
  const { advice } = facts;
  const erased = facts.check.erased ?? [];
  return [
    ...result(facts, act),
    el("h2", {}, word("innsmouth.check.erase")),
    ...advice.options.map(({ symbol, value }, i) =>
      choiceButton(`erase-${symbol}`, symbol, value, i === 0, facts, () =>
        act.move({ erased: [...erased, symbol] }),
      ),
    ),
  ];
}

function leave(facts, act) {
  const { advice, check, warlock } = facts;
  const left = check.left ?? [];
  return [
    ...result(facts, act),
    el(
      "h2",
      {},
      word(warlock ? "innsmouth.check.ritual" : "innsmouth.check.leave", { n: left.length + 1 }),
    ),
    advice.options.length > 1 ? beside("innsmouth.check.tie", facts) : null,
    ...advice.options.map(({ quarter, symbol, value }, i) =>
      choiceButton(
        `leave-${quarter}-${symbol}`,
        word("innsmouth.check.leaves", { quarter, symbol }),
        advice.options.length > 1 ? value : null,
        i === 0,
        facts,
        () => act.move({ left: [...left, { quarter, symbol }] }),
      ),
    ),
  ];
}

function done(facts, act) {
  const { advice } = facts;
  return [
    ...result(facts, act),
    el("h2", {}, word("innsmouth.check.done")),
    el("p", { class: "check-total" }, word("innsmouth.vp", { n: advice.total })),
  ];
}
