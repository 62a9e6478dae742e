// Who plays the board, and what is marked beside the map: crossed-out bonuses, rings. What the
// photo shows otherwise than the cards say can be put right here.

import { el, redraw } from "../dom.js";
import { select } from "../forms/setup.js";
import { list, word } from "../words.js";
import {
  cachesShown,
  cachesWith,
  circledWith,
  count,
  crossedWith,
  otherThan,
  plainName,
  ringsOf,
} from "./drawn.js";
import { CHARACTERS, cachesIn } from "./townfacts.js";

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

export function showBeside(root, { town, shared, own, bonuses, caches, deep }, put) {
  const card = cachesIn(town, shared);
  const { ringed, shown: rings } = ringsOf(town, caches, own);
  const drawn = cachesShown(card, own.caches, caches);
  const crossed = Object.keys(own.used).filter((bonus) => own.used[bonus]);
  const crossable = [...new Set([...bonuses, ...crossed])];
  redraw(
    root,
    drawn.length
      ? chips(
          word("innsmouth.caches"),
          drawn.map((place) => ({
            id: `cache-${place}`,
            text: plainName(place),
            on: caches.includes(place),
            flip: (on) => put([cachesWith(caches, place, !on)]),
          })),
        )
      : null,
    otherThan(own.circled, bonuses)
      ? chips(
          word("innsmouth.circled"),
          [...new Set([...bonuses, ...own.circled])].sort().map((bonus) => {
            const [of, now] = [Math.max(count(bonuses, bonus), 1), count(own.circled, bonus)];
            return {
              id: `circled-${bonus}`,
              text: numbered(bonus, now, of),
              on: now > 0,
              flip: () => put(circledWith(own, bonus, now < of ? now + 1 : 0)),
            };
          }),
        )
      : null,
    crossable.length
      ? chips(
          word("innsmouth.used"),
          crossable.map((bonus) => {
            // Of several alike each tap crosses out one more, and the last one none.
            const [of, now] = [Math.max(count(bonuses, bonus), 1), own.used[bonus] ?? 0];
            return {
              id: `used-${bonus}`,
              text: numbered(bonus, now, of),
              on: now > 0,
              flip: () => put(crossedWith(own, bonus, now < of ? now + 1 : 0)),
            };
          }),
        )
      : null,
    // Rings of others than the Detective are there to be taken away.
    rings.length
      ? chips(
          word("innsmouth.rings"),
          rings.map((place) => ({
            id: `ring-${place}`,
            text: plainName(place),
            on: ringed.includes(place),
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

function numbered(bonus, now, of) {
  const name = word(`innsmouth.bonus.${bonus}`);
  return of > 1 ? `${name} ${now}/${of}` : name;
}

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
