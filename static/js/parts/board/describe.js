// What a change is called, for messages and undo.

import {
  beside,
  numeral,
  placeName,
  plural,
  sectionEnds,
  touristList,
  valueWord,
  word,
} from "../words.js";
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
    case "balance":
      return word("done.rating", { name: titleOf(edits[0], city), value });
    case "task-half":
      return value ? word(`done.task-half.${value}`) : word("task-half");
    case "goals":
    case "tours":
    case "fewer-tours":
    case "diversity":
    case "challenge":
      return titleOf(edits[0], city);
    case "drawing":
      return word(`done.drawing.${value}`);
    case "checked":
      return word(`done.checked.${value}`);
    case "mode":
      return word("done.mode", { name: modeName(city, value) });
  }
}

// What two phones changed, and both values in words: {what, values: {mine, theirs}}. The values of
// what is a table of its own are too long for a sentence: null.
export function clash(edit, theirs, city) {
  const [mine, other] = [edit.value, theirs].map((value) => inWords(edit.kind, value, city));
  return { what: titleOf(edit, city), values: mine && other ? { mine, theirs: other } : null };
}

function inWords(kind, value, city) {
  if (DRAWN.includes(kind)) return valueWord(kind, value);
  switch (kind) {
    case "hot-spot":
      return word(value ? "pen.hot-spot" : "conflict.nothing");
    case "rating":
    case "balance":
      return numeral(value);
    case "mode":
      return modeName(city, value);
    case "task-half":
      return word(value ? `result.half.${value}` : "conflict.nothing");
    case "checked":
      return word(`done.checked.${value}`);
    default:
      return "";
  }
}

// What an edit is about, without its value.
function titleOf({ kind, where }, city) {
  switch (kind) {
    case "rating":
      return city.iconic.find(({ id }) => id === where).name;
    case "balance":
      return word("players.balance");
    case "mode":
      return word("new.mode");
    case "checked":
      return word("result");
    case "task-half":
      return word("task-half");
    case "fewer-tours":
      return word("tours.title");
    case "goals":
    case "tours":
    case "diversity":
    case "challenge":
      return word(`${kind}.title`);
    default:
      return placeName(where) + beside(where);
  }
}

const modeName = ({ modes }, value) => modes.find(({ id }) => id === value)?.name ?? value;
