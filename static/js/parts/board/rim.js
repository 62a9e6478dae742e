// The letters and numbers by which places are named, lightly at the map's rim. Those printed on the
// boards of the game are shuffled and tell the rounds; they stand left of the map and below it.

import { svg } from "../dom.js";
import { centre } from "./geometry.js";

const LOCATION = /^([A-Z]+)([0-9]+)$/;
const CROSSROADS = /^([a-z]+)([0-9]+)$/;
// So far outside the map's own lines, in mm.
const AWAY = 5;

// Whether the place of this name is a location, or a crossroads or road.
export const rimOf = (name) => (LOCATION.test(name) ? "locations" : "crossroads");

export function drawRim(layer, geometry, what) {
  const lines = geometry.crossroads.map(({ xy }) => xy);
  const [left, top] = [0, 1].map((axis) => Math.min(...lines.map((xy) => xy[axis])));
  // Rows of locations lie just beside the printed numbers: theirs stand on the other side.
  const right = Math.max(...lines.map(([x]) => x));
  const aside = what === "locations" ? right + AWAY : left - AWAY;
  const [columns, rows] = what ? axes(geometry, what) : [[], []];
  const text = ([name, at], across) =>
    svg(
      "text",
      { class: "rim", x: across ? at : aside, y: (across ? top - AWAY : at) + 1.6 },
      name,
    );
  layer.replaceChildren(
    ...columns.map((one) => text(one, true)),
    ...rows.map((one) => text(one, false)),
  );
}

// The name of each column and row, and where its middle is, in mm.
function axes({ cells, crossroads }, what) {
  const places =
    what === "locations"
      ? cells.map(({ id, polygon }) => [LOCATION.exec(id), centre(polygon)])
      : crossroads.map(({ id, xy }) => [CROSSROADS.exec(id), xy]);
  const known = places.filter(([name]) => name);
  return [0, 1].map((axis) => {
    const found = new Map();
    for (const [name, xy] of known)
      found.set(name[axis + 1], [...(found.get(name[axis + 1]) ?? []), xy[axis]]);
    return [...found].map(([name, all]) => [name, all.sort((a, b) => a - b)[all.length >> 1]]);
  });
}
