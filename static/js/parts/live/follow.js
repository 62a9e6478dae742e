// Tells when a game changed: by a stream of events, or by asking now and then where there is
// none. It survives dropped connections, sleeping phones and restarts of the server.

const ASK_MS = 4000;
const REOPEN_MS = 20000;
// The server ends each stream before that (STREAM_S in scorer/web/serving/live.py). One that goes on
// is dead, as on a phone that slept or went to another network: no end of it is ever heard.
const DEAD_MS = 90000;
// What was told and is not yet shown is asked for again.
const AGAIN_MS = 1000;
// An answer that takes longer is lost, as on a phone that slept meanwhile.
const PATIENCE_MS = 60000;

// A form or a link may be on its way, which loading the page anew would stop; so would loading it
// once more.
let leaving = false;
addEventListener("beforeunload", leave);
// iPhones never say beforeunload.
addEventListener("submit", leavesBy);
addEventListener("click", leavesBy);
// Whoever comes back is not leaving any more.
addEventListener("pageshow", stay);

function leave() {
  leaving = true;
  setTimeout(stay, REOPEN_MS);
}

function stay() {
  leaving = false;
}

function leavesBy({ type, target, defaultPrevented }) {
  if (defaultPrevented) return;
  const link = type === "click" && target.closest("a[href]:not([download], [target])");
  const [to, here] = [link?.href, location.href].map((one) => one?.split("#")[0]);
  if (type === "submit" || (link && to !== here)) leave();
}

// Load the page anew, or another in its place; false while the page is being left anyway.
export function loadAnew(address) {
  if (leaving) return false;
  leave();
  if (address) location.replace(address);
  else location.reload();
  return true;
}

// What the server answers as JSON; null where it does not, or its answer is cut off.
export async function newest(address, cache = "no-store") {
  try {
    const answer = await fetch(address, {
      headers: { Accept: "application/json" },
      cache,
      // Older phones have no such limit.
      signal: AbortSignal.timeout?.(PATIENCE_MS),
    });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

// onChange(stamp): the game is another one; resolves to false where it could not be shown yet.
// A page that tells by saw(stamp) what it shows is given what is newer. refresh() asks at once.
// onState("live" | "polling" | "offline" | "gone").
export function follow({ events, stamp, seen }, onChange, onState) {
  let source = null;
  let dead = null;
  let asking = null;
  let last = seen; // what is shown
  let told = seen; // what there is
  let showing = false;
  let failures = 0;
  let over = false;

  open();
  addEventListener("online", refresh);
  addEventListener("offline", () => over || onState("offline"));
  addEventListener("pagehide", () => source?.close());
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  return { saw, refresh };

  function open() {
    if (over) return;
    source?.close();
    clearTimeout(dead);
    source = new EventSource(`${events}?seen=${encodeURIComponent(last)}`);
    source.addEventListener("open", () => {
      clearInterval(asking);
      asking = null;
      clearTimeout(dead);
      dead = setTimeout(open, DEAD_MS);
      onState("live");
    });
    source.addEventListener("stamp", ({ data }) => news(data));
    source.addEventListener("gone", gone);
    source.addEventListener("error", () => {
      // The browser opens it again by itself, unless the server refused it.
      if (source.readyState === EventSource.CLOSED) setTimeout(open, REOPEN_MS);
      asking ??= setInterval(ask, ASK_MS);
    });
  }

  function refresh() {
    if (source?.readyState === EventSource.CLOSED) open();
    ask();
  }

  async function ask() {
    if (over) return;
    try {
      const answer = await fetch(stamp, {
        headers: { Accept: "application/json" },
        cache: "no-store",
      });
      if (answer.status === 404) return gone();
      if (!answer.ok) return;
      onState(asking ? "polling" : "live");
      news((await answer.json()).stamp);
    } catch {
      onState("offline");
    }
  }

  // One after the other: an answer that took long would hide what came after it.
  async function news(value) {
    told = value;
    if (told === last || showing || over) return;
    showing = true;
    const before = last;
    let shown = false;
    try {
      shown = (await onChange(value)) !== false;
    } finally {
      showing = false;
      if (shown && last === before) last = value;
      failures = shown ? 0 : failures + 1;
      if (!shown) again();
      else if (told !== value) news(told);
    }
  }

  function saw(value) {
    last = value;
    if (told !== last) again();
  }

  // What could not be shown is still news; back online it is tried at once.
  function again() {
    setTimeout(() => told === last || ask(), failures > 1 ? ASK_MS : AGAIN_MS);
  }

  function gone() {
    over = true;
    source.close();
    clearInterval(asking);
    onState("gone");
  }
}
