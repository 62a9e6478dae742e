// What a change is called, for messages and undo.

import { plural, sectionEnds, touristList, valueWord, word } from "./words.js";

export function describe(edits, city) {
  if (edits.length > 1) return plural("done.several", edits.length);
  const [{ kind, where, value }] = edits;
  switch (kind) {
    case "section": return word(`done.section.${Boolean(value)}`, sectionEnds(where));
    case "task": return word(`done.task.${value}`, { where });
    case "tourists": return word("done.tourists", { where, list: touristList(value) });
    case "cafe": return word("done.cafe", { where, state: valueWord("cafe", value) });
    case "rating": return word("done.rating", { name: city.iconic.find(({ id }) => id === where).name, value });
    case "balance": return word("done.rating", { name: word("players.balance"), value });
    case "goals": return word("goals.title");
    case "challenge": return word("challenge.title");
    case "mode": return word("done.mode", { name: city.modes.find(({ id }) => id === value)?.name ?? value });
  }
}
