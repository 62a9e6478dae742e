// The board page: wires the board, the sheet and the corrections together.

import { BUSY_MS, pause } from "../parts/asking.js";
import { BoardView } from "../parts/board/boardview.js";
import { clash, describe as named } from "../parts/board/describe.js";
import { Dragging } from "../parts/board/dragging.js";
import { differences, knowKinds, knowModes, valueAt } from "../parts/board/marks.js";
import { ownPart } from "../parts/board/ownpart.js";
import { pathsOf } from "../parts/board/ownroute.js";
import { savePicture } from "../parts/board/savepicture.js";
import { UndoStack } from "../parts/board/undo.js";
import { walk } from "../parts/board/walker.js";
import { enable, toast } from "../parts/dom.js";
import { askAboutRefused, askWhichAllStand, askWhichStands } from "../parts/forms/conflict.js";
import { showGoals, withoutGoals } from "../parts/forms/goalcards.js";
import { showPens } from "../parts/forms/pens.js";
import { showSetup } from "../parts/forms/setup.js";
import { steadily } from "../parts/forms/steady.js";
import { submit } from "../parts/forms/submit.js";
import { showStepper } from "../parts/forms/touristcounter.js";
import { isGone, sayGameGone, sayPlayerGone } from "../parts/gone.js";
import { follow, loadAnew, newest } from "../parts/live/follow.js";
import { keepLook } from "../parts/live/lastlook.js";
import { PhoneScore } from "../parts/live/phonescore.js";
import { forgetAsItGoes, remember } from "../parts/live/recent.js";
import { Sync } from "../parts/live/sync.js";
import { takePhotos } from "../parts/live/upload.js";
import { showAnotherPhoto } from "../parts/sheet/anotherphoto.js";
import {
  against,
  asksOutside,
  hasGoals,
  isEmpty,
  isSettled,
  kindWord,
  showStatus,
  statusOf,
} from "../parts/sheet/certainty.js";
import { showDoubts, withoutTotals } from "../parts/sheet/doubts.js";
import { showDrawings } from "../parts/sheet/drawings.js";
import { Explore } from "../parts/sheet/explore.js";
import { Layers } from "../parts/sheet/layers.js";
import { showNotes } from "../parts/sheet/notes.js";
import { showRule, showSheet } from "../parts/sheet/scoresheet.js";
import { showChip, showCorrections, showQuality, showTotal } from "../parts/sheet/summary.js";
import { onUndoKeys } from "../parts/shortcuts.js";
import { namePlaces, plural, word } from "../parts/words.js";

const page = document.getElementById("game");
const at = (id) => document.getElementById(id);
// What is corrected in the mode of something else.
const MODE_OF = { crossed: "tourists", "cafe-area": "cafe", ticket: "cafe" };
const HOT = "hot-spot";
const LATE_MS = 5000;
// One tap is no second answer so soon.
const TWICE_MS = 300;
const CAFE_NEXT = { none: "visited", visited: "used", used: "none" };

let scene, sync, view, explore, phone, layers;
let mode = "section";
let lit = null; // {name, elements} of the pressed line or note
let doubtAt = 0;
let laidFor = ""; // the reading and the board that the page was laid out for
let open = null; // location whose tourists are being counted
let awaiting = false; // whether the server is asked until it is one's turn to search
let answered = 0; // when a doubt was answered, until the server has taken it
let pen = null; // what sections are drawn with, where the city has colours or hot spots
const done = new UndoStack(); // of {label, back, edits}
const describe = (edits, before) => named(edits, scene.city, before);

begin();
// A page taken out of the browser's memory may show an old board.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

async function begin() {
  const data = await newest(page.dataset.scene, "default");
  if (!data) {
    at("loading").textContent = at("loading").dataset.failed;
    return;
  }
  scene = data.scene;
  knowKinds(scene.marks);
  knowModes(scene.city.modes);
  namePlaces(scene.places, scene.beside);
  view = new BoardView(at("board"), scene, scene.editable ? tap : null);
  sync = new Sync({
    key: `${page.dataset.key}/${page.dataset.seat}`,
    url: page.dataset.edits,
    state: data.state,
    show: draw,
    tell,
    choose: (edit, theirs) => {
      const { what, values } = clash(edit, theirs, scene.city);
      return askWhichStands(at("problem"), what, values);
    },
    chooseAll: (clashes) =>
      askWhichAllStand(
        at("problem"),
        clashes.map(([edit, theirs]) => clash(edit, theirs, scene.city)),
      ),
    gaveUp,
    keepLook: (state) => keepLook(page.dataset.scene, { scene, state }),
    refused: async (why) => !(await tellWhatIsGone()) && askAboutRefused(at("problem"), why),
  });
  phone = new PhoneScore(scene.scoring, { rivals: scene.rivals, show: draw });
  explore = new Explore(scene, page.dataset, {
    show: draw,
    fail: toast,
    light: pressElements,
    toDoubt,
  });
  if (view.zoom.across) showHalf(sync.state);
  pen = pens()[0] ?? null;
  laidFor = laid(sync.state);
  keepPhotoToUndo();
  layers = new Layers(page, {
    tabs: at("parts"),
    pull: at("pull"),
    frame: at("board").parentElement,
    words: at("pull").dataset,
  });
  new Dragging(at("board"), view.layers.stroke, scene.geometry, {
    may: () => draws() && !layers.up && view.zoom.scale === 1 && !view.zoom.enlarged,
    done: drawSections,
  });
  at("loading").remove();
  listen();
  const linked = showLinked();
  draw();
  // What is to be checked need not be a doubtful place.
  if (linked) layers.show(linked === at("doubts") ? openPart() : linked);
  else if (isAsked()) layers.show(at("drawings"));
  if (mode === "task" && scene.editable) toast(word("begin.task"), { below: true });
  followGame(data);
}

function listen() {
  for (const button of document.querySelectorAll("[data-mode]")) {
    button.addEventListener("click", () => setMode(button.dataset.mode));
  }
  at("undo")?.addEventListener("click", undo);
  at("redo")?.addEventListener("click", redo);
  at("play").addEventListener("click", play);
  at("zoom-in").addEventListener("click", () => view.zoom.by(1.6));
  at("zoom-out").addEventListener("click", () => view.zoom.by(1 / 1.6));
  at("zoom-all").addEventListener("click", () => view.zoom.all());
  at("half").hidden = !view.zoom.across;
  at("half").addEventListener("click", () => view.zoom.half());
  at("hide").hidden = !scene.photo;
  for (const [event, bare] of [
    ["pointerdown", true],
    ["pointerup", false],
    ["pointercancel", false],
    ["pointerleave", false],
    ["blur", false],
  ]) {
    at("hide").addEventListener(event, () => view.setBare(bare));
  }
  at("hide").addEventListener("keydown", ({ key }) => view.setBare(key === " " || key === "Enter"));
  at("hide").addEventListener("keyup", () => view.setBare(false));
  at("hide").addEventListener("contextmenu", (event) => event.preventDefault());
  at("check").addEventListener("click", toOpen);
  at("opacity")?.addEventListener("input", ({ target }) =>
    view.setPhotoOpacity(target.value / 100),
  );
  takePhotos(page);
  at("picture").addEventListener("click", savePicture);
  at("back-to-read").addEventListener("click", backToRead);
  forgetAsItGoes(at("delete")?.form, page.dataset.key);
  document.querySelector(".modes")?.addEventListener("keydown", modeKeys);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  onUndoKeys(undo, redo);
}

// Where another photo counts, or none is kept any more, what stands around the board is another;
// where the taught board was corrected, its places and values are.
function laid({ reading, board, photo }) {
  return `${reading} ${board ?? ""} ${photo}`;
}

function draw() {
  if (!explore) return;
  if (laid(sync.state) !== laidFor && !sync.unsent.length) return showAnew();
  steadily(drawAll);
  leadOn();
  if (sync.state.busy) awaitTurn();
}

// Whether the best route is not known yet because it was not this phone's turn to search.
const isSearching = () => Boolean(sync.state.busy) && !sync.state.sheet.optimal;

// Others at the same address have had their turn to search before this board.
async function awaitTurn() {
  if (awaiting) return;
  awaiting = true;
  let answered = true;
  while (sync.state.busy && !sync.over) {
    await pause(answered ? BUSY_MS : LATE_MS);
    if (sync.busy) continue;
    const { version } = sync.state;
    const state = await newest(page.dataset.state);
    answered = state !== null;
    if (answered && sync.adopt(state) && state.version !== version) explore.forget();
  }
  awaiting = false;
}

// Of a board that lies across first the half with what is to be checked, or else with the most of
// the route, or of what is drawn.
function showHalf({ doubts, sheet, marks }) {
  const roads = (names) => names.map((where) => ({ kind: "section", where }));
  for (const places of [doubts.slice(0, 1), roads(sheet.route.sections), roads(marks.sections)]) {
    const found = places.map((one) => view.place(one)).filter(Boolean);
    const xs = found.map(([x]) => x).sort((a, b) => a - b);
    if (xs.length) return view.zoom.halfOf(xs[Math.floor(xs.length / 2)]);
  }
}

// The page anew. Whoever has sent the photo that counts now is far down, at its card.
function showAnew() {
  if (page.querySelector("[data-progress]")?.hidden === false) scrollTo(0, 0);
  return loadAnew();
}

// Somebody may have renamed the player meanwhile.
function showName({ name }) {
  if (!name || name === scene.name) return;
  scene.name = name;
  const heading = page.querySelector("h1 span");
  Object.assign(heading, { textContent: name, title: name });
}

function drawAll() {
  const { board } = sync;
  showName(sync.state);
  const own = phone.of(sync);
  const state = shown();
  const status = statusOf(sync.state, board, sync.unsent, scene);
  const doubts = openDoubts();
  doubtAt = Math.min(doubtAt, Math.max(doubts.length - 1, 0));
  view.show({
    board,
    sheet: state.sheet,
    doubts,
    mode: explore.choosing ? "own" : mode,
    lit: lit?.elements,
    currentDoubt: doubts[doubtAt],
    own: explore.shown,
    named: lit?.elements[0] ?? open ?? doubts[doubtAt]?.where ?? "",
  });
  explore.draw({ routes: at("routes"), dispute: at("dispute") }, state.sheet);
  drawPens();
  showState(state, own, status);
  showSheet(
    at("sheet"),
    state.sheet,
    scene.city,
    state.setup,
    lit?.name,
    pressLine,
    own ? word(own.sheet ? "phone.sheet" : "phone.old-sheet") : "",
    (sync.unsent.length && !own?.sheet) || isSearching() ? null : status,
    state.reading > 0,
  );
  showRule(at("rule"), lit && sheetLine(lit.name), scene.city);
  at("rule").classList.toggle("high", Boolean(lit) && view.litBelow);
  at("board").classList.toggle("drawing", draws());
  showStatus(
    at("status"),
    status,
    {
      ...scene,
      empty: isEmpty(board.marks),
      outside: asksOutside(sync.state, sync.unsent),
      asked: isAsked(),
    },
    {
      check: declare,
      ratings: () => layers.show(at("setup")),
      task: toTask,
      goals: () => layers.show(at("goals")),
      withoutGoals: () => change(withoutGoals(scene.city, board.setup)),
      tours: () => layers.show(at("setup")),
      withoutTours: () => change([{ kind: "fewer-tours", where: "", value: true }]),
      half: (value) => change([{ kind: "task-half", where: "", value }]),
    },
  );
  showDrawings(at("drawings"), isAsked() ? sync.state.asked : null, scene, chooseDrawing);
  showNotes(at("notes"), state, lit?.name, pressNote);
  const hidden = scene.editable ? unseen(doubts) : [];
  const names = new Set(hidden.map(({ kind, where }) => `${kind} ${where}`));
  showDoubts(at("doubts"), scene, doubts, doubtAt, names, {
    looking: !scene.editable,
    onMove: moveDoubt,
    onChoose: ({ kind, where }, value) => answer([{ kind, where, value }]),
    onChooseAll: answer,
    editor: scene.editor,
  });
  showAnotherPhoto(at("another"), hidden, lit?.name, pressNote);
  showSetup(at("setup"), scene, board, (edit) => change([edit].flat()), {
    own: true,
    fold: scene.fold,
  });
  at("goals").hidden = !entersGoals();
  at("setup").hidden = !scene.editable;
  if (entersGoals()) {
    showGoals(
      at("goals"),
      scene,
      { setup: board.setup, aside: board.goals_aside },
      // The challenge of a game that has a page of its own stands there.
      scene.single ? null : undefined,
      (edit) => change([edit]),
      async () => scene,
    );
  }
  const crossed = scene.crossable.includes(open) ? board.marks.crossed.includes(open) : null;
  const counted = { where: open, counts: board.marks.tourists[open] ?? {}, crossed };
  showStepper(at("stepper"), scene.city.tourists, counted, {
    onChange: count,
    onCross: () => change([{ kind: "crossed", where: open, value: !crossed }]),
    onClose: close,
  });
  for (const button of document.querySelectorAll("[data-mode]")) {
    const on = button.dataset.mode === mode && !explore.choosing;
    button.setAttribute("aria-checked", on);
    button.tabIndex = on ? 0 : -1;
  }
  if (at("undo")) {
    enable(at("undo"), done.canUndo || Boolean(at("leave-out")));
    enable(at("redo"), done.canRedo);
  }
  at("play").disabled = !state.sheet.length;
  // A photo that could not be read leaves nothing behind in the list of games.
  if (scene.single && !isEmpty(sync.state.marks) && !isSearching()) {
    const { sheet, status: known, marks } = sync.state;
    const how = [scene.title, scene.read_from, plural("sections", marks.sections.length)];
    remember(page.dataset.key, how.join(" · "), sheet.total, kindWord(known));
  }
}

// The places that another photo would settle, without those answered since.
function unseen(doubts) {
  const asked = new Set(doubts.map(({ kind, where }) => `${kind} ${where}`));
  return sync.state.another_photo.filter(({ kind, where }) => asked.has(`${kind} ${where}`));
}

// What is still asked: what was answered here is not asked once more, whether or not the server has
// heard of it. Without a connection totals of answers would contradict what is changed here.
function openDoubts() {
  if (sync.board.checked) return [];
  const open = shown().doubts.filter((doubt) => !isSettled(doubt, sync.unsent));
  return sync.failures && sync.unsent.length ? withoutTotals(open) : open;
}

// What the server said, or in its stead what this phone worked out; the referee is there only.
function shown() {
  const found = phone.of(sync);
  return found?.sheet ? { ...sync.state, ...found, findings: [] } : sync.state;
}

function showState(state, own, status) {
  const { editable } = scene;
  const waiting = sync.unsent.length > 0;
  const nodes = { total: at("total"), proof: at("proof") };
  const searching = isSearching();
  const read = state.reading > 0;
  showTotal(nodes, state.sheet, { own, waiting, searching, status, read });
  const { sections, task } = sync.board.marks;
  const asked = editable && (!sections.length || (mode === "task" && !task?.length));
  const next = mode === "section" && at("not-read") ? "not-read" : mode;
  at("saving").textContent =
    sync.status === "offline" ? word("offline") : asked ? word(`begin.${next}`) : "";
  at("saving").classList.toggle("hint", asked);
  page.dataset.status = waiting ? "unsent" : "settled";
  // What the referee says of changes on their way is not known.
  showChip(at("check"), status, waiting ? [] : against(state));
  showQuality(at("quality"), state);
  at("quality").hidden ||= !editable;
  showCorrections({ text: at("corrections"), back: at("back-to-read") }, state);
  at("back-to-read").hidden ||= !editable;
}

function toOpen() {
  const open = openPart();
  if (open === at("doubts")) moveDoubt(doubtAt);
  layers.show(open);
}

// Where what stands open first is: the photo that is asked about, doubtful places, ratings, or
// what is said of the status.
function openPart() {
  const { kind } = statusOf(sync.state, sync.board, sync.unsent, scene);
  if (isAsked()) return at("drawings");
  if (kind === "to-check" && !at("doubts").hidden) return at("doubts");
  // What the referee noticed says what is to be checked, or was declared to be so.
  if (["to-check", "final"].includes(kind) && against(shown()).length) return at("notes");
  const open = at(kind === "ratings-not-set" && scene.editable ? "setup" : "status");
  return open.hidden ? at("sheet") : open;
}

// Whether it is still asked if a photo counts.
const isAsked = () =>
  Boolean(sync.state.asked) && !sync.unsent.some(({ kind }) => kind === "drawing");

function chooseDrawing(value, called) {
  const choice = { kind: "drawing", where: String(sync.state.asked.number) };
  add(word(`done.drawing.${called}`), [{ ...choice, value: "ask" }], [{ ...choice, value }]);
}

// A photo that was read before the page was loaded is taken back as a tap is.
function keepPhotoToUndo() {
  const photo = sync.state.photo_to_undo;
  if (!photo || !scene.editable) return;
  const choice = { kind: "drawing", where: String(photo.number) };
  done.add({
    label: word("done.drawing.photo"),
    back: [{ ...choice, value: photo.back }],
    edits: [{ ...choice, value: "photo" }],
  });
}

// Whether goal cards are entered here: on a board alone, and wherever a mode with cards is chosen.
function entersGoals() {
  const { board } = sync;
  const asked = scene.single || hasGoals(scene.city, board) || board.setup.goals.length > 0;
  return scene.editable && scene.city.goals && asked;
}

// A person says that all places are right, or takes that back.
function declare(value) {
  change([{ kind: "checked", where: String(sync.state.reading), value }]);
}

function setMode(next) {
  mode = next;
  explore.leave();
  lit = null;
  open = null;
  draw();
}

// The map is where it was: only words tell what is to be tapped on it.
function toTask() {
  setMode("task");
  toast(word("begin.task"), { below: true });
}

function modeKeys(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const buttons = [...document.querySelectorAll("[data-mode]")];
  const here = buttons.findIndex((button) => button.dataset.mode === mode);
  const next = buttons[(here + step + buttons.length) % buttons.length];
  setMode(next.dataset.mode);
  next.focus();
}

function tap(target, where, byKey) {
  if (target === "own") return explore.tap(where, sync.board.marks.sections);
  // Hot spots are marked before the game, on roads that may never be drawn.
  const kind = target === "section" && pen === HOT ? HOT : target;
  const value = valueAt(sync.board, kind, where);
  lit = null;
  if (kind === "tourists") {
    open = open === where ? null : where;
    lit = open ? { name: "open", elements: [where] } : null;
    draw();
    if (open && byKey) at("stepper").querySelector('[data-button$="-more"]').focus();
  } else {
    change([{ kind, where, value: tapped(kind, value) }]);
  }
}

// Whether a finger that goes along roads draws them.
const draws = () => scene.editable && mode === "section" && pen !== HOT && !explore.choosing;

// What was drawn at one go; what was all drawn so before goes again.
function drawSections(ids) {
  const value = scene.city.colours.length ? pen : true;
  const rest = ids.filter((where) => valueAt(sync.board, "section", where) !== value);
  lit = null;
  change(
    (rest.length ? rest : ids).map((where) => ({
      kind: "section",
      where,
      value: rest.length ? value : false,
    })),
  );
}

// What a tap makes of a value: in a coloured city the pen, or nothing once it is drawn so.
function tapped(kind, value) {
  if (kind === "cafe" || kind === "cafe-area") return CAFE_NEXT[value];
  if (kind === "section" && scene.city.colours.length) return value === pen ? false : pen;
  return !value;
}

const pens = () => (scene.city.hot_spots ? ["plain", HOT] : scene.city.colours);

function count(counts) {
  change([{ kind: "tourists", where: open, value: counts }]);
}

function close() {
  const where = open;
  // A button that can do no more loses the focus.
  const { activeElement } = document;
  const inside = activeElement === document.body || at("stepper").contains(activeElement);
  open = null;
  lit = null;
  draw();
  if (where && inside) view.focus(where);
}

// Makes edits, so that undo can take them back together.
function change(edits, label = describe(edits, sync.board)) {
  const before = sync.board;
  const doubtful = (edit) =>
    sync.state.doubts.some(({ kind, where }) => kind === edit.kind && where === edit.where);
  const back = edits
    .map((edit) => ({
      ...edit,
      value: valueAt(before, edit.kind, edit.where),
      settles: !doubtful(edit) && !unrated(before, edit),
    }))
    .reverse();
  add(label, back, edits);
}

function add(label, back, edits) {
  // Of a game that was deleted nothing is drawn any more.
  if (sync.over) return draw();
  done.add({ label, back, edits });
  say(label, edits);
  explore.forget();
  sync.push(edits);
}

// What another phone put at a place stays: no step back or forth here changes it any more.
function gaveUp({ kind, where }) {
  const others = (edits) => edits.filter((one) => one.kind !== kind || one.where !== where);
  done.reduce((step) => {
    const edits = others(step.edits);
    return edits.length ? { ...step, back: others(step.back), edits } : null;
  });
}

// Whether a rating was given by nobody before: so it is again once it is taken back.
function unrated({ setup }, { kind, where }) {
  return kind === "rating" && (setup.unrated ?? []).includes(where);
}

function undo() {
  if (sync.over) return;
  const step = done.undo();
  if (step) repeat("undone", step.label, ownPart(step.edits, step.back, sync.board));
  // A photo that was not read came last, before this page was loaded.
  else if (at("leave-out")) submit(at("leave-out"));
}

function redo() {
  if (sync.over) return;
  const step = done.redo();
  if (step) repeat("redone", step.label, ownPart(step.back, step.edits, sync.board));
}

// No edits: another phone has changed all of it since.
function repeat(name, what, edits) {
  say(word(edits.length ? name : "undone.theirs", { what }), edits);
  if (!edits.length) return draw();
  explore.forget();
  sync.push(edits);
}

function play() {
  lit = null;
  draw();
  const { route } = shown().sheet;
  const roads = new Map(scene.geometry.roads.map((road) => [road.id, road]));
  walk(view.layers.walk, pathsOf(roads, route), () => {});
}

// A line of the whole table's sheet leads here, "…#line=red", and what is still to do there:
// "…#mode=task" or "…#status". Returns the part of the page that is meant, if one is.
function showLinked() {
  const linked = new URLSearchParams(location.hash.slice(1));
  const line = sheetLine(linked.get("line"));
  if (line) lit = { name: line.step, elements: line.from };
  if (linked.has("mode")) mode = linked.get("mode");
  const [part, ...more] = linked.keys();
  return part && !more.length && !line ? at(part) : null;
}

// Somebody else corrects this board or the ratings: their changes appear here too.
function followGame({ state: first, stamp: seen }) {
  const { events, stamp } = page.dataset;
  // A page that was kept on the phone does not know of which stamp it is.
  let beside = (seen ?? "").split(".").slice(1).join(".");
  follow(
    { events, stamp, seen },
    async (now) => {
      // What this page changed itself is no news, unless others changed what bears on it.
      const [own, ...others] = now.split(".");
      if (own === String(sync.state.version) && others.join(".") === beside) return true;
      if (sync.busy) return false;
      const state = await newest(page.dataset.state);
      if (!state) return false;
      if (state.rematch && !first.rematch) return loadAnew(state.rematch);
      if (laid(state) !== laid(first)) return showAnew();
      if (sync.busy) return false;
      if (sync.adopt(state)) explore.forget();
      beside = others.join(".");
      return true;
    },
    (state) => state === "gone" && untilTold(),
  );
}

// Resolves to whether the game, or only this player, is gone; that is said for good then.
async function tellWhatIsGone() {
  const { key, table, stamp } = page.dataset;
  const game = await isGone(table);
  if (game) sayGameGone(key);
  else if (game === null || !(await isGone(stamp))) return false;
  else sayPlayerGone(document.querySelector(".home-link").href);
  // A question about what is kept here has no answer any more.
  at("problem").hidden = true;
  sync.end();
  return true;
}

// The connection may be lost just then.
async function untilTold() {
  if (!(await tellWhatIsGone())) setTimeout(untilTold, LATE_MS);
}

function drawPens() {
  const root = at("pens");
  if (!root) return;
  root.hidden = !pen || mode !== "section" || explore.choosing;
  showPens(root, pens(), pen, (chosen) => {
    pen = chosen;
    draw();
  });
}

function backToRead() {
  const edits = differences(sync.board.marks, sync.state.read);
  if (edits.length) change(edits, word("done.back"));
}

function answer(edits, label) {
  // The next question stands there at once: a finger that taps twice means the one before.
  if (sync.busy && performance.now() - answered < TWICE_MS) return;
  answered = performance.now();
  change(edits, label);
}

// What was answered is gone once the server knows, and the page below has moved up under the
// finger: on to what is open yet. Whoever waited long for the server may be reading elsewhere.
function leadOn() {
  if (!answered || sync.busy) return;
  const late = performance.now() - answered > LATE_MS;
  answered = 0;
  if (late) return;
  if (at("doubts").hidden) toOpen();
  else layers.show(at("doubts"));
}

function moveDoubt(to) {
  doubtAt = to;
  const doubt = openDoubts()[to];
  explore.leave();
  if (scene.editable) mode = MODE_OF[doubt.kind] ?? doubt.kind;
  if (view.zoom.across) view.zoom.to(view.place(doubt));
  open = null;
  lit = null;
  draw();
}

// To the question about one place.
function toDoubt({ kind, where }) {
  moveDoubt(openDoubts().findIndex((one) => one.kind === kind && one.where === where));
  layers.show(at("doubts"));
}

function pressLine(step) {
  explore.leave();
  const { elements, name } =
    lit?.name === step ? {} : { name: step, elements: sheetLine(step).from };
  lit = name ? { name, elements } : null;
  if (lit && view.zoom.across) view.zoom.all();
  open = null;
  draw();
  if (lit && !elements.length) toast(word("highlight.none"));
}

const sheetLine = (step) => shown().sheet.lines.find((line) => line.step === step);

function pressElements(elements) {
  if (!elements) {
    lit = null;
    return;
  }
  pressNote(`elements:${elements}`, elements);
  if (lit) at("board").scrollIntoView({ block: "nearest" });
}

function pressNote(name, elements) {
  lit = lit?.name === name ? null : { name, elements };
  open = null;
  draw();
}

function tell(name, { edits, ...values }) {
  if (edits) say(word(name, { what: describe(edits) }), edits);
  else toast(word(name, values));
}

// A word about edits does not lie on what they are about.
function say(text, edits) {
  toast(text, { high: view.editedBelow(edits) });
}
