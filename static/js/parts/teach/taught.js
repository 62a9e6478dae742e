// What a person says of a board's places: kept here until the server has it, and undone.

import { UndoStack } from "../board/undo.js";
import { renewToken } from "../dom.js";
import { send } from "../live/posting.js";
import { word } from "../words.js";
import { turnedBack } from "./own.js";

const RETRY_MS = [1000, 2000, 5000, 10000, 20000];

// Two landmarks may share a location; each of them is told by itself.
const keyOf = ({ where, id, fixed }) => (fixed ? `${where}/${id}` : where);

export class Taught {
  // show(): something changed; tell(text): a word for the person; heard(state): the server has
  // answered how the board is now.
  constructor({ url, state, show, tell, heard = () => {} }) {
    Object.assign(this, { url, state, show, tell, heard });
    this.store = `untold:${url}`;
    this.waiting = this.kept();
    this.sending = [];
    this.failures = 0;
    this.offline = false;
    this.done = new UndoStack(); // of {label, where, back, places}, or {label, said: {marks}}
    addEventListener("online", () => this.flush());
    this.flush();
  }

  get unsent() {
    return [...this.sending, ...this.waiting];
  }

  // The places as the person sees them: the server's, with what is still on its way.
  get places() {
    const told = new Map(this.unsent.map((place) => [keyOf(place), place]));
    const seen = new Set();
    const found = [];
    for (const place of this.state.places) {
      const mine = told.get(keyOf(place)) ?? told.get(place.where) ?? place;
      // What it was is said of this one answer, not of what is tapped next.
      const { was, ...stands } = mine;
      if (!seen.has(keyOf(mine))) found.push(stands);
      seen.add(keyOf(mine));
    }
    return found;
  }

  at(where) {
    return this.places.filter((place) => place.where === where);
  }

  // Says what stands at some places now, so that undo takes it back together.
  change(places, label, where) {
    const keys = new Set(places.map(keyOf));
    const back = this.places.filter((place) => keys.has(keyOf(place))).reverse();
    this.done.add({ label, where, back, places });
    this.push(places);
  }

  // Resolves to what was taken back, undefined where there is nothing; theirs: another phone has
  // said otherwise since, and that stays.
  async undo() {
    const step = this.done.undo();
    if (step?.said) return this.repeated(step, false);
    return step && this.turned(step, step.places, step.back);
  }

  async redo() {
    const step = this.done.redo();
    if (step?.said) return this.repeated(step, true);
    return step && this.turned(step, step.back, step.places);
  }

  turned(step, from, to) {
    const { places } = this;
    const now = (one) =>
      places.find((place) =>
        one.fixed || place.fixed ? keyOf(place) === keyOf(one) : place.where === one.where,
      );
    const own = turnedBack(from, to, now);
    if (own.length) this.push(own);
    return { ...step, theirs: !own.length };
  }

  // How the board is now, as another phone may have changed it; false while something of one's
  // own is on its way.
  adopt(state) {
    if (this.unsent.length) return false;
    this.state = state;
    this.show();
    return true;
  }

  // What the server did not hear of is still as it was.
  async repeated(step, right) {
    await this.flush();
    if (await this.sayRight({ ...step.said, right })) {
      this.show();
      return step;
    }
    if (right) this.done.undo();
    else this.done.redo();
    this.tell(word("offline"));
  }

  push(places) {
    this.waiting.push(...places);
    this.keep();
    this.show();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush());
  }

  async flush() {
    clearTimeout(this.timer);
    if (this.sending.length || !this.waiting.length) return;
    this.sending = this.waiting;
    this.waiting = [];
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
    return send(this.url, {
      places: this.sending.map(({ beside, was, ...place }) => place),
      was: this.sending.map(({ was }) => was ?? null),
    });
  }

  // That these marks, or what stands at the crossroads, are right is said of what the server has,
  // or not at all.
  async confirm(label, marks = "") {
    const heard = await this.sayRight({ marks, right: true });
    if (heard) this.done.add({ label, said: { marks } });
    return heard;
  }

  async sayRight(said) {
    const answer = await send(`${this.url}/right`, said).catch(() => null);
    if (!answer?.ok || this.unsent.length) return false;
    this.state = await answer.json();
    this.heard(this.state);
    return true;
  }

  async answer(response) {
    if (response.status >= 500 || response.status === 429) {
      this.later();
      return;
    }
    const body = await response.json();
    this.failures = 0;
    this.offline = false;
    if (response.status === 400 && !this.renewed) {
      this.renewed = true;
      this.waiting = this.unsent;
      this.sending = [];
      await renewToken();
      return;
    }
    this.renewed = false;
    this.sending = [];
    if (!response.ok) return this.tell(body.error);
    this.state = body;
    this.heard(body);
  }

  later() {
    this.waiting = [...this.sending, ...this.waiting];
    this.sending = [];
    const pause = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)];
    this.failures += 1;
    this.offline = true;
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
      // Private windows may refuse; what was said still goes out from memory.
    }
  }
}
