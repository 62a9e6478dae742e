// What was pressed stays where it is while a page is drawn anew: a second tap of the same finger
// must not land on its neighbour.

let pressed = null;

document.addEventListener(
  "pointerdown",
  ({ target }) => {
    pressed = target.closest("#setup, #goals") && target.closest("button, select, label");
  },
  true,
);

export function steadily(draw) {
  const before = place();
  draw();
  const after = place();
  if (before !== null && after !== null) scrollBy({ top: after - before, behavior: "instant" });
}

// How far below the screen's upper edge it is; null where it is not seen.
function place() {
  const name = pressed?.dataset.button;
  if (!pressed?.isConnected)
    pressed = name ? document.querySelector(`[data-button="${CSS.escape(name)}"]`) : null;
  if (!pressed) return null;
  const { top, bottom } = pressed.getBoundingClientRect();
  return bottom > 0 && top < innerHeight && bottom > top ? top : null;
}
