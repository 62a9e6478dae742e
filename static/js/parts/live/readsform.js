// Forms with a button that has kept photos read anew: their bars show how far that is.

import { Upload } from "./upload.js";

export function sendReads() {
  for (const form of document.querySelectorAll("form[data-reads]")) {
    let upload = null;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      upload ??= new Upload(form);
      upload.send({ url: form.action });
    });
    delete form.dataset.unready;
  }
}
