// Four corners dragged onto the photo, with a loupe that shows what the finger hides. A map that
// is cut off has corners beside the photo: there is room wherever one comes near the rim.

import { askPatiently } from "../parts/asking.js";
import { distance } from "../parts/board/geometry.js";
import { el, svg, token } from "../parts/dom.js";
import { sendReads } from "../parts/live/readsform.js";
import { sentence, sentences, word } from "../parts/words.js";

const page = document.getElementById("corners");
const root = document.getElementById("photo");
const loupe = document.getElementById("loupe");
const problem = document.getElementById("problem");
const [width, height] = [Number(page.dataset.width), Number(page.dataset.height)];
const names = page.dataset.names.split(" ");
const corners = JSON.parse(page.dataset.corners);
// Sizes in photo pixels of what should measure so many pixels on the screen.
const unit = () => 1 / root.getScreenCTM().a;
const LOUPE_PX = 60;
// A corner so near the rim, or beyond it, makes so much room, as shares of the photo; corners
// are dragged as far as a whole photo beyond it.
const NEAR = 0.02;
const ROOM = 0.12;
// So many times its size is shown to each side of a small map.
const AROUND = 0.8;

fit();
root.append(svg("image", { href: page.dataset.photo, width, height }));
loupe.append(svg("image", { href: page.dataset.photo, width, height }));
const casing = root.appendChild(svg("polygon", { class: "outline-casing" }));
const outline = root.appendChild(svg("polygon", { class: "outline" }));
const handles = names.map((_, i) => root.appendChild(handle(i)));
const cross = loupe.appendChild(svg("path", { class: "loupe-cross" }));
let held = null; // {i, dx, dy}: the corner that is dragged, and where it was grabbed

draw();
addEventListener("resize", draw);
// A page taken out of the browser's memory still waits for what is read since.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
root.addEventListener("pointerdown", grab);
root.addEventListener("pointermove", drag);
root.addEventListener("pointerup", drop);
root.addEventListener("pointercancel", drop);
document.getElementById("turn")?.addEventListener("click", turn);
const reading = document.getElementById("read");
reading.addEventListener("click", read);
// Before, a tap would be lost.
reading.disabled = false;
sendReads();

function handle(i) {
  return svg(
    "g",
    {
      class: "handle",
      tabindex: 0,
      role: "slider",
      "aria-valuenow": 0,
      onkeydown: (event) => nudge(event, i),
      onfocus: () => look(i),
      onblur: unlook,
    },
    svg("circle", { class: "casing" }),
    svg("circle", { class: "ring" }),
    svg("path", { class: "cross" }),
    svg("text", {}),
  );
}

// Shows the photo, and beside it what the corners need; of a photo taken from far away the map
// and as much around it.
function fit() {
  const [[left, right], [top, bottom]] = [width, height].map((size, axis) => {
    const at = corners.map((corner) => corner[axis]);
    const [first, last] = [Math.min(...at), Math.max(...at)];
    const around = AROUND * (last - first);
    return [
      first < NEAR * size ? Math.min(0, first) - ROOM * size : Math.max(0, first - around),
      last > (1 - NEAR) * size ? Math.max(size, last) + ROOM * size : Math.min(size, last + around),
    ];
  });
  root.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
}

function draw() {
  const px = unit();
  const points = corners.map((corner) => corner.join(" ")).join(" ");
  casing.setAttribute("points", points);
  outline.setAttribute("points", points);
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
  for (const [i, node] of handles.entries()) place(node, i, px, middle);
}

function place(node, i, px, middle) {
  const [x, y] = corners[i];
  node.setAttribute("transform", `translate(${x} ${y}) scale(${px})`);
  node.setAttribute("aria-label", names[i]);
  node.setAttribute("aria-valuetext", `${Math.round(x)}, ${Math.round(y)}`);
  const [casingRing, ring, mark, text] = node.children;
  casingRing.setAttribute("r", 15);
  ring.setAttribute("r", 15);
  mark.setAttribute("d", "M-5 0H5M0 -5V5");
  // The name stands inside the map, where it belongs and where it cannot be cut off.
  const away = distance(middle, [x, y]) || 1;
  text.setAttribute("x", (34 * (middle[0] - x)) / away);
  text.setAttribute("y", (34 * (middle[1] - y)) / away + 5);
  text.textContent = names[i];
}

function pointAt({ clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(root.getScreenCTM().inverse());
  return [x, y];
}

// The nearest corner follows the finger from wherever it was grabbed, so it stays visible.
function grab(event) {
  const point = pointAt(event);
  const i = corners
    .map((corner, index) => [distance(point, corner), index])
    .sort(([a], [b]) => a - b)[0][1];
  held = { i, dx: corners[i][0] - point[0], dy: corners[i][1] - point[1] };
  root.setPointerCapture(event.pointerId);
  look(i);
}

function drag(event) {
  if (!held) return;
  const [x, y] = pointAt(event);
  move(held.i, x + held.dx, y + held.dy);
}

function drop() {
  held = null;
  unlook();
  fit();
  draw();
}

function nudge(event, i) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
    event.key
  ];
  if (!step) return;
  event.preventDefault();
  const by = unit() * (event.shiftKey ? 10 : 1);
  move(i, corners[i][0] + step[0] * by, corners[i][1] + step[1] * by);
  fit();
  draw();
  look(i);
}

function move(i, x, y) {
  corners[i] = [
    Math.max(-width, Math.min(2 * width, x)),
    Math.max(-height, Math.min(2 * height, y)),
  ];
  draw();
  look(i);
}

function look(i) {
  const [x, y] = corners[i];
  const reach = LOUPE_PX * unit() * 0.4;
  loupe.setAttribute("viewBox", `${x - reach} ${y - reach} ${2 * reach} ${2 * reach}`);
  const gap = reach / 6;
  const across = `M${x - reach} ${y}H${x - gap}M${x + gap} ${y}H${x + reach}`;
  const down = `M${x} ${y - reach}V${y - gap}M${x} ${y + gap}V${y + reach}`;
  cross.setAttribute("d", across + down);
  cross.setAttribute("stroke-width", reach / 30);
  loupe.classList.toggle("right", x < width / 2);
  loupe.removeAttribute("hidden");
}

function unlook() {
  loupe.setAttribute("hidden", "");
}

function turn() {
  corners.push(corners.shift());
  draw();
}

function read({ currentTarget: button }) {
  return send(button, page.dataset.send);
}

async function send(button, address) {
  problem.hidden = true;
  button.disabled = true;
  const label = button.textContent;
  const say = (text) => {
    button.textContent = text;
  };
  try {
    const { next, error, hint, anyway } = await sendCorners(address, say);
    if (next) return location.assign(next);
    fail(sentences([sentence(error), hint]), anyway);
  } catch {
    fail(sentences([word("upload.lost"), word("upload.failed.hint")]));
  }
  button.disabled = false;
  button.textContent = label;
}

// Returns {next} once the photo is read, or {error, hint}. The server reads it on while the
// connection is lost, or once it has started anew.
async function sendCorners(address, say) {
  say(word("corners.busy"));
  const response = await fetch(address, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      "X-CSRFToken": token(),
    },
    body: JSON.stringify({ corners_xy: corners }),
  });
  let answer = await response.json();
  for (const { job } = answer; job && !answer.over; ) {
    const lost = () => say(word("upload.lost"));
    answer = await askPatiently(`${job}?seen=${answer.stage ?? ""}`, lost);
    say(word("corners.busy"));
    if (answer.error) break;
  }
  return answer;
}

// anyway: the address that takes what is refused all the same.
function fail(text, anyway = null) {
  const onclick = ({ currentTarget }) => send(currentTarget, anyway);
  const button = { type: "button", class: "button small", id: "anyway", onclick };
  problem.replaceChildren(
    ...(anyway ? [el("p", {}, text), el("button", button, word("teach.anyway"))] : [text]),
  );
  problem.hidden = false;
  problem.scrollIntoView({ block: "nearest" });
}
