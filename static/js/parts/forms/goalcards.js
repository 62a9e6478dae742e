// The goal cards on the table, as they are printed; and a solo player's challenge.

import { el, icon, redraw, toast } from "../dom.js";
import { isPractice } from "../sheet/certainty.js";
import { plural, word } from "../words.js";
import { pickPlaces } from "./placepicker.js";
import { select } from "./setup.js";

const OF = { tourists: "tourists", landmarks: "landmarks" };
// Cards about marked places, and whether these are roads or locations.
const MARKED = { along: "roads", across: "roads", beside: "locations", "ends-beside": "locations" };
// What is printed on a card, and nobody can guess.
const FIGURES = ["threshold", "reached", "won"];
// A solo player's cards give no points: what they require is enough.
const asked = ({ mode }) => (mode === "solo" ? FIGURES.slice(0, 1) : FIGURES);
const NEW_CARD = { measure: "turns", direction: "at-least" };
const MOST_CARDS = 4;
// What a solo player can set out for; the usual number of goal cards, and of tours.
const [MOST_POINTS, USUAL_CARDS] = [999, 3];
// What no other kind of card takes over.
const ANEW = { of: "", elements: [], name: "" };

// A card that is being entered: it is one of the game's as soon as all its figures are told. Until
// then it outlives the page, which is loaded anew when somebody joins.
const BEGUN = `goal-card:${location.pathname}`;
let begun = keptCard();

// setup.goals are shown; each change hands all of them to onChange(edit). aside: the cards that the
// mode does not play with, until one that does is chosen again. challenge: null where a
// solo player has chosen none, undefined where it is not chosen here. boardScene() resolves to the
// board on which marked places are tapped.
export function showGoals(root, scene, laid, challenge, onChange, boardScene) {
  const { city, cards: own } = scene;
  const { setup, aside } = laid;
  const cards = setup.goals;
  const presets = own.goals.filter(({ card }) => !cards.some(({ name }) => name === card.name));
  const title = (name) => own.goals.find(({ card }) => card.name === name)?.title ?? name;
  const put = (next) => onChange({ kind: "goals", where: "", value: next });
  const begin = (card) => {
    const told = card && asked(setup).every((name) => Number.isInteger(card[name]));
    const first = card && !begun;
    begun = told ? null : card;
    keepCard();
    if (told) {
      renamed(cards.length, () => put([...cards, cleaned({ reached: 0, won: 0, ...card })]));
      return;
    }
    showGoals(root, scene, laid, challenge, onChange, boardScene);
    if (first) document.getElementById("goal-new-measure").focus({ preventScroll: true });
  };
  const entering = begun && cards.length < MOST_CARDS;
  const challengeNow =
    setup.mode === "solo" && challenge !== undefined
      ? challengeForm(city, cards.length, challenge ?? { goals: 0 }, onChange)
      : null;
  // A city without goal cards has the challenge alone.
  if (!city.goals) return redraw(root, challengeNow);
  if (aside.length) return redraw(root, ...putAside(aside), challengeNow);
  redraw(
    root,
    el("h2", {}, word("goals.title")),
    el("p", { class: "small" }, word(setup.goal_cards ? "goals.hint.in-play" : "goals.hint")),
    // Hidden, not left out: what is typed in a field beside it stays.
    el(
      "p",
      { class: "practice-cards", hidden: !cards.some(isPractice) },
      word("goals.practice"),
      " ",
      el(
        "button",
        {
          type: "button",
          class: "button small",
          "data-button": "goals-as-shown",
          onclick: () => put(cards.map(({ practice: _, ...card }) => card)),
        },
        word("goals.as-shown"),
      ),
    ),
    ...cards.map((card, i) =>
      cardForm(
        scene,
        setup,
        card,
        [i, i],
        title(card.name),
        (changed) => put(cards.map((one, j) => (j === i ? cleaned(changed) : one))),
        () => put(cards.filter((_, j) => j !== i)),
        boardScene,
      ),
    ),
    ...(entering
      ? [
          cardForm(
            scene,
            setup,
            begun,
            ["new", cards.length],
            "",
            begin,
            () => begin(null),
            boardScene,
          ),
          el(
            "p",
            { class: "small" },
            word(setup.mode === "solo" ? "goals.figures.solo" : "goals.figures"),
          ),
        ]
      : []),
    cards.length < MOST_CARDS && !entering
      ? el(
          "p",
          { class: "row" },
          el(
            "button",
            {
              type: "button",
              class: "button small",
              "data-button": "add-goal",
              onclick: () => begin(NEW_CARD),
            },
            icon("plus"),
            word("goals.add"),
          ),
          ...presets.map(({ title: text, card }) =>
            el(
              "button",
              {
                type: "button",
                class: "button small",
                "data-button": `add-${card.name}`,
                onclick: () => put([...cards, card]),
              },
              icon("plus"),
              text,
            ),
          ),
        )
      : null,
    setup.goal_cards && !cards.length && !entering
      ? el(
          "button",
          {
            type: "button",
            class: "button small",
            "data-button": "goals-without",
            onclick: () => withoutGoals(city, setup).forEach(onChange),
          },
          word("result.without-goals"),
        )
      : null,
    challengeNow,
  );
}

// They come back as they were, with the mode; others beside them would take their place.
const putAside = (cards) => [
  el("h2", {}, word("goals.title")),
  el("p", { class: "small", "data-aside": "" }, plural("goals.aside", cards.length)),
];

// The edits by which a game was played without goal cards: in the mode that has all else.
export const withoutGoals = ({ modes }, { cafes, tasks }) =>
  modes
    .filter((one) => !one.goals && one.cafes === cafes && one.tasks === tasks)
    .map(({ id }) => ({ kind: "mode", where: "", value: id }));

// which: what its fields are called, lest a card that arrives meanwhile takes them over, and i.
function cardForm({ city }, setup, card, [which, i], title, onChange, onRemove, boardScene) {
  const id = (name) => `goal-${which}-${name}`;
  // Whoever changes a figure has looked at the card.
  const told = (part) => FIGURES.some((name) => name in part);
  const change = (part) =>
    onChange({ ...card, ...part, practice: Boolean(card.practice) && !told(part) });
  // A card about places is one only once they are tapped.
  const pick = async (measure, chosen) => {
    document.getElementById(id("measure")).value = card.measure;
    pickPlaces(await boardScene(), MARKED[measure] === "roads", chosen, (elements) =>
      change({ ...(measure === card.measure ? {} : { measure, ...ANEW }), elements }),
    );
  };
  const number = (name) =>
    figure(id(name), `goals.${name}`, card[name], MOST_POINTS, (told) => change({ [name]: told }));
  return el(
    "fieldset",
    { class: "goal", id: id("card") },
    el("legend", {}, title || word("goals.card", { n: i + 1 })),
    el("p", { class: "small", hidden: !card.practice }, word("goals.practice.card")),
    el(
      "div",
      { class: "goal-row" },
      select(
        id("measure"),
        word("goals.measure"),
        city.measures.map((one) => [one, word(`measure.${one}`)]),
        card.measure,
        (measure) => (measure in MARKED ? pick(measure, []) : change({ measure, ...ANEW })),
      ),
      card.measure in OF
        ? select(
            id("of"),
            word("goals.of"),
            [
              ["", word("goals.all")],
              ...city[OF[card.measure]].map((kind) => [kind, word(`kind-of.${kind}`)]),
            ],
            card.of ?? "",
            (of) => change({ of }),
          )
        : null,
      card.measure in MARKED
        ? el(
            "button",
            {
              type: "button",
              class: "button small wide",
              "data-button": id("elements"),
              onclick: () => pick(card.measure, card.elements ?? []),
            },
            plural("goals.places", card.elements?.length ?? 0),
          )
        : null,
    ),
    el(
      "div",
      { class: "goal-row" },
      select(
        id("direction"),
        word("goals.direction"),
        [
          ["at-least", "≥"],
          ["at-most", "≤"],
        ],
        card.direction,
        (direction) => change({ direction }),
      ),
      ...asked(setup).map(number),
      el(
        "button",
        {
          type: "button",
          class: "tool",
          "data-button": id("remove"),
          "aria-label": word("goals.remove", { n: i + 1 }),
          onclick: onRemove,
        },
        icon("close"),
      ),
    ),
  );
}

// A card that was being entered becomes the game's *i*-th, and its fields are called so. Whoever left
// its last figure is on the way to another field then, and gets there.
function renamed(i, put) {
  setTimeout(() => {
    const { id, dataset } = document.activeElement;
    const name = id || dataset.button || "";
    put();
    if (!name.startsWith("goal-new-")) return;
    const now = CSS.escape(name.replace("new", i));
    document.querySelector(`#${now}, [data-button="${now}"]`)?.focus({ preventScroll: true });
  });
}

function keptCard() {
  try {
    return JSON.parse(sessionStorage.getItem(BEGUN) ?? "null");
  } catch {
    return null;
  }
}

function keepCard() {
  try {
    if (begun) sessionStorage.setItem(BEGUN, JSON.stringify(begun));
    else sessionStorage.removeItem(BEGUN);
  } catch {
    // Private windows may refuse; then a card lasts as long as its page.
  }
}

// A card is sent without what it does not need; winning gives no less than reaching.
function cleaned({ of, elements, name, practice, ...card }) {
  const kept = { ...card, won: Math.max(card.won, card.reached) };
  if (practice) kept.practice = true;
  if (of) kept.of = of;
  if (name) kept.name = name;
  if (elements?.length) kept.elements = elements;
  return kept;
}

// A figure between 0 and *most*. What was told stays until another one is.
function figure(id, label, told, most, onTold) {
  const name = word(label);
  return el(
    "label",
    {},
    name,
    el("input", {
      type: "number",
      id,
      inputmode: "numeric",
      min: 0,
      max: most,
      placeholder: "–",
      value: told ?? "",
      onchange: ({ target }) => {
        if (target.value === "") {
          target.value = told ?? "";
          return;
        }
        const wanted = Math.round(Number(target.value));
        const value = Math.max(0, Math.min(most, wanted));
        target.value = value;
        if (value !== wanted) toast(word(value ? "number.most" : "number.least", { n: value }));
        onTold(value);
      },
    }),
  );
}

function challengeForm(city, cards, challenge, onChange) {
  const put = (part) =>
    onChange({ kind: "challenge", where: "", value: { ...challenge, ...part } });
  const points = challenge.points ?? city.levels.find(({ id }) => id === challenge.level)?.points;
  // It may be chosen before all its cards lie out.
  const most = Math.max(cards, USUAL_CARDS);
  return el(
    "fieldset",
    { class: "goal" },
    el("legend", {}, word("challenge.title")),
    el(
      "div",
      { class: "goal-row" },
      city.levels.length
        ? select(
            "challenge-level",
            word("challenge.level"),
            [["", "–"], ...city.levels.map(({ id, name }) => [id, name])],
            challenge.level ?? "",
            (level) => put({ level, points: null }),
          )
        : null,
      figure("challenge-points", "challenge.points", points, MOST_POINTS, (told) =>
        put({ points: told }),
      ),
      figure(
        "challenge-goals",
        city.goals ? "challenge.goals" : "challenge.tours",
        challenge.goals,
        most,
        (told) => put({ goals: told }),
      ),
    ),
  );
}
