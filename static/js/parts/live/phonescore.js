// Scores the board on this phone while the server cannot be reached. What the server says
// takes its place as soon as it says anything.

// The page never works longer without looking at taps.
const SLICE_MS = 12;

export class PhoneScore {
  // data: what the server tells of board and city; rivals: whether it is known what other players
  // bear on the goal cards; show(): there is a score to show.
  constructor(data, { rivals, show }) {
    Object.assign(this, { data, rivals, show, board: "", found: null });
    // Once the board is drawn; early enough to be there when the connection is not.
    if (data) setTimeout(() => this.load().catch(() => {}));
  }

  load() {
    this.loading ??= import("../../scoring/score.js").catch((error) => {
      this.loading = null;
      throw error;
    });
    return this.loading;
  }

  // The score of the board as *sync* has it: {sheet, setup}, {} where this phone does not know
  // the rules in play, null while it is worked out or the server is expected to answer.
  of(sync) {
    const { board } = sync;
    if (!this.data || !sync.unsent.length) return this.leave();
    const text = JSON.stringify(board);
    if (text === this.board) return this.found;
    this.leave();
    if (!sync.failures) return null;
    this.board = text;
    this.work(board, text);
    return null;
  }

  leave() {
    this.board = "";
    this.found = null;
    return null;
  }

  async work(board, text) {
    const found = await this.score(board, () => text === this.board).catch(() => ({}));
    if (text !== this.board) return;
    this.found = found;
    this.show();
  }

  async score({ marks, setup: kept, mode }, wanted) {
    const { covers, rulesOf, scoring } = await this.load();
    this.rules ??= rulesOf(this.data);
    const { rules } = this;
    const setup = { ...kept, ...rules.modes[mode] };
    // Alone at the table nobody wins a card: its total waits for the others' boards.
    const game = { marks, setup, rivals: this.rivals ? undefined : null };
    if (!covers(rules, game)) return {};
    const search = scoring(rules, game);
    for (;;) {
      const until = performance.now() + SLICE_MS;
      while (performance.now() < until) {
        const { done, value } = search.next();
        if (done) return { sheet: value, setup };
      }
      await new Promise((resolve) => setTimeout(resolve));
      if (!wanted()) return {};
    }
  }
}
