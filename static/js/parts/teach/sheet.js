// The sheet below the map: what is printed at the chosen place, one tap for each answer.

import { el, icon, redraw } from "../dom.js";
import { placeName, plural, word } from "../words.js";
import { partsOf } from "./said.js";

// The PP that popular landmarks, bridges and stars have, as buttons; others are typed.
const VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

// on: {tell(place), choose(where), type(what), next(), close(), undo(), redo()}.
export function showSheet(root, { scene, chosen, places, typing, left, unseen, done, on }) {
  root.dataset.where = chosen;
  const place = places.find(({ id }) => id === typing.landmark) ?? places[0];
  redraw(
    root,
    head({ scene, place, left, done, on }),
    unseen.has(chosen) ? el("p", { class: "small covered" }, covered()) : null,
    ...(places.length > 1 ? [sharing(places, place, on)] : []),
    ...(typing.what ? typed(place, typing.what, scene, on) : choices(place, scene, on)),
  );
}

// That the print is covered here, and the way to a photo that shows it.
function covered() {
  return el("a", { href: "#unseen" }, word("tap.unseen.here"));
}

function head({ scene, place, left, done, on }) {
  return el(
    "div",
    { class: "tell-head" },
    title(place, scene, on),
    undoButton(done, on),
    // Always there, so that no button under a thumb becomes another one.
    el(
      "button",
      {
        type: "button",
        class: "chip next",
        "data-button": "next",
        hidden: left === 0,
        onclick: on.next,
      },
      plural("tap.left", left),
      " ▸",
    ),
    tool("close", word("tap.close"), { onclick: on.close }),
  );
}

// What is said of the place; a landmark is given a name by tapping it.
function title(place, scene, on) {
  const said = [el("b", {}, placeName(place.where)), ` ${partsOf(place, scene).join(" · ")}`];
  if (!place.kind) return el("p", { class: "tell-place", "aria-live": "polite" }, ...said);
  return el(
    "button",
    {
      type: "button",
      class: "tell-place",
      "data-button": "name",
      title: word("tap.name"),
      onclick: () => on.type("name"),
    },
    ...said,
    el("span", { "aria-hidden": "true" }, " ✎"),
  );
}

export function undoButton(done, on) {
  return tool("undo", word("undo"), { disabled: !done.canUndo, onclick: on.undo });
}

function tool(name, label, attributes) {
  return el(
    "button",
    { type: "button", class: "tool", "aria-label": label, "data-button": name, ...attributes },
    icon(name),
  );
}

function sharing(places, place, on) {
  return chips(
    word("tap.landmarks"),
    places.map((one) =>
      chip(one.name || word(`tap.kind.${one.kind}`), one === place, () => on.landmark(one.id)),
    ),
  );
}

function choices(place, scene, on) {
  if (place.sort === "location") return locationChoices(place, scene, on);
  if (place.sort === "crossroads") return crossroadsChoices(place, scene, on);
  return [
    chips(
      word("tap.reaches"),
      place.beside.map((where) =>
        chip(where, place.reached.includes(where), () =>
          on.tell({ ...place, reached: toggled(place.reached, where) }),
        ),
      ),
      true,
    ),
    ...markChoices(place, scene, "RoadId", on),
  ];
}

function locationChoices(place, scene, on) {
  const { kind } = place;
  const found = [];
  if (place.fixed) found.push(el("p", { class: "small" }, word("tap.fixed")));
  else found.push(kinds(place, scene, on));
  if (kind === "yellow")
    found.push(values(word("tap.value"), place.value, on, (value) => ({ ...place, value }), true));
  if (kind === "grey" && !place.fixed) found.push(iconic(place, scene, on));
  return [...found, ...markChoices(place, scene, "Location", on)];
}

function kinds(place, scene, on) {
  const button = (kind) =>
    el(
      "button",
      {
        type: "button",
        class: `kind ${kind ?? "none"}`,
        "aria-pressed": String(place.kind === kind && !place.unshown),
        "data-button": `kind-${kind ?? "none"}`,
        onclick: () => {
          if (kind !== place.kind || place.unshown) on.tell({ ...place, ...blank, kind });
        },
      },
      el("span", { class: "swatch", "aria-hidden": "true" }),
      el("span", {}, word(`tap.kind.${kind ?? "none"}`)),
    );
  const blank = { id: "", value: null, iconic: "", unshown: false };
  return el(
    "div",
    { class: "kinds", role: "group", "aria-label": word("editor.kind") },
    ...[...scene.kinds, null].map(button),
  );
}

function iconic(place, scene, on) {
  return chips(
    word("tap.which"),
    scene.iconic.map(({ id, name }) => {
      const there = scene.shared.includes(id) ? "" : on.placeOf(id, place);
      const text = there ? word("tap.at", { name, where: there }) : name;
      return chip(text, place.iconic === id, () =>
        on.tell({ ...place, id: "", iconic: place.iconic === id ? "" : id }),
      );
    }),
    true,
  );
}

function crossroadsChoices(place, scene, on) {
  const found = [
    chips(word("modes.cafe"), [
      chip(word("tap.no-cafe"), !place.cafe, () => on.tell({ ...place, cafe: null, xy: null })),
      ...scene.bonuses.map((bonus) =>
        chip(word(`bonus.${bonus}`), place.cafe === bonus, () =>
          on.tell({ ...place, cafe: bonus }),
        ),
      ),
    ]),
  ];
  if (scene.usual.points)
    found.push(
      chips("", [
        chip(word("step.visit-all"), place.point, () => on.tell({ ...place, point: !place.point })),
      ]),
    );
  return [...found, ...markChoices(place, scene, "Crossroads", on)];
}

// What the city marks: once tapped it is there, with its PP where some are printed there.
function markChoices(place, scene, sort, on) {
  return scene.marked
    .filter((group) => group.sort === sort)
    .map(({ id, name, valued }) => {
      const { [id]: value, ...others } = place.marked;
      const marked = id in place.marked;
      const off = { ...place, marked: others };
      if (valued)
        return labelled(name, value, on, (points) =>
          points === null ? off : { ...place, marked: { ...others, [id]: points } },
        );
      return chips("", [
        chip(name, marked, () =>
          on.tell(marked ? off : { ...place, marked: { ...others, [id]: null } }),
        ),
      ]);
    });
}

function labelled(label, ...rest) {
  return el("div", {}, el("p", { class: "small" }, label), values(label, ...rest));
}

// The number that holds is taken away by tapping it again, unless one has to be there.
function values(label, value, on, told, needed = false) {
  const other = value != null && !VALUES.includes(value);
  return chips(
    label,
    [
      ...VALUES.map((points) =>
        chip(String(points), value === points, () => {
          if (value !== points) on.tell(told(points));
          else if (!needed) on.tell(told(null));
        }),
      ),
      chip(other ? `✎ ${value}` : word("tap.type"), other, () => on.type("value", told)),
    ],
    false,
    "values",
  );
}

function chips(label, buttons, wide = false, name = "") {
  return el(
    "div",
    { class: `chips ${wide ? "wide" : ""} ${name}`, role: "group", "aria-label": label || false },
    ...buttons,
  );
}

function chip(text, pressed, onclick) {
  return el(
    "button",
    { type: "button", class: "chip", "aria-pressed": String(Boolean(pressed)), onclick },
    text,
  );
}

// A number or a name; names that the city's rules speak of are chosen.
function typed(place, { name, told }, scene, on) {
  const number = name === "value";
  const send = (event) => {
    event.preventDefault();
    // The form that is shown, which may be older than this one.
    const field = event.currentTarget.querySelector("input");
    const text = field.value.trim();
    if (number && text && !field.checkValidity()) return field.reportValidity();
    const value = number ? (text ? Number(text) : null) : text;
    on.tell(told ? told(value) : { ...place, name: value });
  };
  const root = el(
    "form",
    { class: "typed", onsubmit: send },
    el(
      "input",
      number
        ? {
            type: "number",
            min: 0,
            max: 99,
            inputmode: "numeric",
            id: "typed",
            "aria-label": word("tap.value"),
          }
        : { maxlength: 60, id: "typed", value: place.name, "aria-label": word("players.name") },
    ),
    el("button", { class: "button primary" }, word("players.keep")),
  );
  const names = (!number && scene.names[place.kind]) || [];
  const choose = (known) =>
    chip(known, place.name === known, () => on.tell({ ...place, name: known }));
  return names.length ? [root, chips(word("players.name"), names.map(choose), true)] : [root];
}

const toggled = (all, one) =>
  (all.includes(one) ? all.filter((other) => other !== one) : [...all, one]).sort();
