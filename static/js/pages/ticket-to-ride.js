// The page of a game of Ticket to Ride: Paris: the map that all share, what each player has
// besides, and the sheet that follows.

import { askFor } from "../parts/asking.js";
import { el, redraw } from "../parts/dom.js";
import { choice } from "../parts/forms/scale.js";
import { at, GamePage } from "../parts/gamepage.js";
import { valueAt } from "../parts/live/entries.js";
import { takePhotos, Upload } from "../parts/live/upload.js";
import { kindWord } from "../parts/sheet/certainty.js";
import { showSheet, verdictText } from "../parts/sheet/othersheet.js";
import { showLinkList } from "../parts/tickettoride/linklist.js";
import { showReasons } from "../parts/tickettoride/reasons.js";
import { leadToObjections, showChecks } from "../parts/tickettoride/ridechecks.js";
import {
  claim,
  coloursOf,
  endedByPhoto,
  exchanged,
  inBusColours,
  nextOwner,
  nobodys,
  ownersOf,
  scored,
  takenBack,
} from "../parts/tickettoride/ridegame.js";
import { RideMap } from "../parts/tickettoride/ridemap.js";
import { photoUnder, showPhoto } from "../parts/tickettoride/ridephoto.js";
import { listsTickets, showRider } from "../parts/tickettoride/rider.js";
import { linkWord, placeWord } from "../parts/tickettoride/ridewords.js";
import { initial, labelled, list, numeral, plural, word } from "../parts/words.js";
import { indexed } from "../scoring/tickettoride.js";

const CATEGORIES = ["links", "flags", "tickets_done", "tickets_not_done"];
const FIELDS = { links: "map-card", flags: "flags", tickets_done: "tickets" };
// What the values of a player are about; all others are about routes.
const PARTS = {
  flags: "flags",
  marker: "flags",
  laps: "flags",
  tickets: "tickets",
  finished: "end",
};
const here = new GamePage({
  draw,
  turnTo,
  prepare,
  laidOut: ({ state }) => state.shared.map,
  called: ({ field }) =>
    word(
      field === "checked" ? "result.all-checked" : `ticket-to-ride.need.${PARTS[field] ?? "links"}`,
    ),
  objections: ({ findings }) => findings.length,
  unsent: "other.unsent",
});
const { page } = here;
let map = null;
let view = null;
let mode = "link"; // what a tap on the map is about
let from = null; // where the ticket that is sought begins
let lit = null; // the ticket or the link that is lit
let doubt = null; // the link of a photo that is looked at
let under = false; // whether the photo lies under the map
let known = null; // the number of the newest photo, null before the game is there

await here.open();
at("zoom-in").addEventListener("click", () => view?.zoom.by(1.6));
at("zoom-all").addEventListener("click", () => view?.zoom.all());
if (page.querySelector("[data-progress]")) takePhotos(page, new Upload(page, page.dataset.page));

async function prepare({ editable }) {
  const drawing = await (await askFor(page.dataset.map)).json();
  map = indexed(drawing.map);
  if (drawing.view) view = new RideMap(at("ride-map"), drawing, map, editable ? tapped : null);
}

function put(changes) {
  here.entries.put(changes);
}

// A photo that comes while the page is open is a step to undo.
function notePhoto({ photo, before }, state) {
  const number = photo?.number ?? 0;
  if (known !== null && number > known && before) {
    const back = [...takenBack(state), { field: "checked", value: before.checked }];
    const forth = back.map((entry) => ({ ...entry, value: valueAt(state, entry) }));
    here.entries.note({ forth, back, when: Date.now(), apart: true, whole: true });
  }
  known = Math.max(known ?? 0, number);
}

function tapped(kind, where) {
  if (kind === "link") tapLink(where);
  else tapPlace(where);
}

function tapLink(link) {
  const { table, state } = here.entries;
  const { game } = scored(table, state, map);
  const owners = ownersOf(game, table.players, link);
  const next = nextOwner(owners, here.seat);
  lit = null;
  put(claim(state, link, next));
  const others = table.players.filter(({ seat }) => seat !== next && owners.includes(seat));
  if (next !== null && others.length)
    here.offerUndo(
      word("ticket-to-ride.taken", {
        link: linkWord(map, link),
        names: list(others.map(({ name }) => name)),
      }),
    );
}

// The first location begins a ticket, the second one is its other end.
function tapPlace(place) {
  const { seat, entries } = here;
  const { state } = entries;
  const held = state.players[seat].tickets ?? [];
  const ticket = from && from !== place && map.ticketOf.get(`${from}-${place}`);
  if (ticket && !held.includes(ticket.name)) {
    from = null;
    lit = ticket.name;
    put([{ seat, field: "tickets", value: [...held, ticket.name] }]);
    return;
  }
  from = from === place ? null : place;
  draw();
}

function turnTo(next, id = "") {
  here.turnTo(next);
  from = null;
  lit = null;
  draw();
  const found = id ? at(id) : null;
  (found ?? at("entering")).scrollIntoView({ block: id ? "center" : "start" });
  if (found?.matches("input")) found.focus({ preventScroll: true });
}

function draw() {
  const { table, state } = here.entries;
  const { editable } = table;
  const players = inBusColours(table.players, state);
  const found = scored(table, state, map);
  here.frame(["entering", "scores", "map-card", "reasons"], found);
  if (editable) notePhoto(table.state.shared, state);
  if (!found) return;
  const { game, result } = found;
  const k = here.shown(players);
  const shown = { players, state, game, result, k, editable };
  drawMap(shown);
  drawPhoto(shown);
  drawSheet(shown);
  showChecks(at("checks"), { ...shown, map, checked: state.shared.checked }, put);
  drawReasons(shown);
  drawTabs(shown);
  here.people(players);
  if (editable) drawEntering(shown);
  here.remember(word("ticket-to-ride"), result);
}

function drawMap({ players, state, game, result, k }) {
  const owners = (link) =>
    players
      .filter((_, i) => game.players[i].links.includes(link))
      .map(({ seat: own, colour, name }) => ({ seat: own, colour, name, letter: initial(name) }));
  if (!view) {
    showLinkList(at("links-list"), { map, owners }, here.entries.table.editable ? tapLink : null);
    return;
  }
  const way = result.players[k].tickets.find(({ ticket }) => ticket === lit);
  const between = way ? map.ticketOf.get(way.ticket).between : [];
  view.show({
    mode,
    doubts: new Set(Object.keys(state.shared.doubts)),
    current: doubt,
    photo: under ? photoUnder(state.shared, players, page.dataset.page) : null,
    lit: new Set(way ? (way.done ? way.path : way.would_do) : lit ? [lit] : []),
    chosen: new Set([...between, ...(from ? [from] : [])]),
    offered: mode === "place" ? offeredPlaces() : null,
    owners,
    label: (kind, where) => {
      if (kind === "place") return placeWord(map, where);
      const seats = ownersOf(game, players, where);
      const whose = players.filter((one) => seats.includes(one.seat)).map(({ name }) => name);
      const state = whose.length ? list(whose) : word("ticket-to-ride.free");
      return labelled(linkWord(map, where), state);
    },
  });
}

function drawPhoto({ players, state, editable }) {
  if (!editable) return;
  showPhoto(
    at("photo"),
    { players, state, map, corners: page.dataset.corners, doubt, under },
    {
      put,
      look: (link) => {
        doubt = link;
        under = Boolean(state.shared.photo);
        draw();
        view?.look(link);
      },
      under: () => {
        under = !under;
        draw();
      },
    },
  );
}

// Where a ticket begins, or ends once the first location is told.
function offeredPlaces() {
  const open = map.tickets.filter(({ between }) => from === null || between.includes(from));
  return new Set(open.flatMap(({ between }) => between).filter((id) => id !== from));
}

function drawSheet({ players, result }) {
  const { box, editable } = here.entries.table;
  const cells = (of) => result.players.map(of).map(String);
  const rows = CATEGORIES.map((id) => ({
    id,
    label: word(`ticket-to-ride.${id}`),
    cells: cells(({ lines }) => numeral(lines[id])),
  }));
  const done = cells(({ tickets }) => tickets.filter((one) => one.done).length);
  const ties = [{ id: "tickets", label: word("ticket-to-ride.done"), cells: done }];
  const go = (to, id = "") => {
    if (id.startsWith("tickets")) mode = "place";
    turnTo(to, editable ? FIELDS[id === "tickets_not_done" ? "tickets_done" : id] : "reasons");
  };
  showSheet(at("scores"), { players, result, rows, ties }, go);
  const verdict = verdictText(box, result, players);
  here.verdict(result, verdict, lastRound(players, result) || verdict);
  leadToObjections(at("objections"), result);
}

// While the game is played: who has begun its last round.
function lastRound(players, { live, status }) {
  const playing = status.missing.some(({ what }) => what === "end");
  if (!playing || !live.last_round.length) return "";
  return word("ticket-to-ride.last-round", {
    names: list(live.last_round.map((i) => players[i].name)),
  });
}

function drawReasons({ players, game, result, k }) {
  const links = game.players[k].links.map((name) => map.byName.get(name));
  const { unclaimed } = result;
  showReasons(
    at("reasons"),
    { name: players[k].name, one: result.players[k], links, map, unclaimed, lit },
    light,
  );
}

function light(next) {
  lit = next;
  draw();
  if (next) at("map-card").scrollIntoView({ block: "nearest" });
}

// Whoever only looks turns from player to player too.
function drawTabs({ players, state, result }) {
  const playing = !state.shared.finished;
  // A page kept from an older server may have no place for them.
  const root = at("tabs");
  if (root) redraw(root, ...players.map((one, i) => tab(one, result, i, playing)));
}

function drawEntering({ players, state, game, result, k }) {
  const playing = !state.shared.finished;
  const { seat } = here;
  redraw(
    at("modes"),
    choice(
      "mode",
      "",
      [
        ["link", word("ticket-to-ride.mode.link")],
        ["place", word("ticket-to-ride.mode.place")],
      ],
      mode,
      (next) => {
        [mode, from] = [next, null];
        draw();
      },
    ),
  );
  const listed = mode === "place" && listsTickets(playing, state.players[seat]);
  at("map-how").textContent = word(`ticket-to-ride.how.${listed ? "list" : mode}`, {
    name: players[k].name,
  });
  redraw(
    at("stage"),
    choice(
      "finished",
      "",
      [
        ["false", word("ticket-to-ride.playing")],
        ["true", word("ticket-to-ride.over")],
      ],
      String(state.shared.finished),
      (next) => put([{ field: "finished", value: next === "true" }]),
    ),
    endedByPhoto(state)
      ? el("p", { class: "small", id: "ended" }, word("ticket-to-ride.over.photo"))
      : null,
  );
  const others = players.filter((_, i) => i !== k);
  const own = players.map((one) => state.players[one.seat]);
  showRider(
    at("rider"),
    {
      seat,
      own: state.players[seat],
      sheet: result.players[k],
      live: result.live.players[k],
      findings: result.findings.filter((one) => one.seat === k),
      map,
      playing,
      lit,
      from,
      taken: new Set(others.flatMap((one) => state.players[one.seat].tickets ?? [])),
      // They are asked about one by one first.
      colours: nobodys(state).length && !own.every(({ bus }) => bus) ? [] : coloursOf(state),
    },
    {
      put,
      bus: (colour) => put(exchanged(state, seat, colour)),
      light,
      links: game.players[k].links.map((name) => map.byName.get(name)),
      place: (id) => placeWord(map, id),
      from: (next) => {
        from = next;
        draw();
      },
    },
  );
  here.undoing();
}

// Everybody's total; while the game is played without tickets.
function tab(player, { players, live }, i, playing) {
  const { total, status } = players[i];
  const { points, buses_left: left } = live.players[i];
  const buses =
    left < 0 ? word("ticket-to-ride.over-by", { n: -left }) : plural("ticket-to-ride.left", left);
  return here.tab(player, status, {
    shown: playing ? points : total,
    said: playing ? buses : kindWord(status),
    more: playing ? el("small", { class: left <= 2 ? "more few" : "more" }, buses) : null,
  });
}
