// The start page: sends a chosen photo at once, with its progress, and lists recent boards.

import { el, sentence, token } from "./dom.js";
import { recentBoards } from "./recent.js";
import { word } from "./words.js";

const at = (id) => document.getElementById(id);
const form = at("photo-form");
let request = null;

for (const input of form.querySelectorAll('input[type="file"]')) {
  input.addEventListener("change", () => input.files.length && send(input));
}
at("cancel").addEventListener("click", () => request?.abort());
addEventListener("pageshow", rest);

function send(input) {
  const data = new FormData();
  data.append("csrf_token", token());
  data.append("board", form.elements.board.value);
  data.append("photo", input.files[0], "photo");
  request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "application/json");
  request.responseType = "json";
  request.upload.addEventListener("progress", ({ loaded, total }) => progress((100 * loaded) / total));
  request.addEventListener("load", () => answered(request));
  request.addEventListener("error", () => fail(word("upload.lost"), word("upload.failed.hint")));
  request.addEventListener("abort", rest);
  at("problem").hidden = true;
  at("progress").hidden = false;
  progress(0);
  request.send(data);
  input.value = "";
}

function progress(percent) {
  const bar = at("progress").querySelector("progress");
  const done = percent >= 100;
  if (done) bar.removeAttribute("value");
  else bar.value = percent;
  at("progress").querySelector("p").textContent = done ? word("corners.busy") : word("upload.sending", { percent: Math.round(percent) });
}

function answered({ status, response }) {
  if (status === 200 && response?.next) location.assign(response.next);
  else fail(response?.error ?? word("upload.failed"), response?.hint ?? word("upload.failed.hint"));
}

function fail(error, hint) {
  rest();
  at("problem").replaceChildren(el("b", {}, sentence(error)), ` ${hint}`);
  at("problem").hidden = false;
}

function rest() {
  at("progress").hidden = true;
}

const boards = recentBoards();
if (boards.length) {
  at("recent").hidden = false;
  at("recent").querySelector("ul").append(
    ...boards.map(({ key, name, total, when }) =>
      el(
        "li",
        {},
        el(
          "a",
          { class: "card", href: `/game/${encodeURIComponent(key)}` },
          name,
          el("span", { class: "small" }, new Date(when).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" })),
          el("strong", {}, String(total)),
        ),
      ),
    ),
  );
}
