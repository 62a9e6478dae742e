// The sheet from below that counts the tourists of one location.

import { SHAPES } from "../board/touristshapes.js";
import { el, icon, redraw, svg } from "../dom.js";
import { placeName, word } from "../words.js";

// crossed: whether the location is crossed out, or null where none is.
export function showStepper(
  root,
  kinds,
  { where, counts, crossed },
  { onChange, onCross, onClose },
) {
  root.hidden = where === null;
  if (where === null) return;
  redraw(
    root,
    el(
      "header",
      {},
      el("h2", {}, word("tourists.title", { where: placeName(where) })),
      crossed === null
        ? null
        : el(
            "button",
            {
              type: "button",
              class: "button small",
              "data-button": "cross",
              "aria-pressed": String(crossed),
              onclick: onCross,
            },
            icon("close"),
            word("crossed"),
          ),
      el(
        "button",
        {
          type: "button",
          class: "tool",
          "aria-label": word("tourists.done"),
          "data-button": "done",
          onclick: onClose,
        },
        icon("check"),
      ),
    ),
    el("div", { class: "counts" }, ...kinds.map((kind) => count(kind))),
  );

  function count(kind) {
    const number = counts[kind] ?? 0;
    const change = (by) => onChange({ ...counts, [kind]: number + by });
    return el(
      "div",
      { class: "count", "data-kind": kind },
      svg(
        "svg",
        { class: "icon", viewBox: "-1.3 -1.3 2.6 2.6", "aria-hidden": "true" },
        svg("path", { class: `badge ${kind}`, d: SHAPES[kind], "stroke-width": 0 }),
      ),
      el(
        "button",
        {
          type: "button",
          "data-button": `${kind}-less`,
          "aria-label": word("tourists.remove", { kind: word(kind) }),
          disabled: number === 0,
          onclick: () => change(-1),
        },
        icon("minus"),
      ),
      el("output", {}, String(number)),
      el(
        "button",
        {
          type: "button",
          "data-button": `${kind}-more`,
          "aria-label": word("tourists.add", { kind: word(kind) }),
          onclick: () => change(1),
        },
        icon("plus"),
      ),
    );
  }
}
