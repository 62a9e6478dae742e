// What makes up a player's points, line by line, and what no paper sheet tells.

import { mostFlags, pointsOf } from "../../scoring/tickettoride.js";
import { el, redraw } from "../dom.js";
import { list, numeral, plural, word } from "../words.js";
import { linkWord, ticketFact, ticketWord } from "./ridewords.js";

// one: the player's part of the result; links: their links, as the map has them.
export function showReasons(root, { name, one, links, map, unclaimed, lit }, light) {
  const sorted = [...links].sort((a, b) => b.length - a.length);
  redraw(
    root,
    el("h2", {}, word("ticket-to-ride.reasons", { name })),
    el(
      "ul",
      { class: "reasons" },
      ...sorted.map((link) =>
        line(
          linkWord(map, link.name),
          plural("ticket-to-ride.spaces", link.length),
          pointsOf(map, link),
          { name: link.name, lit },
          light,
        ),
      ),
      line(word("ticket-to-ride.flags"), flagWords(one, links), one.lines.flags),
      ...one.tickets.map((ticket) =>
        line(ticketWord(map, ticket.ticket), ticketFact(map, ticket), ticket.points),
      ),
      line(word("total"), "", one.total, null, null, "sum"),
    ),
    facts(one, map, unclaimed),
  );
}

function line(what, why, points, shown = null, light = null, kind = "") {
  const said = [
    el("span", {}, what, why ? el("small", {}, why) : null),
    el("b", {}, numeral(points)),
  ];
  if (!shown) return el("li", { class: kind }, el("div", {}, ...said));
  const { name, lit } = shown;
  return el(
    "li",
    {},
    el(
      "button",
      {
        type: "button",
        "data-button": `reason-${name}`,
        "aria-pressed": String(lit === name),
        onclick: () => light(lit === name ? null : name),
      },
      ...said,
    ),
  );
}

function flagWords({ flags }, links) {
  const of = (colour) => links.filter((one) => one.colour === colour).length;
  const [blue, white, red] = ["blue", "white", "red"].map(of);
  const most = mostFlags(links);
  return `${flags ?? "?"} × 4 · ${word("ticket-to-ride.flags.bound", { blue, white, red, most })}`;
}

function facts({ tickets, idle }, map, unclaimed) {
  const named = (names) => list(names.map((name) => linkWord(map, name)));
  const said = [
    tickets.length && idle.length ? word("ticket-to-ride.idle", { links: named(idle) }) : null,
    unclaimed.length
      ? plural("ticket-to-ride.unclaimed", map.byName.get(unclaimed[0]).length, {
          links: named(unclaimed),
        })
      : null,
  ].filter(Boolean);
  return el("div", {}, ...said.map((text) => el("p", { class: "small fact" }, text)));
}
