// The start page: sends a chosen photo at once, and lists this browser's games.

import { el } from "../parts/dom.js";
import { recentBoards } from "../parts/live/recent.js";
import { Upload, whenChosen } from "../parts/live/upload.js";

const at = (id) => document.getElementById(id);
const form = at("photo-form");
const upload = new Upload(form);

whenChosen(form.querySelectorAll('input[type="file"]'), (input, blob) => {
  upload.send({ url: form.action, board: form.elements.board.value, blob, input });
});

const boards = recentBoards();
if (boards.length) {
  at("recent").hidden = false;
  at("recent")
    .querySelector("ul")
    .append(...boards.map(entry));
}

// What was remembered before totals had a status shows none.
function entry({ key, name, total, status, when }) {
  const date = new Date(when).toLocaleString(document.documentElement.lang, {
    dateStyle: "medium",
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
