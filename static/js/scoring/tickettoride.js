// Scores a game of Ticket to Ride: Paris as the rules in Python do (scorer/rules/ticket_to_ride):
// from what its file holds, and its map, to the result that `scorer table --json` prints.

import { cheapest, onWays, pieces } from "./links.js";

const [A_FLAG, LAST_BUSES, FEWEST_PLAYERS, CLOSES_LANES] = [4, 2, 2, 2];
const FLAG_COLOURS = ["blue", "white", "red"];
const BREAKS = ["points", "tickets"];
const USUAL_BUSES = 15;

export const nameOf = ({ between: [one, other], lane = 1 }) =>
  lane === 1 ? `${one}-${other}` : `${one}-${other}:${lane}`;
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

// The map with its links by their names, from either end, and its tickets likewise.
export function indexed(map) {
  const links = map.links.map((link) => ({ lane: 1, ...link, name: nameOf(link) }));
  const byName = new Map();
  for (const link of links)
    byName.set(nameOf({ ...link, between: [...link.between].reverse() }), link);
  for (const link of links) byName.set(link.name, link);
  const tickets = (map.tickets ?? []).map((one) => ({ ...one, name: one.between.join("-") }));
  const ticketOf = new Map();
  for (const one of tickets) ticketOf.set([...one.between].reverse().join("-"), one);
  for (const one of tickets) ticketOf.set(one.name, one);
  const other = (link) => byName.get(nameOf({ ...link, lane: 3 - link.lane })) ?? null;
  return { buses: USUAL_BUSES, ...map, links, byName, tickets, ticketOf, other };
}

export const pointsOf = ({ points }, { length }) => points[length - 1];

// given: the game; map: as `indexed` gives it.
export function resultOf(given, map) {
  const { finished = true, to_check: doubts = 0, checked = false } = given;
  const players = given.players.map((one) => playing(one, map));
  const game = { map, players, ended: finished && (checked || !doubts) };
  const found = findings(game);
  const common = [
    ...(players.length < FEWEST_PLAYERS ? [{ what: "players" }] : []),
    ...(finished ? [] : [{ what: "end" }]),
  ];
  const own = players.map(lacksOf);
  const results = players.map((_, seat) => {
    const open = found.filter((one) => concerns(one, players[seat], seat)).length + doubts;
    return resultOfPlayer(game, seat, statusOf([...own[seat], ...common], open, checked));
  });
  const missing = [...own.flat(), ...common];
  return {
    map: map.name || map.id,
    practice: map.practice ?? false,
    players: results,
    standings: standingsOf(results),
    findings: found,
    live: liveOf(players, map),
    unclaimed: longestUnclaimed(game).map(({ name }) => name),
    status: statusOf(missing, found.length + doubts, checked),
    game: "ticket-to-ride",
  };
}

// A player with the links themselves, and what follows from them.
function playing(told, map) {
  const one = { colour: null, flags: null, marker: null, laps: null, tickets: null, ...told };
  const links = (one.links ?? []).map((name) => map.byName.get(name));
  const points = sum(links.map((link) => pointsOf(map, link)));
  const shown = onTrack(one, points, map);
  return {
    ...one,
    links,
    names: links.map(({ name }) => name),
    owned: new Set(links.map(({ name }) => name)),
    held: (one.tickets ?? []).map((name) => map.ticketOf.get(name)),
    points,
    shown,
    flagsNow: one.flags ?? shown?.flags ?? (links.length && !mostFlags(links) ? 0 : null),
    busesUsed: sum(links.map(({ length }) => length)),
  };
}

// What the marker shows: the points beyond those of the links, and the flags that these are.
function onTrack({ marker, laps }, points, { track = null }) {
  if (marker === null) return null;
  const length = track?.length ?? 0;
  const round = laps ?? (length ? Math.ceil(Math.max(0, points - marker) / length) : 0);
  const surplus = marker + round * length - points;
  const fits = surplus >= 0 && surplus % A_FLAG === 0;
  return { surplus, flags: fits ? surplus / A_FLAG : null };
}

// The most flags that the links allow: each takes a blue, a white and a red card.
export const mostFlags = (links) =>
  Math.min(...FLAG_COLOURS.map((one) => links.filter(({ colour }) => colour === one).length));

// Whether a marker shows a number of flags that these links allow.
export function fits(marker, links, map) {
  const points = sum(links.map((link) => pointsOf(map, link)));
  const shown = onTrack({ marker, laps: null }, points, map);
  return shown !== null && shown.flags !== null && shown.flags <= mostFlags(links);
}

const lacksOf = (one, seat) =>
  [
    ...(one.links.length ? [] : ["links"]),
    ...(one.flagsNow === null ? ["flags"] : []),
    ...(one.tickets === null ? ["tickets"] : []),
  ].map((what) => ({ what, seat }));

// Whether the player's total may change by what is objected to; without a name it is about all.
function concerns(finding, { names, held }, seat) {
  if (finding.seat !== null) return finding.seat === seat;
  const own = [...names, ...held.map(({ name }) => name)];
  return !finding.names.length || finding.names.some((name) => own.includes(name));
}

function resultOfPlayer(game, seat, status) {
  const one = game.players[seat];
  const tickets = one.held.map((ticket) => ticketResult(game, seat, ticket));
  const terms = {
    links: one.links.map((link) => pointsOf(game.map, link)),
    flags: Array(one.flagsNow ?? 0).fill(A_FLAG),
    tickets_done: tickets.filter(({ done }) => done).map(({ points }) => points),
    tickets_not_done: tickets.filter(({ done }) => !done).map(({ points }) => points),
  };
  const lines = Object.fromEntries(Object.entries(terms).map(([name, all]) => [name, sum(all)]));
  return {
    name: one.name,
    colour: one.colour,
    lines,
    terms,
    total: sum(Object.values(lines)),
    buses: one.busesUsed,
    flags: one.flagsNow,
    tickets,
    idle: idleOf(game, one),
    status,
  };
}

// What a ticket took or lacked.
function ticketResult(game, seat, ticket) {
  const { map, players } = game;
  const { owned } = players[seat];
  const costs = new Map([...owned].map((name) => [name, map.byName.get(name).length]));
  const path = cheapest(map, ticket.between, costs);
  const told = { ticket: ticket.name, done: path !== null, swing: 2 * ticket.points };
  if (path) {
    const buses = sum(path.map(({ length }) => length));
    const names = path.map(({ name }) => name);
    const none = { missing: null, would_do: [] };
    return { ...told, points: ticket.points, path: names, buses, ...none };
  }
  const open = map.links.filter((link) => mayClaim(game, seat, link));
  const prices = new Map(open.map(({ name, length }) => [name, length]));
  for (const name of owned) prices.set(name, 0);
  const lacking = cheapest(map, ticket.between, prices);
  const piece = pieces(map, owned);
  const apart = new Set(ticket.between.map((id) => piece.get(id)));
  const joins = ({ between: [a, b] }) =>
    piece.get(a) !== piece.get(b) && apart.has(piece.get(a)) && apart.has(piece.get(b));
  return {
    ...told,
    points: -ticket.points,
    path: [],
    buses: null,
    missing: lacking && sum(lacking.map(({ name }) => prices.get(name))),
    would_do: open.filter(joins).map(({ name }) => name),
  };
}

// Own links that lie on no way of a completed ticket, the longest first.
function idleOf({ map }, { held, owned, links }) {
  const used = new Set(held.flatMap(({ between }) => [...onWays(map, between, owned)]));
  const idle = links.filter(({ name }) => !used.has(name));
  return idle.sort((a, b) => b.length - a.length).map(({ name }) => name);
}

const ownersOf = (players, link) =>
  players.flatMap(({ owned }, seat) => (owned.has(link.name) ? [seat] : []));

// Whether a link is open to the player, however many buses are left.
function mayClaim({ map, players }, seat, link) {
  if (ownersOf(players, link).length) return false;
  const other = map.other(link);
  const taken = other ? ownersOf(players, other) : [];
  return players.length === CLOSES_LANES ? !taken.length : !taken.includes(seat);
}

function longestUnclaimed(game) {
  const free = game.map.links.filter((link) =>
    game.players.some((_, seat) => mayClaim(game, seat, link)),
  );
  const longest = Math.max(0, ...free.map(({ length }) => length));
  return free.filter(({ length }) => length === longest);
}

function liveOf(players, { buses }) {
  const running = players.map(({ points, flagsNow, busesUsed }) => ({
    points: points + A_FLAG * (flagsNow ?? 0),
    buses_left: buses - busesUsed,
  }));
  const ending = running.flatMap(({ buses_left: left }, seat) =>
    left <= LAST_BUSES ? [seat] : [],
  );
  return { players: running, last_round: ending };
}

// Most points; then more completed tickets; then shared.
function standingsOf(results) {
  const figures = results.map(({ total, tickets }) => [
    total,
    tickets.filter(({ done }) => done).length,
  ]);
  const order = figures
    .map((one, seat) => ({ one, seat }))
    .sort((a, b) => b.one[0] - a.one[0] || b.one[1] - a.one[1] || a.seat - b.seat);
  const groups = [];
  for (const { one, seat } of order) {
    const last = groups.at(-1);
    if (last?.one.every((figure, i) => figure === one[i])) last.seats.push(seat);
    else groups.push({ one, seats: [seat] });
  }
  let place = 1;
  return groups.map(({ one, seats }, i) => {
    const next = groups[i + 1]?.one;
    const by = next ? BREAKS[one.findIndex((figure, k) => figure !== next[k])] : null;
    const standing = { place, seats, ahead_by: by };
    place += seats.length;
    return standing;
  });
}

function statusOf(missing, found, checked) {
  const left = checked ? 0 : found;
  const kind = missing.length ? "incomplete" : left ? "to-check" : "final";
  return { kind, missing, to_check: left, checked };
}

const finding = (offence, seat, found, allowed, names = []) => ({
  offence,
  seat,
  found,
  allowed,
  names,
});

// All that cannot be, players first, then what concerns the table.
function findings(game) {
  return [...game.players.flatMap((_, seat) => ofPlayer(game, seat)), ...ofTable(game)];
}

function ofPlayer({ map, players }, seat) {
  const one = players[seat];
  const found = [];
  const note = (...told) => found.push(finding(told[0], seat, ...told.slice(1)));
  if (one.busesUsed > map.buses) note("buses_over", one.busesUsed, map.buses, one.names);
  for (const link of one.links) {
    const other = map.other(link);
    if (link.lane === 1 && other && one.owned.has(other.name))
      note("both_lanes", 2, 1, [link.name, other.name]);
  }
  const most = mostFlags(one.links);
  if (one.flagsNow !== null && one.flagsNow > most) note("flags_over", one.flagsNow, most);
  const { shown } = one;
  if (shown && shown.flags === null)
    note("track", shown.surplus, A_FLAG * Math.floor(Math.max(shown.surplus, 0) / A_FLAG));
  else if (shown && one.flagsNow !== shown.flags)
    note("flags_and_track", one.flagsNow ?? 0, shown.flags);
  if (one.tickets !== null && !one.tickets.length) note("no_ticket", 0, 1);
  return found;
}

function ofTable({ map, players, ended }) {
  const found = [];
  const note = (...told) => found.push(finding(told[0], null, ...told.slice(1)));
  for (const link of map.links) {
    const owners = ownersOf(players, link);
    if (owners.length > 1) note("link_twice", owners.length, 1, [link.name]);
  }
  if (players.length === CLOSES_LANES)
    for (const link of map.links) {
      const other = map.other(link);
      if (link.lane !== 1 || !other) continue;
      const [one, two] = [link, other].map((lane) => ownersOf(players, lane));
      // One player on both lanes has been told already.
      if (one.length && two.length && String(one) !== String(two))
        note("lane_closed", 2, 1, [link.name, other.name]);
    }
  const held = players.flatMap((one) => one.held.map(({ name }) => name));
  for (const name of new Set(held)) {
    const times = held.filter((one) => one === name).length;
    if (times > 1) note("ticket_twice", times, 1, [name]);
  }
  const most = Math.max(...players.map(({ busesUsed }) => busesUsed));
  if (ended && most < map.buses - LAST_BUSES) note("nobody_ends_it", most, map.buses - LAST_BUSES);
  return found;
}
