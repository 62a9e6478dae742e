// Teaches a map: locations are tapped, routes drawn along their spaces, tickets told by their
// two locations. All is kept at once; as soon as enough is told games can begin on the map.

import { askFor } from "../parts/asking.js";
import { distance } from "../parts/board/geometry.js";
import { UndoStack } from "../parts/board/undo.js";
import { enable, redraw, toast } from "../parts/dom.js";
import { choice } from "../parts/forms/scale.js";
import { post, untilAgain } from "../parts/live/posting.js";
import { offerLink } from "../parts/live/sharelink.js";
import {
  changed,
  changedLink,
  changedTicket,
  hasTicket,
  lanesOf,
  nameOf,
  placeName,
  withLink,
  withoutLink,
  withoutPlace,
  withoutTicket,
  withPlace,
  withTicket,
} from "../parts/mapteach/mapdraft.js";
import {
  askSheet,
  boxSheet,
  linkSheet,
  placeSheet,
  ticketSheet,
} from "../parts/mapteach/mapsheet.js";
import { PageView } from "../parts/mapteach/pageview.js";
import { list, sentence, sentences, word } from "../parts/words.js";

const page = document.getElementById("map-editor");
const at = (id) => document.getElementById(id);
const { draft: address, save: saves, propose, picture, owned } = page.dataset;
const PAUSE_MS = 300;
const MODES = ["place", "link", "ticket", "box"];
const steps = new UndoStack();
let answer = await (await askFor(address)).json();
let { draft } = answer;
let since = draft; // what the server has of it
let lost = false; // whether the last change did not get there
let mode = "place";
let chosen = null; // a place or a link
let from = null; // the place where a route or a ticket begins
let bends = []; // of the route that is drawn now
let pending = null; // a ticket whose worth is not told yet
let tracing = null; // the points of the score track while it is drawn
let moving = false;
let proposed = false;
let untold = []; // routes that nothing is proposed for: {between, points, length, colour}
let timer = null;
let saving = Promise.resolve();

const view = new PageView(at("page"), picture, draft.page_mm, owned ? tapped : () => {});
offerLink(page);
at("undo")?.addEventListener("click", () => {
  const step = steps.undo();
  if (step) restore(step.forth, step.back);
});
at("redo")?.addEventListener("click", () => {
  const step = steps.redo();
  if (step) restore(step.back, step.forth);
});
at("zoom-in").addEventListener("click", () => view.zoom.by(1.6));
at("zoom-all").addEventListener("click", () => view.zoom.all());
addEventListener("pagehide", () => timer && save());
draw();
page.classList.add("ready");

function put(next) {
  steps.add({ back: draft, forth: next });
  draft = next;
  later();
}

// Takes one step back or forth. What another owner changed meanwhile is in neither, and stays.
function restore(before, next) {
  if (timer) save();
  saving = saving.then(() => {
    if (!lost) since = before;
  });
  draft = next;
  [chosen, from, bends, tracing] = [null, null, [], null];
  asked();
  later();
}

// Nothing is asked of routes whose locations are gone.
function asked() {
  const known = new Set(draft.places.map(({ id }) => id));
  untold = untold.filter(({ between }) => between.every((id) => known.has(id)));
}

function later() {
  draw();
  clearTimeout(timer);
  timer = setTimeout(save, PAUSE_MS);
}

// One after the other, so that the newest stands.
function save() {
  clearTimeout(timer);
  timer = null;
  const sent = draft;
  saving = saving.then(async () => {
    try {
      const { ok, body } = await post(saves, { ...sent, since });
      lost = !ok;
      if (ok) took(sent, body);
      else toast(sentences([sentence(body.error), body.hint]));
    } catch {
      lost = true;
      toast(word("upload.lost"));
      untilAgain().then(() => lost && !timer && save());
    }
    draw();
  });
}

// The server puts together what two owners changed.
function took(sent, body) {
  answer = body;
  since = sent;
  if (draft !== sent) return;
  draft = since = body.draft;
  const known = new Set([...draft.places.map(({ id }) => id), ...draft.links.map(nameOf)]);
  if (!known.has(chosen)) chosen = null;
  if (!known.has(from)) [from, bends] = [null, []];
  asked();
}

function tapped(point, place, link) {
  if (mode === "place") tapPlace(point, place);
  else if (mode === "link") tapLink(point, place, link);
  else if (mode === "ticket" && place) tapTicket(place);
  else if (tracing) trace([...tracing, point.map((one) => Math.round(one * 10) / 10)]);
}

function trace(points) {
  tracing = points;
  draw();
}

function tapPlace(point, place) {
  if (moving && chosen) {
    moving = false;
    const xy = point.map((one) => Math.round(one * 10) / 10);
    put(changed(draft, chosen, { xy }));
  } else if (place) {
    chosen = place;
    draw();
  } else {
    const [next, id] = withPlace(draft, point);
    chosen = id;
    put(next);
  }
}

function tapLink(point, place, link) {
  // What is asked is answered first; a tap on the map would begin another route.
  if (untold.length) {
    toast(word("map-editor.tell-first"));
    return;
  }
  if (!from) {
    if (place) [from, chosen, bends] = [place, null, []];
    else chosen = link;
    proposed = false;
    draw();
  } else if (place && place !== from) finish([from, place]);
  else if (!onStart(point)) {
    bends = [...bends, point];
    draw();
  } else if (bends.length) toast(word("map-editor.links.other-end"));
  else cancel();
}

// Only a tap on the location itself: bends may lie close to it.
function onStart(point) {
  const { xy } = draft.places.find((one) => one.id === from);
  return distance(xy, point) <= draft.place_mm;
}

function cancel() {
  toast(word("map-editor.links.cancelled", { place: placeName(draft, from) }));
  [from, bends] = [null, []];
  draw();
}

// The line is whole: its length and colour are proposed from the picture. Where no proposal comes
// the sheet asks for both.
async function finish(between) {
  const points = bends;
  const at = (id) => draft.places.find((one) => one.id === id).xy;
  const line = [at(between[0]), ...points, at(between[1])];
  [from, bends] = [null, []];
  const told = { line, place_mm: draft.place_mm };
  // How long a space is follows from the routes before, once they are saved.
  if (timer) save();
  await saving;
  if (draft.links.length && answer.space_mm) told.space_mm = answer.space_mm[0];
  const { ok, body } = await post(propose, told).catch(() => ({ ok: false, body: {} }));
  if (ok) {
    add(between, points, body, true);
    return;
  }
  // The lanes of a double route are as long as each other.
  const [there] = lanesOf(draft, between);
  untold = [...untold, { between, points, length: there?.length ?? null, colour: null }];
  draw();
}

function add(between, points, told, byPicture) {
  const found = withLink(draft, between, points, told);
  if (!found) {
    toast(word("map-editor.both-lanes"));
    draw();
    return;
  }
  const [next, name] = found;
  proposed = byPicture;
  chosen = name;
  // What a person says of one lane counts for both.
  put(byPicture ? next : changedLink(next, name, { length: told.length }));
}

// One of the two that are asked of a route; with both it is there.
function tell(change) {
  const [one, ...others] = untold;
  const now = { ...one, ...change };
  untold = [now, ...others];
  if (!now.length || !now.colour) draw();
  else {
    untold = others;
    add(now.between, now.points, now, false);
  }
}

function tapTicket(place) {
  if (!from || from === place) {
    from = from === place ? null : place;
    draw();
    return;
  }
  const between = [from, place];
  from = null;
  if (hasTicket(draft, between)) toast(word("map-editor.ticket-there"));
  else pending = { between, points: null };
  draw();
  at("worth-new")?.focus();
}

function keepTicket() {
  const { between, points } = pending;
  pending = null;
  put(withTicket(draft, between, points));
}

function turnTo(next) {
  [mode, chosen, from, bends, moving] = [next, null, null, [], false];
  [pending, tracing] = [null, null];
  draw();
}

// The line that is drawn now, or that of the route that is asked about.
function drawing() {
  if (tracing || mode !== "link") return tracing ?? [];
  const at = (id) => draft.places.find((one) => one.id === id)?.xy;
  const [asked] = untold;
  if (asked) return [at(asked.between[0]), ...asked.points, at(asked.between[1])].filter(Boolean);
  const begins = from && at(from);
  return begins ? [begins, ...bends] : [];
}

function draw() {
  const known = new Map(draft.links.map((link) => [nameOf(link), link]));
  // Spaces of links that were changed since are drawn anew once they are kept.
  const spaces = Object.fromEntries(
    Object.entries(answer.spaces).filter(
      ([name, all]) => known.has(name) && known.get(name).length === all.length,
    ),
  );
  view.show({
    draft,
    spaces,
    space: answer.space_mm,
    track: tracing ? [] : answer.track,
    line: drawing(),
    chosen,
    from,
  });
  redraw(
    at("map-modes"),
    choice(
      "map-mode",
      "",
      MODES.map((one) => [one, word(`map-editor.mode.${one}`)]),
      mode,
      turnTo,
    ),
  );
  redraw(at("map-sheet"), ...(owned ? sheet() : []));
  redraw(at("lacks"), lacking());
  at("lacks").classList.toggle("sure", answer.ready);
  at("play").hidden = !answer.ready;
  if (!owned) return;
  enable(at("undo"), steps.canUndo);
  enable(at("redo"), steps.canRedo);
}

function lacking() {
  const { lacks, ready } = answer;
  const open = list(lacks.map((one) => word(`map-editor.lacks.${one}`)));
  if (ready && !lacks.length) return word("map-editor.ready");
  return word(ready ? "map-editor.ready-but" : "map-editor.lacks", { open });
}

function sheet() {
  if (mode === "place")
    return placeSheet(
      draft,
      chosen,
      { moving },
      {
        place: (change) => put(changed(draft, chosen, change)),
        move: () => {
          moving = !moving;
          draw();
        },
        drop: () => {
          const id = chosen;
          chosen = null;
          put(withoutPlace(draft, id));
          asked();
        },
      },
    );
  if (mode === "link" && untold.length)
    return askSheet(draft, untold[0], {
      link: tell,
      drop: () => {
        untold = untold.slice(1);
        draw();
      },
    });
  if (mode === "link")
    return linkSheet(
      draft,
      chosen,
      { from, proposed },
      {
        link: (change) => put(changedLink(draft, chosen, change)),
        cancel,
        drop: () => {
          const name = chosen;
          chosen = null;
          put(withoutLink(draft, name));
        },
      },
    );
  if (mode === "ticket")
    return ticketSheet(
      draft,
      { from, pending },
      {
        worth: (points) => {
          pending = { ...pending, points };
          draw();
        },
        keep: keepTicket,
        cancel: () => {
          pending = null;
          draw();
        },
        ticket: (i, points) => put(changedTicket(draft, i, points)),
        dropTicket: (i) => put(withoutTicket(draft, i)),
      },
    );
  return boxSheet(
    draft,
    { tracing },
    {
      box: (change) => put({ ...draft, ...change }),
      drawTrack: () => {
        trace([]);
        at("page").scrollIntoView({ block: "center" });
      },
      keepTrack: () => {
        const line = tracing;
        tracing = null;
        put({ ...draft, track_line: line });
      },
      cancel: () => trace(null),
    },
  );
}
