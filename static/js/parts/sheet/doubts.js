// Steps through what was read with doubt: the photo large, the choices as buttons.

import { SHAPES } from "../board/touristshapes.js";
import { el, redraw, svg } from "../dom.js";
import {
  aside,
  beside,
  list,
  placeName,
  sectionEnds,
  space,
  valueWord,
  word,
  wordOr,
} from "../words.js";
import { crop } from "./crop.js";

// With so many doubts another photo is quicker than answering them all.
const MANY = 12;
// As readings name them.
export const OUTSIDE = "outside the photo";
const UNPRINTED = "print not known";

// What answers lead to was worked out of the board as the server knows it.
export const withoutTotals = (doubts) =>
  doubts.map((doubt) => ({
    ...doubt,
    choices: doubt.choices.map((one) => ({ ...one, total: null })),
  }));

// another: the places that a photo from another side would settle, by kind and name; on.editor:
// the address where a taught board is corrected. Whoever only looks on (on.looking) is shown the
// place and what was read there.
export function showDoubts(root, scene, doubts, at, another, on) {
  const { onMove, onChoose, onChooseAll, editor, looking } = on;
  root.hidden = !doubts.length;
  if (!doubts.length) return;
  const doubt = doubts[at];
  const { kind, where } = doubt;
  // Of a café drawn round, the ring is easily taken for one of the task.
  const atCafe =
    kind === "task" && scene.geometry.cafes.some(({ crossroads }) => crossroads === where);
  const count =
    doubts.length > 1
      ? word("doubt.of", { n: at + 1, count: doubts.length })
      : word("doubt.count", { count: 1 });
  // How likely it is that nothing is drawn where nothing is seen tells nobody anything; nor does a
  // chance that is less than that of a guess.
  const sure =
    doubt.reason === OUTSIDE || doubt.confidence * doubt.choices.length < 1
      ? reasonOf(doubt)
      : word("doubt.sure", {
          percent: Math.round(doubt.confidence * 100),
          reason: reasonOf(doubt),
        });
  // No other photo of the same board helps where its print is not known.
  const ofPhoto = doubts.filter(({ reason }) => reason !== UNPRINTED);
  redraw(
    root,
    el(
      "div",
      { class: "doubt-head" },
      // Once one is answered, the next stands there: whoever cannot see it is told.
      el(
        "h2",
        { id: "doubt-asked", "aria-live": "polite" },
        question(kind, where, atCafe),
        el("small", {}, `${count} · ${sure}`),
      ),
      doubts.length > 1 ? step("doubt.previous", "‹", at - 1) : null,
      doubts.length > 1 ? step("doubt.next", "›", at + 1) : null,
    ),
    atCafe ? el("p", { class: "small" }, word("doubt.task.cafe.ring")) : "",
    another.has(`${kind} ${where}`)
      ? el("p", { class: "small" }, el("a", { href: "#another" }, word("another.title")))
      : "",
    el(
      "div",
      { class: "doubt-body" },
      // Where no photo is kept any more, blank print is not shown in its place.
      scene.photo ? crop(scene, kind, where) : "",
      looking
        ? el("p", {}, asRead(doubt))
        : el(
            "div",
            { class: "doubt-choices", role: "group", "aria-labelledby": "doubt-asked" },
            ...choices(doubt, onChoose),
          ),
    ),
    kind === "cafe" && editor && !looking
      ? el("p", { class: "small" }, el("a", { href: editor }, word("doubt.no-cafe")))
      : "",
    looking ? "" : allAtOnce(),
    ofPhoto.length > MANY && !another.size && !looking
      ? el("p", { class: "small doubt-many" }, ...anew(ofPhoto))
      : "",
  );

  // What is left once everything beyond the photo's rim is tapped in, or all that the score hangs on
  // is answered: one tap leaves it as it was read.
  function allAtOnce() {
    const outside = doubt.reason === OUTSIDE;
    if (!outside && !isSame(doubt)) return "";
    const rest = doubts.filter((one) =>
      outside ? one.reason === OUTSIDE : one.reason !== OUTSIDE && isSame(one),
    );
    if (rest.length < 2) return "";
    const [button, text, done] = outside
      ? ["nothing-outside", word("doubt.outside.empty"), word("doubt.outside.done")]
      : ["leave-same", word("doubt.same.leave", { n: rest.length }), word("doubt.same.done")];
    const choose = () =>
      onChooseAll(
        rest.map(({ kind, where, read }) => ({ kind, where, value: read })),
        done,
      );
    return el(
      "button",
      { type: "button", class: "button small doubt-rest", "data-button": button, onclick: choose },
      text,
    );
  }

  function step(name, sign, to) {
    const next = (to + doubts.length) % doubts.length;
    return el(
      "button",
      {
        type: "button",
        class: "tool",
        "data-button": name,
        "aria-label": word(name),
        onclick: () => onMove(next),
      },
      sign,
    );
  }
}

function question(kind, where, atCafe) {
  if (atCafe) return word("doubt.task.cafe", { where });
  return word(`doubt.${kind}`, { where: placeName(where), ...sectionEnds(where) }) + beside(where);
}

// Why another photo is better, and the way to it.
function anew(doubts) {
  const outside = doubts.filter(({ reason }) => reason === OUTSIDE).length;
  const [why, how] =
    2 * outside > doubts.length
      ? [word("doubt.outside"), word("doubt.outside.again")]
      : [word("doubt.unclear"), word("doubt.again")];
  return [why, space(), el("a", { href: "#photo" }, how)];
}

// Readings name their reasons in a word or two of English; an accent is no part of the name.
function reasonOf({ reason }) {
  return wordOr(
    `doubt.reason.${reason
      .toLowerCase()
      .normalize("NFD")
      .replace(/[^a-z]+/g, "-")}`,
    "doubt.reason.unknown",
  );
}

// Whether all answers to a doubt are known to lead to one score.
function isSame({ choices: [first, ...others] }) {
  return first.total !== null && others.every(({ total }) => total === first.total);
}

function asRead({ kind, choices: [{ value }] }) {
  const label = valueWord(kind, value);
  return el("span", {}, shown(kind, value, label), aside(word("doubt.read")));
}

function choices(doubt, onChoose) {
  const same = isSame(doubt);
  return doubt.choices.map(({ value, total }, i) => {
    const effect = total === null ? "" : same ? word("doubt.same") : word("doubt.total", { total });
    const notes = [i === 0 ? word("doubt.read") : "", effect].filter(Boolean).join(" · ");
    const label = valueWord(doubt.kind, value);
    return el(
      "button",
      {
        type: "button",
        "data-button": `choice-${i}`,
        "aria-label": list([label, notes].filter(Boolean)),
        onclick: () => onChoose(doubt, value),
      },
      shown(doubt.kind, value, label),
      el("small", {}, notes),
    );
  });
}

// Tourists as the shapes that were drawn: quicker to compare with the photo than words.
function shown(kind, value, label) {
  const there = kind === "tourists" ? Object.entries(value).filter(([, number]) => number > 0) : [];
  if (!there.length) return el("span", {}, label);
  return el(
    "span",
    { class: "shapes" },
    ...there.map(([shape, number]) => badgeIcon(shape, number)),
  );
}

function badgeIcon(shape, number) {
  return svg(
    "svg",
    { class: "icon", viewBox: "-4.2 -4.4 8.4 8.4" },
    svg("path", { class: `badge ${shape}`, d: SHAPES[shape], transform: "scale(3.6)" }),
    svg("text", { class: "badge-number", y: shape === "triangle" ? 2.5 : 1.8 }, String(number)),
  );
}
