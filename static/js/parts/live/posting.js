// Values sent as JSON while something is taught.

import { token } from "../dom.js";

// Browsers refuse more than 64 kB of what outlives the page; a letter may take two bytes.
const MOST_KEPT_ALIVE = 30_000;

// Returns whether it was taken, and the answer. With keepalive it is sent although the page goes.
export async function post(url, value, keepalive = false) {
  const text = JSON.stringify(value);
  const response = await fetch(url, {
    method: "POST",
    keepalive: keepalive && text.length < MOST_KEPT_ALIVE,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      "X-CSRFToken": token(),
    },
    body: text,
  });
  return { ok: response.ok, body: await response.json() };
}
