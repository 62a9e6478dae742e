// The pens that sections are drawn with, where a city has several.

import { el, redraw } from "../dom.js";
import { word } from "../words.js";

export function showPens(root, pens, current, onChoose) {
  const button = (pen) => {
    const pressed = String(pen === current);
    const onclick = () => onChoose(pen);
    const attributes = { type: "button", class: pen, "aria-pressed": pressed, onclick };
    return el("button", attributes, el("span", { class: `swatch ${pen}` }), word(`pen.${pen}`));
  };
  redraw(root, ...pens.map(button));
}
