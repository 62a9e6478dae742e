// The card book: filled in once, kept on this phone, saved as a file and taken in from one.

import { el, redraw, toast } from "../dom.js";
import { list, word } from "../words.js";
import { cardForm, NEW_CARD } from "./cards.js";
import { MOST_CARDS } from "./game.js";

const STORE = "phototour-book";

export function keptBook() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}");
  } catch {
    return {};
  }
}

// The fullest book that this phone has seen is kept; a game without one leaves it alone.
export function keepBook(book) {
  if (Object.keys(book).length < Object.keys(keptBook()).length) return;
  try {
    localStorage.setItem(STORE, JSON.stringify(book));
  } catch {
    // Private windows may refuse; the book is in the game all the same.
  }
}

// holders(number): the players whose diaries have a card; drop(number): it goes, there too.
export function showBook(root, { book, holders, open, pick, editable }, { put, drop }) {
  const known = Object.keys(book).length;
  const kept = keptBook();
  const more = Object.keys(kept).length;
  redraw(
    root,
    el("summary", {}, word("phototour.book", { n: known, most: MOST_CARDS })),
    el("p", { class: "small" }, word("phototour.book.text")),
    editable && !known && more
      ? el(
          "p",
          { class: "row" },
          button("book-use", word("phototour.book.use", { n: more }), "primary", () =>
            put([{ field: "book", value: kept }]),
          ),
        )
      : null,
    open
      ? cardForm(open, {
          book,
          pick,
          done: (card) =>
            put([
              {
                field: "book",
                where: String(open.number),
                value: { number: open.number, ...card },
              },
            ]),
          drop: book[open.number] ? () => drop(open.number) : null,
          holders: holders(open.number).map(({ name }) => name),
        })
      : el(
          "div",
          { class: "numbers", role: "group", "aria-label": word("phototour.book.cards") },
          ...Array.from({ length: MOST_CARDS }, (_, i) => cardButton(i + 1, { book, open, pick })),
        ),
    el(
      "p",
      { class: "row" },
      known ? button("book-save", word("phototour.book.save"), "", () => save(book)) : null,
      editable ? taking(put) : null,
    ),
  );
}

function cardButton(n, { book, open, pick }) {
  const card = book[n];
  const said = card
    ? [word("phototour.card", { n }), String(card.points), word(`phototour.kind.${card.kind}`)]
    : [word("phototour.card", { n }), word("phototour.card.unknown")];
  return el(
    "button",
    {
      type: "button",
      class: `card-number${card ? " known" : ""}`,
      "data-button": `book-${n}`,
      "aria-pressed": String(open?.number === n),
      "aria-label": list(said),
      onclick: () =>
        pick({ number: n, card: card ? { region: "", places: 3, ...card } : NEW_CARD }),
    },
    String(n),
    card ? el("small", {}, String(card.points)) : null,
  );
}

const button = (name, text, kind, onclick) =>
  el(
    "button",
    { type: "button", class: `button small ${kind}`, "data-button": name, onclick },
    text,
  );

function save(book) {
  const cards = Object.values(book).sort((a, b) => a.number - b.number);
  const text = JSON.stringify({ game: "phototour", book: cards }, null, 1);
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = el("a", { href: address, download: "phototour-book.json" });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// A file of a book, or of a game that has one. The server looks at it as at any entry.
function taking(put) {
  return el(
    "label",
    { class: "button small picker" },
    word("phototour.book.take"),
    el("input", {
      type: "file",
      id: "book-file",
      accept: ".json,application/json",
      onchange: async ({ target }) => {
        const cards = await cardsIn(target.files[0]);
        target.value = "";
        if (!cards) return toast(word("phototour.book.none"));
        const book = Object.fromEntries(cards.map((card) => [card.number, card]));
        put([{ field: "book", value: book }]);
      },
    }),
  );
}

async function cardsIn(file) {
  try {
    const { book } = JSON.parse(await file.text());
    return Array.isArray(book) &&
      book.every((card) => Number.isInteger(card?.number)) &&
      book.length
      ? book
      : null;
  } catch {
    return null;
  }
}
