// Sends edits to the server, in order, and never loses one: what is not yet acknowledged is
// kept in this browser and sent again after a lost connection or a reload.

import { token } from "./dom.js";
import { same, valueAt, withEdits } from "./marks.js";

const RETRY_MS = [1000, 2000, 5000, 10000, 20000];

export class Sync {
  // show(): the board changed; tell(name, values): a word for the person;
  // choose(edit, theirs): resolves to true where the person's own value shall stay.
  constructor({ key, url, state, show, tell, choose }) {
    Object.assign(this, { url, state, show, tell, choose });
    this.store = `unsent:${key}`;
    this.waiting = this.kept();
    this.sending = [];
    this.failures = 0;
    this.status = "";
    addEventListener("online", () => this.flush());
    if (this.waiting.length) this.flush();
  }

  get unsent() {
    return [...this.sending, ...this.waiting];
  }

  // The board as the person sees it: the server's, with what is still on its way.
  get board() {
    return withEdits(this.state, this.unsent);
  }

  push(edits) {
    this.waiting.push(...edits);
    this.keep();
    this.show();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), 40);
  }

  async flush() {
    clearTimeout(this.timer);
    if (this.sending.length || !this.waiting.length) return;
    this.sending = this.waiting;
    this.waiting = [];
    this.say("saving");
    try {
      await this.answer(await this.post());
    } catch {
      this.later();
    }
    this.keep();
    this.show();
    if (this.waiting.length && !this.failures) this.flush();
  }

  post() {
    return fetch(this.url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token() },
      body: JSON.stringify({ version: this.state.version, edits: this.sending }),
    });
  }

  async answer(response) {
    if (response.status >= 500 || response.status === 429) {
      this.later();
      return;
    }
    const body = await response.json();
    this.failures = 0;
    if (response.ok) {
      this.state = body;
      this.sending = [];
      this.say("saved");
    } else if (response.status === 409) {
      await this.rebase(body.state);
    } else {
      this.sending = [];
      this.tell("refused", { error: body.error });
      this.say("");
    }
  }

  // Someone else changed the board. Edits of other places go on top of theirs; where both
  // changed the same place the person decides.
  async rebase(theirs) {
    const base = this.state;
    const mine = this.sending;
    const staying = [];
    this.state = theirs;
    this.sending = [];
    this.waiting = [...mine, ...this.waiting];
    this.show();
    for (const edit of mine) {
      const now = valueAt(theirs, edit.kind, edit.where);
      const clash = !same(now, valueAt(base, edit.kind, edit.where)) && !same(now, edit.value);
      if (!clash || (await this.choose(edit, now))) staying.push(edit);
    }
    this.waiting = [...staying, ...this.waiting.slice(mine.length)];
    this.tell("conflict");
  }

  later() {
    this.waiting = [...this.sending, ...this.waiting];
    this.sending = [];
    const pause = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)];
    this.failures += 1;
    this.say("offline");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), pause);
  }

  say(status) {
    this.status = status;
    this.show();
  }

  kept() {
    try {
      return JSON.parse(localStorage.getItem(this.store) ?? "[]");
    } catch {
      return [];
    }
  }

  keep() {
    try {
      if (this.unsent.length) localStorage.setItem(this.store, JSON.stringify(this.unsent));
      else localStorage.removeItem(this.store);
    } catch {
      // Private windows may refuse; the edits still go out from memory.
    }
  }
}
