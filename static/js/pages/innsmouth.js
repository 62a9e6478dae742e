// The page of a game of Innsmouth: boards, routes, the threat check, and the sheet.

import { askFor, BUSY_MS, pause } from "../parts/asking.js";
import { el, enable, redraw, toast } from "../parts/dom.js";
import { showOwnSheet } from "../parts/forms/ownsheet.js";
import { choice } from "../parts/forms/scale.js";
import { at, GamePage } from "../parts/gamepage.js";
import { showBeside, showWho } from "../parts/innsmouth/besideboard.js";
import { Drafts } from "../parts/innsmouth/drafts.js";
import {
  cachesOf,
  cachesShown,
  crossedWith,
  goesWithRoute,
  ringsOf,
} from "../parts/innsmouth/drawn.js";
import {
  about,
  findingText,
  isNote,
  LINES,
  objections,
  resultOf,
  SHEET,
  sheetRows,
  showMadeUp,
  tieRows,
} from "../parts/innsmouth/onsheet.js";
import { showOutcome } from "../parts/innsmouth/outcome.js";
import { isAsRead, leftBy, photoStep } from "../parts/innsmouth/photostep.js";
import { bringUp, showQuarter } from "../parts/innsmouth/quarterpanel.js";
import { chosenOf, showRoutes } from "../parts/innsmouth/routes.js";
import { showSetup } from "../parts/innsmouth/tablesetup.js";
import { begun, showCheck } from "../parts/innsmouth/threatcheck.js";
import {
  alongRoute,
  bonusesOf,
  cachesIn,
  FERRY,
  fated,
  loadTown,
  occupied,
  sectionsOf,
  threatsOf,
} from "../parts/innsmouth/townfacts.js";
import { doubtsOf, photoUnder, settle, showPhoto } from "../parts/innsmouth/townphoto.js";
import { townView } from "../parts/innsmouth/townview.js";
import { takePhotos, Upload } from "../parts/live/upload.js";
import { isFinal, kindWord } from "../parts/sheet/certainty.js";
import { leadToChecks, showSheet, verdictText } from "../parts/sheet/othersheet.js";
import { plural, word } from "../parts/words.js";

const ROUNDS = 10;
// Until it may be one's turn to have routes searched for.
const MODES = ["board", "route", "check"];
const here = new GamePage({
  draw,
  turnTo,
  begun: () => {
    ui = fresh(draftedRoute() ? "route" : modeOf(here.seat));
    if (drafts.get("outcome", here.seat)) at("outcome").open = true;
  },
  // Another town is drawn anew.
  laidOut: ({ state }) => state.shared.town,
  stepping: () => {
    stepped();
    if (ui.own) begin(null);
  },
  partly,
  undone,
  toCheck,
  called,
  inView: ({ seat, field }) => seat === here.seat && partOf(field) === ui.mode,
  objections,
  unsent: "innsmouth.unsent",
});
// What is begun on this phone: dice of a throw, sections of a route of one's own, an outcome.
const drafts = new Drafts(here.page.dataset.key);
// What is on this phone alone: which part is shown, what was tapped on the way to an entry.
const fresh = (mode) => ({
  mode,
  quarter: null,
  shown: null, // which of the routes offered was tapped
  own: mode === "route" ? draftedRoute() : null,
  dice: drafts.get("dice", here.seat) ?? [],
  again: null,
  drawing: false,
  rethrown: false,
  doubt: null, // which doubt of the photo is looked at
  under: false, // whether the photo lies under the board
});
let ui = null;
let target = null;
let thrown = null; // the last throw that was tapped, to take back its last die alone
const routes = new Map(); // what the server found, by what was asked
// Whoever only looks on sees the sheet alone where the town does not come.
const drawn = (at("setup") ?? at("entering")).dataset.town;
const town = at("setup")
  ? await loadTown(drawn)
  : drawn && (await loadTown(drawn).catch(() => null));

document.addEventListener(
  "keydown",
  ({ key }) => key === "Escape" && ui?.quarter && closeQuarter(),
);
await here.open();
if (here.page.querySelector("[data-progress]")) {
  const taken = () => here.load("no-store");
  takePhotos(here.page, new Upload(here.page, here.page.dataset.page, { taken }));
}

// What an entry is about; what all players share is on no board.
function called({ seat = null, field, where = null }) {
  const n = where + 1;
  if (field === "checked") return word("result.all-checked");
  if (field === "fates" && where !== null) return word("innsmouth.fate", { n });
  if (field === "goals" && where !== null) return word("innsmouth.need.goal", { n });
  if (field === "challenge") return word("innsmouth.challenge");
  if (field === "character" || (seat === null && ["threat", "caches", "fates"].includes(field)))
    return word(`innsmouth.need.${field}`);
  return word(seat === null ? "innsmouth.setup" : `innsmouth.need.${partOf(field)}`);
}

// The part of the page that has a value of a player.
function partOf(field) {
  if (field === "route") return "route";
  return ["check", "played", "written"].includes(field) ? "check" : "board";
}

function modeOf(whose) {
  return here.entries.state.players[whose]?.route ? "check" : "board";
}

// A step of the check is made: what was tapped on the way to it goes.
function stepped() {
  keepDice([]);
  Object.assign(ui, { dice: [], again: null, drawing: false, rethrown: false });
}

// What was begun and is no step yet: sections of a route of one's own; in the check dice of a
// throw, a card, dice to throw again.
function beginning() {
  const { check } = here.entries.state.players[here.seat] ?? {};
  if (ui.mode === "route" && ui.own) return "own";
  if (ui.mode !== "check") return null;
  if (ui.dice.length && (ui.rethrown || !check?.dice)) return "dice";
  return ["drawing", "rethrown"].find((one) => ui[one]) ?? null;
}

function partly() {
  const begun = beginning();
  if (!begun) return false;
  if (begun === "own") {
    // Of the sections that were tapped the last one goes, or comes back; then the choosing ends.
    choose(ui.own.before?.sections ?? null, ui.own.before?.before);
    return true;
  }
  ui[begun] = begun === "dice" ? ui.dice.slice(0, -1) : false;
  keepDice(ui.dice);
  draw();
  return true;
}

// Of a throw that is taken back, all dice but the last one lie there again.
function undone({ players }) {
  const [was, now] = [players, here.entries.state.players].map((all) => all[here.seat]?.check);
  const last = thrown;
  thrown = null;
  if (!last || last.seat !== here.seat || !was?.dice) return;
  const again = (was.rerolls ?? 0) > (now?.rerolls ?? 0);
  const fresh = JSON.stringify(was.dice.slice(-last.fresh.length));
  if (last.rethrown !== again || (!again && now?.dice) || fresh !== JSON.stringify(last.fresh))
    return;
  Object.assign(ui, { dice: last.fresh.slice(0, -1), again: last.again, rethrown: again });
  keepDice(ui.dice);
  draw();
}

const keepDice = (dice) => drafts.set("dice", here.seat, dice.length ? dice : null);

// A route of one's own as far as it was chosen, with what it was before each tap; null where none
// is begun. What is not drawn any more goes.
function draftedRoute() {
  const own = here.entries.state.players[here.seat];
  if (!own || own.route) return null;
  const drawn = sectionsOf(own);
  return (drafts.get("route", here.seat) ?? []).reduce(
    (before, all) => ({ sections: all.filter((one) => drawn.includes(one)), before }),
    null,
  );
}

// Begins a route of one's own or goes on with it; null ends it.
function begin(own) {
  ui.own = own;
  const steps = [];
  for (let one = own; one; one = one.before) steps.unshift(one.sections);
  drafts.set("route", here.seat, own && steps);
}

function turnTo(next, mode = modeOf(next)) {
  here.turnTo(next);
  ui = fresh(mode);
  draw();
  at("entering").scrollIntoView({ block: "start" });
}

// Entries of the player whose board is shown. A route that runs where nothing is drawn any more
// goes, which is said. A check goes with its route, and so does what end bonuses drew. Otherwise
// it stays: whether it still fits is told with the result, and once the board is as it was it fits
// again.
function put(changes, { keepRoute = true, apart = false } = {}) {
  const own = here.entries.state.players[here.seat];
  const gone = own.route && !(keepRoute && keeps(own.route, changes)) ? ["route"] : [];
  const chosen = changes.find(({ field }) => field === "route");
  if (gone.length || chosen) gone.push(...["check", "played"].filter((field) => own[field]));
  const drawn = gone.includes("route") || (chosen && !chosen.value) ? goesWithRoute(own) : [];
  const all = [...changes, ...gone.map((field) => ({ field, value: null })), ...drawn];
  here.entries.put(
    all.map((change) => ({ seat: here.seat, ...change })),
    { apart },
  );
  sayGone(gone);
}

function sayGone(gone) {
  const route = gone.includes("route");
  const check = gone.some((field) => field !== "route");
  if (route || check)
    here.offerUndo(word(`innsmouth.gone.${route ? (check ? "both" : "route") : "check"}`));
}

// A photo that was read since this page, or the one before it in this tab, last looked is a step
// to undo, so that undo does not go past it. So is the one that a page finds as it opens, unless
// something was changed after it. That of a player whom this phone has nothing to do with is not.
function notePhotos({ players, result }, state) {
  players.forEach(({ seat, name }, i) => {
    const own = state.players[seat];
    const number = own.photo?.number ?? 0;
    const known = drafts.get("photo", seat);
    if (known !== null && number <= known) return;
    drafts.set("photo", seat, number);
    const touches = ({ forth }) => forth.some((one) => one.seat === seat);
    const ours = seat === here.seat || here.entries.steps.past.some(touches);
    const first = known === null;
    const step = ours && (!first || isAsRead(own)) ? photoStep(state, seat) : null;
    if (!step) return;
    here.entries.note({ ...step, when: Date.now(), apart: true, whole: true });
    if (first) return;
    const left = leftBy(own, result.players[i].refit);
    here.offerUndo(word(`innsmouth.photo.read${left && `.${left}`}`, { name }));
  });
}

// What a player has as far as it fits the board.
function fitting(own, { refit }) {
  if (!refit) return own;
  return { ...own, ...(refit === "route" ? { route: null } : {}), check: null, played: null };
}

function keeps(route, changes) {
  return !changes.some(
    ({ field, where, value }) => field === "sections" && !value && route.includes(where),
  );
}

function putShared(changes) {
  here.entries.put(changes, { apart: changes.some(({ field }) => field === "town") });
}

function draw() {
  const { table, state } = here.entries;
  const { players, editable } = table;
  const result = players.length ? resultOf(table.result, table) : null;
  here.frame(town ? ["entering", "scores"] : ["scores"], result);
  if (!result) return;
  if (editable) notePhotos(table, state);
  drawSheet(table, result);
  drawChecks(table, result, state);
  if (editable) drawEntering(table, state, result);
  else if (town) drawLooking(table, state, result);
  here.remember(word("innsmouth"), result);
}

function drawSheet(table, result) {
  const { players, box, editable } = table;
  const characters = players.map(({ seat }) => here.entries.state.players[seat].character);
  const go = (to, id = "") => town && turnTo(to, editable ? SHEET[id] : undefined);
  showSheet(
    at("scores"),
    { players, result: result.shown, rows: sheetRows(result, characters), ties: tieRows(result) },
    go,
    toCheck,
  );
  const final = isFinal(result.status);
  const verdict = result.standings.length
    ? verdictText(box, result, players)
    : next(result, players);
  const solo =
    result.won === undefined ? "" : word(result.won ? "innsmouth.won" : "innsmouth.lost");
  const standing = verdict || solo || (final ? kindWord(result.status) : progress());
  here.verdict(result, verdict + solo, standing);
  // Sure it is, but nothing to be glad of.
  if (result.won === false)
    for (const id of ["verdict", "standing"]) at(id).classList.remove("sure");
}

// Doubts of a photo are asked about on the board; all else to check stands beside the sheet, also
// what is nobody's own.
function toCheck(whose) {
  const { table, state } = here.entries;
  const own = state.players[whose];
  if (!own || !table.editable || !doubtsOf(town, state.shared, own).length) return leadToChecks();
  turnTo(whose, "board");
  at("photo").scrollIntoView({ block: "start" });
}

// Whose check is next: the highest threat level first.
function next({ checks, status }, players) {
  const open = status.missing.some(({ what }) => what === "route" || what === "board");
  if (open || players.length < 2 || !checks.length) return "";
  return word("innsmouth.next", { name: players[checks[0]].name });
}

function progress() {
  const own = here.entries.state.players[here.seat];
  return own
    ? word("innsmouth.progress", {
        quarters: occupied(own).length,
        of: ROUNDS,
        sections: sectionsOf(own).length,
      })
    : "";
}

// What counts as something to check, then what is only noted.
function drawChecks(table, { players: each, findings }, { shared, players: own }) {
  const { players, editable } = table;
  const root = at("checks");
  const told = [
    ...each.flatMap((one, i) =>
      one.findings.map((finding) => [
        finding,
        word("result.of", { name: players[i].name, open: findingText(finding) }),
      ]),
    ),
    ...(findings ?? []).map((finding) => [finding, findingText(finding, players)]),
  ];
  const noted = told.filter(([finding]) => isNote(finding)).map(([, text]) => text);
  const said = [
    ...told.filter(([finding]) => !isNote(finding)).map(([, text]) => text),
    ...(editable ? players.flatMap((one) => photoDoubts(one, shared, own[one.seat])) : []),
    // What a file left open of a photo: it does not say what.
    ...players
      .map(({ seat, name }) => ({ name, n: own[seat].to_check ?? 0 }))
      .filter(({ n }) => n)
      .map(({ name, n }) =>
        word("result.of", { name, open: word("innsmouth.file-doubts", { n }) }),
      ),
  ];
  root.hidden = !said.length && !noted.length;
  root.classList.toggle("notice", !shared.checked && said.length > 0);
  redraw(
    root,
    el("h2", {}, word("innsmouth.referee")),
    said.length ? el("ul", { id: "counted" }, ...said.map((one) => el("li", {}, one))) : null,
    editable && said.length
      ? el(
          "p",
          { class: "row" },
          el(
            "button",
            {
              type: "button",
              class: "button small",
              "data-button": "checked",
              onclick: () => putShared([{ field: "checked", value: !shared.checked }]),
            },
            word(shared.checked ? "result.take-back" : "result.all-checked"),
          ),
        )
      : null,
    noted.length ? el("p", { class: "small" }, word("innsmouth.noted")) : null,
    noted.length
      ? el("ul", { id: "noted", class: "small" }, ...noted.map((one) => el("li", {}, one)))
      : null,
  );
}

// Doubts of a photo are asked about on the board.
function photoDoubts({ seat, name }, shared, own) {
  const n = doubtsOf(town, shared, own).length;
  if (!n) return [];
  const lead = (event) => {
    event.preventDefault();
    toCheck(seat);
  };
  const open = word("result.of", { name, open: plural("innsmouth.doubts", n) });
  return [el("a", { href: `#player-${seat}`, onclick: lead }, open)];
}

function drawEntering({ players }, state, result) {
  const k = here.shown(players);
  const { shared } = state;
  const own = fitting(state.players[here.seat], result.players[k]);
  const alone = players.length === 1;
  showSetup(at("setup"), { town, shared, alone, again: draw }, putShared);
  redraw(at("tabs"), ...tabsOf(players, result));
  redraw(
    at("modes"),
    choice(
      "mode",
      "",
      MODES.map((one) => [one, word(`innsmouth.mode.${one}`)]),
      ui.mode,
      (mode) => {
        ui = fresh(mode);
        draw();
      },
    ),
  );
  at("player").dataset.mode = ui.mode;
  showReading();
  drawMap(shared, own, result.players[k]);
  drawBoard(shared, own);
  drawRoutes(own, result.players[k]);
  drawCheck(shared, own, result.players[k], alone);
  here.undoing();
  if (beginning()) enable(at("undo"), true);
}

// A photo is on its way; on the board of the phone that sent it, a bar shows how far it is.
function showReading() {
  const bar = ui.mode === "board" && !here.page.querySelector("[data-progress]").hidden;
  at("reading").hidden = bar || !here.reads(here.seat);
}

// Whoever only looks on sees each board with its route, and what the sheet is made up of.
function drawLooking({ players }, state, result) {
  const k = here.shown(players);
  const told = result.players[k];
  const own = fitting(state.players[here.seat], told);
  redraw(at("tabs"), ...tabsOf(players, result));
  drawMap(state.shared, own, told);
  showMadeUp(at("made-up"), told);
}

function tabsOf(players, result) {
  return players.map((one, i) => {
    const told = result.players[i];
    // What is expected stands in place of a total.
    return here.tab(one, told.status, { shown: told.total ?? about(told) });
  });
}

function marksOf(shared, own) {
  return {
    sections: sectionsOf(own),
    tourists: own.tourists,
    threats: threatsOf(town, shared, own),
    caches: cachesOf(town, shared, own),
    rings: Object.keys(own.rings).filter((id) => own.rings[id]),
  };
}

function drawMap(shared, own, told) {
  const marks = marksOf(shared, own);
  const shown = { chosen: ui.mode === "board" ? ui.quarter : null };
  if (ui.mode === "board") {
    if (ui.under) shown.photo = under(own);
    shown.doubt = doubtsOf(town, shared, own, ui.doubt)[0];
    if (here.entries.table.editable) shown.named = namedPlaces(shared, own, marks.caches);
  }
  const route = onMap(own, told);
  if (route) Object.assign(shown, { route: route.sections, text: route.route });
  if (ui.own) shown.picks = new Set(ui.own.sections);
  if (ui.mode === "check") Object.assign(shown, happened(own));
  // What an end bonus would draw is shown with the route that needs it.
  const more = (route?.sections ?? []).filter((id) => id !== FERRY && !marks.sections.includes(id));
  const taps = { board: tapped, route: ui.own ? picked : null, check: null };
  const tap = here.entries.table.editable ? taps[ui.mode] : null;
  redraw(
    at("map"),
    townView(town, { ...marks, sections: [...marks.sections, ...more] }, shown, tap),
  );
}

// Neither map nor board names the crossroads that the buttons below the map name.
function namedPlaces(shared, own, caches) {
  const drawn = cachesShown(cachesIn(town, shared), own.caches, caches);
  return [...new Set([...drawn, ...ringsOf(town, caches, own).shown])];
}

// The route that is on the map: the one taken, or the one that is being looked at.
function onMap(own, told) {
  if (ui.mode === "board") return null;
  if (ui.own) return ui.own.told;
  if (own.route) return { sections: own.route, route: told.route };
  const found = ui.mode === "route" ? known()?.found : null;
  return found ? found[chosenOf(found, ui.shown)] : null;
}

function happened({ check, played }) {
  const left = check?.left ?? [];
  const gone = {};
  for (const place of [...(check?.erased ?? []), ...left.map(({ symbol }) => symbol)])
    gone[place] = (gone[place] ?? 0) + 1;
  return { lost: played?.left ?? left.map(({ quarter }) => quarter), gone };
}

function tapped({ road, quarter }, byKey) {
  if (road) {
    const drawn = here.entries.state.players[here.seat].sections[road];
    put([{ field: "sections", where: road, value: drawn ? null : true }]);
  } else if (quarter) {
    ui.quarter = quarter === ui.quarter ? null : quarter;
    draw();
    bringUp(at("quarter"), onMapOf(quarter));
    if (byKey) at("quarter").querySelector('[data-button$="-more"]')?.focus();
  }
}

const onMapOf = (quarter) => at("map").querySelector(`[data-quarter="${quarter}"]`);

// Whoever came to the quarter's panel with the keyboard goes on from the quarter.
function closeQuarter() {
  const { quarter } = ui;
  const { activeElement } = document;
  const inside = activeElement === document.body || at("quarter").contains(activeElement);
  ui.quarter = null;
  draw();
  if (quarter && inside) onMapOf(quarter)?.focus({ preventScroll: true });
}

function picked({ road }) {
  if (!road || !sectionsOf(here.entries.state.players[here.seat]).includes(road)) return;
  const { sections } = ui.own;
  choose(
    sections.includes(road) ? sections.filter((one) => one !== road) : [...sections, road],
    ui.own,
  );
}

function drawBoard(shared, own) {
  const onBoard = ui.mode === "board";
  for (const id of ["whose", "beside", "photo"]) at(id).hidden = !onBoard;
  const marks = marksOf(shared, own);
  const fixed = own.threats === null && fated(town, shared) !== null;
  showQuarter(
    at("quarter"),
    { town, quarter: onBoard ? ui.quarter : null, marks, fixed, close: closeQuarter },
    put,
  );
  if (!onBoard) return;
  const deep = shared.threat === "deep-ones";
  drawPhoto(shared, own, deep);
  const bonuses = bonusesOf(town, shared, own);
  // A route whose check is played is the one that was walked, whoever walked it.
  const { check, played } = here.entries.state.players[here.seat];
  const keepRoute = Boolean(check || played);
  const character = (value) => put([{ field: "character", value }], { keepRoute });
  showWho(at("whose"), own, character);
  showBeside(at("beside"), { town, shared, own, bonuses, caches: marks.caches, deep }, put);
}

function under(own) {
  return photoUnder(own, `${here.page.dataset.page}/${here.seat}`);
}

function drawPhoto(shared, own, deep) {
  const { corners } = at("photo").dataset;
  const send = at("pickers").dataset.address.replace("/0/", `/${here.seat}/`);
  for (const input of at("pickers").querySelectorAll("input[data-send]")) input.dataset.send = send;
  const look = (changes) => {
    Object.assign(ui, changes);
    draw();
    if (changes.under) at("map").querySelector(".doubt")?.scrollIntoView({ block: "center" });
  };
  showPhoto(
    at("found"),
    {
      town,
      shared,
      own,
      ui,
      corners: corners.replace("/0/", `/${here.seat}/`),
      deep,
      under: under(own),
    },
    {
      look,
      answer: (doubt, value) => {
        const { [here.seat]: _, ...others } = here.entries.state.players;
        put(settle({ town, shared, own, others: Object.values(others) }, doubt, value));
      },
    },
  );
}

// What the routes hang on; the same board is not asked about twice.
function asked() {
  const { shared, players } = here.entries.table.state;
  const { route, by_bonus, check, played, photo, before, read, doubts, settled, ...marks } =
    players[here.seat];
  const { checked, ...common } = shared;
  return JSON.stringify([here.seat, marks, common]);
}

function known() {
  return routes.get(asked());
}

function drawRoutes(own, told) {
  const root = at("routes");
  root.hidden = ui.mode !== "route";
  if (root.hidden) return;
  const now = known() ?? {};
  if (ui.own) tellOwn(ui.own);
  // A route that no longer fits is given up by hand.
  const { route } = here.entries.state.players[here.seat];
  const full = occupied(own).length >= ROUNDS && own.character;
  if (full && !route && !now.asking && !now.found && !now.failed && !here.entries.unsent.length)
    search();
  const accepted = route ? told : null;
  showRoutes(
    root,
    { ...now, ...known(), shown: ui.shown, own: ui.own, accepted, refit: told.refit, target },
    {
      search: () => search(),
      show: (kind) => {
        ui.shown = kind;
        draw();
      },
      aim,
      accept,
      choose: () => choose([]),
      cancel: () => choose(null),
      check: () => turnTo(here.seat, "check"),
      drop: () => put([{ field: "route", value: null }]),
    },
  );
}

// The best routes first; then where end bonuses help most, which takes longer.
async function search() {
  const key = asked();
  const keep = (value) => {
    if (value) routes.set(key, value);
    else routes.delete(key);
    draw();
  };
  keep({ asking: true });
  const found = await routesOf(key, "");
  if (!found) return keep(found === undefined ? null : { failed: true });
  keep({ found, asking: true });
  const more = await routesOf(key, "?bonuses=yes");
  keep(more === undefined ? null : { found: { ...found, ...more } });
}

// Null where no answer comes; undefined where the board that they were asked for has changed
// before it was their turn.
async function routesOf(key, more) {
  const address = `${here.page.dataset.page}/${here.seat}/final-routes${more}`;
  for (;;) {
    const answer = await askFor(address).catch(() => null);
    const told = answer?.ok ? await answer.json() : null;
    if (!told?.busy) return told;
    if (key !== asked()) return undefined;
    await pause(BUSY_MS);
  }
}

// A route of one's own, section by section, with what it was before the last tap; null ends the
// choosing.
function choose(sections, before = null) {
  begin(sections && { sections, before });
  draw();
}

// What a route of one's own promises: told is undefined while it is asked, null if it is none.
async function tellOwn(own) {
  if (own.asked || !own.sections.length) return;
  own.asked = true;
  const over = new URLSearchParams({ over: own.sections.join(",") });
  const answer = await askFor(`${here.page.dataset.page}/${here.seat}/final-routes?${over}`).catch(
    () => null,
  );
  if (ui.own !== own) return;
  if (!answer?.ok) toast(word("innsmouth.offline"));
  own.told = answer?.ok ? (await answer.json()).given : null;
  draw();
}

// Takes a route; end bonuses that it needs are drawn and crossed out.
function accept(route, bonuses) {
  const own = here.entries.state.players[here.seat];
  const used = { ...own.used };
  const more = bonuses.flatMap(({ bonus, road }) => {
    used[bonus] = (used[bonus] ?? 0) + 1;
    return [
      { field: "sections", where: road, value: true },
      ...crossedWith(own, bonus, used[bonus]),
    ];
  });
  if (bonuses.length) {
    const drawn = Object.fromEntries(bonuses.map(({ bonus, road }) => [road, bonus]));
    more.push({ field: "by_bonus", value: drawn });
  }
  begin(null);
  put([...more, { field: "route", value: route.sections }]);
  turnTo(here.seat, "check");
}

function aim(value) {
  target = value;
  draw();
}

function drawCheck(shared, own, told, alone) {
  const onCheck = ui.mode === "check";
  const { advice } = told;
  at("check").hidden = !onCheck;
  at("outcome").hidden = !onCheck || !own.route || begun(own.check);
  const over = typeof told.total === "number";
  at("own-sheet").hidden = !onCheck || !over;
  if (!onCheck) return;
  const { written } = own;
  const judged = { box: "innsmouth", lines: LINES, written, verdicts: told.verdicts };
  if (over) showOwnSheet(at("own-sheet"), judged, (changes) => put(changes));
  if (!own.route || (!advice && !own.played)) {
    const open = told.refit === "route" ? "innsmouth.refit.route" : "innsmouth.check.no-route";
    const said = here.entries.unsent.length ? "innsmouth.waiting" : "innsmouth.check.no-route";
    const kind = told.refit === "route" ? "notice" : "small";
    return redraw(at("check"), el("p", { class: kind }, word(own.route ? said : open)));
  }
  const { character } = own;
  if (own.played) redraw(at("check"), el("p", {}, el("b", {}, word("innsmouth.outcome.entered"))));
  else
    showCheck(
      at("check"),
      {
        town,
        shared,
        advice,
        check: own.check ?? {},
        target,
        ...ui,
        solo: alone && shared.challenge !== null,
        hunting: character === "huntress",
        warlock: character === "warlock",
        busy: here.entries.unsent.length > 0,
        refit: told.refit,
      },
      steps(own),
    );
  const along = alongRoute(town, own.route, own);
  const { taken = 0, level = 0 } = told;
  const { seat } = here;
  const outcome = { played: own.played, draft: drafts.get("outcome", seat) };
  showOutcome(
    at("outcome"),
    { ...outcome, along, taken, level, hunting: character === "huntress" },
    {
      keep: (draft) => {
        drafts.set("outcome", seat, draft);
        draw();
      },
      enter: (value) => {
        drafts.set("outcome", seat, null);
        const { check } = here.entries.state.players[seat];
        // Steps that no longer fit would go on beside it.
        const gone = check ? [{ field: "check", value: null }] : [];
        put([{ field: "played", value }, ...gone]);
      },
      // What was entered stays on the page.
      drop: () => {
        drafts.set("outcome", seat, own.played);
        put([{ field: "played", value: null }]);
      },
    },
  );
}

function steps({ check }) {
  const set = (more) => {
    Object.assign(ui, more);
    draw();
  };
  const checked = (value) => {
    stepped();
    // An outcome that no longer fits would stand in its place.
    const { played } = here.entries.state.players[here.seat];
    const gone = played ? [{ field: "played", value: null }] : [];
    put([{ field: "check", value }, ...gone], { apart: true });
  };
  return {
    aim,
    draw: () => set({ drawing: true }),
    undraw: () => set({ drawing: false }),
    tapped: (dice) => {
      keepDice(dice);
      set({ dice });
    },
    threw: (fresh) => {
      thrown = { seat: here.seat, fresh, again: ui.again, rethrown: ui.rethrown };
    },
    mark: (again) => set({ again }),
    rethrow: () => {
      keepDice([]);
      set({ rethrown: true, dice: [] });
    },
    restart: () => checked(null),
    move: (more) => checked({ ...check, ...more }),
  };
}
