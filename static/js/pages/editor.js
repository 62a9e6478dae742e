// The editor of a taught board: its places are tapped on the map, and plain forms follow.

import { askFor } from "../parts/asking.js";
import { toast } from "../parts/dom.js";
import { follow, loadAnew, newest } from "../parts/live/follow.js";
import { showGamesThere } from "../parts/live/gamesthere.js";
import { takePhotos, Upload } from "../parts/live/upload.js";
import { onUndoKeys } from "../parts/shortcuts.js";
import { isOpen, named, sentenceOf } from "../parts/teach/said.js";
import { showSheet } from "../parts/teach/sheet.js";
import { Taught } from "../parts/teach/taught.js";
import { TaughtMap } from "../parts/teach/taughtmap.js";
import { askPlace, marksIn, nameOf, SYMBOLS, showTodo } from "../parts/teach/todo.js";
import { placeName, word } from "../parts/words.js";

const at = (id) => document.getElementById(id);
// One answer twice so soon is a finger that taps twice, not said of where the sheet has moved on to.
const TWICE_MS = 350;

let scene, taught, map, owned;
let news = null;
let live = ""; // how the page hears of changes
let shown = new Map(); // what is said of each place, by its name
let chosen = null; // name of the place that the sheet is about
let asks = ""; // marks that are being compared, or SYMBOLS where their number is asked about again
let need = ""; // what was missing where the sheet was opened
let led = false; // whether the page has led to this place, and leads on from it
let last = { answer: "", at: 0 }; // what the sheet moved on after, and when
let typing = {}; // {what, landmark}: what is being typed, and which of two landmarks is meant

const upload = new Upload(at("editor"));

begin();
readWaiting();
if (at("games")) showGamesThere(at("games"));
takePhotos(at("editor"), upload);
// A page taken out of the browser's memory may show an old board.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

async function begin() {
  const { places } = at("editor").dataset;
  const data = await askFor(places)
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null);
  if (!data) {
    at("loading").textContent = at("loading").dataset.failed;
    return;
  }
  scene = data.scene;
  // Who does not own the board looks at it.
  owned = "owned" in at("editor").dataset;
  taught = new Taught({
    url: places,
    state: data.state,
    show: draw,
    tell: toast,
    heard: ({ stamp }) => news?.saw(stamp),
  });
  map = new TaughtMap(
    at("map"),
    scene,
    owned ? choose : (where) => say(label(where), where),
    label,
  );
  at("half").hidden = !map.zoom.across;
  at("half").addEventListener("click", () => map.zoom.half());
  at("loading").remove();
  addEventListener("keydown", ({ key }) => key === "Escape" && choose(null));
  onUndoKeys(undo, again);
  draw();
  followBoard();
}

// Another owner may teach the same board.
function followBoard() {
  const { places, events, stamp } = at("editor").dataset;
  const seen = taught.state.stamp;
  news = follow(
    { events, stamp, seen },
    () => adopt(places),
    (state) => {
      live = state;
      showLive();
    },
  );
}

async function adopt(places) {
  const before = taught.state;
  if (taught.unsent.length) return false;
  const data = await newest(places);
  // An answer to what was told here meanwhile is newer.
  if (!data || taught.state !== before) return false;
  // A photo on its way would be followed no longer.
  if (data.scene.art !== scene.art) return !upload.runs.length && loadAnew();
  if (!taught.adopt(data.state)) return false;
  news.saw(data.state.stamp);
  return true;
}

// Lies on the map, so that nothing moves.
function showLive() {
  const offline = taught.offline || live === "offline";
  at("saving").textContent = live === "gone" ? word("tap.gone") : offline ? word("offline") : "";
  at("saving").hidden = !at("saving").textContent;
}

// The photo that waits for this board is read on it once all that was told is kept.
function readWaiting() {
  const form = at("read");
  if (!form) return;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await taught?.flush();
    const { board, seen } = form.elements;
    upload.send({ url: form.action, fields: { board: board.value, seen: seen.value } });
  });
  delete form.dataset.unready;
}

function draw() {
  if (!map) return;
  const { places, state, done } = taught;
  const missing = new Set(state.missing.map(({ where }) => where));
  const unseen = new Set(state.unseen);
  shown = new Map(places.map((place) => [place.where, place]));
  const names = shortNames(scene.iconic);
  const lit = asks && asks !== SYMBOLS ? marksIn(places, scene, asks) : [];
  map.show({ places, missing, unseen, lit: chosen ? [chosen] : lit, chosen, names });
  for (const line of document.querySelectorAll("[data-marks]")) {
    const { marks } = line.dataset;
    line.querySelector("span").textContent = marksIn(places, scene, marks).length;
    line.querySelector(".notice").hidden = !state.missing.some(
      ({ landmark }) => landmark === marks,
    );
  }
  // A photo is read best once nothing is missing; until then the next step is on the map.
  at("read")?.querySelector(".button").classList.toggle("primary", !state.missing.length);
  showLive();
  if (!owned) return;
  at("editor").dataset.status = taught.unsent.length ? "unsent" : "settled";
  const close = () => choose(null);
  const ask = (what) => {
    asks = what;
    draw();
  };
  const on = { tell, choose: lead, type, landmark, undo, next, close, placeOf, right, ask };
  const common = { scene, missing: state.missing, unseen, done, on };
  if (!chosen) {
    showTodo(at("tell"), { ...common, places, asks });
    return;
  }
  const left = others().length;
  showSheet(at("tell"), { ...common, chosen, places: taught.at(chosen), typing, left });
}

// As many letters of each landmark's name as tell it from the others; three are room for.
function shortNames(iconic) {
  const begins = (name, n) => [...name].slice(0, n).join("").trim();
  const alone = (name, n) =>
    iconic.filter((one) => begins(one.name, n) === begins(name, n)).length === 1;
  return new Map(
    iconic.map(({ id, name }, i) => {
      const n = [1, 2, 3].find((letters) => alone(name, letters));
      return [id, n ? begins(name, n) : `${begins(name, 1)}${i + 1}`];
    }),
  );
}

function label(where) {
  const place = shown.get(where);
  return place ? sentenceOf(place, scene) : placeName(where);
}

// A word about a place does not lie on it.
function say(text, where) {
  toast(text, { high: map.isBelow(where) });
}

// A place tapped once more, or nothing, closes the sheet.
function choose(where) {
  chosen = where === chosen ? null : where;
  need = taught.state.missing.find((one) => one.where === chosen)?.need ?? "";
  led = false;
  typing = {};
  asks = "";
  at("tell").scrollTop = 0;
  draw();
}

function tell(place) {
  const answer = [place.kind, place.value, place.iconic].join();
  if (answer === last.answer && performance.now() - last.at < TWICE_MS) return;
  const before = new Map(taught.places.map((one) => [one.where, one]));
  const changed = named(taught.places, [place], scene.iconic, scene.shared);
  const also = changed.find(({ where }) => where !== place.where);
  const open = led && lacks(place.where);
  const said = sentenceOf(place, scene);
  taught.change(changed, said, place.where);
  const answered = open && !lacks(place.where);
  if (also && before.get(also.where))
    say(word("tap.also", { what: sentenceOf(also, scene) }), also.where);
  else if (answered) say(said, place.where);
  typing = { landmark: typing.landmark };
  if (answered) {
    last = { answer, at: performance.now() };
    onward();
  }
  draw();
}

const lacks = (where) => taught.at(where).some(isOpen);

// To the next place of the line that led here, or back to the list where it was the last.
function onward() {
  const found = inTurn().find((one) => one.need === need);
  if (found) lead(found.where);
  else choose(null);
}

// A person says that the cafés and points on the map are right, or marks of the city.
async function right(marks) {
  await taught.flush();
  const name = scene.compared[marks];
  const done = name ? word("tap.compare.done", { name }) : word("tap.symbols.done");
  toast((await taught.confirm(done, marks)) ? done : word("offline"));
  asks = "";
  draw();
}

function type(name, told) {
  typing = { ...typing, what: { name, told } };
  draw();
  at("typed").focus();
}

function landmark(id) {
  typing = { landmark: id };
  draw();
}

// Where the landmark with a rating track stands, other than at a place.
function placeOf(id, { where }) {
  return taught.places.find((one) => one.iconic === id && one.where !== where)?.where ?? "";
}

// The next place of which something is not known, in reading order: first where the same is asked
// as here, then the others. What has no place yet, or is asked of all at once, comes last.
function next() {
  const found = inTurn();
  const to = found.find((one) => one.need === need) ?? found[0];
  if (to) return lead(to.where);
  const lost = others().find((one) => one.need === "place");
  choose(null);
  if (lost) askPlace(nameOf(scene, lost));
}

// What is missing elsewhere; the server may not have heard yet of what was told.
function others() {
  const told = new Set(taught.unsent.map(({ where }) => where));
  return taught.state.missing.filter(
    ({ where }) => where !== chosen && !(told.has(where) && !lacks(where)),
  );
}

// Those that have a place, in reading order from here.
function inTurn() {
  const order = [...map.of.keys()];
  const here = order.indexOf(chosen);
  const turn = ({ where }) => (order.indexOf(where) - here + order.length) % order.length;
  return others()
    .filter(({ where }) => where)
    .sort((a, b) => turn(a) - turn(b));
}

// To a place that may be out of sight.
function lead(where) {
  choose(where);
  led = true;
  map.reveal(where);
}

async function undo() {
  const step = await taught.undo();
  if (!step) return;
  last.answer = "";
  if (led && step.where && step.where !== chosen) {
    // Back to the place, and on along the same line from there.
    const line = need;
    lead(step.where);
    need = line;
  }
  toast(word(step.theirs ? "undone.theirs" : "undone", { what: step.label }));
}

async function again() {
  const step = await taught.redo();
  if (step) toast(word(step.theirs ? "undone.theirs" : "redone", { what: step.label }));
}
