// A final route: {points, sections, ride}, names in walking order. *ride* is the number of
// sections before the ride, both of whose stations are among the points, or null.

export const EMPTY = { points: [], sections: [], ride: null };
export const isClosed = ({ points, sections }) =>
  sections.length > 0 && points[0] === points.at(-1);

// The sections walked on the way to the n-th point.
const walkedTo = ({ ride }, n) => (ride === null || n <= ride ? n : n - 1);

// The crossroads passed, each between the sections before and behind it; a ride passes none.
export function jointsOf(route) {
  const { points, sections, ride } = route;
  const found = [];
  for (let n = 1; n < sections.length; n++) {
    if (n === ride) continue;
    found.push([sections[n - 1], points[ride !== null && n > ride ? n + 1 : n], sections[n]]);
  }
  if (isClosed(route)) found.push([sections.at(-1), points[0], sections[0]]);
  return found;
}

// The longest part between two different crossroads of the task; the first one among equals.
// A closed route may be started anywhere.
export function taskPart(task, route) {
  const { points, sections } = route;
  const closed = isClosed(route);
  const visits = [...points.keys()].filter((n) => task.has(points[n]));
  let best = 0;
  let part = [];
  for (const first of visits) {
    for (const last of visits) {
      if (points[first] === points[last]) continue;
      const [from, to] = [walkedTo(route, first), walkedTo(route, last)];
      const around = first > last && closed && first < points.length - 1;
      if (first > last && !around) continue;
      const length = around ? sections.length - from + to : to - from;
      if (length <= best) continue;
      best = length;
      part = around
        ? [...sections.slice(from), ...sections.slice(0, to)]
        : sections.slice(from, to);
    }
  }
  return part;
}
