// On every page, forms that the browser sends by itself: where the server is out of reach it
// would leave the page for an error page of its own, with what was typed in lost.

import { el } from "../parts/dom.js";
import { word } from "../parts/words.js";

const PATIENCE_MS = 8000;
const answered = new WeakSet(); // forms that are about to be sent
const asking = new WeakSet();

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  // Others are sent by a script of their page, or to nowhere.
  if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
  if (answered.delete(form)) return;
  event.preventDefault();
  send(form, submitter);
});

async function send(form, submitter) {
  if (asking.has(form)) return;
  asking.add(form);
  form.querySelector("[data-offline]")?.remove();
  const reached = await reachable();
  asking.delete(form);
  if (!reached) return tell(form);
  answered.add(form);
  form.requestSubmit(submitter?.form === form ? submitter : null);
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
    const signal = AbortSignal.timeout(PATIENCE_MS);
    await fetch("/healthz", { cache: "no-store", signal });
    return true;
  } catch {
    return false;
  }
}
