// Sends edits of a board; where another phone was faster at the same place, the person decides.

import { changes, isShared, same, valueAt, withEdits } from "../board/marks.js";
import { withCards } from "../board/ownpart.js";
import { renewToken } from "../dom.js";
import { Outbox, ownValues } from "./outbox.js";
import { send } from "./posting.js";

const placeOf = ({ kind, where }) => `${kind}:${where}`;

export class Sync extends Outbox {
  // show(): the board changed; tell(name, values): a word for the person;
  // choose(edit, theirs): resolves to true where the person's own value shall stay;
  // chooseAll([[edit, theirs], ...]): the same for all of them, null where each is to be asked about;
  // gaveUp(edit): it does not, and what another phone put there does;
  // keepLook(state): keeps it for a page opened without a connection;
  // refused({error, hint}): resolves to true where the edits shall be sent again.
  constructor({ key, url, state, show, tell, choose, chooseAll, gaveUp, keepLook, refused }) {
    super({ key, url, show });
    Object.assign(this, { state, tell, choose, chooseAll, gaveUp, keepLook, refused });
    if (this.waiting.length) this.resume();
  }

  get held() {
    return this.asking;
  }

  // The board as the person sees it: the server's, with what is still on its way.
  get board() {
    return withEdits(this.state, this.unsent);
  }

  // Each edit remembers what it replaced, to notice when someone else replaced it first.
  push(edits) {
    const { board } = this;
    this.add(edits.map((edit) => ({ ...edit, was: valueAt(board, edit.kind, edit.where) })));
  }

  // What each replaces tells the server whether another phone was faster there.
  post(edits) {
    const answer = send(this.url, { version: this.state.version, edits });
    this.noteSent(edits);
    return answer;
  }

  async answer(response) {
    if (response.status >= 500 || response.status === 429) {
      this.later();
      return;
    }
    const body = await response.json();
    this.failures = 0;
    if (response.ok) {
      const expected = withEdits(this.state, this.sending);
      // What all boards of the game share is of a version of its own.
      const steps = 1 + Number(this.sending.some(({ kind }) => isShared(kind)));
      const alone = body.version <= this.state.version + steps;
      this.state = body;
      this.sending = [];
      this.renewed = false;
      this.status = "saved";
      // Another phone changed other places meanwhile.
      const others = alone ? [] : changes(expected, body);
      if (others.length) this.tell("conflict", { edits: others });
      this.looked = this.keepLook(body);
    } else if (response.status === 409) {
      await this.rebase(body.state);
    } else {
      await this.keepRefused(response.status, body);
    }
  }

  // The edits stay here until the person says what becomes of them.
  async keepRefused(status, body) {
    this.waiting = this.unsent;
    this.sending = [];
    this.status = "";
    if (status === 400 && !this.renewed) {
      this.renewed = true;
      await renewToken();
      return;
    }
    this.asking = true;
    this.refused(body).then((again) => {
      this.asking = false;
      if (again) return location.reload();
      this.waiting = [];
      this.keep();
      this.show();
    });
  }

  // Edits kept over a reload: the board may have changed meanwhile.
  async resume() {
    await this.askAboutClashes();
    this.keep();
    this.flush();
  }

  // Someone else changed the board. Edits of other places go on top of theirs.
  async rebase(theirs) {
    this.looked = this.keepLook(theirs);
    const changed = changes(this.state, theirs);
    this.waiting = this.unsent;
    this.sending = [];
    this.state = theirs;
    this.show();
    await this.askAboutClashes();
    if (changed.length) this.tell("conflict", { edits: changed });
    if (!this.waiting.length) this.status = "saved";
  }

  // Where both changed the same place the person decides.
  async askAboutClashes() {
    this.joinCards();
    const clashes = this.clashes();
    this.asking = true;
    const all = clashes.length > 1 ? await this.chooseAll(clashes) : null;
    for (const [edit, now] of clashes) {
      if (all ?? (await this.choose(edit, now))) continue;
      this.waiting = this.waiting.filter((one) => placeOf(one) !== placeOf(edit));
      this.gaveUp(edit);
    }
    this.asking = false;
  }

  // Goal cards of both lie out, unless both changed the same one.
  joinCards() {
    const mine = this.waiting.filter(({ kind }) => kind === "goals");
    if (!mine.length) return;
    const [first, last] = [mine[0], mine.at(-1)];
    const now = valueAt(this.state, "goals");
    const { cards, clash } = withCards(first.was, last.value, now);
    if (clash) return;
    first.was = now;
    last.value = cards;
  }

  // The last edit of each such place, and what stands there now.
  clashes() {
    const last = new Map(this.waiting.map((edit) => [placeOf(edit), edit]));
    return [...last]
      .map(([place, edit]) => [edit, valueAt(this.state, edit.kind, edit.where), place])
      .filter(([, now, place]) => {
        const known = ownValues(this.waiting.filter((edit) => placeOf(edit) === place));
        return !known.some((value) => same(now, value));
      })
      .map(([edit, now]) => [edit, now]);
  }

  // Whether something of one's own is on its way; what others changed has to wait then.
  get busy() {
    return this.unsent.length > 0;
  }

  // What others changed.
  adopt(theirs) {
    const older = theirs.version < this.state.version;
    const known = JSON.stringify(theirs) === JSON.stringify(this.state);
    if (this.busy || older || known) return false;
    const changed = changes(this.state, theirs);
    this.state = theirs;
    this.keepLook(theirs);
    if (changed.length) this.tell("conflict", { edits: changed });
    this.show();
    return true;
  }
}
