// What a photo of a board replaced, as a step to undo (scorer/web/reading/boxes.py keeps it).

import { valueAt } from "../live/entries.js";

// Fields whose places go back one by one: what another phone changed elsewhere stays.
const BY_PLACE = ["sections", "tourists", "rings", "used"];
const BOARD = ["sections", "tourists", "threats", "caches"];

// The step of the newest photo at *seat*, null where nothing is known of what it replaced.
export function photoStep(state, seat) {
  const { before } = state.players[seat];
  if (!before) return null;
  const back = [
    ...Object.entries(before.own).flatMap(([field, was]) =>
      BY_PLACE.includes(field)
        ? placesBack(state.players[seat][field], was ?? {}, { seat, field })
        : [{ seat, field, value: field === "photo" ? withoutPicture(was) : was }],
    ),
    ...Object.entries(before.shared).map(([field, value]) => ({ seat: null, field, value })),
  ];
  const forth = back.map((entry) => ({ ...entry, value: valueAt(state, entry) ?? null }));
  return { forth, back };
}

// Whether a player has nothing but what the newest photo told: nobody has changed or chosen anything
// since, which to take the photo back would take back too.
export function isAsRead(own) {
  const { read, settled, route, check, played } = own;
  const untouched = !route && !check && !played && !Object.keys(settled).length;
  return untouched && ["sections", "tourists", "threats", "rings", "used"].every(asRead);

  function asRead(field) {
    const [now, then] = [own[field], read?.[field] ?? {}];
    return now === null || sameAt(now, then);
  }
}

function sameAt(now, then) {
  const places = [...new Set([...Object.keys(now), ...Object.keys(then)])];
  return places.every((where) => JSON.stringify(now[where]) === JSON.stringify(then[where]));
}

function placesBack(now, was, entry) {
  return [...new Set([...Object.keys(was), ...Object.keys(now)])]
    .filter((where) => JSON.stringify(was[where]) !== JSON.stringify(now[where]))
    .map((where) => ({ ...entry, where, value: was[where] ?? null }));
}

// The server keeps the newest picture alone.
const withoutPicture = (photo) => photo && { ...photo, gone: true };

// What a photo that was just read leaves of the final route and its check, by the name of the
// words; nothing where neither is touched. refit: what no longer fits the board.
export function leftBy({ before, route, check, played }, refit) {
  const begun = Boolean(played || Object.keys(check ?? {}).length);
  if (refit) return refit === "route" && begun ? "both" : refit;
  return route && !begun && BOARD.some((field) => field in before.own) ? "kept" : "";
}
