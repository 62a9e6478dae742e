// Asks what shall become of a person's own change: two people changed the same place, or the
// server refused it.

import { el } from "../dom.js";
import { sentence, space, word } from "../words.js";

// what: the person's own change in words; values: {mine, theirs}, both in words where there are
// any. Resolves to true where the person's own shall stand.
export function askWhichStands(root, what, values = null) {
  const text = values
    ? word("conflict.values", { what, ...values })
    : word("conflict.choice", { what });
  return ask(root, [text], { "conflict.mine": true, "conflict.theirs": false });
}

// Asks about several places at once; clashes: [{what, values}], as above. Resolves to null where
// the person wants to be asked one by one.
export function askWhichAllStand(root, clashes) {
  const lines = clashes.map(({ what, values }) =>
    el("li", {}, values ? word("conflict.line", { what, ...values }) : what),
  );
  const answers = {
    "conflict.all-mine": true,
    "conflict.all-theirs": false,
    "conflict.each": null,
  };
  return ask(root, [word("conflict.several")], answers, el("ul", {}, ...lines));
}

// Resolves to true where the change shall be sent again.
export function askAboutRefused(root, { error, hint }) {
  const texts = [
    word("refused", { error: sentence(error) }),
    space() + hint + space(),
    word("refused.kept"),
  ];
  return ask(root, texts, { "refused.again": true, "refused.drop": false });
}

function ask(root, texts, answers, more = "") {
  return new Promise((resolve) => {
    const buttons = Object.entries(answers).map(([name, answer]) => {
      const onclick = () => {
        root.hidden = true;
        resolve(answer);
      };
      return el("button", { type: "button", class: "button", onclick }, word(name));
    });
    root.replaceChildren(el("p", {}, ...texts), more, el("p", { class: "row" }, ...buttons));
    root.hidden = false;
    root.scrollIntoView({ block: "center" });
  });
}
