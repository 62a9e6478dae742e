// Under https: keeps the app's files, and the newest look of each game that was opened, so
// that correcting and scoring go on without a connection. Changes wait in the page itself.

const VERSION = new URL(location.href).searchParams.get("v");
const CACHE = `route-scorer-${VERSION}`;
// What scores a board here while the server is out of reach; pages fetch it when it is needed.
const SCORING = [
  "drawing",
  "extras",
  "goals",
  "links",
  "measures",
  "phototour",
  "prizes",
  "route",
  "runs",
  "score",
  "search",
  "terms",
  "tickettoride",
  "trails",
  "unused",
  "worth",
];
const SHELL = [
  "/",
  "/new",
  "/new/innsmouth",
  "/new/phototour",
  "/new/ticket-to-ride",
  ...SCORING.map((name) => `/static/${VERSION}/js/scoring/${name}.js`),
];
const PATIENCE_MS = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(SHELL))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (/\/(events|stamp|healthz)$|^\/jobs\//.test(url.pathname)) return;
  const lasting =
    /^\/(static|words|boards)\//.test(url.pathname) || /\.jpg$|\/map\.json$/.test(url.pathname);
  event.respondWith(lasting ? kept(request) : newest(request));
});

// Files whose address changes with their content.
async function kept(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known && /\/static\/|v=/.test(request.url)) return known;
  const answer = await fetch(request).catch(() => known);
  if (answer?.ok) cache.put(request, answer.clone());
  return answer ?? Response.error();
}

// Pages and games: from the server as long as it answers. What is asked for because it has changed
// (no-store) comes from nowhere else.
async function newest(request) {
  const cache = await caches.open(CACHE);
  const asked = fetch(request).then((answer) => {
    if (answer.ok && !answer.headers.get("Content-Disposition")) cache.put(request, answer.clone());
    return answer;
  });
  if (request.cache === "no-store") return asked;
  const patience = new Promise((_, reject) => setTimeout(reject, PATIENCE_MS));
  try {
    return await Promise.race([asked, patience]);
  } catch {
    return (await cache.match(request)) ?? asked.catch(() => Response.error());
  }
}
