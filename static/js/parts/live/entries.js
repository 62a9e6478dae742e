// What people enter on the page of a game of another box, one value at a time. Entries that belong
// together are one change. The server puts them in their places just so
// (scorer/web/games/entries.py). Where another phone was faster at the same place, the person
// decides.

import { inOrder } from "../board/marks.js";
import { renewToken } from "../dom.js";
import { KeptUndo } from "./keptundo.js";
import { Outbox } from "./outbox.js";
import { send } from "./posting.js";

const PAUSE_MS = 250;
const MOST_AT_ONCE = 50;
// Digits typed one after another are one step to undo.
const ONE_STEP_MS = 3000;

const placeOf = ({ seat = null, field, where = null }) => JSON.stringify([seat, field, where]);

export function valueAt({ shared, players }, { seat = null, field, where = null }) {
  const value = (seat === null ? shared : players[seat])?.[field];
  return where === null ? value : (value?.[where] ?? null);
}

export function withEntry(state, { seat = null, field, where = null, value }) {
  const values = seat === null ? state.shared : state.players[seat];
  if (!values || !(field in values)) return state;
  const after = { ...values, [field]: where === null ? value : put(values[field], where, value) };
  return seat === null
    ? { ...state, shared: after }
    : { ...state, players: { ...state.players, [seat]: after } };
}

const same = (one, other) => inOrder(one ?? null) === inOrder(other ?? null);

function put(old, where, value) {
  if (Array.isArray(old)) return old.map((one, i) => (i === where ? value : one));
  const { [where]: _, ...rest } = old ?? {};
  return value === null ? rest : { ...rest, [where]: value };
}

export class Entries extends Outbox {
  // table: the game as the server keeps it; laid: what of it the page is laid out by, for as long
  // as steps to undo outlive a reload; adopt(table): the server has said how it is now;
  // keepLook(table): keeps it for a page opened without a connection; refused({error, hint}): a
  // change was not taken; choose(entry, theirs): resolves to true where the person's own entry
  // shall stay, not what another phone put there; chooseAll([[entry, theirs], ...]): the same for all
  // of one player's, null where each is to be asked about.
  constructor({ key, url, table, laid, show, adopt, keepLook, refused, choose, chooseAll }) {
    super({ key, url, show }, PAUSE_MS);
    Object.assign(this, {
      table,
      laid,
      adopt,
      keepLook,
      refused,
      choose,
      chooseAll,
      steps: new KeptUndo(`steps:${key}`, laid),
      batch: MOST_AT_ONCE,
    });
    if (this.waiting.length) this.flush();
  }

  get held() {
    return this.asking;
  }

  // The game as the person sees it: the server's, with what is still on its way.
  get state() {
    return this.unsent.flat().reduce(withEntry, this.table.state);
  }

  // Enters values that belong together. What is *apart* is a step to undo of its own.
  put(entries, { apart = false } = {}) {
    if (this.over) return this.show();
    const { state } = this;
    const back = entries.map((entry) => ({ ...entry, value: valueAt(state, entry) ?? null }));
    this.note({ forth: entries, back: back.reverse(), when: Date.now(), apart });
    this.send(entries);
  }

  note(step) {
    const last = this.steps.past.at(-1);
    const same =
      !step.apart &&
      last?.forth.length === 1 &&
      step.forth.length === 1 &&
      placeOf(last.forth[0]) === placeOf(step.forth[0]) &&
      step.when - last.when < ONE_STEP_MS;
    if (same) {
      Object.assign(last, { forth: step.forth, when: step.when });
      this.steps.keep();
    } else this.steps.add(step);
  }

  // Each entry remembers what it replaced, to notice when someone else replaced it first.
  send(entries) {
    const { state } = this;
    const known = entries.map((entry) => ({ ...entry, was: valueAt(state, entry) ?? null }));
    const last = this.waiting.at(-1);
    const again =
      last?.length === 1 && entries.length === 1 && placeOf(last[0]) === placeOf(entries[0]);
    // What went out in vain may have arrived all the same.
    if (again && !this.failures) {
      this.waiting.pop();
      known[0].was = last[0].was;
    }
    this.add([known]);
  }

  // Returns what was taken back, undefined where there is nothing; theirs: another phone has changed
  // all of it since, and that stays. What belongs to a photo is taken back as a whole.
  undo() {
    const step = this.steps.undo();
    return step && this.turned(step, step.forth, step.back);
  }

  redo() {
    const step = this.steps.redo();
    return step && this.turned(step, step.back, step.forth);
  }

  turned(step, from, to) {
    const { state } = this;
    const before = from.reduce(withEntry, state);
    const after = to.reduce(withEntry, state);
    const isOwn = (entry) =>
      [before, after].some((known) => same(valueAt(state, entry), valueAt(known, entry)));
    const own = step.whole ? to : to.filter(isOwn);
    if (own.length) this.send(own);
    return { ...step, theirs: !own.length };
  }

  post(changes) {
    return send(this.url, { edits: changes.flat() });
  }

  async answer(response) {
    if (response.status >= 500 || response.status === 429) return this.later();
    const body = await response.json();
    const renew = response.status === 400 && !this.renewed;
    this.failures = 0;
    this.renewed = renew;
    if (response.ok) {
      this.sending = [];
      this.status = "saved";
      this.batch = MOST_AT_ONCE;
      this.table = body;
      this.adopt(body);
      this.looked = this.keepLook(body);
    } else if (body.clashes) {
      await this.settle(body);
    } else if (renew) {
      this.again();
      await renewToken();
    } else if (this.sending.length > 1) {
      // One of several was refused: they go out one by one, so that the others are kept.
      this.batch = 1;
      this.again();
    } else {
      this.sending = [];
      this.status = "";
      this.refused(body);
    }
  }

  again() {
    this.waiting = this.unsent;
    this.sending = [];
  }

  // Nothing was taken: another phone has changed the same places.
  async settle({ table, clashes }) {
    this.again();
    this.status = "";
    this.table = table;
    this.asking = true;
    this.adopt(table);
    for (const seat of new Set(clashes.map((clash) => clash.seat ?? null)))
      await this.settleOf(clashes.filter((clash) => (clash.seat ?? null) === seat));
    this.asking = false;
  }

  // What clashes of one player, or of what all share: all of it with one answer, or one by one.
  async settleOf(clashes) {
    const asked = clashes.map((clash) => this.clash(clash)).filter(([mine]) => mine);
    const all = asked.length > 1 ? await this.chooseAll(asked) : null;
    for (const place of clashes) {
      const [mine, theirs] = this.clash(place);
      // It belonged to one that was given up.
      if (!mine) continue;
      const at = (entry) => placeOf(entry) === placeOf(place);
      if (all ?? (await this.choose(mine, theirs))) {
        this.waiting.flat().find(at).was = theirs;
      } else {
        this.waiting = this.waiting.filter((one) => !one.some(at));
        this.steps.forget((step) => step.forth.some(at));
      }
      this.keep();
      this.show();
    }
  }

  // The person's own last entry at a place, if it still waits, and what stands there now.
  clash(place) {
    const mine = this.waiting.flat().findLast((entry) => placeOf(entry) === placeOf(place));
    return [mine, valueAt(this.table.state, place) ?? null];
  }
}
