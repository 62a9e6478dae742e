// What is said below the page: of the place or the route that is chosen, of tickets, of the box.

import { cheapest } from "../../scoring/links.js";
import { el, toast } from "../dom.js";
import { field, number } from "../forms/number.js";
import { plural, space, word } from "../words.js";
import { nameOf, placeName } from "./mapdraft.js";

const COLOURS = ["blue", "white", "red", "yellow", "green", "purple"];
const LENGTHS = [1, 2, 3, 4, 5, 6];
// What a ticket may be worth, and what few are while no way between its locations is drawn.
const [MOST_WORTH, USUAL_WORTH] = [99, 30];

const button = (name, text, onclick, more = {}) =>
  el("button", { type: "button", class: "chip", "data-button": name, onclick, ...more }, text);

export function placeSheet(draft, id, { moving }, act) {
  if (!id) return [el("p", { class: "small" }, word("map-editor.places.how"))];
  const place = draft.places.find((one) => one.id === id);
  return [
    el(
      "label",
      { class: "field" },
      word("map-editor.place-name"),
      el("input", {
        id: `name-${id}`,
        maxlength: 60,
        autocomplete: "off",
        value: place.name,
        onchange: ({ target }) => act.place({ name: target.value.trim() }),
      }),
    ),
    el(
      "div",
      { class: "chips" },
      button("move", word(moving ? "map-editor.move.where" : "map-editor.move"), act.move, {
        "aria-pressed": String(moving),
      }),
      button("delete", word("map-editor.delete"), act.drop),
    ),
  ];
}

export function linkSheet(draft, name, { from, proposed }, act) {
  if (from)
    return [
      el("p", { class: "small" }, word("map-editor.links.to", { place: placeName(draft, from) })),
      el("div", { class: "chips" }, button("cancel", word("cancel"), act.cancel)),
    ];
  if (!name) return [el("p", { class: "small" }, word("map-editor.links.how"))];
  const link = draft.links.find((one) => nameOf(one) === name);
  return [
    el("p", {}, ends(draft, link), proposed ? space() + word("map-editor.proposed") : ""),
    // Whoever drew one route twice is told so.
    link.lane === 2 ? el("p", { class: "small" }, word("map-editor.second-lane")) : null,
    ...looks(link, act),
    el("div", { class: "chips" }, button("delete", word("map-editor.delete"), act.drop)),
  ];
}

// A route that nothing is proposed for: its length and colour are asked for, and none is preset.
export function askSheet(draft, link, act) {
  return [
    el(
      "p",
      { class: "ask", id: "untold" },
      ends(draft, link),
      space(),
      word("map-editor.not-proposed"),
    ),
    ...looks(link, act),
    el("div", { class: "chips" }, button("delete", word("map-editor.delete"), act.drop)),
  ];
}

const ends = (draft, { between }) =>
  el("b", {}, between.map((id) => placeName(draft, id)).join(" – "));

function looks(link, act) {
  return [
    el(
      "div",
      { class: "chips", role: "group", "aria-label": word("map-editor.length") },
      ...LENGTHS.map((n) =>
        button(`length-${n}`, String(n), () => act.link({ length: n }), {
          "aria-label": plural("ticket-to-ride.spaces", n),
          "aria-pressed": String(link.length === n),
        }),
      ),
    ),
    el(
      "div",
      { class: "chips", role: "group", "aria-label": word("map-editor.colour") },
      ...COLOURS.map((one) =>
        button(
          `colour-${one}`,
          word(`ticket-to-ride.colour.${one}`),
          () => act.link({ colour: one }),
          { class: `chip paint ${one}`, "aria-pressed": String(link.colour === one) },
        ),
      ),
    ),
  ];
}

// pending: a ticket whose worth is not told yet, {between, points}, or null.
export function ticketSheet(draft, { from, pending }, act) {
  return [
    pending
      ? el(
          "div",
          { class: "pending" },
          el("b", {}, pending.between.map((id) => placeName(draft, id)).join(" – ")),
          worthField("worth-new", pending.points, act.worth, {}),
          button("keep", word("map-editor.keep"), act.keep, { disabled: !pending.points }),
          button("cancel", word("cancel"), act.cancel),
          oddWorth(draft, pending),
        )
      : null,
    el(
      "p",
      { class: "small" },
      from
        ? word("map-editor.tickets.to", { place: placeName(draft, from) })
        : word("map-editor.tickets.how"),
    ),
    el(
      "ul",
      { class: "tickets" },
      ...draft.tickets.map(({ between, points }, i) =>
        el(
          "li",
          {},
          el("span", {}, between.map((id) => placeName(draft, id)).join(" – ")),
          worthField(`worth-${i}`, points, (value) => act.ticket(i, value), { stays: true }),
          button(`drop-${i}`, "×", () => act.dropTicket(i), {
            "aria-label": word("map-editor.delete"),
          }),
          oddWorth(draft, { between, points }),
        ),
      ),
    ),
  ];
}

// What no ticket is worth is not taken, which is said; what it costs has no sign of its own.
function worthField(id, points, onChange, more) {
  const taken = (value) => {
    if (value === null || (value >= 1 && value <= MOST_WORTH)) return onChange(value);
    toast(word("map-editor.worth.range", { most: MOST_WORTH }));
    if (!more.stays) onChange(null);
  };
  return field(id, word("map-editor.worth"), points, taken, more);
}

// Tickets are worth about as much as the way between their locations is long: asks about a worth
// that is far from it, which a box may have all the same.
function oddWorth(draft, { between, points }) {
  if (!points) return null;
  const links = draft.links.map((link) => ({ ...link, name: nameOf(link) }));
  const cost = new Map(links.map(({ name, length }) => [name, length]));
  const way = cheapest({ links }, between, cost);
  const buses = way?.reduce((all, { length }) => all + length, 0);
  const odd = way ? points > 2 * buses + 2 || 2 * points + 2 < buses : points > USUAL_WORTH;
  if (!odd) return null;
  const said = way ? "map-editor.worth.way" : "map-editor.worth.high";
  return el("small", { class: "odd", role: "status" }, word(said, { points, buses }));
}

// tracing: the points of the score track that were tapped so far, null while it is not drawn.
export function boxSheet(draft, { tracing }, act) {
  const put = (change) => act.box(change);
  if (tracing)
    return [
      el("p", { class: "small" }, word("map-editor.track.how")),
      el(
        "div",
        { class: "chips" },
        button("track-keep", word("map-editor.keep"), act.keepTrack, {
          disabled: tracing.length < 2,
        }),
        button("cancel", word("cancel"), act.cancel),
      ),
    ];
  return [
    text("map-name", word("map-editor.name"), draft.name, (value) => value && put({ name: value })),
    text("map-points", word("map-editor.points"), draft.points.join(", "), (value) =>
      put({ points: (value.match(/\d+/g) ?? []).slice(0, 9).map(Number) }),
    ),
    el("p", { class: "small" }, word("map-editor.points.hint")),
    number(
      "map-buses",
      word("map-editor.buses"),
      { value: draft.buses, least: 3, most: 99 },
      (value) => value >= 3 && value <= 99 && put({ buses: value }),
    ),
    number(
      "map-track",
      word("map-editor.track"),
      { value: draft.track ?? null, start: 100, most: 400, hint: word("map-editor.track.hint") },
      (value) => (value === null || (value >= 10 && value <= 400)) && put({ track: value }),
    ),
    draft.track
      ? el(
          "div",
          { class: "chips" },
          button("track-draw", word("map-editor.track.draw"), act.drawTrack),
        )
      : null,
    number(
      "map-size",
      word("map-editor.place-size"),
      { value: Math.round(draft.place_mm), least: 2, most: 12 },
      (value) => value >= 1 && value <= 20 && put({ place_mm: value }),
    ),
  ];
}

function text(id, label, value, onChange) {
  return el(
    "label",
    { class: "field" },
    label,
    el("input", {
      id,
      maxlength: 60,
      autocomplete: "off",
      value,
      onchange: ({ target }) => onChange(target.value.trim()),
    }),
  );
}
