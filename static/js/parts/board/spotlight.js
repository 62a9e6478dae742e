// Lights up the parts of the board that make up a line of the sheet, and dims the rest.

import { svg } from "../dom.js";
import { areaData, middle, pathData } from "./geometry.js";

const RADIUS_MM = 5.6;

// elements: names of locations, crossroads and sections; null shows no light.
export function spotlight(layer, { geometry }, elements) {
  if (!elements?.length) {
    layer.replaceChildren();
    return;
  }
  const names = new Set(elements);
  const outlines = [
    ...geometry.cells
      .filter(({ id }) => names.has(id))
      .map(({ id, polygon }) => [id, areaData(polygon)]),
    ...geometry.crossroads
      .filter(({ id }) => names.has(id))
      .map(({ id, xy }) => [id, disc(cafeSpot(geometry, id) ?? xy)]),
  ];
  const roads = geometry.roads
    .filter(({ id }) => names.has(id))
    .map(({ id, path }) => [id, pathData(path)]);
  const line =
    (kind) =>
    ([id, d]) =>
      svg("path", { class: kind, d, "data-lit": kind.endsWith("casing") ? null : id });
  layer.replaceChildren(
    svg("path", {
      class: "veil step-in",
      d: `M-500 -500h2000v2000h-2000Z${outlines.map(([, d]) => d).join("")}`,
    }),
    ...roads.map(line("lit-road-casing")),
    ...roads.map(line("lit-road")),
    ...outlines.map(line("lit-casing")),
    ...outlines.map(line("lit")),
    ...numbers(elements, geometry),
  );
}

// What counts, counted: each part has its number, in the order of the sheet.
function numbers(elements, geometry) {
  const places = new Map([
    ...geometry.cells.map(({ id, polygon }) => [id, corner(polygon)]),
    ...geometry.crossroads.map(({ id, xy }) => [id, cafeSpot(geometry, id) ?? xy]),
    ...geometry.roads.map(({ id, path }) => [id, middle(path).slice(0, 2)]),
  ]);
  const shown = [...new Set(elements)].filter((id) => places.has(id));
  if (shown.length < 2) return [];
  return shown.map((id, i) => {
    const [x, y] = places.get(id);
    return svg(
      "g",
      { class: "count-mark", transform: `translate(${x} ${y})` },
      svg("circle", { r: 3 }),
      svg("text", { y: 1.5 }, String(i + 1)),
    );
  });
}

const corner = (polygon) => [
  Math.max(...polygon.map(([x]) => x)) - 4.2,
  Math.min(...polygon.map(([, y]) => y)) + 4.2,
];

// A café's symbol is printed beside its crossroads: the light goes there too.
function cafeSpot(geometry, id) {
  return geometry.cafes.find(({ crossroads }) => crossroads === id)?.xy;
}

function disc([x, y]) {
  const [top, bottom] = [`${x} ${y - RADIUS_MM}`, `${x} ${y + RADIUS_MM}`];
  const arc = `A${RADIUS_MM} ${RADIUS_MM} 0 1 1`;
  return `M${top}${arc} ${bottom}${arc} ${top}Z`;
}
