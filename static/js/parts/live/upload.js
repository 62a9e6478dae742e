// Sends a photo and follows it until its board is there: real stages, cancel, retry. Where
// the connection is lost the photo stays on this phone until the server answers again.

import { askPatiently } from "../asking.js";
import { el, renewToken, token } from "../dom.js";
import { plural, sentence, space, word } from "../words.js";
import { loadAnew } from "./follow.js";
import { accepted, drop, keep, replaces, waiting } from "./photoqueue.js";
import { isOffered, offer } from "./unsent.js";

const RETRY_MS = 8000;
const ASK_MS = 2000;
const NAME_SIGNS = { "+": "-", "/": "_", "=": "" };
// As many bytes as the server takes (scorer/web/app.py).
const MOST_BYTES = 20_000_000;
// What ended readings of photos that no second try can read.
const USELESS = [
  "photo",
  "no-map-there",
  "no-town-there",
  "not-better",
  "not-joined",
  "not-taught",
];

export class Upload {
  // root holds the progress bar and the place for problems. here, if given, is the address of
  // this page where what becomes of a photo shows by itself. On the page of a table photos of
  // several players may be on their way: it stays open then, and where more(url) says that other
  // boards are still to come. taken(): the server has a photo.
  constructor(root, here = null, { table = false, more = () => false, taken = () => {} } = {}) {
    this.here = here;
    this.taken = taken;
    this.table = table;
    this.more = more;
    this.box = root.querySelector("[data-progress]");
    this.problem = root.querySelector("[data-problem]");
    this.runs = []; // {photo, request, job, percent} of each photo on its way; the newest is shown
    this.several = false; // whether more than one has been at once
    this.lostHere = new Set(); // ids of kept photos that this page has promised to send
    this.failed = null; // id of the kept photo whose problem is told
    this.box.querySelector("[data-cancel]").addEventListener("click", () => this.cancel());
    addEventListener("pageshow", ({ persisted }) => {
      if (!persisted) return;
      this.box.hidden = true;
      this.offerKept();
    });
    addEventListener("online", () => this.resume());
    this.offerKept();
  }

  async send(chosen) {
    let photo = chosen;
    photo.when ??= Date.now();
    photo.sentAs ??= newName();
    this.problem.hidden = true;
    const useless = uselessFor(photo.blob);
    if (useless) {
      this.refuse(photo, useless);
      return drop(photo);
    }
    this.outdo(photo);
    const run = { photo, request: null, job: null, percent: 0 };
    this.runs.push(run);
    this.offerKept();
    this.several ||= this.runs.length > 1;
    this.box.hidden = false;
    this.box.scrollIntoView({ block: "nearest" });
    this.show(run, 0, word("upload.sending", { percent: 0 }));
    try {
      // The page may be left, or put away by the phone, before the server has it.
      if (photo.blob) run.photo = photo = await keep(photo);
      const { status, body } = await this.posted(run);
      if (status === 202) {
        run.job = body.job;
        leaveCard();
        // Before the page goes on to the board.
        await accepted(photo);
        run.photo = photo = { ...photo, id: undefined, sentAs: undefined };
        this.taken();
        await this.follow(run);
      }
      // The server's own refusal of what is far too large has no words.
      if (status === 413) this.refuse(photo, "413", body);
      else if (status !== 202)
        this.fail(
          photo,
          body?.error ?? word("upload.failed"),
          body?.hint ?? word("upload.failed.hint"),
        );
      if (status !== 202 && !isForNow(status)) await drop(photo);
    } catch (error) {
      if (run.cancelled) await drop(photo);
      else if (error.name !== "AbortError") await this.lost(run);
    }
    this.rest(run);
    this.offerKept();
  }

  // An earlier photo of the same board that is still being sent has no use any more.
  outdo(photo) {
    if (!replaces(photo)) return;
    for (const run of this.runs)
      if (run.photo.url === photo.url && !run.job) {
        run.outdone = true;
        run.request?.abort();
      }
  }

  // Sends it once more where the token of the page has grown old.
  async posted(run) {
    const answer = await this.post(run);
    if (answer.status !== 400) return answer;
    await renewToken();
    return this.post(run);
  }

  post(run) {
    // It was kept meanwhile.
    if (run.cancelled || run.outdone) throw new DOMException("cancelled", "AbortError");
    const { url, board, fields = {}, blob, sentAs } = run.photo;
    const data = new FormData();
    data.append("csrf_token", token());
    // It may be sent once more where the answer was lost; it is read once.
    data.append("sent_as", sentAs);
    if (board) data.append("board", board);
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    // A photo that the server keeps already is only asked for.
    if (blob) data.append("photo", blob, "photo");
    const request = new XMLHttpRequest();
    run.request = request;
    request.open("POST", url);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("X-CSRFToken", token());
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      const percent = Math.round((100 * loaded) / total);
      this.show(run, percent * 0.4, word("upload.sending", { percent }));
    });
    return new Promise((resolve, reject) => {
      request.addEventListener("load", () =>
        resolve({ status: request.status, body: request.response }),
      );
      request.addEventListener("error", () => reject(new Error("no connection")));
      request.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError")));
      request.send(data);
    });
  }

  // Asks for each next stage; the question stays open until there is one.
  async follow(run) {
    const share = {
      waiting: 42,
      starting: 45,
      open: 50,
      locate: 60,
      rectify: 75,
      read: 85,
      propose: 90,
      score: 95,
    };
    let seen = "";
    for (;;) {
      const asked = Date.now();
      // The photo is there already: a lost connection is waited for, and nothing sent again.
      const lost = () => this.show(run, 45, word("upload.lost"));
      const answer = await askPatiently(`${run.job}?seen=${seen}`, lost);
      if (answer.over) return this.ended(run, answer);
      if (answer.error) return this.fail(run.photo, answer.error, answer.hint);
      const { stage, ahead, photo, photos } = answer;
      const now = `${stage}&photo=${photo}`;
      // Where many ask from one address, the question does not stay open.
      if (seen === now && Date.now() - asked < ASK_MS)
        await new Promise((go) => setTimeout(go, ASK_MS));
      seen = now;
      const part = photos ? 50 + (40 * (photo - 1)) / photos : (share[stage] ?? 45);
      this.show(run, part, ahead ? plural("stage.waiting", ahead) : doing(stage, photo, photos));
    }
  }

  ended(run, { next, failed, error, hint, anyway, known, note, on }) {
    const { photo } = run;
    const others = this.runs.some((one) => one !== run);
    // The page of a table shows by itself what became of each of several photos.
    const more = this.more(photo.url);
    const stays = this.staying || others || more || (this.several && this.table);
    this.rest(run);
    if (next) {
      // Whoever waits for more photos is not held up: the page of the board says it too.
      if (note && photo.blob && !stays) this.sayFirst(photo, note, hint, on, next);
      else if (!stays && next.split("#")[0] !== this.here) goTo(next);
    } else if (failed !== "cancelled")
      this.fail(photo, error, hint, {
        ways: anyway ? this.waysOn(photo, known) : [],
        useless: USELESS.includes(failed),
      });
  }

  // What a person should know before the page goes on.
  sayFirst(photo, note, hint, on, next) {
    const go = el("a", { class: "button small primary", href: next }, on);
    if (next.split("#")[0] === this.here)
      go.addEventListener("click", () => {
        this.problem.hidden = true;
      });
    const another = photo.input?.isConnected ? [" ", this.another(photo)] : [];
    this.fail(photo, note, hint, { ways: [go, ...another] });
  }

  another({ input }) {
    const onclick = () => input.click();
    return el(
      "button",
      { type: "button", class: "button small", onclick },
      word("corners.another"),
    );
  }

  // A board that seems to be known, or drawn on, may be taught all the same.
  waysOn(photo, known) {
    const again = () => this.send({ ...photo, fields: { ...photo.fields, anyway: "yes" } });
    const anyway = el("button", { type: "button", class: "button small", onclick: again });
    anyway.textContent = word("teach.anyway");
    const old = known && el("a", { class: "button small primary", href: known }, word("teach.old"));
    return old ? [old, " ", anyway] : [anyway];
  }

  // Drops the photo that is shown.
  cancel() {
    const run = this.runs.at(-1);
    if (!run) return;
    run.cancelled = true;
    run.request?.abort();
    if (run.job)
      fetch(`${run.job}/cancel`, { method: "POST", headers: { "X-CSRFToken": token() } }).catch(
        () => {},
      );
    this.rest(run);
  }

  // Of several players it is told whose photo it is.
  // What is done counts on: a board that is learned after it was looked for begins no bar anew.
  show(run, percent, text) {
    Object.assign(run, { percent: Math.max(percent, run.percent), text });
    if (run !== this.runs.at(-1)) return;
    const name = whose(run.photo);
    this.box.querySelector("progress").value = run.percent;
    this.box.querySelector("p").textContent = name
      ? word("upload.whose", { name, doing: text })
      : text;
  }

  // Nothing more is told of a photo; another one may be on its way.
  rest(run) {
    this.runs = this.runs.filter((one) => one !== run);
    const next = this.runs.at(-1);
    this.box.hidden = !next;
    if (next) this.show(next, next.percent, next.text);
    else this.several = false;
  }

  fail(photo, error, hint, { ways = null, useless = false } = {}) {
    const name = whose(photo);
    // Another photo where this one is of no use, else the same once more.
    const again =
      useless && photo.input?.isConnected
        ? this.another(photo)
        : el(
            "button",
            { type: "button", class: "button small", onclick: () => this.send(photo) },
            word("upload.retry"),
          );
    const said = sentence(error);
    this.problem.replaceChildren(
      el(
        "p",
        {},
        el("b", {}, name ? word("upload.whose", { name, doing: said }) : said),
        space() + hint,
      ),
      el("p", {}, ...(ways?.length ? ways : [again])),
    );
    this.failed = photo.id ?? null;
    this.problem.hidden = false;
    this.problem.scrollIntoView({ block: "nearest" });
  }

  // What no second try would send.
  refuse(photo, name, body = null) {
    this.fail(
      photo,
      body?.error ?? word(`error.${name}`),
      body?.hint ?? word(`error.${name}.hint`),
      { useless: true },
    );
  }

  async lost({ photo, job }) {
    // What the server has is not sent again.
    if (job || !photo.blob)
      return this.fail(photo, word("upload.lost"), word("upload.failed.hint"));
    const kept = await keep(photo);
    if (kept.id) this.lostHere.add(kept.id);
    this.fail(kept, word("upload.lost"), word(kept.id ? "upload.lost.hint" : "upload.failed.hint"));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.resume(), RETRY_MS);
  }

  // Sends everything that was lost on this page, one after the other; a single photo leads to
  // its board.
  async resume() {
    if (this.runs.length || this.resuming) return;
    this.resuming = true;
    const photos = (await waiting()).filter(({ id }) => this.lostHere.has(id));
    if (photos.length && (await reachable())) {
      this.staying = photos.length > 1;
      for (const photo of photos) await this.send(photo);
      this.staying = false;
    } else if (photos.length) {
      this.timer = setTimeout(() => this.resume(), RETRY_MS);
    }
    this.resuming = false;
  }

  async offerKept() {
    const isTold = (id) => id === this.failed && !this.problem.hidden;
    const here = ({ id }) =>
      this.lostHere.has(id) || isTold(id) || this.runs.some((run) => run.photo.id === id);
    const photos = (await waiting()).filter((photo) => isOffered(photo) && !here(photo));
    offer(photos, {
      whose,
      send: (photo) => this.sendKept(photo),
      forget: async (photo) => {
        await drop(photo);
        this.offerKept();
      },
    });
  }

  // Another page may have sent it meanwhile, or a newer one of its board.
  async sendKept(photo) {
    if ((await waiting()).some(({ id }) => id === photo.id)) await this.send(photo);
    else this.offerKept();
  }
}

// What the server knows a photo by: 16 bytes by chance in base64url.
function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/\W/g, (sign) => NAME_SIGNS[sign]);
}

// Whose board a photo is of, where the page tells of several players.
function whose({ url }) {
  const seat = url.match(/\/game\/[^/]+\/(\d+)\/photo$/)?.[1];
  return document.querySelector(`.players [data-seat="${seat}"] b`)?.textContent ?? "";
}

// Whoever came to the page by a link to its photo has sent one: what comes of it is seen next.
function leaveCard() {
  if (location.hash === "#photo") {
    history.replaceState(history.state, "", `${location.pathname}${location.search}`);
  }
}

// The page that is open may be loading anew already, since it heard of the photo too.
function goTo(next) {
  if (next !== location.pathname) return location.assign(next);
  // The board is at the top, and the card that the photo was sent from is not.
  scrollTo(0, 0);
  loadAnew();
}

// Every way to a photo on the page sends it to its board.

export function takePhotos(page, given = null) {
  const inputs = page.querySelectorAll("input[data-send]");
  if (!inputs.length) return;
  const upload = given ?? new Upload(page);
  whenChosen(inputs, (input, blob) => {
    upload.send({ url: input.dataset.send, blob, input });
  });
}

// Calls send(input, photo) for each photo chosen, also for one chosen while the scripts loaded.
export function whenChosen(inputs, send) {
  const take = (input) => {
    if (input.files.length) send(input, input.files[0]);
    input.value = "";
  };
  for (const input of inputs) {
    input.addEventListener("change", () => take(input));
    take(input);
  }
}

// Whether the server may take later what it has not taken now.
function isForNow(status) {
  return status === 400 || status === 429 || status >= 500;
}

// Which error a photo would be answered with, before it is sent for nothing.
function uselessFor(blob) {
  if (!blob) return null;
  return blob.size > MOST_BYTES ? "413" : blob.size ? null : "photo-empty";
}

function doing(stage, photo, photos) {
  return photos > 1 ? word(`stage.${stage}.photos`, { photo, photos }) : word(`stage.${stage}`);
}

async function reachable() {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
