// On every page, forms that the browser sends by itself: where the server is out of reach it
// would leave the page for an error page of its own, with what was typed in lost. A second tap
// would send a form a second time, for a second player or a second game.

import { el } from "../parts/dom.js";
import { submit } from "../parts/forms/submit.js";
import { word } from "../parts/words.js";

const PATIENCE_MS = 8000;
const answered = new WeakSet(); // forms that are about to be sent
const underWay = new WeakSet(); // forms that a second tap shall not send again
// Whoever stops a page that does not come may send the form again.
const SENT_MS = 20_000;

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  // Others are sent by a script of their page, or to nowhere.
  if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
  if (answered.delete(form)) return;
  event.preventDefault();
  send(form, submitter);
});

// A name that is too long is told of while it is typed: only as much as the limit would be kept.
document.addEventListener("input", ({ target }) => {
  const { most, tooLong } = target.dataset;
  if (most) target.setCustomValidity([...target.value.trim()].length > most ? tooLong : "");
});

// A page that one comes back to is as it was left.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) for (const form of document.forms) underWay.delete(form);
});

async function send(form, submitter) {
  if (underWay.has(form)) return;
  underWay.add(form);
  form.querySelector("[data-offline]")?.remove();
  if (!(await reachable())) {
    underWay.delete(form);
    return tell(form);
  }
  answered.add(form);
  submit(form, submitter?.form === form ? submitter : null);
  // What a field refuses is not sent.
  if (answered.delete(form)) underWay.delete(form);
  else setTimeout(() => underWay.delete(form), SENT_MS);
}

function tell(form) {
  const said = el("p", { class: "problem", role: "alert", "data-offline": true });
  form.append(said);
  said.textContent = word("form.offline");
  said.scrollIntoView({ block: "nearest" });
}

// Whatever is answered: a refusal says itself what is wrong.
async function reachable() {
  try {
    // Older phones have no such limit.
    const signal = AbortSignal.timeout?.(PATIENCE_MS);
    await fetch("/healthz", { cache: "no-store", signal });
    return true;
  } catch {
    return false;
  }
}
