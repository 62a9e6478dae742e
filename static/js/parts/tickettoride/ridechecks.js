// What cannot be as it was entered, with the links and figures that show it, and the button
// that says that it is so all the same; above the map a line that leads there.

import { el, redraw } from "../dom.js";
import { checksLink, objectedText } from "../sheet/othersheet.js";
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

// The list stands far below the map, where nobody sees it while links are entered.
export function leadToObjections(root, { findings, status }) {
  // A page kept from an older server may have no place for it.
  if (!root) return;
  root.hidden = !findings.length;
  redraw(root, status.to_check ? checksLink(status) : objectedText(findings.length));
}
