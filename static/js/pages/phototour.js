// The page of a game of Фототур: what each player has, the contests, and the sheet that follows.

import { redraw } from "../parts/dom.js";
import { showOwnSheet } from "../parts/forms/ownsheet.js";
import { at, GamePage } from "../parts/gamepage.js";
import { withContests } from "../parts/phototour/bookchanges.js";
import { keepBook, showBook } from "../parts/phototour/cardbook.js";
import { showChecks } from "../parts/phototour/checks.js";
import { showContests } from "../parts/phototour/contests.js";
import { FIELDS, showDiary } from "../parts/phototour/diary.js";
import { SLOTS, scored } from "../parts/phototour/game.js";
import { freed } from "../parts/phototour/slots.js";
import { showSheet, verdictText } from "../parts/sheet/othersheet.js";
import { numeral, word } from "../parts/words.js";
import { toldOf } from "../scoring/phototour.js";

const CATEGORIES = ["cards", "tokens", "reserve", "contests", "conditions"];
const here = new GamePage({
  draw,
  turnTo,
  called,
  objections: ({ findings }) => findings.length,
  unsent: "other.unsent",
});
let opened = { diary: null, book: null }; // the cards that are being told
let byKind = null; // whether tokens are told kind by kind, null where the diary says it
const ways = new Map(); // how the cards of each player are shown, by the seat

await here.open();

function put(changes) {
  if (!changes.length) return;
  const { entries, said } = freed(here.entries.state.players, changes);
  here.entries.put([...changes, ...entries]);
  if (said) here.offerUndo(said);
}

// What a change of the card book does to contests is said, as they may be out of sight.
function putBook(changes) {
  const { table, state } = here.entries;
  const { entries, said } = withContests(table.players, state, changes);
  put(entries);
  if (said) here.offerUndo(said);
}

// What an entry is about.
function called({ field, where }) {
  if (field === "checked") return word("result.all-checked");
  if (field === "book") return word("phototour.card", { n: where });
  if (["figures", "minimums", "regions"].includes(field))
    return word("phototour.need.contest", { n: where + 1 });
  if (field === "four_a_token") return word("phototour.per-token");
  if (field === "written") return word("other.judge");
  return word(field === "numbers" ? "phototour.cards" : `phototour.need.${field}`);
}

function turnTo(next, id = "") {
  here.turnTo(next);
  byKind = null;
  opened = { ...opened, diary: null };
  draw();
  const found = fieldOf(id);
  (found ?? at("entering")).scrollIntoView({ block: found ? "center" : "start" });
  found?.focus({ preventScroll: true });
}

// Where a line of the sheet is entered; tokens kind by kind have one place.
function fieldOf(id) {
  if (id === "figure-0") return at(`figure-0-${here.seat}`);
  const field = id && (at(id) ?? here.page.querySelector(`[data-choice="${id}"]`));
  return field || (["tokens", "reserve"].includes(id) ? at("kinds") : null);
}

function draw() {
  const { table, state } = here.entries;
  const { players, editable } = table;
  const result = scored(table, state);
  here.frame(["entering", "contests", "scores"], result);
  if (!result) return;
  drawSheet(table, result);
  showChecks(at("checks"), { players, result, checked: state.shared.checked, editable }, put);
  if (editable) drawEntering(table, state, result);
  here.remember(word("phototour"), result);
}

function drawSheet({ players, box }, result) {
  const cells = (of) => result.players.map(of).map(String);
  const rows = CATEGORIES.map((id) => ({
    id,
    label: word(`phototour.${id}`),
    cells: cells(({ lines }) => numeral(lines[id])),
  }));
  const ties = [
    {
      id: "fewer_cards",
      label: word("phototour.count"),
      cells: cells(({ cards }) => cards ?? "?"),
    },
    { id: "tokens", label: word("phototour.on-cards"), cells: cells(({ tokens }) => tokens) },
  ];
  const go = (to, id = "") => here.entries.table.editable && turnTo(to, FIELDS[id]);
  showSheet(at("scores"), { players, result, rows, ties }, go);
  here.verdict(result, verdictText(box, result, players));
}

// What the player wrote beside what it is; a line is compared once all of it is entered.
function drawOwnSheet(own, { players, figures }, k) {
  const told = toldOf(own, figures);
  const open = CATEGORIES.filter((id) => !told[id]);
  const { verdicts } = players[k];
  const sheet = { box: "phototour", lines: CATEGORIES, written: own.written ?? {}, verdicts, open };
  const { seat } = here;
  const enter = (changes) => put(changes.map((one) => ({ ...one, seat })));
  showOwnSheet(at("own-sheet"), sheet, enter);
}

// A diary without a card; without any, nobody has told its cards.
function without({ seat }, number) {
  const numbers = here.entries.state.players[seat].numbers.filter((one) => one !== number);
  return { seat, field: "numbers", value: numbers.length ? numbers : null };
}

function waysAt(seat) {
  if (!ways.has(seat)) ways.set(seat, { way: null, boxes: Array(SLOTS).fill(null), before: null });
  const shown = ways.get(seat);
  const choose = (way) => {
    shown.way = way;
    draw();
  };
  return { shown, choose };
}

function drawEntering({ players, editable }, state, result) {
  const k = here.shown(players);
  const { seat } = here;
  const tabs = players.map((one, i) => {
    const { total, status } = result.players[i];
    return here.tab(one, status, { shown: total });
  });
  redraw(at("tabs"), ...tabs);
  const { book } = state.shared;
  const others = new Map();
  for (const one of players)
    if (one.seat !== seat)
      for (const number of state.players[one.seat].numbers ?? []) others.set(number, one.name);
  const pick = (where) => (open) => {
    opened = { ...opened, [where]: open };
    draw();
  };
  showDiary(
    at("diary"),
    {
      seat,
      k,
      own: state.players[seat],
      sheet: result.players[k],
      cards: { book, others, open: opened.diary, pick: pick("diary"), ...waysAt(seat) },
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
  drawOwnSheet(state.players[seat], result, k);
  const holders = (number) =>
    players.filter((one) => state.players[one.seat].numbers?.includes(number));
  showBook(
    at("book"),
    { book, holders, open: opened.book, pick: pick("book"), editable },
    {
      put: putBook,
      drop: (number) =>
        putBook([
          ...holders(number).map((one) => without(one, number)),
          { field: "book", where: String(number), value: null },
        ]),
    },
  );
  if (Object.keys(book).length) keepBook(book);
  here.undoing();
}
