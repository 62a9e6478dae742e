// A game of Ticket to Ride: Paris as its file holds it, from what people tapped and what a photo
// showed; as the server makes it (scorer/web/games/tickettoride/table.py).

import { fits, resultOf } from "../../scoring/tickettoride.js";

// Of a link that a person has settled a photo says nothing.
const isRead = ({ read, by_hand: settled }, link) => link in read && !settled[link];

function has(shared, { links, bus }, link) {
  if (isRead(shared, link)) return bus !== null && shared.read[link] === bus;
  return links[link] ?? false;
}

// The colours of buses on a photo that are nobody's yet.
export function nobodys({ shared, players }) {
  const known = new Set(Object.values(players).map(({ bus }) => bus));
  const read = Object.keys(shared.read).filter((link) => isRead(shared, link));
  return [...new Set(read.map((link) => shared.read[link]))].filter((one) => !known.has(one));
}

const COLOURS = ["orange", "sky", "green", "purple", "vermillion", "blue", "yellow", "black"];

// Everybody in the colour of their buses on the photo, as far as it is known; nobody else in it.
export function inBusColours(players, state) {
  const buses = players.map(({ seat }) => state.players[seat].bus);
  const taken = new Set(buses.filter(Boolean));
  return players.map((one, i) => {
    if (buses[i]) return { ...one, colour: buses[i] };
    const own = [one.colour, ...COLOURS].find((colour) => !taken.has(colour)) ?? one.colour;
    taken.add(own);
    return { ...one, colour: own };
  });
}

// The colours of buses on the photo.
export const coloursOf = ({ shared }) => [...new Set(Object.values(shared.read))];

// What makes buses of a colour the player's at *seat*; whoever had them gets the player's. Routes
// that somebody settled as the photo has them go along with their buses.
export function exchanged(state, seat, colour) {
  const { shared, players } = state;
  const old = players[seat].bus;
  const changes = [{ seat, field: "bus", value: colour }];
  const other = Object.keys(players)
    .map(Number)
    .find((at) => at !== seat && players[at].bus === colour);
  if (other === undefined) return changes;
  changes.push({ seat: other, field: "bus", value: old });
  for (const [link, read] of Object.entries(shared.read)) {
    const [from, to] = read === old ? [seat, other] : [other, seat];
    if (!shared.by_hand[link] || ![old, colour].includes(read) || !players[from].links[link])
      continue;
    changes.push(
      { seat: from, field: "links", where: link, value: null },
      { seat: to, field: "links", where: link, value: true },
    );
  }
  return changes;
}

function playerOf({ name }, shared, own, map) {
  const { flags, laps, tickets, bus } = own;
  const links = map.links.filter((link) => has(shared, own, link.name));
  const seen = own.marker === null && flags === null ? (shared.markers[bus] ?? null) : null;
  return {
    name,
    colour: bus,
    links: links.map((link) => link.name),
    flags,
    // A marker of a photo counts only where it fits.
    marker: own.marker ?? (fits(seen, links, map) ? seen : null),
    laps,
    // A file that was opened before may have brought one twice.
    tickets: tickets && [...new Set(tickets)],
  };
}

// map: as the scoring has it, indexed.
export function gameOf(names, state, map) {
  const { shared, players } = state;
  return {
    game: "ticket-to-ride",
    players: names.map((one) => playerOf(one, shared, players[one.seat], map)),
    finished: shared.finished,
    to_check: Object.keys(shared.doubts).length + nobodys(state).length + shared.to_check,
    checked: shared.checked,
  };
}

// What the game comes to, with the game itself; null while nobody plays.
export function scored({ players }, state, map) {
  if (!players.length) return null;
  const game = gameOf(players, state, map);
  return { game, result: resultOf(game, map) };
}

// The seats whose link it is: one, none, or where something is wrong more.
export const ownersOf = (game, players, link) =>
  players.filter((_, i) => game.players[i].links.includes(link)).map(({ seat }) => seat);

// The links that the newest photo shows otherwise than the one before, as far as it is not taken
// back. Games of an older server know of none.
export function lostBy({ shared: { before, read, by_hand: settled } }) {
  const was = before?.read ?? {};
  return Object.keys(was).filter((link) => !settled[link] && read[link] !== was[link]);
}

// Whether the newest photo showed that the game is over, and nobody says otherwise.
export const endedByPhoto = ({ shared: { before, finished } }) =>
  finished && before?.finished === false;

// What takes the newest photo back. What people settled since stays.
export function takenBack({ shared, players }) {
  const { before, by_hand: settled } = shared;
  const open = Object.entries(before.doubts).filter(([link]) => !settled[link]);
  return [
    ...["read", "markers", "seen", "finished"].map((field) => ({ field, value: before[field] })),
    { field: "doubts", value: Object.fromEntries(open) },
    ...before.given
      .filter((seat) => seat in players)
      .map((seat) => ({ seat, field: "bus", value: null })),
    { field: "photo", value: { ...shared.photo, seat: 0 } },
    { field: "before", value: null },
  ];
}

// What answers a doubt of the photo: whose the link is, and so which colour its buses have.
export function answered(state, link, seat) {
  const bus = seat === null ? null : state.players[seat].bus;
  const read = bus ? [{ field: "read", where: link, value: bus }] : [];
  return [...claim(state, link, seat), ...read];
}

// What makes a link the player's at *seat*, null for nobody's. It is settled then.
export function claim({ shared, players }, link, seat) {
  const own = Object.entries(players).map(([at, { links }]) => [Number(at), links[link] ?? null]);
  return [
    ...(shared.by_hand[link] ? [] : [{ field: "by_hand", where: link, value: true }]),
    ...(link in shared.doubts ? [{ field: "doubts", where: link, value: null }] : []),
    ...own
      .filter(([at, had]) => (at === seat) !== Boolean(had))
      .map(([at]) => ({ seat: at, field: "links", where: link, value: at === seat || null })),
  ];
}

// Whose a link is after a tap: the player's whose part is shown, and after another one nobody's.
export function nextOwner(owners, seat) {
  return owners.length === 1 && owners[0] === seat ? null : seat;
}
