// What is said below the map: of the water, of a road, of a quarter, of shelters and caches.

import { el } from "../dom.js";
import { number } from "../forms/number.js";
import { counter, picture } from "../innsmouth/quarterpanel.js";
import { cardName, TOURISTS } from "../innsmouth/townfacts.js";
import { symbol } from "../innsmouth/townview.js";
import { placeName, word } from "../words.js";

const EDGES = ["top", "right", "bottom", "left"];
const KINDS = ["red", "green", "blue", "purple", "yellow"];
const MOST_HIDDEN = 9;

export const button = (name, text, onclick, more = {}) =>
  el("button", { type: "button", class: "chip", "data-button": name, onclick, ...more }, text);
export const chips = (label, ...all) =>
  el("div", { class: "chips", role: "group", "aria-label": label }, ...all);
export const how = (text) => el("p", { class: "small" }, text);
export const pressed = (value) => ({ "aria-pressed": String(value) });

export const toggled = (all, one) =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one];

// Puts a place on a cache card, or takes it off.
export const flipped =
  (card, place) =>
  ({ file }) => ({
    set: "card",
    card,
    places: toggled(file.caches[card] ?? [], place),
  });

const done = ({ close }) =>
  chips(
    word("tourists.done"),
    button("done", word("tourists.done"), () => close()),
  );

// Whether all of a part is as the box has it: that is for a person to say.
export function confirmation({ file }, part, put) {
  const open = file.unknown.includes(part);
  return el(
    "button",
    {
      type: "button",
      class: open ? "chip told asks" : "chip told",
      "data-button": `told-${part}`,
      "aria-pressed": String(!open),
      onclick: () => put({ set: "told", part, told: open }),
    },
    word(`town-editor.all.${part}`),
  );
}

// line: the points of the river while it is drawn, null while it is not.
export function waterSheet(told, line, put, act) {
  if (line)
    return [
      how(word("town-editor.river.how")),
      chips(
        word("town-editor.river"),
        button("river-keep", word("map-editor.keep"), act.keep, { disabled: line.length < 2 }),
        button("river-back", word("undo"), act.back, { disabled: !line.length }),
        button("cancel", word("cancel"), act.cancel),
      ),
    ];
  const { edges, rivers } = told;
  const flip = (edge) => put(({ edges: now }) => ({ set: "sea", edges: toggled(now, edge) }));
  return [
    how(word("town-editor.water.how")),
    chips(
      word("town-editor.river"),
      button(
        "river",
        word(rivers.length ? "town-editor.river.anew" : "town-editor.river"),
        act.draw,
      ),
      rivers.length
        ? button("no-river", word("town-editor.river.none"), () => put({ set: "river", path: [] }))
        : null,
    ),
    el("p", {}, el("b", {}, word("town-editor.sea"))),
    chips(
      word("town-editor.sea"),
      ...EDGES.map((edge) =>
        button(
          `sea-${edge}`,
          word(`town-editor.sea.${edge}`),
          () => flip(edge),
          pressed(edges.includes(edge)),
        ),
      ),
    ),
    confirmation(told, "water", put),
  ];
}

export function roadSheet(told, road, put, act) {
  const one = told.lattice[road];
  if (!one) return [how(word("town-editor.roads.how")), confirmation(told, "roads", put)];
  const [first, second] = road.split("-");
  const states = [
    ["road", word("town-editor.road")],
    ["none", word("town-editor.road.none")],
    ["first", word("town-editor.road.end", { place: first })],
    ["second", word("town-editor.road.end", { place: second })],
    ["both", word("town-editor.road.both")],
  ];
  return [
    el("p", {}, el("b", {}, placeName(road))),
    chips(
      placeName(road),
      ...states.map(([state, text]) =>
        button(
          `state-${state}`,
          text,
          () => put({ set: "road", road, state }),
          pressed(one.state === state),
        ),
      ),
    ),
    one.state === "none"
      ? null
      : chips(
          word("town-editor.beside"),
          ...Object.entries(one.beside).map(([quarter, beside]) =>
            button(
              `beside-${quarter}`,
              word("town-editor.along", { quarter }),
              () => put({ set: "beside", road, quarter, beside: !beside }),
              pressed(beside),
            ),
          ),
        ),
    done(act),
  ];
}

export function quarterSheet(told, quarter, put, act) {
  if (!quarter)
    return [
      how(word("town-editor.quarters.how")),
      numbers(told, "columns", put),
      numbers(told, "rows", put),
      confirmation(told, "quarters", put),
    ];
  const { landmarks } = told.file.board;
  const mark = landmarks[quarter];
  const set = (change) => {
    const { kind = null, value = null, name = "" } = { ...mark, ...change };
    put({ set: "quarter", quarter, kind, value: kind === "yellow" ? value : null, name });
  };
  const free = !told.file.no_diagonals.includes(quarter);
  return [
    el("p", {}, el("b", {}, quarter)),
    chips(
      word("town-editor.landmark"),
      button("kind-white", word("town-editor.white"), () => set({ kind: null }), pressed(!mark)),
      ...KINDS.map((kind) =>
        button(`kind-${kind}`, word(`town-editor.kind.${kind}`), () => set({ kind }), {
          class: `chip paint ${kind}`,
          ...pressed(mark?.kind === kind),
        }),
      ),
    ),
    mark?.kind === "yellow"
      ? number("star", word("town-editor.star"), { value: mark.value ?? null, most: 99 }, (value) =>
          set({ value }),
        )
      : null,
    mark
      ? typed("landmark", word("town-editor.landmark.name"), mark.name ?? "", (name) =>
          set({ name }),
        )
      : null,
    chips(
      word("innsmouth.diagonals"),
      button(
        "diagonals",
        word("town-editor.diagonals"),
        () => put({ set: "diagonals", quarter, allowed: !free }),
        pressed(free),
      ),
    ),
    done(act),
  ];
}

// The coordinates along the map, as they are printed, in one line.
function numbers({ file }, which, put) {
  const { columns, rows } = file.board.coordinates;
  const now = { columns, rows };
  return typed(which, word(`town-editor.${which}`), now[which].join(" "), (value) => {
    const told = (value.match(/[1-6]/g) ?? []).map(Number);
    if (new Set(told).size === 6 && told.length === 6)
      put({ set: "coordinates", ...now, [which]: told });
  });
}

export function typed(id, label, value, onChange, most = 40) {
  return el(
    "label",
    { class: "field" },
    label,
    el("input", {
      id: `typed-${id}`,
      maxlength: most,
      autocomplete: "off",
      value,
      onchange: ({ target }) => onChange(target.value.trim()),
    }),
  );
}

// place: a crossroads or a road that was tapped; card: the cache card that is told.
export function placeSheet(told, { place, card }, put, act) {
  const { shelters, caches } = told.file;
  const cards = Object.keys(caches);
  if (!place)
    return [
      how(word("town-editor.places.how")),
      el("p", {}, el("b", {}, word("innsmouth.cache-card"))),
      chips(
        word("innsmouth.cache-card"),
        ...cards.map((name) =>
          button(
            `card-${name}`,
            `${cardName(name)} · ${caches[name].length}`,
            () => act.card(name),
            pressed(name === card),
          ),
        ),
        button("new-card", `+ ${word("town-editor.card.new")}`, () => act.newCard(unused(cards))),
        card
          ? button(
              "drop-card",
              word("town-editor.card.drop", { name: cardName(card) }),
              act.dropCard,
            )
          : null,
      ),
      card ? how(word("town-editor.card.how", { name: cardName(card) })) : null,
      confirmation(told, "shelters", put),
      confirmation(told, "caches", put),
    ];
  const hidden = shelters.find(({ at }) => at === place)?.tourists ?? {};
  const count = (kind) =>
    counter(
      kind,
      word(`innsmouth.kind.${kind}`),
      picture(symbol(kind)),
      hidden[kind] ?? 0,
      MOST_HIDDEN,
      (value) =>
        put(({ file }) => {
          const now = file.shelters.find(({ at }) => at === place)?.tourists;
          return { set: "shelter", at: place, tourists: { ...now, [kind]: value } };
        }),
    );
  return [
    el("p", {}, el("b", {}, word("town-editor.shelter", { place: shortName(place) }))),
    el("div", { class: "quarter-panel" }, el("div", { class: "counts" }, ...TOURISTS.map(count))),
    cards.length
      ? chips(
          word("innsmouth.cache-card"),
          ...cards.map((name) =>
            button(
              `on-${name}`,
              word("town-editor.on-card", { name: cardName(name) }),
              () => put(flipped(name, place)),
              pressed(caches[name].includes(place)),
            ),
          ),
        )
      : null,
    done(act),
  ];
}

const unused = (cards) => {
  let number = cards.length + 1;
  while (cards.includes(`card ${number}`)) number += 1;
  return `card ${number}`;
};

export const shortName = (place) =>
  placeName(place)
    .split("–")
    .map((one) => one.split("_")[0])
    .join("–");
