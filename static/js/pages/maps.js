// Begins to teach a map: sends the photo of its board, and goes on to its corners.

import { Upload } from "../parts/live/upload.js";

const form = document.getElementById("maps-form");
const upload = new Upload(form);

form.addEventListener("submit", (event) => {
  const { photo, name } = form.elements;
  const [blob] = photo.files;
  if (!blob) return;
  event.preventDefault();
  upload.send({ url: form.action, fields: { name: name.value }, blob });
});
