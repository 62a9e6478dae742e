// Runs of three sections of three colours, one after another, each section in one run only.

import { isClosed } from "./route.js";

export const RUN = 3;

// A closed route may be begun anywhere; no run spans a ride.
export function colourRuns(colours, route) {
  const { sections, ride } = route;
  const from = (n) => [...sections.slice(n), ...sections.slice(0, n)];
  if (!isClosed(route))
    return (ride === null ? [sections] : [sections.slice(0, ride), sections.slice(ride)]).flatMap(
      (part) => runsIn(colours, part),
    );
  if (ride !== null) return runsIn(colours, from(ride));
  const tried = [...Array(Math.min(RUN, sections.length)).keys()].map((n) =>
    runsIn(colours, from(n)),
  );
  return tried.reduce((best, runs) => (runs.length > best.length ? runs : best));
}

// Each run is taken as early as it ends.
export function runsIn(colours, part) {
  const runs = [];
  for (let at = 0; at + RUN <= part.length; ) {
    const window = part.slice(at, at + RUN);
    const whole = new Set(window.map((section) => colours[section]).filter(Boolean)).size === RUN;
    if (whole) runs.push(window);
    at += whole ? RUN : 1;
  }
  return runs;
}
