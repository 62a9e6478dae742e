// The board page: wires the board, the sheet and the corrections together.

import { BoardView } from "./board.js";
import { el, icon } from "./dom.js";
import { showDoubts } from "./doubts.js";
import { differences, valueAt } from "./marks.js";
import { showNotes } from "./notes.js";
import { showGoals } from "./goals.js";
import { forget, remember } from "./recent.js";
import { showSetup } from "./setup.js";
import { showSheet } from "./sheet.js";
import { showStepper } from "./stepper.js";
import { Sync } from "./sync.js";
import { plural, sectionEnds, touristList, valueWord, word } from "./words.js";

const page = document.getElementById("game");
const at = (id) => document.getElementById(id);
const CAFE_NEXT = { none: "visited", visited: "used", used: "none" };

let scene, sync, view;
let mode = "section";
let lit = null; // {name, elements} of the pressed line or note
let doubtAt = 0;
let open = null; // location whose tourists are being counted
const past = []; // {label, back: edits} to undo, newest last

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
  view = new BoardView(at("board"), scene, tap);
  sync = new Sync({ key: page.dataset.key, url: page.dataset.edits, state: data.state, show: draw, tell, choose });
  at("loading").remove();
  listen();
  draw();
}

function listen() {
  for (const button of document.querySelectorAll("[data-mode]")) button.addEventListener("click", () => setMode(button.dataset.mode));
  at("undo").addEventListener("click", undo);
  at("hide").hidden = !scene.photo;
  for (const [event, bare] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false], ["pointerleave", false], ["blur", false]]) {
    at("hide").addEventListener(event, () => view.setBare(bare));
  }
  at("hide").addEventListener("keydown", ({ key }) => view.setBare(key === " " || key === "Enter"));
  at("hide").addEventListener("keyup", () => view.setBare(false));
  at("hide").addEventListener("contextmenu", (event) => event.preventDefault());
  at("photo-options").hidden = !scene.photo;
  at("check").addEventListener("click", () => {
    moveDoubt(doubtAt);
    at("doubts").scrollIntoView({ block: "start" });
  });
  at("opacity").addEventListener("input", ({ target }) => view.setPhotoOpacity(target.value / 100));
  at("back-to-read").addEventListener("click", backToRead);
  at("delete").addEventListener("click", () => forget(page.dataset.key));
  document.querySelector(".modes").addEventListener("keydown", modeKeys);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    if (event.key === "z" && (event.ctrlKey || event.metaKey)) undo();
  });
}

function draw() {
  if (!sync) return;
  const { state, board } = sync;
  const doubts = state.doubts;
  doubtAt = Math.min(doubtAt, Math.max(doubts.length - 1, 0));
  view.show({ board, sheet: state.sheet, doubts, mode, lit: lit?.elements, currentDoubt: doubts[doubtAt] });
  showTotal(state);
  showCheck(doubts);
  showSheet(at("sheet"), state.sheet, scene.city, state.setup, lit?.name, pressLine);
  showNotes(at("notes"), state, lit?.name, pressNote);
  showDoubts(at("doubts"), scene, doubts, doubtAt, { onMove: moveDoubt, onChoose: settle });
  showSetup(at("setup"), scene.city, board, (edit) => change([edit]));
  at("goals").hidden = !scene.editable;
  if (scene.editable) showGoals(at("goals"), scene.city, board.setup, scene.challenge, (edit) => change([edit]));
  showStepper(at("stepper"), scene.city.tourists, open, board.marks.tourists[open] ?? {}, { onChange: count, onClose: close });
  for (const button of document.querySelectorAll("[data-mode]")) {
    const on = button.dataset.mode === mode;
    button.setAttribute("aria-checked", on);
    button.tabIndex = on ? 0 : -1;
  }
  at("undo").disabled = !past.length;
  showCorrections(state);
  remember(page.dataset.key, scene.city.name, state.sheet.total);
}

function showTotal({ sheet }) {
  const waiting = sync.unsent.length > 0;
  at("total").querySelector("output").textContent = sheet.total;
  at("total").classList.toggle("stale", waiting);
  at("proof").hidden = waiting || (sheet.optimal && !sheet.length);
  at("proof").classList.toggle("unproved", !sheet.optimal);
  at("proof").replaceChildren(sheet.optimal ? icon("check") : "", word(sheet.optimal ? "proved" : "not-proved"));
  const begun = sync.board.marks.sections.length > 0;
  at("saving").textContent = sync.status === "offline" ? word("offline") : begun ? "" : word("begin");
  page.dataset.status = waiting ? "unsent" : "settled";
}

function showCheck(doubts) {
  at("check").hidden = !doubts.length;
  at("check").textContent = word("doubt.count", { count: doubts.length });
}

function showCorrections({ read, corrections }) {
  at("corrections").hidden = !read;
  at("back-to-read").hidden = !corrections;
  at("corrections").textContent = corrections ? plural("corrections", corrections) : word("corrections.none");
}

function setMode(next) {
  mode = next;
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

function tap(kind, where) {
  const value = valueAt(sync.board, kind, where);
  lit = null;
  if (kind === "tourists") {
    open = open === where ? null : where;
    lit = open ? { name: "open", elements: [where] } : null;
    draw();
  } else {
    change([{ kind, where, value: kind === "cafe" ? CAFE_NEXT[value] : !value }]);
  }
}

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
  past.push({ label, back });
  toast(label);
  sync.push(edits);
}

function undo() {
  const last = past.pop();
  if (!last) return;
  toast(word("undone", { what: last.label }));
  sync.push(last.back);
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
  mode = doubt.kind;
  open = null;
  lit = null;
  draw();
}

function pressLine(step) {
  const { elements, name } = lit?.name === step ? {} : { name: step, elements: sync.state.sheet.lines.find((line) => line.step === step).from };
  lit = name ? { name, elements } : null;
  open = null;
  draw();
  if (lit && !elements.length) toast(word("highlight.none"));
}

function pressNote(name, elements) {
  lit = lit?.name === name ? null : { name, elements };
  open = null;
  draw();
}

function describe(edits) {
  if (edits.length > 1) return plural("done.several", edits.length);
  const [{ kind, where, value }] = edits;
  switch (kind) {
    case "section": return word(`done.section.${value}`, sectionEnds(where));
    case "task": return word(`done.task.${value}`, { where });
    case "tourists": return word("done.tourists", { where, list: touristList(value) });
    case "cafe": return word("done.cafe", { where, state: valueWord("cafe", value) });
    case "rating": return word("done.rating", { name: scene.city.iconic.find(({ id }) => id === where).name, value });
    case "goals": return word("done.goals");
    case "challenge": return word("challenge.title");
    case "mode": return word("done.mode", { name: scene.city.modes.find(({ id }) => id === value).name });
  }
}

let toastTimer;
function toast(text) {
  at("toast").textContent = text;
  at("toast").classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => at("toast").classList.remove("shown"), 2200);
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
