// Which board is it? Each way on is a form; those that read the photo show how far it is.

import { takePhotos, Upload } from "../parts/live/upload.js";

const page = document.getElementById("which");
const upload = new Upload(page);

takePhotos(page, upload);
for (const form of page.querySelectorAll("form[data-read]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { csrf_token: _, ...fields } = Object.fromEntries(new FormData(form));
    upload.send({ url: form.action, fields });
  });
  delete form.dataset.unready;
}
