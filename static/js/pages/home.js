// The start page: sends a chosen photo at once, and lists this browser's games.

import { el } from "../parts/dom.js";
import { isGone } from "../parts/gone.js";
import { newest } from "../parts/live/follow.js";
import { forget, recentBoards, renew } from "../parts/live/recent.js";
import { Upload, whenChosen } from "../parts/live/upload.js";
import { word } from "../parts/words.js";

const at = (id) => document.getElementById(id);
const form = at("photo-form");
const MOST_GOING = 2;
const upload = new Upload(form);

whenChosen(form.querySelectorAll('input[type="file"]'), (input, blob) => {
  upload.send({ url: form.action, board: form.elements.board.value, blob, input });
});

// Those that go on come first on the page, the others after all that can be begun: a link leads
// there.
begin();
// A page taken out of the browser's memory knows nothing of what was played since.
addEventListener("pageshow", ({ persisted }) => persisted && begin());

function begin() {
  showGames();
  lookAtGames();
}

function showGames() {
  const boards = recentBoards();
  const going = boards.filter(isGoing).slice(0, MOST_GOING);
  list(at("recent"), going);
  const earlier = boards.filter((one) => !going.includes(one));
  list(at("earlier"), earlier);
  at("to-earlier").hidden = !earlier.length;
}

// Another phone may have deleted a game: neither it nor its players' names stay here. Or it has
// changed what the game comes to.
async function lookAtGames() {
  for (const { key, stamp } of recentBoards()) {
    const game = `/game/${encodeURIComponent(key)}`;
    if (await isGone(`${game}/stamp`)) forget(key);
    else if (stamp && (await newest(`${game}/stamp`))?.stamp !== stamp) await takeAnew(key, game);
    else continue;
    showGames();
  }
}

async function takeAnew(key, game) {
  const table = await newest(`${game}/table`);
  if (!table || table.busy) return;
  const { players, result, status, stamp } = table;
  const scored = result?.players ?? players.filter(({ begun }) => begun);
  const total = scored.length ? Math.max(...scored.map((one) => one.total ?? 0)) : "–";
  renew(key, { total, status: word(`result.${status.kind}`, { n: status.to_check }), stamp });
}

function isGoing({ status, when }) {
  const today = new Date(when).toDateString() === new Date().toDateString();
  return today || (status && status !== word("result.final"));
}

function list(root, shown) {
  root.hidden = !shown.length;
  root.querySelector("ul").replaceChildren(...shown.map(entry));
}

// What was remembered before totals had a status shows none.
function entry({ key, name, total, status, when }) {
  const date = new Date(when).toLocaleString(document.documentElement.lang, {
    dateStyle: "long",
    timeStyle: "short",
  });
  return el(
    "li",
    {},
    el(
      "a",
      { class: "card", href: `/game/${encodeURIComponent(key)}` },
      el("span", {}, name, " ", el("span", { class: "small" }, date)),
      status ? el("span", { class: "so-sure" }, el("strong", {}, String(total)), status) : null,
    ),
  );
}
