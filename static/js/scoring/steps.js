// The lines of the sheet for a final route as it is walked, by what the server tells of board
// and city.

import { measured } from "./measures.js";
import { isClosed, taskPart } from "./route.js";
import { tableAt } from "./worth.js";

// What lies on a route. *idle* landmarks multiply with nobody: no section of their colour.
export function passedBy(rules, marks, setup, route) {
  const names = new Set([...route.points, ...route.sections]);
  const on = (by) => by.some((name) => names.has(name));
  const done = new Set(setup.tours.filter((id) => {
    const { places, needed } = rules.tours.find((tour) => tour.id === id);
    return places.filter(on).length >= needed;
  }).map((id) => rules.tours.find((tour) => tour.id === id).landmark));
  const near = rules.landmarks.filter(({ by }) => on(by));
  const special = new Set(rules.pairs.map(([kind]) => kind));
  const ownColour = ({ own, kind }) => own.some((road) => names.has(road) && marks.colours?.[road] === kind);
  return {
    on,
    names,
    locations: rules.locations.filter(([, by]) => on(by)).map(([place]) => place),
    near,
    landmarks: [...near, ...rules.landmarks.filter(({ id }) => done.has(id))],
    idle: new Set(near.filter((mark) => rules.coloured && special.has(mark.kind) && !ownColour(mark)).map(({ id }) => id)),
  };
}

export function linesOf(rules, marks, setup, route, goals) {
  const passed = passedBy(rules, marks, setup, route);
  const own = new Set(rules.steps.map(({ step }) => step));
  const lines = [
    ...rules.special.map((kind) => specialLine(rules, marks, passed, kind)),
    summed("yellow", passed.landmarks.filter(({ kind }) => kind === "yellow"), ({ points }) => points),
    summed("grey", passed.landmarks.filter(({ rating }) => rating), ({ rating }) => setup.ratings[rating]),
    ...(setup.cafes ? [cafesLine(rules, marks)] : []),
    ...(rules.visit_all.counted ? [visitAllLine(rules, passed)] : []),
    ...(setup.tasks ? [taskLine(rules, marks, route)] : []),
  ].filter(({ step }) => !own.has(step));
  if (goals.cards.length) lines.push(goalsLine(goals, { rules, marks, route, passed }));
  const inPlay = rules.steps.filter(({ step }) => setup.cafes || step !== "cafes");
  return [...lines, ...inPlay.map((step) => ownLine(step, { rules, marks, setup, route, passed }))];
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const sumText = (numbers) => numbers.join(" + ") || "0";
const line = (step, points, working, from) => ({ step, points, working, from });
const placesOf = (landmarks) => landmarks.flatMap(({ places }) => places);
const unlike = (names) => [...new Set(names)];

function specialLine(rules, marks, passed, kind) {
  const shape = new Map(rules.pairs).get(kind);
  const landmarks = passed.landmarks.filter((mark) => mark.kind === kind && !passed.idle.has(mark.id));
  const hosts = passed.locations.filter((place) => marks.tourists[place]?.[shape] > 0);
  const tourists = sum(hosts.map((place) => marks.tourists[place][shape]));
  return line(kind, landmarks.length * tourists, `${landmarks.length} × ${tourists}`, [...placesOf(landmarks), ...hosts]);
}

function summed(step, landmarks, worth) {
  const each = landmarks.map(worth);
  return line(step, sum(each), sumText(each), placesOf(landmarks));
}

function cafesLine(rules, marks) {
  const unused = Object.keys(marks.cafes).filter((point) => marks.cafes[point] === "visited").sort();
  return line("cafes", unused.length * rules.cafe_points, `${unused.length} × ${rules.cafe_points}`, unused);
}

export const cafePoints = (rules, marks, setup) =>
  setup.cafes && !rules.steps.some(({ step }) => step === "cafes") ? cafesLine(rules, marks).points : 0;

function visitAllLine(rules, passed) {
  const points = rules.visit_all.at.filter((point) => passed.names.has(point));
  const total = tableAt(rules.visit_all.points, points.length);
  return line("visit-all", total, `${points.length} ${points.length === 1 ? "point" : "points"} → ${total}`, points);
}

function taskLine(rules, marks, route) {
  const parts = taskChoices(rules, marks).map((task) => taskPart(task, route));
  const part = parts.reduce((best, one) => (one.length > best.length ? one : best));
  const { factor } = rules.task;
  const counted = `${part.length} ${part.length === 1 ? "section" : "sections"}`;
  return line("task", factor * part.length, factor === 1 ? counted : `${factor} × ${counted}`, part);
}

// The crossroads that the task may be about: as ringed, or as far along in the other half.
export function taskChoices({ task: { half }, points }, marks) {
  const ringed = new Set(marks.task);
  const places = marks.task.map((name) => /^([a-z])([0-9])$/.exec(name));
  if (!half || !places.length || places.includes(null)) return [ringed];
  const columns = places.map(([, letter]) => letter.charCodeAt(0) - 97);
  const step = Math.max(...columns) <= half ? half : Math.min(...columns) >= half ? -half : 0;
  if (!step) return [ringed];
  const other = places.map(([, , row], n) => String.fromCharCode(97 + columns[n] + step) + row);
  return [ringed, new Set(other.filter((name) => points.has(name)))];
}

// What the cards of *goals* come to. Rivals are null for a board on its own: nobody wins.
export function goalResults(goals, walked) {
  return goals.cards.map((card, n) => {
    const found = measured(card, walked);
    return { card, found, ...resultOf(card, found.value, goals.rivals, n) };
  });
}

export function resultOf(card, value, rivals, n) {
  const most = card.direction === "at-least";
  const reached = most ? value >= card.threshold : value <= card.threshold;
  const rival = rivals?.[n] ?? null;
  const won = reached && rivals !== null && (rival === null || (most ? value >= rival : value <= rival));
  return { value, reached, won, points: won ? card.won : reached ? card.reached : 0 };
}

function goalsLine(goals, walked) {
  const results = goalResults(goals, walked);
  const points = sum(results.map((result) => result.points));
  return line("goals", points, results.map(goalWorking).join("; "), unlike(results.flatMap(({ found }) => found.elements)));
}

function goalWorking({ card, value, reached, won, points }) {
  const what = card.name || [card.of, card.measure].filter(Boolean).join(" ");
  const sign = card.direction === "at-least" ? "≥" : "≤";
  if (!reached) return `${what} ${value}, not ${sign} ${card.threshold} → 0`;
  return `${what} ${value} ${sign} ${card.threshold}, ${won ? "won" : "reached"} → ${points}`;
}

// Steps that cities have of their own, by their kind: what each gives wherever the walk leads,
// as {points, by, places}, or a line of the walk. *Whoever adds one here adds its test.*
const BONUSES = {
  each: ({ each, rating }, { rules, setup }) => {
    const cells = new Map(rules.locations);
    return each.map(([place, points]) => ({ points: points ?? setup.ratings[rating], by: cells.get(place) ?? [place], places: [place] }));
  },
  // Once, for any dock whose ticket is held.
  ticketed: ({ docks, rating }, { marks, setup }) => {
    const open = docks.filter(([ticket]) => marks.tickets?.includes(ticket)).map(([, dock]) => dock);
    return open.length ? [{ points: setup.ratings[rating], by: open, places: open }] : [];
  },
  // Beside the map, wherever the route goes.
  "cafe-area": ({ each }, { marks }) =>
    each.filter(([symbol]) => marks.cafe_area?.[symbol] === "visited").map(([, points]) => ({ points, by: [], places: [] })),
};

// Steps that the order of the walk decides: the line of a route, and the most PP of a walk
// over some sections that has begun with some others, which is closed or not.
const WALKS = { diversity: { line: diversityLine, most: diversityAtMost } };

export const knowsStep = ({ kind }) => kind in BONUSES || kind in WALKS;
export const walkPoints = (step, rules, game, route) => WALKS[step.kind]?.line(step, rules, game, route).points ?? 0;
export const walkPointsAtMost = (step, game, sections, begun = [], closed = false) => WALKS[step.kind]?.most(step, game, sections, begun, closed) ?? 0;

export function bonusesOf(rules, marks, setup) {
  return rules.steps.filter(({ step, kind }) => kind in BONUSES && (setup.cafes || step !== "cafes")).flatMap((step) => BONUSES[step.kind](step, { rules, marks, setup }));
}

const RUN = 3;
const runPoints = (step, setup, count) => tableAt(setup.diversity?.length ? setup.diversity : step.points, count);

// Runs of three sections of three colours, one after another, each section in one run only.
function diversityLine(step, rules, { marks, setup }, route) {
  const runs = colourRuns(marks.colours ?? {}, route);
  const points = runPoints(step, setup, runs.length);
  const doubt = step.practice && !setup.diversity?.length ? ", practice table" : "";
  return line(step.step, points, `${runs.length} ${runs.length === 1 ? "run" : "runs"} → ${points}${doubt}`, runs.flat());
}

// A run that is not among those walked already has at most the last two of them, or of a
// closed walk also the first ones.
function diversityAtMost(step, { marks: { colours = {} }, setup }, sections, begun, closed) {
  const open = [...begun.slice(1 - RUN), ...sections];
  const counts = step.colours.map((colour) => open.filter((section) => colours[section] === colour).length);
  const around = closed && begun.length ? 1 : 0;
  return runPoints(step, setup, runsIn(colours, begun).length + Math.min(...counts) + around);
}

// A closed route may be begun anywhere; no run spans a ride.
function colourRuns(colours, route) {
  const { sections, ride } = route;
  const from = (n) => [...sections.slice(n), ...sections.slice(0, n)];
  if (!isClosed(route)) return (ride === null ? [sections] : [sections.slice(0, ride), sections.slice(ride)]).flatMap((part) => runsIn(colours, part));
  if (ride !== null) return runsIn(colours, from(ride));
  const tried = [...Array(Math.min(RUN, sections.length)).keys()].map((n) => runsIn(colours, from(n)));
  return tried.reduce((best, runs) => (runs.length > best.length ? runs : best));
}

// Each run is taken as early as it ends.
function runsIn(colours, part) {
  const runs = [];
  for (let at = 0; at + RUN <= part.length; ) {
    const window = part.slice(at, at + RUN);
    const whole = new Set(window.map((section) => colours[section]).filter(Boolean)).size === RUN;
    if (whole) runs.push(window);
    at += whole ? RUN : 1;
  }
  return runs;
}

function ownLine(step, context) {
  const { passed } = context;
  if (step.kind in WALKS) return WALKS[step.kind].line(step, context.rules, context, context.route);
  const given = BONUSES[step.kind](step, context).filter(({ by }) => !by.length || passed.on(by));
  const points = given.map((bonus) => bonus.points);
  const alike = points.length > 1 && new Set(points).size === 1;
  const reached = (place) => passed.names.has(place) || passed.locations.includes(place);
  const from = unlike(given.flatMap(({ places }) => places.filter(reached)));
  return line(step.step, sum(points), alike ? `${points.length} × ${points[0]}` : sumText(points), from);
}
