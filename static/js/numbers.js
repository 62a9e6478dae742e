// Large buttons beside the number fields of plain forms. The field keeps its own limits.

for (const box of document.querySelectorAll("[data-steps]")) {
  const field = box.querySelector("input");
  const buttons = [...box.querySelectorAll("button")];
  const mark = () => buttons.forEach((button) => button.setAttribute("aria-disabled", String(!reachable(field, Number(button.dataset.by)))));
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener("click", () => {
      step(field, Number(button.dataset.by));
      mark();
    });
  }
  field.addEventListener("input", mark);
  mark();
}

// Nothing is less than an empty field.
function reachable({ value, min, max }, by) {
  if (value === "") return by > 0;
  return Number(value) + by >= Number(min) && Number(value) + by <= Number(max);
}

function step(field, by) {
  if (reachable(field, by)) field.value = field.value === "" ? field.min : Number(field.value) + by;
}
