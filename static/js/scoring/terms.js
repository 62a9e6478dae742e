// The kinds of terms that lines of a sheet are made of, by the names that the server gives them.
// Each term is data: its kind, its step and what the kind needs to know of board and city.
// Whoever adds a kind here adds its test. Without the kind of any term in play a phone is silent.

import { goalResults, goalWorking } from "./goals.js";
import { taskPart } from "./route.js";
import { colourRuns, RUN, runsIn } from "./runs.js";
import { tableAt } from "./worth.js";

// What lies on a route. *idle* landmarks multiply with nobody: no section of their colour.
export function passedBy(rules, marks, setup, route) {
  const names = new Set([...route.points, ...route.sections]);
  const on = (by) => by.some((name) => names.has(name));
  const done = new Set(
    setup.tours
      .filter((id) => {
        const { places, needed } = rules.tours.find((tour) => tour.id === id);
        return places.filter(on).length >= needed;
      })
      .map((id) => rules.tours.find((tour) => tour.id === id).landmark),
  );
  const near = rules.landmarks.filter(({ by }) => on(by));
  const special = new Set(rules.pairs.map(([kind]) => kind));
  const ownColour = ({ own, kind }) =>
    own.some((road) => names.has(road) && marks.colours?.[road] === kind);
  return {
    on,
    names,
    locations: rules.locations.filter(([, by]) => on(by)).map(([place]) => place),
    near,
    landmarks: [...near, ...rules.landmarks.filter(({ id }) => done.has(id))],
    idle: new Set(
      near
        .filter((mark) => rules.coloured && special.has(mark.kind) && !ownColour(mark))
        .map(({ id }) => id),
    ),
  };
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const sumText = (numbers) => numbers.join(" + ") || "0";
const line = (step, points, working, from) => ({ step, points, working, from });
const placesOf = (landmarks) => landmarks.flatMap(({ places }) => places);
const unlike = (names) => [...new Set(names)];
const always = () => true;
const unlessCafes = ({ step }, setup) => setup.cafes || step !== "cafes";

// Of a kind: whether a term of it is in play; its line of a route; its parts that only grow with
// the sections walked, as Worth takes them; and *most*, where the order of the walk decides: the
// most PP of a walk over some sections that has begun with some others, which is closed or not.
// A context holds rules, marks, setup and goals; for a line the route and what lies on it too.
const KINDS = {
  product: { inPlay: always, line: productLine, parts: productParts },
  values: {
    inPlay: always,
    line: ({ step, landmarks }, { passed }) =>
      summed(
        step,
        passed.landmarks.filter(({ kind }) => kind === landmarks),
        ({ points }) => points,
      ),
    parts: ({ landmarks }, { rules }) => ({
      flat: rules.landmarks
        .filter(({ kind }) => kind === landmarks)
        .map(({ by, points }) => ({ by, weight: points })),
    }),
  },
  ratings: {
    inPlay: always,
    line: ({ step, elsewhere }, { passed, setup }) =>
      summed(
        step,
        passed.landmarks.filter(({ rating }) => rating && !elsewhere.includes(rating)),
        ({ rating }) => setup.ratings[rating],
      ),
    parts: ({ elsewhere }, { rules, setup }) => ({
      flat: rules.landmarks
        .filter(({ rating }) => rating && !elsewhere.includes(rating))
        .map(({ by, rating }) => ({ by, weight: setup.ratings[rating] })),
    }),
  },
  cafes: {
    inPlay: (_term, setup) => setup.cafes,
    line: cafesLine,
    parts: (term, context) => ({ fixed: cafesLine(term, context).points }),
  },
  table: {
    inPlay: ({ points }) => points.some((more) => more > 0),
    line: tableLine,
    parts: ({ at, points }) => ({
      table: { features: at.map((point) => ({ by: [point], weight: 1 })), points },
    }),
  },
  task: { inPlay: (_term, setup) => setup.tasks, line: taskLine, parts: () => ({}) },
  goals: { inPlay: (_term, setup) => setup.goals.length > 0, line: goalsLine, parts: () => ({}) },
  runs: { inPlay: unlessCafes, line: runsLine, parts: () => ({}), most: runsAtMost },
  each: bonuses(({ each, rating }, { rules, setup }) => {
    const cells = new Map(rules.locations);
    return each.map(([place, points]) => ({
      points: points ?? setup.ratings[rating],
      by: cells.get(place) ?? [place],
      places: [place],
    }));
  }),
  // Once, for any dock whose ticket is held.
  ticketed: bonuses(({ docks, rating }, { marks, setup }) => {
    const open = docks
      .filter(([ticket]) => marks.tickets?.includes(ticket))
      .map(([, dock]) => dock);
    return open.length ? [{ points: setup.ratings[rating], by: open, places: open }] : [];
  }),
  // Beside the map, wherever the route goes.
  "cafe-area": bonuses(({ each }, { marks }) =>
    each
      .filter(([symbol]) => marks.cafe_area?.[symbol] === "visited")
      .map(([, points]) => ({ points, by: [], places: [] })),
  ),
};

export const knowsKind = ({ kind }) => Object.hasOwn(KINDS, kind);
export const inPlay = (rules, setup) =>
  rules.terms.filter((term) => KINDS[term.kind].inPlay(term, setup));
export const partsOf = (term, context) => KINDS[term.kind].parts(term, context);

// Terms that the order of the walk decides: the exact PP of a route, and a bound.
export const isOnWalk = ({ kind }) => "most" in KINDS[kind];
export const walkPoints = (term, context, route) =>
  KINDS[term.kind].line(term, { ...context, route }).points;
export const walkPointsAtMost = (term, context, sections, begun = [], closed = false) =>
  KINDS[term.kind].most(term, context, sections, begun, closed);

export function linesOf(terms, context) {
  const passed = passedBy(context.rules, context.marks, context.setup, context.route);
  return terms.map((term) => KINDS[term.kind].line(term, { ...context, passed }));
}

function productLine({ step, landmarks: colour, tourists: shape }, { marks, passed }) {
  const landmarks = passed.landmarks.filter(
    (mark) => mark.kind === colour && !passed.idle.has(mark.id),
  );
  const hosts = passed.locations.filter((place) => marks.tourists[place]?.[shape] > 0);
  const tourists = sum(hosts.map((place) => marks.tourists[place][shape]));
  return line(step, landmarks.length * tourists, `${landmarks.length} × ${tourists}`, [
    ...placesOf(landmarks),
    ...hosts,
  ]);
}

// In a coloured city a landmark counts by the sections of its own colour.
function productParts({ landmarks, tourists }, { rules, marks }) {
  const ways = ({ by, own, kind }) =>
    rules.coloured ? own.filter((road) => marks.colours?.[road] === kind) : by;
  const left = rules.landmarks
    .filter(({ kind }) => kind === landmarks)
    .map((mark) => ({ by: ways(mark), weight: 1 }));
  const right = rules.locations.map(([place, by]) => ({
    by,
    weight: marks.tourists[place]?.[tourists] ?? 0,
  }));
  return { product: { left, right, colour: landmarks } };
}

function summed(step, landmarks, worth) {
  const each = landmarks.map(worth);
  return line(step, sum(each), sumText(each), placesOf(landmarks));
}

function cafesLine({ step, each }, { marks }) {
  const unused = Object.keys(marks.cafes)
    .filter((point) => marks.cafes[point] === "visited")
    .sort();
  return line(step, unused.length * each, `${unused.length} × ${each}`, unused);
}

function tableLine({ step, at, points: table }, { passed }) {
  const points = at.filter((point) => passed.names.has(point));
  const total = tableAt(table, points.length);
  const word = points.length === 1 ? "point" : "points";
  return line(step, total, `${points.length} ${word} → ${total}`, points);
}

function taskLine(term, { rules, marks, setup, route }) {
  const { step, factor } = term;
  const parts = taskChoices(term, rules, marks, setup).map((task) => taskPart(task, route));
  const part = parts.reduce((best, one) => (one.length > best.length ? one : best));
  const counted = `${part.length} ${part.length === 1 ? "section" : "sections"}`;
  return line(step, factor * part.length, factor === 1 ? counted : `${factor} × ${counted}`, part);
}

// The crossroads that the task may be about: as ringed, or as far along in the other half. Rings
// that are all on the fold do not tell which half that is; then the player has to say it.
export function taskChoices({ half }, { points }, marks, setup) {
  const ringed = new Set(marks.task);
  const places = marks.task.map((name) => /^([a-z])([0-9])$/.exec(name));
  if (!half || !places.length || places.includes(null)) return [ringed];
  const columns = places.map(([, letter]) => letter.charCodeAt(0) - 97);
  const step = stepTo(half, columns, setup.task_half);
  if (!step) return [ringed];
  const other = places.map(([, , row], n) => String.fromCharCode(97 + columns[n] + step) + row);
  return [ringed, new Set(other.filter((name) => points.has(name)))];
}

// So many columns on lies the other half; none where the rings lie in both, or do not tell.
function stepTo(half, columns, said) {
  const [first, last] = [Math.min(...columns), Math.max(...columns)];
  if (first === half && last === half) return { left: half, right: -half }[said] ?? 0;
  if (last <= half) return half;
  return first >= half ? -half : 0;
}

function goalsLine({ step }, context) {
  const results = goalResults(context.goals, context);
  const points = sum(results.map((result) => result.points));
  return line(
    step,
    points,
    results.map(goalWorking).join("; "),
    unlike(results.flatMap(({ found }) => found.elements)),
  );
}

const runPoints = (term, setup, count) =>
  tableAt(setup.diversity?.length ? setup.diversity : term.points, count);

function runsLine(term, { marks, setup, route }) {
  const runs = colourRuns(marks.colours ?? {}, route);
  const points = runPoints(term, setup, runs.length);
  const doubt = term.practice && !setup.diversity?.length ? ", practice table" : "";
  return line(
    term.step,
    points,
    `${runs.length} ${runs.length === 1 ? "run" : "runs"} → ${points}${doubt}`,
    runs.flat(),
  );
}

// A run that is not among those walked already has at most the last two of them, or of a
// closed walk also the first ones.
function runsAtMost(term, { marks: { colours = {} }, setup }, sections, begun, closed) {
  const open = [...begun.slice(1 - RUN), ...sections];
  const counts = term.colours.map(
    (colour) => open.filter((section) => colours[section] === colour).length,
  );
  const around = closed && begun.length ? 1 : 0;
  return runPoints(term, setup, runsIn(colours, begun).length + Math.min(...counts) + around);
}

// A kind that is made of bonuses: *given* returns them as {points, by, places}, each had once by
// a route on any of *by*, or always.
function bonuses(given) {
  return {
    inPlay: unlessCafes,
    line: (term, context) => {
      const { passed } = context;
      const had = given(term, context).filter(({ by }) => !by.length || passed.on(by));
      const points = had.map((bonus) => bonus.points);
      const alike = points.length > 1 && new Set(points).size === 1;
      const reached = (place) => passed.names.has(place) || passed.locations.includes(place);
      const from = unlike(had.flatMap(({ places }) => places.filter(reached)));
      const working = alike ? `${points.length} × ${points[0]}` : sumText(points);
      return line(term.step, sum(points), working, from);
    },
    parts: (term, context) => {
      const all = given(term, context);
      return {
        fixed: sum(all.filter(({ by }) => !by.length).map(({ points }) => points)),
        flat: all.filter(({ by }) => by.length).map(({ by, points }) => ({ by, weight: points })),
      };
    },
  };
}
