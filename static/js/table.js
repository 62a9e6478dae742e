// The page of a game: everybody's score side by side, kept up to date.

import { token } from "./dom.js";
import { follow } from "./live.js";
import { showGoals } from "./goals.js";
import { forget, remember } from "./recent.js";
import { showScores, showVerdict } from "./scores.js";
import { showSetup } from "./setup.js";
import { takePhotos } from "./upload.js";
import { list, plural, word } from "./words.js";

const page = document.getElementById("table");
const at = (id) => document.getElementById(id);
let table = null;
let news = null;

await load();
listen();

async function load() {
  const answer = await fetch(page.dataset.table, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) {
    tell("offline");
    return false;
  }
  draw(await answer.json());
  return true;
}

function listen() {
  news = follow(
    { events: page.dataset.events, stamp: page.dataset.stamp, seen: table?.stamp ?? "" },
    load,
    tell,
  );
  takePhotos(page);
  at("print").addEventListener("click", () => print());
  at("delete")?.addEventListener("click", () => forget(page.dataset.key));
}

function draw(next) {
  // Names and seats are the server's to lay out.
  if (table && seats(table) !== seats(next)) return location.reload();
  table = next;
  news?.saw(table.stamp);
  showScores(at("scores"), table);
  showVerdict(at("verdict"), table);
  for (const player of table.players) showStatus(player);
  if (table.editable) {
    showSetup(at("setup"), table, { setup: table.setup, mode: table.mode }, (edit) => change([edit]));
    at("goals").hidden = !table.city.goals;
    showGoals(at("goals"), table, table.setup, table.challenge, (edit) => change([edit]));
  }
  const best = Math.max(...table.players.map(({ total }) => total), 0);
  remember(page.dataset.key, list(table.players.map(({ name }) => name)) || table.city.name, best);
}

const seats = ({ players }) => JSON.stringify(players.map(({ seat, name, colour }) => [seat, name, colour]));

function showStatus({ seat, status, doubts }) {
  const node = page.querySelector(`[data-seat="${seat}"] [data-status]`);
  if (!node) return;
  node.textContent = status === "doubts" ? plural("status.doubts", doubts) : word(`status.${status}`);
  node.classList.toggle("asks", status === "doubts" || status === "not-read");
}

// Ratings and modes are single values: the newest stands, on whichever phone it was set.
async function change(edits, tries = 3) {
  const answer = await fetch(page.dataset.edits, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token() },
    body: JSON.stringify({ version: table.version, edits }),
  }).catch(() => null);
  if (!answer) return tell("offline");
  const body = await answer.json();
  if (answer.ok) return draw(body);
  if (answer.status === 409) draw(body.state);
  if (answer.status === 409 && tries > 0) return change(edits, tries - 1);
  at("live").textContent = body.error;
}

function tell(state) {
  at("live").textContent = word(state === "live" ? "table.live" : `table.${state}`);
  at("live").dataset.state = state;
}
