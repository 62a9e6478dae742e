// The camera page: shows where the map is while the camera looks for it, says what is in the way
// of a good photo, and takes it by itself once nothing is.

import { token } from "../parts/dom.js";
import { Upload } from "../parts/live/upload.js";
import { word } from "../parts/words.js";

// What is sent to be looked at: the shorter side in pixels, and how fine.
const LOOK_PX = 480;
const LOOK_QUALITY = 0.7;
const PAUSE_MS = 120;
// A photo is read well from so many pixels to a millimetre of the board.
const LEAST_PX_PER_MM = 3;
const MOST_GLARE = 0.015;
const LEAST_SHARPNESS = 0.12;
// Between two looks the corners of a phone held still move less than this share of the picture.
const STILL = 0.02;
// So many good looks in a row make a photo.
const ENOUGH = 2;

const at = (id) => document.getElementById(id);
const page = at("camera");
const video = at("video");
const upload = new Upload(page);
const canvas = document.createElement("canvas");

let before = null; // corners at the last look, in shares of the picture
let good = 0;
let taken = false;

begin();
// A page taken out of the browser's memory has no camera any more.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

async function begin() {
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: {
        facingMode: { ideal: "environment" },
        width: { ideal: 3840 },
        height: { ideal: 2160 },
      },
    });
  } catch {
    tell(word("camera.denied"));
    return;
  }
  await new Promise((go) => video.addEventListener("loadeddata", go, { once: true }));
  at("outline").setAttribute("viewBox", `0 0 ${video.videoWidth} ${video.videoHeight}`);
  at("shoot").disabled = false;
  at("shoot").addEventListener("click", take);
  addEventListener("pagehide", stop);
  watch();
}

async function watch() {
  while (!taken) {
    if (!document.hidden && upload.box.hidden) judge(await look().catch(() => null));
    await new Promise((go) => setTimeout(go, PAUSE_MS));
  }
}

// One picture, small, and what the server sees in it; in pixels of the camera.
async function look() {
  const scale = Math.min(1, LOOK_PX / Math.min(video.videoWidth, video.videoHeight));
  const data = new FormData();
  data.append("photo", await still(scale, LOOK_QUALITY), "look.jpg");
  data.append("board", page.dataset.board);
  const answer = await fetch(page.dataset.look, {
    method: "POST",
    headers: { Accept: "application/json", "X-CSRFToken": token() },
    body: data,
  });
  if (!answer.ok) return null;
  const seen = await answer.json();
  return seen.busy
    ? null
    : {
        ...seen,
        corners: seen.corners_xy.map(([x, y]) => [x / scale, y / scale]),
        fine: seen.px_per_mm / scale,
      };
}

function still(scale, quality) {
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
}

function judge(seen) {
  if (!seen || taken) return;
  const points = seen.corners.map((point) => point.join()).join(" ");
  for (const one of at("outline").children) one.setAttribute("points", points);
  const corners = seen.corners.map(([x, y]) => [x / video.videoWidth, y / video.videoHeight]);
  const trouble = troubleOf(seen, corners);
  before = corners;
  good = trouble ? 0 : good + 1;
  page.classList.toggle("good", !trouble);
  tell(word(`camera.${trouble || "good"}`));
  if (good >= ENOUGH) take();
}

// What is in the way of a good photo, the worst first.
function troubleOf(seen, corners) {
  if (!corners.length) return "search";
  if (seen.cut_off) return "cut";
  if (seen.fine < LEAST_PX_PER_MM) return "far";
  if (seen.glare_share > MOST_GLARE) return "lamp";
  const moved = corners.map(([x, y], i) =>
    before?.[i] ? Math.hypot(x - before[i][0], y - before[i][1]) : 1,
  );
  if (seen.sharpness < LEAST_SHARPNESS || Math.max(...moved) > STILL) return "still";
  return "";
}

async function take() {
  // A second tap takes no second photo.
  if (taken) return;
  taken = true;
  tell(word("camera.taken"));
  const blob = await still(1, 0.92);
  stop();
  video.pause();
  await upload.send({ url: page.dataset.send, board: page.dataset.board, blob });
}

function stop() {
  for (const track of video.srcObject?.getTracks() ?? []) track.stop();
}

const tell = (text) => {
  if (at("hint").textContent !== text) at("hint").textContent = text;
};
