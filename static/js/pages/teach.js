// Teaches a board: sends the photo of a blank one, or names those of a game, and follows it.

import { onePhoto } from "../parts/forms/onephoto.js";
import { Upload } from "../parts/live/upload.js";

const form = document.getElementById("teach-form");
const upload = new Upload(form);
onePhoto(form);

form.addEventListener("submit", (event) => {
  const { photo, city, name } = form.elements;
  const [blob] = photo.files;
  if (!blob && photo.required) return;
  event.preventDefault();
  upload.send({ url: form.action, fields: { city: city.value, name: name.value }, blob });
});
delete form.dataset.unready;
