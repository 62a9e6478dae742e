// Walks the final route from end to end; one step after the other where movement is unwanted.

import { svg } from "../dom.js";
import { pathData } from "./geometry.js";

const MM_PER_S = 90;
const STEP_MS = 350;

let running = null;

// paths: the route's roads in walking order. Ends with onEnd().
export function walk(layer, paths, onEnd) {
  cancelAnimationFrame(running);
  if (!paths.length) return onEnd();
  const line = svg("path", { class: "walked", d: paths.map(pathData).join("") });
  const dot = svg("circle", { class: "walker", r: 3.4 });
  layer.replaceChildren(line, dot);
  const total = line.getTotalLength();
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const duration = still ? paths.length * STEP_MS : (1000 * total) / MM_PER_S;
  const begun = performance.now();
  line.setAttribute("stroke-dasharray", `0 ${total}`);

  running = requestAnimationFrame(function frame(now) {
    const share = Math.min(1, (now - begun) / duration);
    const at = total * (still ? Math.ceil(share * paths.length) / paths.length : share);
    const { x, y } = line.getPointAtLength(at);
    line.setAttribute("stroke-dasharray", `${at} ${total}`);
    dot.setAttribute("cx", x);
    dot.setAttribute("cy", y);
    if (share < 1) running = requestAnimationFrame(frame);
    else setTimeout(stop, 900);
  });

  function stop() {
    layer.replaceChildren();
    onEnd();
  }
}
