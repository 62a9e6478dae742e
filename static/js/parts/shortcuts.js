// Undo and redo by the keyboard, on pages that have both.

// Fields that browsers keep steps of their own for.
const TYPED =
  "textarea, input:not([type=radio], [type=checkbox], [type=range], [type=file], [type=button])";

export function onUndoKeys(undo, redo) {
  document.addEventListener("keydown", (event) => {
    const { ctrlKey, metaKey, shiftKey, target } = event;
    if (!(ctrlKey || metaKey) || target.matches(TYPED)) return;
    // With Shift a letter comes as a capital.
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    // Outside a field a browser would take back what was typed in one before.
    event.preventDefault();
    (key === "y" || shiftKey ? redo : undo)();
  });
}
