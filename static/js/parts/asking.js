// Asks the server for what it knows; a connection that breaks on the way is no answer.

const AGAIN_MS = [200, 1000];
const LATER_MS = 2000;
const MOST_TRIES = 60;

// After so long it may be one's turn to have something searched for.
export const BUSY_MS = 500;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Like fetch, for what may be asked twice: asks again where no answer came, unless the phone knows
// that it has no connection.
export async function askFor(address, options = { headers: { Accept: "application/json" } }) {
  for (const ms of AGAIN_MS) {
    try {
      return await fetch(address, options);
    } catch (error) {
      if (!navigator.onLine) throw error;
      await pause(ms);
    }
  }
  return fetch(address, options);
}

// The same, as JSON, of what goes on at the server meanwhile: a lost connection is waited for, for
// minutes. lost(): there is none just now.
export async function askPatiently(address, lost) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await (await fetch(address, { headers: { Accept: "application/json" } })).json();
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      lost();
      await pause(LATER_MS);
    }
  }
}
