// The page of a game: everybody's score side by side, kept up to date.

import { askFor, BUSY_MS } from "../parts/asking.js";
import { describe } from "../parts/board/describe.js";
import { knowModes, same, valueAt, withEdits } from "../parts/board/marks.js";
import { withCards } from "../parts/board/ownpart.js";
import { renewToken, toast } from "../parts/dom.js";
import { showGoals } from "../parts/forms/goalcards.js";
import { showSetup } from "../parts/forms/setup.js";
import { steadily } from "../parts/forms/steady.js";
import { sayGameGone } from "../parts/gone.js";
import { follow, loadAnew, newest } from "../parts/live/follow.js";
import { keepLook } from "../parts/live/lastlook.js";
import { Outbox, ownValues } from "../parts/live/outbox.js";
import { send } from "../parts/live/posting.js";
import { forgetAsItGoes, remember } from "../parts/live/recent.js";
import { offerLink } from "../parts/live/sharelink.js";
import { takePhotos, Upload } from "../parts/live/upload.js";
import { kindWord } from "../parts/sheet/certainty.js";
import { showSharedTodo, showTodo } from "../parts/sheet/nextsteps.js";
import { begun, showScores, showVerdict } from "../parts/sheet/tablescores.js";
import { list, plural, sentence, sentences, word } from "../parts/words.js";

const page = document.getElementById("table");
const at = (id) => document.getElementById(id);
const READING_MS = 4000;
let asking = 0;
let table = null; // as the server keeps it
let news = null;

const standsAt = ({ kind, where }) =>
  kind === "challenge" ? table.challenge : valueAt(table, kind, where);

// What all players share, sent one change after the other. These are single values: the newest
// stands, on whichever phone it was set. Goal cards of several phones all lie out.
class Shared extends Outbox {
  constructor() {
    super({ key: page.dataset.key, url: page.dataset.edits, show: () => table && draw() });
    this.batch = 1;
  }

  // Until the table is there nobody knows what others have set meanwhile.
  get held() {
    return !table;
  }

  // Shown at once; the next change builds on it.
  get pending() {
    let cards = valueAt(table, "goals");
    return this.unsent.map((edit) => {
      if (edit.kind !== "goals") return edit;
      ({ cards } = withCards(edit.was, edit.value, cards));
      return { ...edit, value: cards };
    });
  }

  change(edit) {
    const { kind, where } = edit;
    const was =
      kind === "goals" ? valueAt(withEdits(table, this.pending), kind) : standsAt({ kind, where });
    this.add([{ ...edit, was: was ?? null }]);
  }

  // What could not be sent waits until it is known what others have set meanwhile.
  async flush() {
    if (this.looking) return;
    if (!this.failures) return super.flush();
    clearTimeout(this.timer);
    this.looking = true;
    const next = await newest(page.dataset.table);
    this.looking = false;
    if (!next || !adopt(next)) return this.later();
    this.failures = 0;
    this.resume();
    this.show();
    // The page says that there is no connection; the stream may not have noticed any of it.
    news?.refresh();
  }

  // What was kept until now: where another phone has set the same since, that stays.
  resume() {
    const isLate = (edit) => {
      if (edit.kind === "goals") return false;
      const alike = this.waiting.filter(
        ({ kind, where }) => kind === edit.kind && where === edit.where,
      );
      const now = standsAt(edit) ?? null;
      return !ownValues(alike).some((known) => same(now, known));
    };
    const late = this.waiting.filter(isLate);
    this.waiting = this.waiting.filter((edit) => !late.includes(edit));
    this.keep();
    // Of another city's landmarks there is nothing to say any more.
    const there = late.filter((edit) => standsAt(edit) !== undefined);
    if (there.length) toast(word("undone.theirs", { what: describe(there, table.city) }));
    this.flush();
  }

  post(edits) {
    const laid = edits.filter(({ kind }) => kind === "goals");
    let cards = valueAt(table, "goals");
    for (const edit of laid) {
      const { cards: value } = withCards(edit.was, edit.value, cards);
      Object.assign(edit, { was: cards, value });
      cards = value;
    }
    const answer = send(this.url, { edits, version: laid.length ? table.version : undefined });
    this.noteSent(edits);
    return answer;
  }

  async answer(answer) {
    if (answer.status === 429 || answer.status >= 500) return this.later();
    const body = await answer.json();
    const renew = answer.status === 400 && !this.renewed;
    this.failures = 0;
    this.renewed = renew;
    if (renew || answer.status === 409) this.waiting = this.unsent;
    this.sending = [];
    if (renew) await renewToken();
    else if (answer.status === 409) adopt(body.state);
    else if (answer.status === 404) tell("gone");
    else if (!answer.ok) toast(sentences([sentence(body.error), body.hint]));
    else {
      adopt(body);
      this.looked = keepLook(page.dataset.table, body);
    }
  }

  later() {
    super.later();
    tell("offline");
  }
}

const shared = new Shared();
takePhotos(page, new Upload(page, null, { table: true, more: (url) => othersWait(url) }));
offerLink(page);
await load();
page.classList.add("ready");
if (location.hash) at(location.hash.slice(1))?.scrollIntoView({ block: "start" });
listen();

async function load(cache = "default") {
  const before = table;
  const next = await newest(page.dataset.table, cache);
  if (!next) {
    tell("offline");
    if (table) askAgain(READING_MS);
  }
  // A change of one's own was answered meanwhile: what was asked for earlier may be older.
  return next !== null && table === before && adopt(next);
}

function listen() {
  news = follow(
    { events: page.dataset.events, stamp: page.dataset.stamp, seen: table?.stamp ?? "" },
    () => load("no-store"),
    tell,
  );
  at("print").addEventListener("click", () => print());
  forgetAsItGoes(at("delete")?.form, page.dataset.key);
}

function adopt(next) {
  // Names, seats and what is played on are the server's to lay out.
  const others = table ? seats(table) !== seats(next) : names(next) !== namesShown();
  const moved = table && !table.find_out && table.board !== next.board;
  if (others || moved) return !isTyping(document.activeElement) && loadAnew(page.dataset.page);
  // A rematch takes along every phone that looks on as it begins.
  if (table && !table.rematch && next.rematch) return loadAnew(next.rematch);
  const first = !table;
  table = next;
  knowModes(table.city.modes);
  if (first) shared.resume();
  news?.saw(table.stamp);
  askAgain();
  draw();
  return true;
}

// A name that somebody is typing would be lost.
function isTyping(field) {
  return field?.name === "name" && field.value !== field.defaultValue;
}

function draw() {
  steadily(drawAll);
}

function drawAll() {
  if (at("find-out") && !table.find_out) showFound();
  showScores(at("scores"), table);
  showVerdict(at("verdict"), table);
  at("better")?.toggleAttribute("hidden", !table.outdated);
  for (const player of table.players) {
    showStatus(player);
    showTodo(page.querySelector(`[data-seat="${player.seat}"] [data-todo]`), table, player);
  }
  showSharedTodo(at("shared-todo"), table);
  at("again").hidden = !table.rematch;
  at("again").querySelector("a").href = table.rematch ?? "";
  if (table.editable) {
    const { setup, mode, goals_aside: aside } = withEdits(table, shared.pending);
    const chosen = shared.unsent.findLast(({ kind }) => kind === "challenge");
    const challenge = chosen?.value ?? table.challenge;
    showSetup(at("setup"), table, { setup, mode }, (edits) => changeAll([edits].flat()));
    at("goals").hidden = !table.city.goals && setup.mode !== "solo";
    showGoals(at("goals"), table, { setup, aside }, challenge, change, boardScene);
  }
  const totals = table.players.filter(begun).map(({ total }) => total);
  const best = totals.length ? Math.max(...totals) : "–";
  if (table.busy) return;
  remember(page.dataset.key, calledInList(), best, kindWord(table.status), table.stamp);
}

// The city and who plays, as the start page lists games; the city only once it is known.
function calledInList() {
  const open = list(table.players.map(({ name }) => name));
  const name = at("find-out") ? "" : table.title;
  return open && name ? word("result.of", { name, open }) : open || table.title;
}

const seats = ({ players }) =>
  JSON.stringify(players.map(({ seat, name, colour }) => [seat, name, colour]));

// A photo has told which board it is; others may be on their way, so the page stays.
function showFound() {
  at("find-out").remove();
  at("game-name").textContent = table.title;
  const played = at("played-on");
  if (!played) return;
  played.querySelector("span").textContent = word("which.of", { name: table.board_name });
  played.querySelector("a").textContent = word("which.change");
}

// Whether boards of others than the one that a photo was sent to, at *url*, are still to come.
function othersWait(url) {
  const none = table?.players.filter((one) => !begun(one) && !one.reading) ?? [];
  return none.some(({ page: board }) => !url.startsWith(`${board}/`));
}

// Somebody may have joined between the page and what it has just fetched.
function names({ players }) {
  return JSON.stringify(players.map(({ name }) => name));
}

function namesShown() {
  return JSON.stringify([...page.querySelectorAll(".players b")].map((node) => node.textContent));
}

// The board that all play on, for places that are tapped.
async function boardScene() {
  const answer = await askFor(`${table.players[0].page}/scene`);
  return (await answer.json()).scene;
}

function showStatus({ seat, status, doubts, reading }) {
  const node = page.querySelector(`[data-seat="${seat}"] [data-status]`);
  if (!node) return;
  node.textContent =
    !reading && status === "doubts"
      ? plural("status.doubts", doubts)
      : word(`status.${reading ? "reading" : status}`);
  node.classList.toggle("asks", !reading && (status === "doubts" || status === "not-read"));
}

// Nothing tells of a photo that led to nothing, nor that it is one's turn to search.
function askAgain(ms = table.busy ? BUSY_MS : READING_MS) {
  clearTimeout(asking);
  if (table.busy || table.players.some(({ reading }) => reading))
    asking = setTimeout(() => load("no-store"), ms);
}

// A step is seen, but a screen reader would not say it.
function changeAll(edits) {
  if (edits.every(({ kind }) => kind === "rating"))
    toast(describe(edits, table.city, withEdits(table, shared.pending)));
  edits.forEach(change);
}

function change(edit) {
  shared.change(edit);
}

function tell(state) {
  at("live").textContent = word(state === "live" ? "table.live" : `table.${state}`);
  at("live").dataset.state = state;
  if (state !== "gone") return;
  sayGameGone(page.dataset.key);
  shared.end();
}
