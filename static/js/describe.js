// What a change is called, for messages and undo.

import { placeName, plural, sectionEnds, touristList, valueWord, word } from "./words.js";

export function describe(edits, city) {
  if (edits.length > 1) return plural("done.several", edits.length);
  const [{ kind, where, value }] = edits;
  const name = placeName(where);
  switch (kind) {
    case "section": return word(`done.section.${Boolean(value)}`, sectionEnds(where));
    case "task": return word(`done.task.${value}`, { where });
    case "tourists": return word("done.tourists", { where: name, list: touristList(value) });
    case "cafe": return word("done.cafe", { where, state: valueWord(kind, value) });
    case "cafe-area":
    case "ticket": return word("done.symbol", { name, state: valueWord(kind, value) });
    case "crossed": return word(`done.crossed.${value}`, { where: name });
    case "hot-spot": return word(`done.hot-spot.${value}`, sectionEnds(where));
    case "rating": return word("done.rating", { name: city.iconic.find(({ id }) => id === where).name, value });
    case "balance": return word("done.rating", { name: word("players.balance"), value });
    case "goals": return word("goals.title");
    case "tours": return word("tours.title");
    case "diversity": return word("diversity.title");
    case "challenge": return word("challenge.title");
    case "mode": return word("done.mode", { name: city.modes.find(({ id }) => id === value)?.name ?? value });
  }
}
