// Teaches a map: locations are tapped, routes drawn along their spaces, tickets told by their
// two locations. All is kept at once; as soon as enough is told games can begin on the map.

import { UndoStack } from "../parts/board/undo.js";
import { redraw, sentence, toast } from "../parts/dom.js";
import { choice } from "../parts/forms/scale.js";
import { post } from "../parts/live/posting.js";
import { offerLink } from "../parts/live/sharelink.js";
import {
  changed,
  changedLink,
  changedTicket,
  hasTicket,
  nameOf,
  withLink,
  withoutLink,
  withoutPlace,
  withoutTicket,
  withPlace,
  withTicket,
} from "../parts/mapteach/mapdraft.js";
import { boxSheet, linkSheet, placeSheet, ticketSheet } from "../parts/mapteach/mapsheet.js";
import { PageView } from "../parts/mapteach/pageview.js";
import { list, word } from "../parts/words.js";

const page = document.getElementById("map-editor");
const at = (id) => document.getElementById(id);
const { draft: address, save: saves, propose, picture, owned } = page.dataset;
const PAUSE_MS = 300;
const MODES = ["place", "link", "ticket", "box"];
const steps = new UndoStack();
let answer = await (await fetch(address, { headers: { Accept: "application/json" } })).json();
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
  later();
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
      const { ok, body } = await post(saves, { ...sent, since }, true);
      lost = !ok;
      if (ok) took(sent, body);
      else toast(`${sentence(body.error)} ${body.hint}`);
    } catch {
      lost = true;
      toast(word("upload.lost"));
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
  if (!from) {
    if (place) [from, chosen, bends] = [place, null, []];
    else chosen = link;
    proposed = false;
    draw();
  } else if (!place) {
    bends = [...bends, point];
    draw();
  } else if (place === from && !bends.length) {
    from = null;
    draw();
  } else if (place !== from) finish([from, place]);
}

// The line is whole: its length and colour are proposed from the picture.
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
  const found = withLink(draft, between, points, ok ? body : { length: 1, colour: "white" });
  if (!found) {
    toast(word("map-editor.both-lanes"));
    draw();
    return;
  }
  proposed = ok;
  chosen = found[1];
  put(found[0]);
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

function draw() {
  const begins = from && draft.places.find((one) => one.id === from)?.xy;
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
    line: tracing ?? (mode === "link" && begins ? [begins, ...bends] : []),
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
  at("undo").disabled = !steps.canUndo;
  at("redo").disabled = !steps.canRedo;
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
        },
      },
    );
  if (mode === "link")
    return linkSheet(
      draft,
      chosen,
      { from, proposed },
      {
        link: (change) => put(changedLink(draft, chosen, change)),
        cancel: () => {
          [from, bends] = [null, []];
          draw();
        },
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
          pending = { ...pending, points: points >= 1 && points <= 99 ? points : null };
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
