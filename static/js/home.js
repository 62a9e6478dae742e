// The start page: sends a chosen photo at once, with its progress, and lists recent boards.

import { el, token } from "./dom.js";
import { recentBoards } from "./recent.js";

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
  request.addEventListener("error", () => fail("The connection was lost.", "Nothing was kept: choose the photo again."));
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
  at("progress").querySelector("p").textContent = done ? "Reading the board …" : `Sending the photo … ${Math.round(percent)} %`;
}

function answered({ status, response }) {
  if (status === 200 && response?.next) location.assign(response.next);
  else fail(response?.error ?? "The photo could not be read.", response?.hint ?? "Try again.");
}

function fail(error, hint) {
  rest();
  // Messages end with a full stop or without one.
  at("problem").replaceChildren(el("b", {}, `${error.replace(/\.$/, "")}.`), ` ${hint}`);
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
          el("span", { class: "small" }, new Date(when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })),
          el("strong", {}, String(total)),
        ),
      ),
    ),
  );
}
