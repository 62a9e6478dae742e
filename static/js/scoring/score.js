// Scores a board in the browser, for as long as the server cannot: the best final route and
// the lines of its sheet. All that tells boards and cities apart is data of the server's.

import { Drawing, MOST_SECTIONS } from "./drawing.js";
import { Extras } from "./extras.js";
import { goalResults } from "./goals.js";
import { knowsMeasure } from "./measures.js";
import { EMPTY } from "./route.js";
import { Best, search } from "./search.js";
import { inPlay, knowsKind, linesOf, partsOf, passedBy, taskChoices } from "./terms.js";
import { unusedOf } from "./unused.js";
import { POINT, Worth } from "./worth.js";

// The server's data in a shape that is quick to look up.
export function rulesOf(data) {
  const both = data.straight.flatMap(([point, one, other]) => [
    `${point} ${one} ${other}`,
    `${point} ${other} ${one}`,
  ]);
  const roads = new Map(data.roads.map(([id, ...ends]) => [id, ends]));
  return { ...data, roads, points: new Set([...roads.values()].flat()), straight: new Set(both) };
}

// Whether all that is in play is known here. What others chose, a solo game's challenge, rules
// that no script knows and what makes no sense are the server's alone.
export function covers(rules, { marks, setup, rivals }) {
  if (marks.sections.length > Math.min(rules.most_sections, MOST_SECTIONS)) return false;
  if (!rules.landmarks.every(({ rating }) => !rating || rating in setup.ratings)) return false;
  if (!rules.terms.every(knowsKind) || !neverFalls(setup.diversity ?? [])) return false;
  if (!setup.goals.length) return true;
  return (
    setup.mode !== "solo" &&
    rivals !== undefined &&
    setup.goals.every((card) => knowsMeasure(card) && isOn(rules, card))
  );
}

const neverFalls = (table) => table.every((points, n) => n === 0 || points >= table[n - 1]);

function isOn(rules, { measure, elements = [] }) {
  const places = new Set(rules.locations.map(([place]) => place));
  if (measure === "along" || measure === "across")
    return elements.length > 0 && elements.every((id) => rules.roads.has(id));
  if (measure === "beside" || measure === "ends-beside")
    return elements.length > 0 && elements.every((place) => places.has(place));
  return true;
}

// The rules with a landmark across the water reached from the docks whose tickets are held.
function withDocks(rules, { tickets = [] }) {
  const open = rules.docks.filter(([id]) => tickets.includes(id)).map(([, dock]) => dock);
  const reached = (mark) => (mark.by.length ? mark : { ...mark, by: open });
  return { ...rules, landmarks: rules.landmarks.map(reached) };
}

// A generator that yields now and then and returns the sheet, in the shape of the server's.
// rivals: for each card the best of those who reached it, or null; null for a board on its own.
export function* scoring(data, { marks, setup, rivals = null }) {
  const rules = withDocks(data, marks);
  const game = {
    rules,
    marks,
    setup: { ...setup, tours: setup.tours ?? [] },
    goals: { cards: setup.goals, rivals },
    terms: inPlay(rules, setup),
  };
  const task = game.terms.find(({ kind }) => kind === "task");
  const choices = task ? taskChoices(task, rules, marks, setup) : [new Set()];
  let best = null;
  for (const choice of choices) best = yield* bestFor(game, choice, best);
  return sheetOf(game, best);
}

// The best route with the task about these crossroads, or a better one that is known.
function* bestFor(game, task, best) {
  const { rules, marks, terms } = game;
  const reached = new Set(marks.sections.flatMap((id) => rules.roads.get(id)));
  const rides = rules.rides.filter((pair) => pair.every((point) => reached.has(point)));
  const parts = terms.map((term) => partsOf(term, game));
  for (const ride of [null, ...rides]) {
    const drawing = new Drawing(marks.sections, rules.roads, ride);
    const worth = new Worth(drawing, game, parts);
    const extras = new Extras(game, drawing, task);
    best ??= new Best(worth.key(0, 0) + extras.points(EMPTY) * POINT, EMPTY);
    yield* search(drawing, worth, extras, best);
  }
  return best;
}

function sheetOf(game, { route, proved }) {
  const { rules, marks, setup, goals, terms } = game;
  const passed = passedBy(rules, marks, setup, route);
  const lines = linesOf(terms, { ...game, route });
  const total = (counts) => Object.values(counts).reduce((sum, number) => sum + number, 0);
  const groups = rules.locations
    .map(([place]) => [place, marks.tourists[place] ?? {}])
    .filter(([, counts]) => total(counts));
  const here = new Set(passed.locations);
  const walked = { rules, marks, route, passed };
  const ride =
    route.ride === null
      ? {}
      : {
          ride: {
            after: route.ride,
            from: route.points[route.ride],
            to: route.points[route.ride + 1],
          },
        };
  return {
    total: lines.reduce((sum, { points }) => sum + points, 0),
    optimal: proved,
    route: { crossroads: route.points, sections: route.sections, ...ride },
    lines,
    length: route.sections.length,
    tourists: groups
      .filter(([place]) => here.has(place))
      .reduce((sum, [, counts]) => sum + total(counts), 0),
    landmarks: passed.landmarks.length,
    lost_tourists: Object.fromEntries(groups.filter(([place]) => !here.has(place))),
    unused: unusedOf(rules, marks.sections, route),
    goals: goalResults(goals, walked).map(({ card, value, reached, won, points }) => ({
      ...card,
      value,
      is_reached: reached,
      is_won: won,
      points,
    })),
  };
}
