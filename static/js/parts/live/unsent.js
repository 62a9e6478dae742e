// Photos that wait on this phone from an earlier visit: at the top of the page a person says of
// each whether it is to be sent. Nothing is sent unasked: the board may have changed since.

import { el } from "../dom.js";
import { space, word } from "../words.js";
import { replaces } from "./photoqueue.js";

const ID = "unsent";

// On the start page all of them, elsewhere those of the page's own boards.
export function isOffered({ url }) {
  const { pathname } = new URL(url, location.href);
  const here = location.pathname;
  return here === "/" || pathname === here || pathname.startsWith(`${here}/`);
}

// whose(photo): the player's name, on a page that shows several.
export function offer(photos, { whose, send, forget }) {
  const card = document.getElementById(ID) ?? el("section", { id: ID, class: "card problem" });
  card.replaceChildren(...photos.map((photo) => row(photo, whose(photo), { send, forget })));
  if (!photos.length) return card.remove();
  if (card.isConnected) return;
  card.setAttribute("role", "alert");
  const head = document.querySelector("header.top");
  if (head) head.after(card);
  else document.querySelector("main").prepend(card);
}

function row(photo, name, { send, forget }) {
  const unsent = word("upload.unsent");
  const button = (text, action, kind = "") =>
    el(
      "button",
      { type: "button", class: `button small ${kind}`, onclick: () => action(photo) },
      text,
    );
  return el(
    "div",
    { class: "unsent" },
    picture(photo),
    el(
      "p",
      {},
      el("b", {}, name ? word("upload.whose", { name, doing: unsent }) : unsent),
      replaces(photo) ? space() + word("upload.unsent.anew") : null,
      " ",
      photo.when ? el("small", {}, at(photo.when)) : null,
    ),
    el(
      "p",
      { class: "row" },
      button(word("upload.send"), send, "primary"),
      button(word("upload.drop"), forget),
    ),
  );
}

// Some kinds of photos no browser shows.
function picture({ blob }) {
  const image = el("img", { alt: "", src: URL.createObjectURL(blob) });
  const done = () => URL.revokeObjectURL(image.src);
  image.addEventListener("load", done);
  image.addEventListener("error", () => {
    done();
    image.remove();
  });
  return image;
}

const at = (when) =>
  new Date(when).toLocaleString(document.documentElement.lang, {
    dateStyle: "long",
    timeStyle: "short",
  });
