// Which board is it? Each way on is a form; those that read the photo show how far it is.

import { takePhotos, Upload } from "../parts/live/upload.js";

const page = document.getElementById("which");
const upload = new Upload(page);

// The answer to a photo that is read again stands at the top of this page, loaded anew.
history.scrollRestoration = "manual";
takePhotos(page, upload);
for (const asked of page.querySelectorAll(".sure"))
  asked.addEventListener("toggle", () => asked.open && asked.scrollIntoView({ block: "nearest" }));
for (const form of page.querySelectorAll("form[data-read]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { csrf_token: _, ...fields } = Object.fromEntries(new FormData(form));
    upload.send({ url: form.action, fields });
  });
  delete form.dataset.unready;
}
