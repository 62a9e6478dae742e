// Places of the board tapped on its map, in a window over the page: for goal cards about a line
// of roads or some locations. Nobody has to know how places are called.

import { areaData, centre, nearest, pathData } from "../board/geometry.js";
import { el, svg } from "../dom.js";
import { plural, word } from "../words.js";

const REACH_MM = 12;

// roads: whether roads are tapped, else locations. Hands the chosen names to onDone; one at least.
export function pickPlaces({ geometry, view, art }, roads, chosen, onDone) {
  const places = new Set(chosen);
  const targets = roads
    ? geometry.roads.map(({ id, path }) => ({ id, path, d: pathData(path) }))
    : geometry.cells
        .filter(({ id }) => /^[A-Z][0-9]+$/.test(id))
        .map(({ id, polygon }) => ({ id, xy: centre(polygon), d: areaData(polygon) }));
  const [pageWidth, pageHeight] = geometry.page_mm;
  const layer = svg("g", {});
  const map = svg(
    "svg",
    { viewBox: view.join(" "), class: "picker-map", role: "img", "aria-label": word("goals.tap") },
    svg("image", { href: art, width: pageWidth, height: pageHeight }),
    layer,
  );
  const done = el("button", { type: "button", class: "button primary", onclick: finish });
  const leave = el(
    "button",
    { type: "button", class: "button", onclick: () => dialog.close() },
    word("cancel"),
  );
  const dialog = el(
    "dialog",
    { class: "picker-window", "aria-label": word("goals.tap") },
    el("p", {}, word("goals.tap")),
    map,
    el("p", { class: "row" }, done, leave),
  );
  dialog.addEventListener("close", () => dialog.remove());
  map.addEventListener("click", tapped);
  document.body.append(dialog);
  show();
  dialog.showModal();

  function tapped(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      map.getScreenCTM().inverse(),
    );
    const target = nearest([at.x, at.y], targets, roads ? REACH_MM : Number.POSITIVE_INFINITY);
    if (!target) return;
    if (!places.delete(target.id)) places.add(target.id);
    show();
  }

  function show() {
    const there = targets.filter(({ id }) => places.has(id));
    layer.replaceChildren(
      ...there.map(({ id, d }) =>
        svg("path", { class: roads ? "picked road" : "picked", d, "data-picked": id }),
      ),
    );
    done.textContent = plural("goals.places", there.length);
    done.disabled = !there.length;
  }

  function finish() {
    dialog.close();
    onDone(targets.map(({ id }) => id).filter((id) => places.has(id)));
  }
}
