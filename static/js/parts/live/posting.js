// Values sent as JSON while something is taught.

import { token } from "../dom.js";

// Returns whether it was taken, and the answer. With keepalive it is sent although the page goes.
export async function post(url, value, keepalive = false) {
  const response = await fetch(url, {
    method: "POST",
    keepalive,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      "X-CSRFToken": token(),
    },
    body: JSON.stringify(value),
  });
  return { ok: response.ok, body: await response.json() };
}
