// Which board is it? Each way on is a form; those that read the photo show how far it is.

import { sayGameGone } from "../parts/gone.js";
import { follow, loadAnew, newest } from "../parts/live/follow.js";
import { takePhotos, Upload } from "../parts/live/upload.js";
import { word } from "../parts/words.js";

const page = document.getElementById("which");
const upload = new Upload(page);

// The answer to a photo that is read again stands at the top of this page, loaded anew.
history.scrollRestoration = "manual";
takePhotos(page, upload);
followGame();
// A page taken out of the browser's memory may ask what is answered.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
for (const asked of page.querySelectorAll(".sure"))
  asked.addEventListener("toggle", () => asked.open && asked.scrollIntoView({ block: "nearest" }));
askBeforeOther(page.querySelector("[data-other-than]"));
for (const form of page.querySelectorAll("form[data-read]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { csrf_token: _, ...fields } = Object.fromEntries(new FormData(form));
    upload.send({ url: form.action, fields });
  });
  delete form.dataset.unready;
}

// Entering by hand on another board changes it for all: what is lost by it stands above the button.
function askBeforeOther(asked) {
  if (!asked) return;
  const form = asked.closest("form");
  const { board } = form.elements;
  const button = form.querySelector("button");
  const same = button.textContent;
  const show = () => {
    const other = board.value !== asked.dataset.otherThan;
    asked.hidden = !other;
    button.classList.toggle("warn", other);
    button.classList.toggle("primary", !other);
    const name = board.selectedOptions[0].textContent;
    button.textContent = other ? word("which.sure.go", { name }) : same;
  };
  board.addEventListener("change", show);
  show();
}

// Another phone may teach the board or choose one meanwhile, and have this photo read on it.
function followGame() {
  const { events, stamp, seen, key } = page.dataset;
  follow({ events, stamp, seen }, news, (state) => state === "gone" && sayGameGone(key));
}

async function news() {
  const { now: address, shown, asked } = page.dataset;
  // What is sent from here leads on by itself.
  if (upload.runs.length) return false;
  const now = await newest(address);
  if (!now || upload.runs.length) return false;
  if (now.reading) {
    document.getElementById("why").textContent = word("which.reading");
    return false;
  }
  if (asked !== undefined && now.on) return loadAnew(now.on);
  return now.shown === shown || loadAnew();
}
