// What a change is called, for messages and undo.

import { beside, placeName, plural, sectionEnds, touristList, valueWord, word } from "../words.js";
import { same, valueAt } from "./marks.js";

// What stands on the board itself.
const DRAWN = ["section", "tourists", "cafe", "task", "crossed", "cafe-area", "ticket"];

// board: as it is before the edits; what they leave as it was is confirmed.
export function describe(edits, city, board) {
  const stands = ({ kind, where, value }) => board && same(valueAt(board, kind, where), value);
  if (edits.every((edit) => edit.kind === "rating" && stands(edit))) return word("done.ratings");
  if (edits.length > 1) return plural("done.several", edits.length);
  const [{ kind, where, value }] = edits;
  const name = placeName(where);
  if (DRAWN.includes(kind) && stands(edits[0]))
    return word("done.confirmed", { where: name, state: valueWord(kind, value) });
  switch (kind) {
    case "section":
      return word(`done.section.${Boolean(value)}`, sectionEnds(where)) + beside(where);
    case "task":
      return word(`done.task.${value}`, { where });
    case "tourists":
      return word("done.tourists", { where: name, list: touristList(value) });
    case "cafe":
      return word("done.cafe", { where, state: valueWord(kind, value) });
    case "cafe-area":
    case "ticket":
      return word("done.symbol", { name, state: valueWord(kind, value) });
    case "crossed":
      return word(`done.crossed.${value}`, { where: name });
    case "hot-spot":
      return word(`done.hot-spot.${value}`, sectionEnds(where));
    case "rating":
      return word("done.rating", { name: city.iconic.find(({ id }) => id === where).name, value });
    case "balance":
      return word("done.rating", { name: word("players.balance"), value });
    case "task-half":
      return value ? word(`done.task-half.${value}`) : word("task-half");
    case "goals":
      return word("goals.title");
    case "tours":
      return word("tours.title");
    case "diversity":
      return word("diversity.title");
    case "challenge":
      return word("challenge.title");
    case "drawing":
      return word(`done.drawing.${value}`);
    case "checked":
      return word(`done.checked.${value}`);
    case "mode":
      return word("done.mode", { name: city.modes.find(({ id }) => id === value)?.name ?? value });
  }
}
