// What is said below the map of the signs beside it: which is laid, and where to tap next.

import { el } from "../dom.js";
import { word } from "../words.js";
import { button, chips, how, pressed } from "./mapsheets.js";

export const NAME = "name";

// sign: the one that is laid by the next tap; start: where the name begins, once that is tapped.
export function signSheet({ beside, unlaid }, { sign, start }, put, act) {
  const laid = (one) => !unlaid.includes(one);
  return [
    sign
      ? el("p", { class: "next-tap" }, el("b", {}, asked(sign, start)))
      : how(word("town-editor.sign.how")),
    chips(
      word("town-editor.part.beside"),
      ...beside.map((one) =>
        button(
          `sign-${one}`,
          laid(one) ? `${signName(one)} ✓` : signName(one),
          () => act.choose(one),
          pressed(one === sign),
        ),
      ),
    ),
    sign && laid(sign)
      ? chips(
          signName(sign),
          button("sign-away", word("town-editor.sign.away", { sign: signName(sign) }), () =>
            put({ set: "spot", sign, at: [] }),
          ),
        )
      : null,
  ];
}

function asked(sign, start) {
  if (sign !== NAME) return word("town-editor.sign.tap", { sign: signName(sign) });
  return word(start ? "town-editor.sign.end" : "town-editor.sign.begin");
}

function signName(sign) {
  if (sign === NAME) return word("town-editor.sign.name");
  const [bonus, number] = sign.split("-");
  const text = word(`innsmouth.bonus.${bonus}`);
  return number === "1" ? text : `${text} ${number}`;
}
