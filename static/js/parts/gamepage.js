// What the pages of games of other boxes share: the table as the server keeps it and its news,
// what is entered, whose part is shown, the tabs of the players, and what stands below the sheet.

import { el, enable, redraw, toast, withdrawAct } from "./dom.js";
import { askWhichAllStand, askWhichStands } from "./forms/conflict.js";
import { isGone, sayGameGone } from "./gone.js";
import { Entries } from "./live/entries.js";
import { follow, loadAnew, newest } from "./live/follow.js";
import { keepLook } from "./live/lastlook.js";
import { forgetAsItGoes, remember } from "./live/recent.js";
import { offerLink } from "./live/sharelink.js";
import { isFinal, kindWord } from "./sheet/certainty.js";
import { leadToChecks, objectedText, openText } from "./sheet/othersheet.js";
import { initial, labelled, list, numeral, sentence, sentences, word } from "./words.js";

const READING_MS = 4000;
export const at = (id) => document.getElementById(id);

export class GamePage {
  // draw(): draws what is entered and the sheet; turnTo(seat): shows a player's part.
  // prepare(table): what has to be there before; begun(table): what follows from the first table.
  // laidOut(table): what else than names and seats the server lays out, so that the page is loaded
  // anew. stepping(): undo or redo follows. partly(): takes back a part of what is being entered,
  // and says whether there was one; undone(before): a step was taken back. called(entry): what an
  // entry is about, in words; toCheck(seat): leads to what of a player is to be checked, without a
  // seat to what of the table; inView(entry): whether the part that is shown has it;
  // objections(result): how much of what was entered the rules do not allow. unsent: the word for
  // entries that wait for a connection.
  constructor(game) {
    this.page = at("table");
    this.game = {
      begun: () => {},
      laidOut: () => null,
      stepping: () => {},
      partly: () => false,
      undone: () => {},
      inView: ({ seat }) => seat === this.seat,
      toCheck: leadToChecks,
      objections: () => 0,
      ...game,
    };
    this.entries = null;
    this.news = null;
    this.seat = null;
    this.offered = null; // the step that a word in passing offers to undo
    this.first = null; // the table that the page came with
    this.asking = 0;
  }

  async open() {
    offerLink(this.page);
    await this.load();
    this.page.classList.add("ready");
    this.listen();
  }

  async load(cache = "default") {
    const before = this.entries?.table;
    const table = await newest(this.page.dataset.table, cache);
    if (!table) {
      this.tell("offline");
      return false;
    }
    if (!this.entries) return this.begin(table);
    // An entry of one's own was answered meanwhile: what was asked for earlier may be older.
    return this.entries.table === before && this.adopt(table);
  }

  async begin(table) {
    await this.game.prepare?.(table);
    const { key, edits } = this.page.dataset;
    this.first = table;
    this.entries = new Entries({
      key,
      url: edits,
      table,
      laid: this.laid(table),
      show: () => this.game.draw(),
      adopt: (newer) => this.adopt(newer),
      keepLook: (newer) => keepLook(this.page.dataset.table, newer),
      refused: (why) => this.refused(why),
      choose: (entry, theirs) => {
        const { what, values } = this.clash(entry, theirs);
        return askWhichStands(at("problem"), what, values);
      },
      chooseAll: (clashes) =>
        askWhichAllStand(
          at("problem"),
          clashes.map(([entry, theirs]) => this.clash(entry, theirs)),
        ),
    });
    this.seat = this.seatAsked() ?? table.players[0]?.seat ?? null;
    this.game.begun(table);
    this.askAgain();
    this.game.draw();
    return true;
  }

  adopt(table) {
    const { page, entries, game, first } = this;
    if (this.laid(table) !== this.laid(first)) return loadAnew(page.dataset.page);
    if (!first.rematch && table.rematch) return loadAnew(table.rematch);
    entries.table = table;
    this.news?.saw(table.stamp);
    this.askAgain();
    game.draw();
    return true;
  }

  // Whether a photo of the board of the player at *seat* is being read.
  reads(seat) {
    return this.entries.table.reading?.includes(seat) ?? false;
  }

  // Nothing tells of a photo that led to nothing.
  askAgain() {
    clearTimeout(this.asking);
    if (this.entries.table.reading?.length)
      this.asking = setTimeout(() => this.load("no-store"), READING_MS);
  }

  // Names and seats are the server's to lay out.
  laid(table) {
    return JSON.stringify([table.players, this.game.laidOut(table)]);
  }

  // The part of whoever has opened the game by its code.
  seatAsked() {
    const asked = Number(location.hash.match(/^#player-(\d+)$/)?.[1]);
    return this.entries?.table.players.find((one) => one.seat === asked)?.seat;
  }

  listen() {
    const { events, stamp, key } = this.page.dataset;
    const seen = this.entries?.table.stamp ?? "";
    this.news = follow(
      { events, stamp, seen },
      () => this.load("no-store"),
      (state) => this.tell(state),
    );
    addEventListener("hashchange", () => {
      const asked = this.seatAsked();
      if (asked !== undefined) this.game.turnTo(asked);
    });
    at("print").addEventListener("click", () => print());
    forgetAsItGoes(at("delete")?.form, key);
    at("undo")?.addEventListener("click", () => this.game.partly() || this.undo());
    at("redo")?.addEventListener("click", () => this.redo());
  }

  undo() {
    const { state } = this.entries;
    this.game.stepping();
    const step = this.entries.undo();
    if (step?.theirs) this.sayTheirs(step.back);
    else if (step) this.sayUnseen("undone", step.back);
    this.game.undone(state);
  }

  redo() {
    this.game.stepping();
    const step = this.entries.redo();
    if (step?.theirs) this.sayTheirs(step.forth);
    else if (step) this.sayUnseen("redone", step.forth);
  }

  // Another phone has changed these since.
  sayTheirs(entries) {
    const open = list([...new Set(entries.map((one) => this.game.called(one)))]);
    toast(word("undone.theirs", { what: open }));
  }

  // Undo and redo may change what is not shown, as another player's part: then it is said whose.
  sayUnseen(said, entries) {
    const { players } = this.entries.table;
    const unseen = entries.filter((one) => (one.seat ?? null) !== null && !this.game.inView(one));
    const player = players.find(({ seat }) => seat === unseen[0]?.seat);
    if (!player) return;
    const own = unseen.filter(({ seat }) => seat === player.seat);
    const open = list([...new Set(own.map((one) => this.game.called(one)))]);
    toast(word(said, { what: word("result.of", { name: player.name, open }) }));
  }

  async refused({ error, hint }) {
    if (await isGone(this.page.dataset.stamp)) this.tell("gone");
    else toast(sentences([sentence(error), hint]));
  }

  // Another phone has put *theirs* where the *entry* goes: in words.
  clash(entry, theirs) {
    const player = this.entries.table.players.find(({ seat }) => seat === entry.seat);
    const open = this.game.called(entry);
    const what = player ? word("result.of", { name: player.name, open }) : open;
    const values = { mine: figures(entry.value), theirs: figures(theirs) };
    return { what, values: values.mine && values.theirs ? values : null };
  }

  // Says what the last step did besides, and offers to take it back as long as it is the last one.
  offerUndo(text) {
    this.offered = this.entries.steps.past.at(-1);
    toast(text, { act: { text: word("undo"), run: () => this.undo() } });
  }

  turnTo(seat) {
    this.seat = seat;
    // Kept over a reload, as when somebody joins.
    history.replaceState(null, "", `#player-${seat}`);
  }

  // Which of the players is shown, from 0; the first where the one before has gone.
  shown(players) {
    const k = Math.max(
      0,
      players.findIndex((one) => one.seat === this.seat),
    );
    this.seat = players[k].seat;
    return k;
  }

  // What stands around the sheet; the parts called ids are there once somebody plays.
  frame(ids, playing) {
    const { table, unsent, failures } = this.entries;
    const { unsent: waiting } = this.game;
    at("empty").hidden = table.players.length > 0;
    for (const id of ids) at(id).hidden = !playing;
    at("saving").textContent = unsent.length && failures ? word(waiting) : "";
    at("again").hidden = !table.rematch;
    at("again").querySelector("a").href = table.rematch ?? "";
  }

  // Who has won and what is still open, else what was declared right against the rules; standing:
  // what is said beside the tabs.
  verdict(result, said, standing = said) {
    const { box, players } = this.entries.table;
    const whose = result.players.findIndex(({ status }) => status.to_check);
    const lead = () => this.game.toCheck(players[whose]?.seat);
    const open = el("span", { class: "open" }, ...openText(box, result.status, players, lead));
    const objected = result.status.to_check ? null : objectedText(this.game.objections(result));
    redraw(at("verdict"), said, " ", open, objected);
    redraw(at("standing"), standing);
    for (const id of ["verdict", "standing"])
      at(id).classList.toggle("sure", isFinal(result.status));
  }

  undoing() {
    const { steps } = this.entries;
    if (this.offered && steps.past.at(-1) !== this.offered) {
      this.offered = null;
      withdrawAct();
    }
    enable(at("undo"), steps.canUndo);
    enable(at("redo"), steps.canRedo);
  }

  // Keeps the game for the start page.
  remember(game, result) {
    const { players, stamp } = this.entries.table;
    const best = Math.max(...result.players.map(({ total }) => total ?? 0), 0);
    const open = list(players.map(({ name }) => name));
    const said = word("result.of", { name: game, open });
    remember(this.page.dataset.key, said, best, kindWord(result.status), stamp);
  }

  // What a player has is reached by a tab with the total, or what stands in its place.
  tab({ seat, name, colour }, status, { shown, said = kindWord(status), more = null }) {
    const reading = this.reads(seat) ? word("status.reading") : "";
    return el(
      "button",
      {
        type: "button",
        class: "tab",
        "data-button": `tab-${seat}`,
        "aria-pressed": String(seat === this.seat),
        "aria-label": labelled(name, list([shown, reading || said])),
        onclick: () => this.game.turnTo(seat),
      },
      el("span", { class: `token ${colour}`, "aria-hidden": "true" }, initial(name)),
      el(
        "span",
        {},
        el("small", {}, name),
        el("b", { class: isFinal(status) ? "sure" : "" }, numeral(shown)),
        reading ? el("small", { class: "reading" }, reading) : more,
      ),
    );
  }

  // The list of players in the colours that the game gave them since.
  people(players) {
    for (const { seat, colour } of players) {
      const token = this.page.querySelector(`.player[data-seat="${seat}"] .token`);
      if (token) token.className = `token ${colour}`;
    }
  }

  tell(state) {
    at("live").textContent = word(state === "live" ? "table.live" : `table.${state}`);
    at("live").dataset.state = state;
    if (state !== "gone") return;
    sayGameGone(this.page.dataset.key);
    this.entries?.end();
  }
}

// A value in words, as far as it is one of figures.
function figures(value) {
  const all = [value ?? []].flat();
  if (!all.length) return word("conflict.nothing");
  return all.every((one) => typeof one === "number") ? list(all.map(numeral)) : "";
}
