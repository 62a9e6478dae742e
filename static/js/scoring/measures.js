// What goal cards measure on a final route in walking order: a value, and what makes it up.

import { isClosed, jointsOf } from "./route.js";

// Measures that only grow with the sections of the route, whatever their order.
const OF_SECTIONS = {
  length: (_card, { route }) => counted(route.sections),
  tourists: (card, { marks, passed }) => {
    const number = (place) =>
      card.of ? (marks.tourists[place]?.[card.of] ?? 0) : guests(marks, place);
    const hosts = passed.locations.filter(number);
    return { value: hosts.reduce((sum, place) => sum + number(place), 0), elements: hosts };
  },
  landmarks: (card, { passed }) =>
    landmarks(passed.near.filter(({ kind }) => !card.of || kind === card.of)),
  iconic: (_card, { passed }) => landmarks(passed.near.filter((mark) => mark.iconic)),
  occupied: (_card, walked) => counted(occupied(walked)),
  "largest-group": (_card, walked) =>
    counted(
      groups(occupied(walked)).reduce((best, one) => (one.length > best.length ? one : best), []),
    ),
  crossings: (_card, { route }) => {
    const points = jointsOf(route).map(([, point]) => point);
    return counted(points.filter((point, n) => points.indexOf(point) < n));
  },
  along: marked,
  across: marked,
  beside: (card, walked) => counted(walked.route.sections.filter(besideAny(card, walked))),
};

// Measures that the order of the walk changes: Extras knows a bound for each.
const OF_WALK = {
  turns: (_card, walked) =>
    counted(
      jointsOf(walked.route)
        .filter((joint) => !runsOn(walked.rules, joint))
        .map(([, point]) => point),
    ),
  "straight-run": (_card, walked) => counted(longestRun(walked)),
  "ends-beside": (card, walked) => {
    const { sections } = walked.route;
    const ends = isClosed(walked.route)
      ? sections
      : [...sections.slice(0, 1), ...sections.slice(1).slice(-1)];
    return counted(ends.filter(besideAny(card, walked)).slice(0, 1));
  },
};

const MEASURES = { ...OF_SECTIONS, ...OF_WALK };
export const isOrdered = ({ measure }) => Object.hasOwn(OF_WALK, measure);
export const knowsMeasure = ({ measure }) => Object.hasOwn(MEASURES, measure);
export const measured = (card, walked) => MEASURES[card.measure](card, walked);

const counted = (elements) => ({ value: elements.length, elements });
const landmarks = (found) => ({
  value: found.length,
  elements: found.flatMap(({ places }) => places),
});
const guests = ({ tourists }, place) =>
  Object.values(tourists[place] ?? {}).reduce((sum, number) => sum + number, 0);

function marked({ elements }, { route }) {
  return counted(route.sections.filter((section) => elements.includes(section)));
}

function besideAny({ elements }, { rules }) {
  const cells = new Map(rules.locations);
  const roads = new Set(elements.flatMap((place) => cells.get(place) ?? []));
  return (section) => roads.has(section);
}

// Spaces beside the map are no locations.
function occupied({ marks, passed }) {
  return passed.locations.filter((place) => /^[A-Z]/.test(place) && guests(marks, place));
}

function runsOn({ straight }, [before, point, after]) {
  return straight.has(`${point} ${before} ${after}`);
}

function longestRun(walked) {
  const { sections } = walked.route;
  if (!sections.length) return [];
  const on = new Set(
    jointsOf(walked.route)
      .filter((joint) => runsOn(walked.rules, joint))
      .map(([before, , after]) => `${before} ${after}`),
  );
  const runs = [[sections[0]]];
  for (let n = 1; n < sections.length; n++) {
    if (on.has(`${sections[n - 1]} ${sections[n]}`)) runs.at(-1).push(sections[n]);
    else runs.push([sections[n]]);
  }
  if (isClosed(walked.route) && runs.length > 1 && on.has(`${sections.at(-1)} ${sections[0]}`))
    runs[0] = [...runs.pop(), ...runs[0]];
  return runs.reduce((best, run) => (run.length > best.length ? run : best));
}

// Groups of locations that share a side, in the order of the board.
function groups(places) {
  const left = new Set(places);
  const found = [];
  for (const first of places) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (const place of group) group.push(...beside(place).filter((near) => left.delete(near)));
    found.push(places.filter((place) => group.includes(place)));
  }
  return found;
}

function beside(place) {
  const [column, row] = [place.charCodeAt(0), Number(place.slice(1))];
  return [
    [column - 1, row],
    [column, row - 1],
    [column, row + 1],
    [column + 1, row],
  ].map(([x, y]) => String.fromCharCode(x) + y);
}
