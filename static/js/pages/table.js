// The page of a game: everybody's score side by side, kept up to date.

import { describe } from "./describe.js";
import { sentence, toast, token } from "./dom.js";
import { follow } from "./live.js";
import { withEdits } from "./marks.js";
import { showGoals } from "./goals.js";
import { forget, remember } from "./recent.js";
import { showScores, showVerdict } from "./scores.js";
import { showSetup } from "./setup.js";
import { takePhotos } from "./upload.js";
import { list, plural, word } from "./words.js";

const page = document.getElementById("table");
const at = (id) => document.getElementById(id);
const RETRY_MS = 3000;
let table = null; // as the server keeps it
let news = null;
const unsent = []; // changes on their way, oldest first: the next one builds on them
let sending = false;

takePhotos(page);
await load();
page.classList.add("ready");
listen();

async function load() {
  const answer = await fetch(page.dataset.table, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) {
    tell("offline");
    return false;
  }
  adopt(await answer.json());
  return true;
}

function listen() {
  news = follow(
    { events: page.dataset.events, stamp: page.dataset.stamp, seen: table?.stamp ?? "" },
    load,
    tell,
  );
  addEventListener("pagehide", () => unsent.length > 1 && post(unsent.slice(1)).catch(() => {}));
  at("print").addEventListener("click", () => print());
  at("delete")?.addEventListener("click", () => forget(page.dataset.key));
}

function adopt(next) {
  // Names and seats are the server's to lay out.
  if (table && seats(table) !== seats(next)) return location.replace(page.dataset.page);
  table = next;
  news?.saw(table.stamp);
  draw();
}

function draw() {
  showScores(at("scores"), table);
  showVerdict(at("verdict"), table);
  for (const player of table.players) showStatus(player);
  if (table.editable) {
    const { setup, mode } = withEdits(table, unsent);
    const challenge = unsent.findLast(({ kind }) => kind === "challenge")?.value ?? table.challenge;
    showSetup(at("setup"), table, { setup, mode }, change);
    at("goals").hidden = !table.city.goals && setup.mode !== "solo";
    showGoals(at("goals"), table, setup, challenge, change);
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

// Shown at once, and sent one after the other.
async function change(edit) {
  unsent.push(edit);
  draw();
  // A step is seen, but a screen reader would not say it.
  if (edit.kind === "rating") toast(describe([edit], table.city));
  if (sending) return;
  sending = true;
  while (unsent.length) {
    await settle(unsent[0]);
    unsent.shift();
    draw();
  }
  sending = false;
}

// Sends a change until the server has taken or refused it.
async function settle(edit) {
  const answer = await post([edit]).catch(() => null);
  if (!answer || answer.status === 409 || answer.status === 429 || answer.status >= 500) {
    tell("offline");
    await new Promise((go) => setTimeout(go, RETRY_MS));
    return settle(edit);
  }
  const body = await answer.json();
  if (answer.ok) adopt(body);
  else toast(`${sentence(body.error)} ${body.hint}`);
}

// These are single values: the newest stands, on whichever phone it was set. It goes out
// even when the page is left at the same moment.
function post(edits) {
  return fetch(page.dataset.edits, {
    method: "POST",
    keepalive: true,
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token() },
    body: JSON.stringify({ edits }),
  });
}

function tell(state) {
  at("live").textContent = word(state === "live" ? "table.live" : `table.${state}`);
  at("live").dataset.state = state;
}
