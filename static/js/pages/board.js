// The board page: wires the board, the sheet and the corrections together.

import { BoardView } from "./board.js";
import { describe as named } from "./describe.js";
import { el, icon, toast } from "./dom.js";
import { showDoubts } from "./doubts.js";
import { Explore } from "./explore.js";
import { showGoals } from "./goals.js";
import { follow } from "./live.js";
import { differences, valueAt } from "./marks.js";
import { showNotes } from "./notes.js";
import { startsOf } from "./geometry.js";
import { pathsOf } from "./ownroute.js";
import { PhoneScore } from "./phonescore.js";
import { forget, remember } from "./recent.js";
import { savePicture } from "./savepicture.js";
import { showSetup } from "./setup.js";
import { showSheet } from "./sheet.js";
import { showStepper } from "./stepper.js";
import { Sync } from "./sync.js";
import { takePhotos } from "./upload.js";
import { walk } from "./walker.js";
import { namePlaces, plural, word } from "./words.js";

const page = document.getElementById("game");
const at = (id) => document.getElementById(id);
// What is corrected in the mode of something else.
const MODE_OF = { crossed: "tourists", "cafe-area": "cafe", ticket: "cafe" };
const HOT = "hot-spot";
const CAFE_NEXT = { none: "visited", visited: "used", used: "none" };

let scene, sync, view, explore, phone;
let mode = "section";
let lit = null; // {name, elements} of the pressed line or note
let doubtAt = 0;
let open = null; // location whose tourists are being counted
let pen = null; // what sections are drawn with, where the city has colours or hot spots
const past = []; // {label, back, edits} to undo, newest last
const future = []; // the same to do again
const describe = (edits) => named(edits, scene.city);

begin();
// A page taken out of the browser's memory may show an old board.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

async function begin() {
  const data = await fetch(page.dataset.scene, { headers: { Accept: "application/json" } })
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null);
  if (!data) {
    at("loading").textContent = at("loading").dataset.failed;
    return;
  }
  scene = data.scene;
  namePlaces(scene.places);
  view = new BoardView(at("board"), scene, scene.editable ? tap : null);
  sync = new Sync({ key: `${page.dataset.key}/${page.dataset.seat}`, url: page.dataset.edits, state: data.state, show: draw, tell, choose });
  phone = new PhoneScore(scene.scoring, { rivals: scene.rivals, show: draw });
  explore = new Explore(scene, page.dataset, { show: draw, fail: toast, light: pressElements });
  pen = pens()[0] ?? null;
  at("loading").remove();
  listen();
  showLinked();
  draw();
  followGame(data);
}

function listen() {
  for (const button of document.querySelectorAll("[data-mode]")) button.addEventListener("click", () => setMode(button.dataset.mode));
  at("undo")?.addEventListener("click", undo);
  at("redo")?.addEventListener("click", redo);
  at("play").addEventListener("click", play);
  at("zoom-in").addEventListener("click", () => view.zoom.by(1.6));
  at("zoom-out").addEventListener("click", () => view.zoom.by(1 / 1.6));
  at("zoom-all").addEventListener("click", () => view.zoom.all());
  at("half").hidden = !view.zoom.across;
  at("half").addEventListener("click", () => view.zoom.half());
  at("hide").hidden = !scene.photo;
  for (const [event, bare] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false], ["pointerleave", false], ["blur", false]]) {
    at("hide").addEventListener(event, () => view.setBare(bare));
  }
  at("hide").addEventListener("keydown", ({ key }) => view.setBare(key === " " || key === "Enter"));
  at("hide").addEventListener("keyup", () => view.setBare(false));
  at("hide").addEventListener("contextmenu", (event) => event.preventDefault());
  at("check").addEventListener("click", () => {
    moveDoubt(doubtAt);
    at("doubts").scrollIntoView({ block: "start" });
  });
  at("opacity")?.addEventListener("input", ({ target }) => view.setPhotoOpacity(target.value / 100));
  takePhotos(page);
  at("picture").addEventListener("click", savePicture);
  at("back-to-read").addEventListener("click", backToRead);
  at("delete")?.addEventListener("click", () => forget(page.dataset.key));
  document.querySelector(".modes")?.addEventListener("keydown", modeKeys);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    if (event.key === "z" && (event.ctrlKey || event.metaKey)) (event.shiftKey ? redo : undo)();
    if (event.key === "y" && (event.ctrlKey || event.metaKey)) redo();
  });
}

function draw() {
  if (!explore) return;
  const { board } = sync;
  const own = phone.of(sync);
  const state = shown();
  const doubts = state.doubts;
  doubtAt = Math.min(doubtAt, Math.max(doubts.length - 1, 0));
  view.show({ board, sheet: state.sheet, doubts, mode: explore.choosing ? "own" : mode, lit: lit?.elements, currentDoubt: doubts[doubtAt], own: explore.paths });
  explore.draw({ routes: at("routes"), dispute: at("dispute") }, state.sheet);
  showPens();
  showTotal(state, own);
  showCheck(doubts);
  showQuality(state);
  showSheet(at("sheet"), state.sheet, scene.city, state.setup, lit?.name, pressLine, own ? word(own.sheet ? "phone.sheet" : "phone.old-sheet") : "");
  showNotes(at("notes"), state, lit?.name, pressNote);
  showDoubts(at("doubts"), scene, scene.editable ? doubts : [], doubtAt, { onMove: moveDoubt, onChoose: settle, onChooseAll: change });
  showSetup(at("setup"), scene, board, (edit) => change([edit]), true);
  at("goals").hidden = !scene.editable || !scene.single || !scene.city.goals;
  at("setup").hidden = !scene.editable;
  if (scene.editable && scene.single) showGoals(at("goals"), scene, board.setup, null, (edit) => change([edit]));
  const crossed = scene.crossable.includes(open) ? board.marks.crossed.includes(open) : null;
  const counted = { where: open, counts: board.marks.tourists[open] ?? {}, crossed };
  showStepper(at("stepper"), scene.city.tourists, counted, { onChange: count, onCross: () => change([{ kind: "crossed", where: open, value: !crossed }]), onClose: close });
  for (const button of document.querySelectorAll("[data-mode]")) {
    const on = button.dataset.mode === mode && !explore.choosing;
    button.setAttribute("aria-checked", on);
    button.tabIndex = on ? 0 : -1;
  }
  if (at("undo")) {
    at("undo").disabled = !past.length;
    at("redo").disabled = !future.length;
  }
  at("play").disabled = !state.sheet.length;
  showCorrections(state);
  if (scene.single) remember(page.dataset.key, scene.city.name, sync.state.sheet.total);
}

// What the server said, or in its stead what this phone worked out; the referee is there only.
function shown() {
  const found = phone.of(sync);
  return found?.sheet ? { ...sync.state, ...found, findings: [] } : sync.state;
}

function showTotal({ sheet }, own) {
  const waiting = sync.unsent.length > 0;
  const least = own?.sheet && !sheet.optimal;
  at("total").querySelector("output").textContent = least ? word("phone.at-least", { total: sheet.total }) : sheet.total;
  at("total").classList.toggle("stale", waiting && !own?.sheet);
  at("proof").hidden = waiting ? !own : sheet.optimal && !sheet.length;
  at("proof").classList.toggle("unproved", waiting || !sheet.optimal);
  if (waiting) at("proof").replaceChildren(word(least ? "phone.least" : own?.sheet ? "phone.total" : "phone.unknown"));
  else at("proof").replaceChildren(sheet.optimal ? icon("check") : "", word(sheet.optimal ? "proved" : "not-proved"));
  const begun = sync.board.marks.sections.length > 0 || !scene.editable;
  at("saving").textContent = sync.status === "offline" ? word("offline") : begun ? "" : word("begin");
  page.dataset.status = waiting ? "unsent" : "settled";
}

// What is wrong with the photo; it is used all the same.
function showQuality({ quality, missing_half: half }) {
  const texts = [...(half ? [word(`half.${half}`)] : []), ...quality.map((name) => word(`quality.${name}`))];
  at("quality").hidden = !texts.length || !scene.editable;
  at("quality").textContent = texts.join(" ");
}

function showCheck(doubts) {
  at("check").hidden = !doubts.length || !scene.editable;
  at("check").textContent = word("doubt.count", { count: doubts.length });
}

function showCorrections({ read, corrections }) {
  at("corrections").hidden = !read;
  at("back-to-read").hidden = !corrections || !scene.editable;
  at("corrections").textContent = corrections ? plural("corrections", corrections) : word("corrections.none");
}

function setMode(next) {
  mode = next;
  explore.leave();
  lit = null;
  open = null;
  draw();
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

function tap(target, where) {
  if (target === "own") return explore.tap(where, sync.board.marks.sections);
  // Hot spots are marked before the game, on roads that may never be drawn.
  const kind = target === "section" && pen === HOT ? HOT : target;
  const value = valueAt(sync.board, kind, where);
  lit = null;
  if (kind === "tourists") {
    open = open === where ? null : where;
    lit = open ? { name: "open", elements: [where] } : null;
    draw();
  } else {
    change([{ kind, where, value: tapped(kind, value) }]);
  }
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
  open = null;
  lit = null;
  draw();
}

// Makes edits, so that undo can take them back together.
function change(edits, label = describe(edits)) {
  const before = sync.board;
  const doubtful = (edit) => sync.state.doubts.some(({ kind, where }) => kind === edit.kind && where === edit.where);
  const back = edits.map((edit) => ({ ...edit, value: valueAt(before, edit.kind, edit.where), settles: !doubtful(edit) })).reverse();
  past.push({ label, back, edits });
  future.length = 0;
  toast(label);
  explore.forget();
  sync.push(edits);
}

function undo() {
  const last = past.pop();
  if (!last) return;
  future.push(last);
  toast(word("undone", { what: last.label }));
  explore.forget();
  sync.push(last.back);
}

function redo() {
  const next = future.pop();
  if (!next) return;
  past.push(next);
  toast(word("redone", { what: next.label }));
  explore.forget();
  sync.push(next.edits);
}

function play() {
  lit = null;
  draw();
  const { route } = shown().sheet;
  const roads = new Map(scene.geometry.roads.map((road) => [road.id, road]));
  walk(view.layers.walk, pathsOf(roads, route.sections, startsOf(route)), () => {});
}

// A line of the whole table's sheet leads here: "…#line=red".
function showLinked() {
  const step = new URLSearchParams(location.hash.slice(1)).get("line");
  const line = shown().sheet.lines.find((one) => one.step === step);
  if (line) lit = { name: step, elements: line.from };
}

// Somebody else corrects this board or the ratings: their changes appear here too.
function followGame({ state: first, stamp: seen }) {
  const { events, stamp } = page.dataset;
  follow({ events, stamp, seen }, async () => {
    const answer = await fetch(page.dataset.state, { headers: { Accept: "application/json" }, cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return false;
    const newest = await answer.json();
    if (newest.reading !== first.reading) location.reload();
    else if (sync.adopt(newest)) explore.forget();
    return true;
  }, (state) => state === "gone" && toast(word("table.gone")));
}

function showPens() {
  const root = at("pens");
  if (!root) return;
  root.hidden = !pen || mode !== "section" || explore.choosing;
  root.replaceChildren(
    ...pens().map((one) =>
      el("button", { type: "button", class: one, "aria-pressed": String(one === pen), onclick: () => { pen = one; draw(); } }, word(`pen.${one}`)),
    ),
  );
}

function backToRead() {
  const edits = differences(sync.board.marks, sync.state.read);
  if (edits.length) change(edits, word("done.back"));
}

function settle({ kind, where }, value) {
  change([{ kind, where, value }]);
}

function moveDoubt(to) {
  doubtAt = to;
  const doubt = sync.state.doubts[to];
  explore.leave();
  mode = MODE_OF[doubt.kind] ?? doubt.kind;
  if (view.zoom.across) view.zoom.to(view.place(doubt));
  open = null;
  lit = null;
  draw();
}

function pressLine(step) {
  explore.leave();
  const { elements, name } = lit?.name === step ? {} : { name: step, elements: shown().sheet.lines.find((line) => line.step === step).from };
  lit = name ? { name, elements } : null;
  if (lit && view.zoom.across) view.zoom.all();
  open = null;
  draw();
  if (lit && !elements.length) toast(word("highlight.none"));
}

function pressElements(elements) {
  if (!elements) return (lit = null);
  pressNote(`elements:${elements}`, elements);
  if (lit) at("board").scrollIntoView({ block: "nearest" });
}

function pressNote(name, elements) {
  lit = lit?.name === name ? null : { name, elements };
  open = null;
  draw();
}

function tell(name, { edits, ...values }) {
  toast(word(name, edits ? { what: describe(edits) } : values));
}

// Two people changed the same place: asks which value shall stand.
function choose(edit) {
  return new Promise((resolve) => {
    const answer = (mine) => () => {
      at("problem").hidden = true;
      resolve(mine);
    };
    at("problem").replaceChildren(
      el("p", {}, word("conflict.choice", { what: describe([edit]) })),
      el(
        "p",
        {},
        el("button", { type: "button", class: "button", onclick: answer(true) }, word("conflict.mine")),
        " ",
        el("button", { type: "button", class: "button", onclick: answer(false) }, word("conflict.theirs")),
      ),
    );
    at("problem").hidden = false;
    at("problem").scrollIntoView({ block: "center" });
  });
}
