// What cannot be as it was entered, with the links and figures that show it, and the button
// that says that it is so all the same.

import { el, redraw } from "../dom.js";
import { word } from "../words.js";
import { findingWord } from "./ridewords.js";

export function showChecks(root, { players, result, map, checked, editable }, put) {
  const { findings, status } = result;
  const open = findings.length > 0 || status.to_check > 0;
  root.hidden = !open;
  if (!open) return;
  root.classList.toggle("notice", !checked);
  redraw(
    root,
    el("h2", {}, word("ticket-to-ride.referee")),
    el("ul", {}, ...findings.map((one) => el("li", {}, findingWord(map, one, players)))),
    editable
      ? el(
          "p",
          { class: "row" },
          el(
            "button",
            {
              type: "button",
              class: "button small",
              "data-button": "checked",
              onclick: () => put([{ field: "checked", value: !checked }]),
            },
            word(checked ? "result.take-back" : "result.all-checked"),
          ),
        )
      : null,
  );
}
