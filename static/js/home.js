// The start page: sends a chosen photo at once, and lists this browser's games.

import { el } from "./dom.js";
import { recentBoards } from "./recent.js";
import { Upload, whenChosen } from "./upload.js";

const at = (id) => document.getElementById(id);
const form = at("photo-form");
const upload = new Upload(form);

whenChosen(form.querySelectorAll('input[type="file"]'), (_, blob) => upload.send({ url: form.action, board: form.elements.board.value, blob }));

const boards = recentBoards();
if (boards.length) {
  at("recent").hidden = false;
  at("recent").querySelector("ul").append(...boards.map(entry));
}

function entry({ key, name, total, when }) {
  const date = new Date(when).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  return el(
    "li",
    {},
    el(
      "a",
      { class: "card", href: `/game/${encodeURIComponent(key)}` },
      el("span", {}, name, " ", el("span", { class: "small" }, date)),
      el("strong", {}, String(total)),
    ),
  );
}
