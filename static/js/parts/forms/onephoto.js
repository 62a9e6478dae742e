// The one photo of a form: taken or chosen, it goes with the form, and its name is shown.

export function onePhoto(form) {
  const { photo } = form.elements;
  const taken = form.querySelector("[data-taken]");
  const said = form.querySelector("[data-photo-name]");
  if (!taken) return;
  const show = () => {
    const [file] = photo.files;
    said.hidden = !file;
    said.querySelector("output").textContent = file?.name ?? "";
  };
  taken.addEventListener("change", () => {
    if (!taken.files.length) return;
    photo.files = taken.files;
    show();
  });
  photo.addEventListener("change", show);
  taken.parentElement.hidden = false;
  show();
}
