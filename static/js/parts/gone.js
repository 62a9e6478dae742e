// What a page says for good once its game, or the player whose page it is, is there no more.

import { el } from "./dom.js";
import { forget } from "./live/recent.js";
import { space, word } from "./words.js";

const ID = "gone";

export function sayGameGone(key) {
  forget(key);
  say([word("table.gone"), word("gone.kept")], "/", word("home"));
}

// table: the address of the table, which is still there.
export function sayPlayerGone(table) {
  say([word("error.no-player"), word("error.no-player.hint")], table, word("to-table"));
}

// Whether the server says that there is nothing at an address; null where it says nothing.
export async function isGone(address) {
  const answer = await fetch(address, { method: "HEAD", cache: "no-store" }).catch(() => null);
  return answer && answer.status < 500 && answer.status !== 429 ? answer.status === 404 : null;
}

function say([what, then], href, way) {
  if (document.getElementById(ID)) return;
  const link = el("a", { class: "button small primary", href }, way);
  const said = el("p", {}, el("b", {}, what), space() + then);
  const card = el("section", { id: ID, class: "card problem" }, said, el("p", {}, link));
  card.setAttribute("role", "alert");
  const head = document.querySelector("header.top");
  if (head) head.after(card);
  else document.querySelector("main").prepend(card);
}
