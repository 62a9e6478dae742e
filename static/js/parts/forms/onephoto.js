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
  const take = () => {
    if (taken.files.length) photo.files = taken.files;
    show();
  };
  taken.addEventListener("change", take);
  photo.addEventListener("change", show);
  taken.parentElement.hidden = false;
  // The photo may be chosen before this script runs.
  take();
}
