// What cannot be as it was entered, and the button that says that it is so all the same.

import { el, redraw } from "../dom.js";
import { numeral, word } from "../words.js";

export function showChecks(root, { players, result, checked, editable }, put) {
  const { findings } = result;
  root.hidden = !findings.length;
  if (!findings.length) return;
  root.classList.toggle("notice", !checked);
  redraw(
    root,
    el("h2", {}, word("phototour.referee")),
    el("ul", {}, ...findings.map((finding) => el("li", {}, findingText(finding, players)))),
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

function findingText({ offence, seat, kind, ...figures }, players) {
  const tokens = kind ? word(`phototour.token.${kind}`) : "";
  const found = numeral(figures.found);
  const said = word(`phototour.offence.${offence}`, { ...figures, found, kind: tokens });
  return seat === null ? said : word("result.of", { name: players[seat].name, open: said });
}
