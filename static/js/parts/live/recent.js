// The boards opened in this browser, newest first; there are no accounts.

const STORE = "boards";
const KEPT = 12;
// What is forgotten on a page is not remembered by what it draws later.
const forgotten = new Set();

export function recentBoards() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "[]");
  } catch {
    return [];
  }
}

// status: how sure the total is, in words; stamp: of the game as it was then.
export function remember(key, name, total, status, stamp) {
  if (forgotten.has(key)) return;
  const others = recentBoards().filter((board) => board.key !== key);
  write([{ key, name, total, status, stamp, when: Date.now() }, ...others].slice(0, KEPT));
}

// What a game comes to by now, in its old place: it was not opened here since.
export function renew(key, now) {
  write(recentBoards().map((board) => (board.key === key ? { ...board, ...now } : board)));
}

export function forget(key) {
  forgotten.add(key);
  write(recentBoards().filter((board) => board.key !== key));
}

// A game that is deleted by a form is forgotten as the form goes out: without a connection it does
// not, and the list may be the only way back.
export function forgetAsItGoes(form, key) {
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (target === form && !defaultPrevented) forget(key);
  });
}

function write(boards) {
  try {
    localStorage.setItem(STORE, JSON.stringify(boards));
  } catch {
    // Private windows may refuse; the list is a convenience only.
  }
}
