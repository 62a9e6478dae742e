// What one player has besides the links: buses, flags, the score marker and the tickets.

import { mostFlags } from "../../scoring/tickettoride.js";
import { el, icon, redraw } from "../dom.js";
import { number } from "../forms/number.js";
import { choice } from "../forms/scale.js";
import { groups, numeral, plural, sentences, word } from "../words.js";
import { offenceWord, ticketFact, ticketWord } from "./ridewords.js";

// Tickets are secret while the game is played, unless some were entered all the same.
export const listsTickets = (playing, { tickets }) => !playing || Boolean(tickets);

// sheet: the player's part of the result; findings: what of it cannot be; lit: the ticket whose way
// is lit; taken: tickets that are somebody's; from: the location that the ticket sought begins at,
// null for all; colours: those of the buses on the photo.
export function showRider(root, rider, act) {
  const { seat, own, sheet, live, map, playing, lit, from, taken, colours } = rider;
  const wrong = wrongOf(rider);
  const links = sheet.terms.links.length;
  const most = mostFlags(act.links);
  redraw(
    root,
    el(
      "p",
      { class: "buses" },
      el("b", {}, plural("ticket-to-ride.buses", sheet.buses, { most: map.buses })),
      ` · ${plural("ticket-to-ride.links-of", links, { points: sheet.lines.links })}`,
      playing && live.buses_left <= 2
        ? el("span", { class: "last" }, word("ticket-to-ride.last"))
        : null,
    ),
    colours.length
      ? choice(
          "bus",
          word("ticket-to-ride.bus-colour"),
          colours.map((one) => [one, word(`ticket-to-ride.bus.${one}`)]),
          own.bus,
          act.bus,
        )
      : null,
    number(
      "flags",
      word("ticket-to-ride.flags"),
      { value: sheet.flags, most, hint: flagHint(own, sheet, most), wrong: wrong.flags },
      (value) => act.put([{ seat, field: "flags", value }]),
    ),
    number(
      "marker",
      word("ticket-to-ride.marker"),
      { value: own.marker, hint: word("ticket-to-ride.marker.hint"), wrong: wrong.marker },
      (value) => act.put([{ seat, field: "marker", value }]),
    ),
    playing ? el("p", { class: "small" }, word("ticket-to-ride.secret")) : null,
    ...(!listsTickets(playing, own)
      ? []
      : tickets({ seat, own, sheet, map, lit, from, taken }, act)),
  );
}

// What cannot be is said beside the number that was typed, too.
function wrongOf({ own, findings, map }) {
  const said = (...offences) =>
    sentences(
      findings
        .filter(({ offence }) => offences.includes(offence))
        .map((one) => offenceWord(map, one)),
    );
  return own.flags === null
    ? { flags: "", marker: said("flags_over", "track", "flags_and_track") }
    : { flags: said("flags_over"), marker: said("track", "flags_and_track") };
}

function flagHint({ flags, marker }, sheet, most) {
  const bound = word("ticket-to-ride.flags.most", { most });
  // Where none are possible, neither marker nor photo is needed to say so.
  if (flags === null && sheet.flags !== null && most + sheet.flags > 0)
    return groups([
      word(marker === null ? "ticket-to-ride.flags.photo" : "ticket-to-ride.flags.marker"),
      bound,
    ]);
  return bound;
}

function tickets({ seat, own, sheet, map, lit, from, taken }, act) {
  const keep = (value) => act.put([{ seat, field: "tickets", value }]);
  const held = own.tickets ?? [];
  const touches = ({ between }) => from === null || between.includes(from);
  const open = map.tickets.filter((one) => !held.includes(one.name) && touches(one));
  return [
    el("h2", { id: "tickets" }, word("ticket-to-ride.tickets")),
    sheet.tickets.length
      ? el(
          "ul",
          { class: "held" },
          ...sheet.tickets.map((one) =>
            ticketRow(one, { map, lit }, act, () =>
              keep(held.filter((name) => name !== one.ticket)),
            ),
          ),
        )
      : null,
    el(
      "p",
      { class: "small", id: "ticket-how" },
      word(from === null ? "ticket-to-ride.tickets.how" : "ticket-to-ride.tickets.near", {
        place: from === null ? "" : act.place(from),
      }),
      from === null
        ? null
        : el(
            "button",
            {
              type: "button",
              class: "button small",
              "data-button": "tickets-all",
              onclick: () => act.from(null),
            },
            word("ticket-to-ride.tickets.all"),
          ),
    ),
    el(
      "div",
      { class: "offered", role: "group", "aria-label": word("ticket-to-ride.tickets.add") },
      ...open.map(({ name, points }) =>
        el(
          "button",
          {
            type: "button",
            class: `ticket${taken.has(name) ? " taken" : ""}`,
            "data-button": `ticket-${name}`,
            onclick: () => keep([...held, name]),
          },
          el("span", {}, ticketWord(map, name)),
          el("b", {}, String(points)),
        ),
      ),
    ),
  ];
}

function ticketRow(one, { map, lit }, act, drop) {
  return el(
    "li",
    { class: one.done ? "done" : "failed" },
    el(
      "button",
      {
        type: "button",
        class: "shows",
        "data-button": `light-${one.ticket}`,
        "aria-pressed": String(lit === one.ticket),
        onclick: () => act.light(lit === one.ticket ? null : one.ticket),
      },
      el(
        "span",
        { class: "mark" },
        el("span", { "aria-hidden": "true" }, one.done ? "✓" : "✗"),
        el("span", { class: "unseen-word" }, word(`ticket-to-ride.ticket.${one.done}`)),
      ),
      el(
        "span",
        {},
        el("b", {}, ticketWord(map, one.ticket)),
        el("small", {}, ticketFact(map, one)),
      ),
      el("b", { class: "worth" }, one.points > 0 ? `+${one.points}` : numeral(one.points)),
    ),
    el(
      "button",
      {
        type: "button",
        class: "close",
        "data-button": `drop-${one.ticket}`,
        "aria-label": word("ticket-to-ride.tickets.drop", { ticket: ticketWord(map, one.ticket) }),
        onclick: drop,
      },
      icon("close"),
    ),
  );
}
