// Teaches the town of one's own box of Innsmouth: the water is drawn, roads, quarters, crossroads
// are tapped, cards told. Every tap is a change that is kept at once; games can begin any time.

import { askFor } from "../parts/asking.js";
import { UndoStack } from "../parts/board/undo.js";
import { el, enable, redraw, toast } from "../parts/dom.js";
import { choice } from "../parts/forms/scale.js";
import { sendsPhoto } from "../parts/live/photoform.js";
import { post, untilAgain } from "../parts/live/posting.js";
import { sendReads } from "../parts/live/readsform.js";
import { offerLink } from "../parts/live/sharelink.js";
import { cardSheet } from "../parts/townteach/cardsheet.js";
import {
  flipped,
  placeSheet,
  quarterSheet,
  roadSheet,
  typed,
  waterSheet,
} from "../parts/townteach/mapsheets.js";
import { NAME, signSheet } from "../parts/townteach/signsheet.js";
import { TownPlan } from "../parts/townteach/townplan.js";
import { list, sentence, sentences, word } from "../parts/words.js";

const page = document.getElementById("town-editor");
const at = (id) => document.getElementById(id);
const { draft: address, save: saves, before: returns, picture, owned } = page.dataset;
// Signs beside the map are laid on a photo of it.
const MODES = ["water", "roads", "quarters", "places", ...(picture ? ["signs"] : []), "cards"];
const MODE_OF = {
  water: "water",
  roads: "roads",
  quarters: "quarters",
  shelters: "places",
  caches: "places",
};
const LACKS = {
  "one-side": "water",
  "no-ferry": "water",
  "star-value": "quarters",
  "empty-card": "places",
};
// The river bends at quarters of a quarter.
const STEPS = 4;
// Signs beside the map lie anywhere: so many places a quarter.
const FINE = 100;
const steps = new UndoStack();
let told = await (await askFor(address)).json();
let mode = "water";
let chosen = null; // a road, a quarter or a place
let line = null; // the river while it is drawn, in quarters
let card = null; // the cache card whose places are shown
let deck = null; // a split on its way to seven cards
let laying = {}; // the sign beside the map that a tap lays, and where the name begins
let sending = Promise.resolve();

const river = {
  draw: () => trace([]),
  back: () => trace(line.slice(0, -1)),
  cancel: () => trace(null),
  keep: () => {
    const path = line;
    line = null;
    put({ set: "river", path });
  },
};

const lackText = (name) => word(`town-editor.lack.${name}`, { where: list(told.stars) });

const view = new TownPlan(at("town"), picture, told, owned ? tapped : () => {});
offerLink(page);
if (at("maps-form")) sendsPhoto(at("maps-form"));
sendReads();
at("undo")?.addEventListener("click", () => restore(steps.undo()?.back));
at("redo")?.addEventListener("click", () => restore(steps.redo()?.forth));
at("zoom-in").addEventListener("click", () => view.zoom.by(1.6));
at("zoom-all").addEventListener("click", () => view.zoom.all());
draw();
page.classList.add("ready");

// One after the other: a change, or what makes one of the town as it is by then.
function put(next) {
  sending = sending.then(async () => {
    const back = told.file;
    const change = typeof next === "function" ? next(told) : next;
    const found = await sent(saves, { change });
    if (found) {
      told = found;
      if (JSON.stringify(back) !== JSON.stringify(told.file)) steps.add({ back, forth: told.file });
    }
    draw();
  });
}

function restore(file) {
  if (!file) return;
  [chosen, line, deck, card] = [null, null, null, null];
  laying = { sign: laying.sign };
  sending = sending.then(async () => {
    told = (await sent(returns, { file })) ?? told;
    draw();
  });
}

// What comes after a lost change waits until it is there: a change may build on the one before.
async function sent(url, value) {
  for (;;) {
    try {
      const { ok, body } = await post(url, value);
      if (ok) return body;
      toast(sentences([sentence(body.error), body.hint]));
      return null;
    } catch {
      toast(word("upload.lost"));
      await untilAgain();
    }
  }
}

function tapped({ xy, units, place, road, corner, quarter }) {
  if (mode === "water" && line) {
    line = [...line, units.map((one) => Math.round(one * STEPS) / STEPS)];
    draw();
  } else if (mode === "water" && place)
    put(({ sides }) => ({ set: "water", place, water: !(place in sides) }));
  else if (mode === "roads" && corner)
    put(({ corners }) => ({ set: "corner", corner, rounded: !corners[corner].rounded }));
  else if (mode === "roads") choose(road);
  else if (mode === "quarters") choose(quarter);
  else if (mode === "places") tapPlace(place ?? road);
  else if (mode === "signs" && laying.sign) lay(xy, units);
}

// A sign is laid by one tap, the name by one at either end; then comes the next one below that
// is not laid. Answers to quick taps come later.
function lay(start, units) {
  const { sign, first } = laying;
  const at = units.map((one) => Math.round(one * FINE) / FINE);
  if (sign === NAME && !first) laying = { sign, start, first: at };
  else {
    const below = told.beside.slice(told.beside.indexOf(sign) + 1);
    laying = { sign: below.find((one) => told.unlaid.includes(one)) };
    put({ set: "spot", sign, at: first ? [first, at] : [at] });
  }
  draw();
}

function tapPlace(place) {
  // While a card is told, a tap puts a crossroads on it.
  if (!card || !place) return choose(place);
  put(flipped(card, place));
}

function choose(what) {
  chosen = what === chosen ? null : what;
  draw();
}

function close() {
  chosen = null;
  draw();
}

function turnTo(next) {
  [mode, chosen, line, card] = [next, null, null, null];
  laying = { sign: told.unlaid[0] };
  draw();
}

function trace(points) {
  line = points;
  draw();
  if (points) at("town").scrollIntoView({ block: "center" });
}

function draw() {
  const { origin, cell } = told;
  const drawn = line?.map(([x, y]) => [origin[0] + x * cell, origin[1] + y * cell]);
  view.show({ told, mode, chosen, line: drawn, card, laying });
  redraw(
    at("map-modes"),
    choice(
      "town-mode",
      "",
      MODES.map((one) => [one, word(`town-editor.mode.${one}`)]),
      mode,
      turnTo,
    ),
  );
  redraw(at("map-sheet"), ...(owned ? sheet() : []));
  redraw(at("todo"), ...todo());
  if (!owned) return;
  enable(at("undo"), steps.canUndo);
  enable(at("redo"), steps.canRedo);
}

function sheet() {
  if (mode === "water") return waterSheet(told, line, put, river);
  if (mode === "roads") return roadSheet(told, chosen, put, { close });
  if (mode === "quarters") return quarterSheet(told, chosen, put, { close });
  if (mode === "places")
    return placeSheet(told, { place: chosen, card }, put, {
      card: (name) => {
        card = name === card ? null : name;
        draw();
      },
      newCard: (name) => {
        card = name;
        put({ set: "card", card: name, places: [] });
      },
      dropCard: () => {
        put({ set: "card", card, places: null });
        card = null;
      },
      close,
    });
  if (mode === "signs")
    return signSheet(told, laying, put, {
      choose: (sign) => {
        laying = sign === laying.sign ? {} : { sign };
        draw();
      },
    });
  return [
    typed(
      "name",
      word("town-editor.name"),
      told.file.name,
      (name) => name && put({ set: "name", name }),
      60,
    ),
    ...cardSheet(told, deck, put, (after) => {
      deck = after;
      draw();
    }),
  ];
}

// What is open: each leads to where it is told.
function todo() {
  const { lacks, file } = told;
  const beside = picture ? told.unlaid : [];
  const lead = (name, text, to) =>
    el(
      "button",
      {
        type: "button",
        class: "chip asks",
        "data-button": `open-${name}`,
        onclick: () => leadTo(to),
      },
      text,
      " ▸",
    );
  if (!lacks.length && !file.unknown.length && !beside.length)
    return [el("p", { class: "verdict sure", role: "status" }, word("town-editor.whole"))];
  return [
    el("p", { class: "verdict", role: "status" }, word("town-editor.open")),
    el(
      "div",
      { class: "chips", role: "group", "aria-label": word("tap.todo") },
      ...lacks.map((name) => lead(name, lackText(name), LACKS[name])),
      ...file.unknown.map((part) =>
        lead(part, word(`town-editor.part.${part}`), MODE_OF[part] ?? "cards"),
      ),
      beside.length ? lead("beside", word("town-editor.part.beside"), "signs") : null,
    ),
  ];
}

function leadTo(to) {
  turnTo(to);
  at("map-modes").scrollIntoView({ block: "start" });
}
