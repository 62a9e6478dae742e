// Teaches a board: sends the photo of a blank one and follows it.

import { Upload } from "./upload.js";

const form = document.getElementById("teach-form");
const upload = new Upload(form);

form.addEventListener("submit", (event) => {
  const [blob] = form.elements.photo.files;
  if (!blob) return;
  event.preventDefault();
  upload.send({ url: form.action, fields: { city: form.elements.city.value, name: form.elements.name.value }, blob });
});
