// Values sent to the server as JSON.

import { token } from "../dom.js";

// Browsers refuse more than 64 kB of what outlives the page; a letter may take two bytes.
const MOST_KEPT_ALIVE = 30_000;

// A page that comes back out of the browser's memory hears no more of what was on its way as it was
// left: WebKit says neither that it was answered nor that it was not.
const giveUps = new Set();
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) for (const giveUp of giveUps) giveUp(new Error("the page was left"));
});

// It goes out even when the page is left at the same moment.
export function send(url, value) {
  return new Promise((go, giveUp) => {
    giveUps.add(giveUp);
    sent(url, value)
      .finally(() => giveUps.delete(giveUp))
      .then(go, giveUp);
  });
}

function sent(url, value) {
  const text = JSON.stringify(value);
  return fetch(url, {
    method: "POST",
    keepalive: text.length < MOST_KEPT_ALIVE,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      "X-CSRFToken": token(),
    },
    body: text,
  });
}

// After so long a lost connection is tried once more, or as soon as the browser says it is back.
const AGAIN_MS = 3000;

export function untilAgain() {
  return new Promise((go) => {
    const timer = setTimeout(back, AGAIN_MS);
    addEventListener("online", back);
    function back() {
      clearTimeout(timer);
      removeEventListener("online", back);
      go();
    }
  });
}

// Returns whether it was taken, and the answer.
export async function post(url, value) {
  const response = await send(url, value);
  return { ok: response.ok, body: await response.json() };
}
