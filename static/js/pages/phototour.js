// The page of a game of Фототур: what each player has, the contests, and the sheet that follows.

import { el, redraw, sentence, toast } from "../parts/dom.js";
import { Entries } from "../parts/live/entries.js";
import { follow, loadAnew } from "../parts/live/follow.js";
import { forget, remember } from "../parts/live/recent.js";
import { offerLink } from "../parts/live/sharelink.js";
import { keepBook, showBook } from "../parts/phototour/cardbook.js";
import { showChecks } from "../parts/phototour/checks.js";
import { showContests } from "../parts/phototour/contests.js";
import { FIELDS, showDiary } from "../parts/phototour/diary.js";
import { scored } from "../parts/phototour/game.js";
import { isFinal, kindWord } from "../parts/sheet/certainty.js";
import { openText, showSheet, verdictText } from "../parts/sheet/othersheet.js";
import { list, word } from "../parts/words.js";

const page = document.getElementById("table");
const at = (id) => document.getElementById(id);
const CATEGORIES = ["cards", "tokens", "reserve", "contests", "conditions"];
let entries = null;
let news = null;
let seat = null; // whose diary is shown
let opened = { diary: null, book: null }; // the cards that are being told
let byKind = null; // whether tokens are told kind by kind, null where the diary says it

offerLink(page);
await load();
page.classList.add("ready");
listen();

async function load() {
  const answer = await fetch(page.dataset.table, { headers: { Accept: "application/json" } }).catch(
    () => null,
  );
  if (!answer?.ok) {
    tell("offline");
    return false;
  }
  const table = await answer.json();
  return entries ? adopt(table) : begin(table);
}

function begin(table) {
  const { key, edits } = page.dataset;
  const refused = ({ error, hint }) => toast(`${sentence(error)} ${hint}`);
  entries = new Entries({ key, url: edits, table, show: draw, adopt, refused });
  seat = seatAsked() ?? table.players[0]?.seat ?? null;
  draw();
  return true;
}

// The diary of whoever has opened the game by its code.
function seatAsked() {
  const asked = Number(location.hash.match(/^#player-(\d+)$/)?.[1]);
  return entries.table.players.find((one) => one.seat === asked)?.seat;
}

function adopt(table) {
  // Names and seats are the server's to lay out.
  if (people(table) !== people(entries.table)) return loadAnew(page.dataset.page);
  if (!entries.table.rematch && table.rematch) return loadAnew(table.rematch);
  entries.table = table;
  news?.saw(table.stamp);
  draw();
  return true;
}

const people = ({ players }) => JSON.stringify(players);

function listen() {
  const { events, stamp } = page.dataset;
  news = follow({ events, stamp, seen: entries?.table.stamp ?? "" }, load, tell);
  addEventListener("hashchange", () => {
    const asked = seatAsked();
    if (asked !== undefined) turnTo(asked);
  });
  addEventListener("pagehide", () => entries?.flush());
  at("print").addEventListener("click", () => print());
  at("delete")?.addEventListener("click", () => forget(page.dataset.key));
  at("undo")?.addEventListener("click", () => entries.undo());
  at("redo")?.addEventListener("click", () => entries.redo());
}

function put(changes) {
  entries.put(changes);
}

function turnTo(next, id = "") {
  seat = next;
  byKind = null;
  // Kept over a reload, as when somebody joins.
  history.replaceState(null, "", `#player-${seat}`);
  opened = { ...opened, diary: null };
  draw();
  const found = fieldOf(id);
  (found ?? at("entering")).scrollIntoView({ block: found ? "center" : "start" });
  found?.focus({ preventScroll: true });
}

// Where a line of the sheet is entered; tokens kind by kind have one place.
function fieldOf(id) {
  if (id === "figure-0") return at(`figure-0-${seat}`);
  const field = id && (at(id) ?? page.querySelector(`[data-choice="${id}"]`));
  return field || (["tokens", "reserve"].includes(id) ? at("kinds") : null);
}

function draw() {
  if (!entries) return;
  const { table, state } = entries;
  const { players, editable } = table;
  const result = scored(table, state);
  at("empty").hidden = players.length > 0;
  for (const id of ["entering", "contests", "scores"]) at(id).hidden = !result;
  showSaving();
  at("again").hidden = !table.rematch;
  at("again").querySelector("a").href = table.rematch ?? "";
  if (!result) return;
  drawSheet(table, result);
  showChecks(at("checks"), { players, result, checked: state.shared.checked, editable }, put);
  if (editable) drawEntering(table, state, result);
  const best = Math.max(...result.players.map(({ total }) => total), 0);
  const names = list(players.map(({ name }) => name));
  const said = word("result.of", { name: word("phototour"), open: names });
  remember(page.dataset.key, said, best, kindWord(result.status));
}

function drawSheet({ players, box }, result) {
  const cells = (of) => result.players.map(of).map(String);
  const rows = CATEGORIES.map((id) => ({
    id,
    label: word(`phototour.${id}`),
    cells: cells(({ lines }) => lines[id]),
  }));
  const ties = [
    {
      id: "fewer_cards",
      label: word("phototour.count"),
      cells: cells(({ cards }) => cards ?? "?"),
    },
    { id: "tokens", label: word("phototour.on-cards"), cells: cells(({ tokens }) => tokens) },
  ];
  const go = (to, id = "") => entries.table.editable && turnTo(to, FIELDS[id]);
  showSheet(at("scores"), { players, result, rows, ties }, go);
  const final = isFinal(result.status);
  const verdict = verdictText(box, result, players);
  redraw(
    at("verdict"),
    verdict,
    " ",
    el("span", { class: "open" }, openText(box, result.status, players)),
  );
  at("verdict").classList.toggle("sure", final);
  redraw(at("standing"), verdict);
  at("standing").classList.toggle("sure", final);
}

function drawEntering({ players, editable }, state, result) {
  const k = Math.max(
    0,
    players.findIndex((one) => one.seat === seat),
  );
  seat = players[k].seat;
  redraw(at("tabs"), ...players.map((one, i) => tab(one, result.players[i], i === k)));
  const { book } = state.shared;
  const others = new Map();
  const used = new Set();
  for (const one of players)
    for (const number of state.players[one.seat].numbers ?? []) {
      used.add(number);
      if (one.seat !== seat) others.set(number, one.name);
    }
  const pick = (where) => (open) => {
    opened = { ...opened, [where]: open };
    draw();
  };
  showDiary(
    at("diary"),
    {
      seat,
      own: state.players[seat],
      book,
      sheet: result.players[k],
      others,
      open: opened.diary,
      pick: pick("diary"),
      kinds: {
        byKind,
        toggle: (next) => {
          byKind = next;
          draw();
        },
      },
    },
    put,
  );
  showContests(at("contests"), { players, state, result }, put);
  showBook(at("book"), { book, used, open: opened.book, pick: pick("book"), editable }, put);
  if (Object.keys(book).length) keepBook(book);
  at("undo").disabled = !entries.steps.canUndo;
  at("redo").disabled = !entries.steps.canRedo;
}

// Whose diary is shown, with everybody's total.
function tab({ seat: own, name, colour }, { total, status }, chosen) {
  return el(
    "button",
    {
      type: "button",
      class: "tab",
      "data-button": `tab-${own}`,
      "aria-pressed": String(chosen),
      "aria-label": `${name}: ${total}, ${kindWord(status)}`,
      onclick: () => turnTo(own),
    },
    el("span", { class: `token ${colour}`, "aria-hidden": "true" }, [...name][0] ?? ""),
    el(
      "span",
      {},
      el("small", {}, name),
      el("b", { class: isFinal(status) ? "sure" : "" }, String(total)),
    ),
  );
}

function showSaving() {
  const { unsent, failures } = entries;
  at("saving").textContent = unsent.length && failures ? word("other.unsent") : "";
}

function tell(state) {
  at("live").textContent = word(state === "live" ? "table.live" : `table.${state}`);
  at("live").dataset.state = state;
}
