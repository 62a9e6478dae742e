// Sends changes to the server, in order, and never loses one: what is not yet acknowledged is
// kept in this browser and sent again after a lost connection or a reload.

const RETRY_MS = [1000, 2000, 5000, 10000, 20000];

// What may stand at a place where nobody else has changed anything: what its *edits* found there,
// what the last of them says, and what those say that may have been taken already.
export function ownValues(edits) {
  const sent = edits.filter((edit) => edit.sent);
  return [edits[0].was, ...[...sent, edits.at(-1)].map(({ value }) => value)];
}

// Whoever extends it says how changes are sent (post) and what becomes of the answer (answer).
// The server takes what it has been sent before.
export class Outbox {
  // show(): what is waiting, or how it stands with it, is another now.
  constructor({ key, url, show }, pauseMs = 0) {
    Object.assign(this, { url, show, pauseMs, batch: Number.POSITIVE_INFINITY });
    this.store = `unsent:${key}`;
    this.waiting = this.kept();
    this.sending = [];
    this.failures = 0;
    this.status = "";
    this.over = false; // whether there is nobody any more to whom changes could be sent
    this.looked = null; // resolves once what the server has taken outlives this page
    addEventListener("online", () => this.flush());
    addEventListener("pagehide", () => this.leave());
  }

  get unsent() {
    return [...this.sending, ...this.waiting];
  }

  // Whether sending is put off, as while a person is asked.
  get held() {
    return false;
  }

  add(changes) {
    if (this.over) return this.show();
    this.waiting.push(...changes);
    this.keep();
    this.show();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), this.pauseMs);
  }

  async flush() {
    clearTimeout(this.timer);
    if (this.held || this.sending.length || !this.waiting.length) return;
    this.sending = this.waiting.slice(0, this.batch);
    this.waiting = this.waiting.slice(this.batch);
    this.status = "saving";
    try {
      await this.answer(await this.post(this.sending));
    } catch {
      this.later();
    }
    this.show();
    await this.looked;
    this.keep();
    if (this.waiting.length && !this.failures) this.flush();
  }

  // What goes out may be taken, though its answer is lost: of each place what the last edit says.
  // Without a network nothing goes out.
  noteSent(edits) {
    if (!navigator.onLine) return;
    const last = new Map(edits.map((edit) => [`${edit.kind}:${edit.where}`, edit]));
    for (const edit of last.values()) edit.sent = true;
    this.keep();
  }

  // What waits for an answer goes out with it: no page will be there once it has come. Without a
  // connection it is kept for the next time.
  leave() {
    if (this.failures || this.held || !this.waiting.length) return;
    this.post(this.unsent).catch(() => {});
  }

  // What was not sent is of no use any more.
  end() {
    this.over = true;
    this.waiting = [];
    this.sending = [];
    this.status = "";
    clearTimeout(this.timer);
    this.keep();
    this.show();
  }

  later() {
    if (this.over) return;
    this.waiting = [...this.sending, ...this.waiting];
    this.sending = [];
    const pause = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)];
    this.failures += 1;
    this.status = "offline";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), pause);
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
      // Private windows may refuse; the changes still go out from memory.
    }
  }
}
