// Who plays the board, and what is marked beside the map: crossed-out bonuses, rings.

import { el, redraw } from "../dom.js";
import { select } from "../forms/setup.js";
import { list, word } from "../words.js";
import { CHARACTERS } from "./townfacts.js";

export function showWho(root, { character }, choose) {
  const values = [
    ["", word("innsmouth.who.choose")],
    ...CHARACTERS.map((one) => [one, word(`innsmouth.${one}`)]),
  ];
  redraw(
    root,
    select("character", word("innsmouth.who"), values, character ?? "", (value) =>
      choose(value || null),
    ),
  );
}

export function showBeside(root, { town, own, bonuses, caches, deep }, put) {
  const rings = [...new Set([...caches, ...town.shelters.map(({ at }) => at)])].sort();
  redraw(
    root,
    bonuses.length
      ? chips(
          word("innsmouth.used"),
          [...new Set(bonuses)].map((bonus) => {
            // Of several alike each tap crosses out one more, and the last one none.
            const [of, now] = [count(bonuses, bonus), own.used[bonus] ?? 0];
            const name = word(`innsmouth.bonus.${bonus}`);
            return {
              id: `used-${bonus}`,
              text: of > 1 ? `${name} ${now}/${of}` : name,
              on: now > 0,
              flip: () => put([{ field: "used", where: bonus, value: now < of ? now + 1 : null }]),
            };
          }),
        )
      : null,
    own.character === "detective"
      ? chips(
          word("innsmouth.rings"),
          rings.map((place) => ({
            id: `ring-${place}`,
            text: place.replaceAll("_", " "),
            on: Boolean(own.rings[place]),
            flip: (on) => put([{ field: "rings", where: place, value: on ? null : true }]),
          })),
        )
      : null,
    deep
      ? chips("", [
          {
            id: "ringed-name",
            text: word("innsmouth.ringed-name"),
            on: Boolean(own.ringed_name),
            flip: (on) => put([{ field: "ringed_name", value: !on }]),
          },
        ])
      : null,
    own.character ? el("p", { class: "small" }, word(`innsmouth.${own.character}.how`)) : null,
    el("p", { class: "small" }, word("innsmouth.board.how")),
  );
}

const count = (all, one) => all.filter((other) => other === one).length;

function chips(title, all) {
  return el(
    "div",
    { class: "marked", role: "group", "aria-label": title || list(all.map(({ text }) => text)) },
    title ? el("span", {}, title) : null,
    ...all.map(({ id, text, on, flip }) =>
      el(
        "button",
        {
          type: "button",
          class: "button small",
          "data-button": id,
          "aria-pressed": String(on),
          onclick: () => flip(on),
        },
        text,
      ),
    ),
  );
}
