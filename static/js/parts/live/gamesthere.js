// The games on a taught board, which can only go once they have gone: those that this browser has
// opened, with links, and how many others there are.

import { el } from "../dom.js";
import { plural, word } from "../words.js";
import { send } from "./posting.js";
import { recentBoards } from "./recent.js";

export async function showGamesThere(root) {
  const recent = recentBoards();
  const found = await send(root.dataset.games, { keys: recent.map(({ key }) => key) })
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null);
  if (!found || !(found.known.length || found.others)) return;
  const own = recent.filter(({ key }) => found.known.includes(key));
  root.replaceChildren(
    ...(own.length
      ? [el("p", {}, word("games-there")), el("ul", { class: "players" }, ...own.map(entry))]
      : []),
    found.others ? el("p", { class: "small" }, plural("games-there.others", found.others)) : "",
  );
  root.hidden = false;
}

function entry({ key, name, when }) {
  const day = new Date(when).toLocaleDateString(document.documentElement.lang, {
    dateStyle: "long",
  });
  const href = `/game/${encodeURIComponent(key)}`;
  return el("li", {}, el("a", { href }, name), " ", el("small", {}, day));
}
