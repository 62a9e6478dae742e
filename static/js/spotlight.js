// Lights up the parts of the board that make up a line of the sheet, and dims the rest.

import { svg } from "./dom.js";
import { pathData } from "./geometry.js";

const RADIUS_MM = 5.6;

// elements: names of locations, crossroads and sections; null shows no light.
export function spotlight(layer, { geometry, view }, elements) {
  if (!elements?.length) {
    layer.replaceChildren();
    return;
  }
  const names = new Set(elements);
  const outlines = [
    ...geometry.cells.filter(({ id }) => names.has(id)).map(({ id, polygon }) => [id, pathData(polygon) + "Z"]),
    ...geometry.crossroads.filter(({ id }) => names.has(id)).map(({ id, xy }) => [id, disc(cafeSpot(geometry, id) ?? xy)]),
  ];
  const roads = geometry.roads.filter(({ id }) => names.has(id)).map(({ id, path }) => [id, pathData(path)]);
  const [x, y, width, height] = view;
  const line = (kind) => ([id, d]) => svg("path", { class: kind, d, "data-lit": kind.endsWith("casing") ? null : id });
  layer.replaceChildren(
    svg("path", { class: "veil step-in", d: `M${x} ${y}h${width}v${height}h${-width}Z${outlines.map(([, d]) => d).join("")}` }),
    ...roads.map(line("lit-road-casing")),
    ...roads.map(line("lit-road")),
    ...outlines.map(line("lit-casing")),
    ...outlines.map(line("lit")),
  );
}

// A café's symbol is printed beside its crossroads: the light goes there too.
function cafeSpot(geometry, id) {
  return geometry.cafes.find(({ crossroads }) => crossroads === id)?.xy;
}

function disc([x, y]) {
  return `M${x} ${y - RADIUS_MM}A${RADIUS_MM} ${RADIUS_MM} 0 1 1 ${x} ${y + RADIUS_MM}A${RADIUS_MM} ${RADIUS_MM} 0 1 1 ${x} ${y - RADIUS_MM}Z`;
}
