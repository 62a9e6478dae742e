// A link handed on: by the phone's own way to share, where it has one, or copied.

import { toast } from "../dom.js";
import { word } from "../words.js";

// root holds buttons with data-share and data-copy, each the address to hand on.
export function offerLink(root) {
  for (const button of root.querySelectorAll("[data-share]")) {
    button.hidden = !navigator.share;
    button.addEventListener("click", () =>
      navigator.share({ url: button.dataset.share }).catch(() => {}),
    );
  }
  for (const button of root.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      const done = await copied(button.dataset.copy);
      toast(word(done ? "join.copied" : "join.not-copied"));
    });
  }
}

// Over plain http browsers have no clipboard, only what is selected can be copied.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
