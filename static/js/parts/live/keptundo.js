// Steps to undo that outlive a reload of the page, in this tab.

import { UndoStack } from "../board/undo.js";

const MOST_KEPT = 100;

export class KeptUndo extends UndoStack {
  // place: where they are kept; laid: what the page is laid out by. What was entered in another
  // town, or for other players, is not taken back.
  constructor(place, laid) {
    super();
    Object.assign(this, { place, laid });
    try {
      const kept = JSON.parse(sessionStorage.getItem(place) ?? "null");
      if (kept?.laid === laid) Object.assign(this, { past: kept.past, future: kept.future });
    } catch {
      // Private windows may refuse; then they go with the page.
    }
  }

  keep() {
    const { laid, future } = this;
    const kept = { laid, past: this.past.slice(-MOST_KEPT), future };
    try {
      sessionStorage.setItem(this.place, JSON.stringify(kept));
    } catch {
      // As above.
    }
  }

  add(step) {
    super.add(step);
    this.keep();
  }

  // Steps that are not taken back any more.
  forget(isGone) {
    this.reduce((step) => (isGone(step) ? null : step));
    this.keep();
  }

  undo() {
    const step = super.undo();
    this.keep();
    return step;
  }

  redo() {
    const step = super.redo();
    this.keep();
    return step;
  }
}
