// A form with a photo of a blank board: it is sent by a script, that shows how far it is. Without
// a photo the form is sent as any other.

import { onePhoto } from "../forms/onephoto.js";
import { Upload } from "./upload.js";

export function sendsPhoto(form) {
  const upload = new Upload(form);
  onePhoto(form);
  const { photo, name } = form.elements;
  const send = () => {
    const fields = name ? { name: name.value } : {};
    upload.send({ url: form.action, fields, blob: photo.files[0] });
  };
  form.addEventListener("submit", (event) => {
    if (!photo.files.length) return;
    event.preventDefault();
    send();
  });
  delete form.dataset.unready;
  // Where nothing else is to be told, choosing it is enough.
  if (!name) photo.addEventListener("change", () => photo.files.length && send());
}
