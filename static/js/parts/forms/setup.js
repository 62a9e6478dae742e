// What lies beside the board: ratings of the iconic landmarks, the mode, and in some cities
// themed tours and a table of the board's own.

import { el, redraw } from "../dom.js";
import { HALVES, lacksTours, onFold } from "../sheet/certainty.js";
import { list, placeName, plural, word } from "../words.js";
import { choice, scaled } from "./scale.js";

const MOST_BALANCE = 4;

// own: whether the board is one player's, who may have balance cards; fold: the line where two
// maps meet, or 0. onChange is given an edit, or several that belong together.
export function showSetup(root, { city, cards }, board, onChange, { own = false, fold = 0 } = {}) {
  redraw(
    root,
    el("h2", {}, word("setup")),
    el("p", { class: "small" }, word("setup.hint")),
    ...unrated(city, board.setup, onChange),
    el(
      "div",
      { class: "ratings" },
      ...city.iconic.map(({ id, name, steps, ratings }) =>
        scaled(
          `rating-${id}`,
          name,
          steps,
          board.setup.ratings[id],
          (value) => onChange({ kind: "rating", where: id, value }),
          ratings,
        ),
      ),
    ),
    city.modes.length > 1
      ? choice(
          "mode",
          "",
          city.modes.map(({ id, name }) => [id, name]),
          board.mode,
          (value) => onChange({ kind: "mode", where: "", value }),
        )
      : null,
    ...tours(city, cards.tours, board.setup.tours ?? [], (value) =>
      onChange({ kind: "tours", where: "", value }),
    ),
    lacksTours(city, board)
      ? el(
          "button",
          {
            type: "button",
            class: "button small",
            "data-button": "tours-without",
            onclick: () => onChange({ kind: "fewer-tours", where: "", value: true }),
          },
          word("result.without-tours"),
        )
      : null,
    ...diversity(cards.diversity, board.setup.diversity, (value) =>
      onChange({ kind: "diversity", where: "", value }),
    ),
    own && onFold(fold, board)
      ? choice(
          "task-half",
          word("task-half"),
          HALVES.map((half) => [half, word(`result.half.${half}`)]),
          board.setup.task_half,
          (value) => onChange({ kind: "task-half", where: "", value }),
        )
      : null,
    own
      ? scaled(
          "balance",
          word("players.balance"),
          Array.from({ length: MOST_BALANCE + 1 }, (_, i) => i),
          board.setup.balance_cards ?? 0,
          (value) => onChange({ kind: "balance", where: "", value }),
        )
      : null,
  );
}

// Ratings that nobody gave count as the lowest; one tap says that they are right so.
function unrated({ iconic }, { ratings, unrated: open = [] }, onChange) {
  if (!open.length) return [];
  const names = iconic.filter(({ id }) => open.includes(id)).map(({ name }) => name);
  const given = open.map((where) => ({ kind: "rating", where, value: ratings[where] }));
  return [
    el(
      "p",
      { class: "unrated" },
      word("result.unrated", { names: list(names) }),
      " ",
      el(
        "button",
        {
          type: "button",
          class: "button small",
          "data-button": "as-shown",
          onclick: () => onChange(given),
        },
        word("result.as-shown"),
      ),
    ),
  ];
}

// Of each colour one themed tour lies out.
function tours(city, all, inPlay, onChange) {
  if (!all.length) return [];
  const ofColour = (colour) => all.filter((tour) => tour.colour === colour);
  return [
    el("h3", {}, word("tours.title")),
    ...city.colours
      .filter((colour) => ofColour(colour).length)
      .map((colour) => {
        const there = ofColour(colour);
        const chosen = there.find(({ id }) => inPlay.includes(id));
        const put = (id) =>
          onChange([...inPlay.filter((one) => one !== chosen?.id), ...(id ? [id] : [])]);
        return el(
          "div",
          {},
          select(
            `tour-${colour}`,
            word(`kind-of.${colour}`),
            [["", "–"], ...there.map(({ id, name }) => [id, name])],
            chosen?.id ?? "",
            put,
          ),
          chosen
            ? el(
                "p",
                { class: "small" },
                word("tours.places", { places: list(chosen.places.map(placeName)) }),
              )
            : null,
        );
      }),
  ];
}

// What so many runs of three colours give; the board's own table is not known here.
function diversity(usual, given, onChange) {
  if (!usual.length) return [];
  const points = given?.length ? given : usual;
  const put = (i, value) => onChange(points.map((one, j) => (j === i ? value : one)));
  return [
    el("h3", {}, word("diversity.title")),
    el("p", { class: "small" }, word(given?.length ? "diversity.how" : "diversity.practice")),
    el(
      "div",
      { class: "figures" },
      ...points.slice(1).map((value, i) =>
        el(
          "label",
          {},
          plural("diversity.runs", i + 1),
          el("input", {
            type: "number",
            id: `diversity-${i + 1}`,
            inputmode: "numeric",
            min: 0,
            max: 999,
            value,
            onchange: ({ target }) =>
              put(i + 1, Math.max(0, Math.min(999, Math.round(Number(target.value)) || 0))),
          }),
        ),
      ),
    ),
  ];
}

export function select(id, label, values, current, onChange) {
  return el(
    "label",
    { class: "field" },
    label,
    el(
      "select",
      { id, onchange: ({ target }) => onChange(target.value) },
      ...values.map(([value, text]) => el("option", { value, selected: value === current }, text)),
    ),
  );
}
