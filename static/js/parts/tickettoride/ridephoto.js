// What a photo of the map showed: whose the buses of each colour are, and the routes to look at.

import { el, redraw, svg } from "../dom.js";
import { labelled, plural, space, word } from "../words.js";
import { answered, claim, lostBy, nobodys, takenBack } from "./ridegame.js";
import { linkWord } from "./ridewords.js";

// corners: where the map's corners are set, if they can be; doubt: the link that is looked at, null for the first;
// act: put, look(link), under().
export function showPhoto(root, { players, state, map, corners, doubt, under }, act) {
  const { shared } = state;
  const open = map.links.map(({ name }) => name).filter((name) => name in shared.doubts);
  const strange = nobodys(state);
  const isKept = (one) => one && players.some(({ seat }) => seat === one.seat);
  const unread = corners && isKept(shared.unread);
  const lost = lostBy(state).length;
  const kept = isKept(shared.photo);
  root.hidden = !kept && !unread && !lost && !open.length && !strange.length;
  if (root.hidden) return redraw(root);
  redraw(
    root,
    unread
      ? el(
          "p",
          { class: "ask", id: "unread" },
          el("b", {}, word("not-read")),
          " ",
          el("a", { class: "button small", href: corners }, word("not-read.corners")),
        )
      : null,
    lost ? changes(lost, state, act) : null,
    ...strange.map((colour) => whose(colour, { players, state }, act)),
    // Who is likely is known once everybody has buses.
    open.length && !(strange.length && wanting({ players, state }).length)
      ? question(open, { players, state, map, doubt }, act)
      : null,
    kept
      ? el(
          "p",
          { class: "row" },
          el(
            "button",
            {
              type: "button",
              class: "button small",
              "data-button": "under",
              "aria-pressed": String(under),
              onclick: act.under,
            },
            word(under ? "ticket-to-ride.photo.hide" : "ticket-to-ride.photo.show"),
          ),
          unread || !corners
            ? null
            : el("a", { class: "button small", href: corners }, word("corners")),
        )
      : null,
  );
}

// The newest photo may be one of another game, and took away what was there.
function changes(lost, state, { put }) {
  return el(
    "div",
    { class: "ask", id: "photo-changes" },
    el("p", {}, plural("ticket-to-ride.photo.changes", lost)),
    el(
      "div",
      { class: "chips" },
      el(
        "button",
        {
          type: "button",
          class: "chip",
          "data-button": "photo-right",
          onclick: () => put([{ field: "before", value: null }]),
        },
        word("ticket-to-ride.photo.right"),
      ),
      el(
        "button",
        {
          type: "button",
          class: "chip",
          "data-button": "photo-back",
          onclick: () => put(takenBack(state)),
        },
        word("ticket-to-ride.photo.back"),
      ),
    ),
  );
}

const wanting = ({ players, state }) =>
  players.filter(({ seat }) => state.players[seat].bus === null);

// The buses of a colour that is nobody's yet. Of two that are left the other one follows.
function whose(colour, { players, state }, { put }) {
  const count = Object.values(state.shared.read).filter((one) => one === colour).length;
  const open = wanting({ players, state });
  const strange = nobodys(state);
  const give = ({ seat }) => {
    const [other] = strange.filter((one) => one !== colour);
    const [last] = open.filter((one) => one.seat !== seat);
    const follows = strange.length === 2 && open.length === 2;
    put([
      { seat, field: "bus", value: colour },
      ...(follows ? [{ seat: last.seat, field: "bus", value: other }] : []),
    ]);
  };
  return el(
    "div",
    { class: "ask", "data-ask": colour },
    el(
      "p",
      {},
      swatch(state.shared.seen[colour]),
      plural("ticket-to-ride.whose", count, { colour: word(`ticket-to-ride.bus.${colour}`) }),
    ),
    el(
      "div",
      { class: "chips" },
      ...(open.length ? open : players).map((one) =>
        el(
          "button",
          {
            type: "button",
            class: "chip",
            "data-button": `bus-${colour}-${one.seat}`,
            onclick: () => give(one),
          },
          one.name,
        ),
      ),
      // Everybody has others: this was read for buses, or somebody is missing.
      open.length
        ? null
        : el(
            "button",
            {
              type: "button",
              class: "chip",
              "data-button": `bus-${colour}-free`,
              onclick: () => put(given(state, colour)),
            },
            word("ticket-to-ride.nobody"),
          ),
    ),
  );
}

// What makes all routes of a colour nobody's.
function given(state, colour) {
  const { read, by_hand: settled } = state.shared;
  const links = Object.keys(read).filter((link) => read[link] === colour && !settled[link]);
  return links.flatMap((link) => claim(state, link, null));
}

function swatch(rgb) {
  const fill = rgb ? `rgb(${rgb.join()})` : "none";
  return svg(
    "svg",
    { class: "bus-swatch", viewBox: "0 0 20 12", "aria-hidden": "true" },
    svg("rect", { x: 1, y: 1, width: 18, height: 10, rx: 2, fill, stroke: "#17151c" }),
  );
}

// One route at a time: who it may be, the likeliest first.
function question(open, { players, state, map, doubt }, { put, look }) {
  const name = open.includes(doubt) ? doubt : open[0];
  const { alternatives, seen } = state.shared.doubts[name];
  const read = state.shared.read[name] ?? null;
  const seatOf = (colour) =>
    players.find(({ seat }) => state.players[seat].bus === colour)?.seat ?? null;
  const seats = [read, ...alternatives]
    .filter((colour) => colour === null || seatOf(colour) !== null)
    .map((colour) => (colour === null ? null : seatOf(colour)));
  // The photo may be wrong altogether.
  const all = [...seats, ...players.map(({ seat }) => seat), null];
  return el(
    "div",
    { class: "ask", id: "doubt", "data-doubt": name },
    el(
      "p",
      {},
      el("b", {}, plural("ticket-to-ride.doubts", open.length)),
      space(),
      labelled(
        linkWord(map, name),
        word(seen ? "ticket-to-ride.doubt.unsure" : "ticket-to-ride.doubt.not-seen"),
      ),
    ),
    el(
      "div",
      { class: "chips" },
      ...[...new Set(all)].map((seat, i) =>
        el(
          "button",
          {
            type: "button",
            class: `chip${i === 0 && seen ? " likely" : ""}`,
            "data-button": `doubt-${seat ?? "free"}`,
            onclick: () => put(answered(state, name, seat)),
          },
          seat === null
            ? word("ticket-to-ride.nobody")
            : players.find((one) => one.seat === seat).name,
        ),
      ),
      el(
        "button",
        {
          type: "button",
          class: "chip",
          "data-button": "doubt-look",
          onclick: () => look(name),
        },
        word("ticket-to-ride.doubt.look"),
      ),
      open.length > 1
        ? el(
            "button",
            {
              type: "button",
              class: "chip",
              "data-button": "doubt-next",
              onclick: () => look(open[(open.indexOf(name) + 1) % open.length]),
            },
            word("ticket-to-ride.doubt.next"),
          )
        : null,
    ),
  );
}

// Where the photo is to be fetched and lies on the map, null where there is none.
export function photoUnder({ photo }, players, page) {
  if (!photo || !players.some(({ seat }) => seat === photo.seat)) return null;
  return {
    href: `${page}/${photo.seat}/rectified-${photo.number}.jpg`,
    width: photo.width_mm,
    height: photo.height_mm,
  };
}
