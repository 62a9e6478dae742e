// The newest look of a game that the installed app keeps for when there is no connection
// (static/sw.js). What the server has just answered takes the place of what was fetched before it.

let before = Promise.resolve();

// One after the other, so that the newest stays.
export function keepLook(address, look) {
  before = before.then(() => keep(address, look));
  return before;
}

async function keep(address, look) {
  // There are no caches but under https.
  if (!("caches" in globalThis)) return;
  // iPhones know Response.json from iOS 17 on.
  const headers = { "Content-Type": "application/json" };
  const answer = new Response(JSON.stringify(look), { headers });
  try {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      // Only where the app keeps it already; in its place, so that it is never missing meanwhile.
      for (const kept of await cache.keys(address, { ignoreVary: true }))
        await cache.put(kept, answer.clone());
    }
  } catch {
    // Private windows may refuse; the game itself is with the server.
  }
}
