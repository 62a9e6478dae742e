// Sends a form as a tap on its button would.

import { el } from "../dom.js";

export function submit(form, submitter = null) {
  // iPhones know requestSubmit from iOS 16 on.
  if (form.requestSubmit) return form.requestSubmit(submitter);
  const button = submitter ?? form.appendChild(el("button", { hidden: true }));
  button.click();
  if (!submitter) button.remove();
}
