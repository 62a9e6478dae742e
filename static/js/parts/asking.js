// Asks the server for what it knows; a connection that breaks on the way is no answer.

const AGAIN_MS = [200, 1000];

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
