// Links, tickets and what is said of them in words.

import { aside, list, plural, word } from "../words.js";

export const placeWord = (map, id) => map.places.find((one) => one.id === id)?.name || id;

const joined = (map, [one, other]) => `${placeWord(map, one)} – ${placeWord(map, other)}`;

export function linkWord(map, name) {
  const link = map.byName.get(name);
  const double = map.other(link) ? aside(word(`ticket-to-ride.colour.${link.colour}`)) : "";
  return joined(map, link.between) + double;
}

export const ticketWord = (map, name) => joined(map, map.ticketOf.get(name).between);

// What a ticket took or lacked.
export function ticketFact(map, { done, buses, missing, would_do: alone }) {
  if (done) return plural("ticket-to-ride.took", buses);
  if (alone.length)
    return word("ticket-to-ride.alone", { links: list(alone.map((one) => linkWord(map, one))) });
  if (missing === null) return word("ticket-to-ride.closed");
  return plural("ticket-to-ride.lacked", missing);
}

export function offenceWord(map, { offence, found, allowed, names }) {
  const named = list(
    names.map((one) => (offence === "ticket_twice" ? ticketWord(map, one) : linkWord(map, one))),
  );
  return word(`ticket-to-ride.offence.${offence}`, { found, allowed, names: named });
}

export function findingWord(map, finding, players) {
  const [said, { seat }] = [offenceWord(map, finding), finding];
  return seat === null ? said : word("result.of", { name: players[seat].name, open: said });
}
