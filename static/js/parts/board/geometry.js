// Points in millimetres, and which thing on the board a tap means.

export const pathData = (points) => `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;

export const areaData = (points) => `${pathData(points)}Z`;

export function middle(points) {
  return alongPath(points, 0.5);
}

// The point at a share of a path's length, with the direction there as [x, y, dx, dy].
export function alongPath(points, share) {
  const lengths = points.slice(1).map((point, i) => distance(point, points[i]));
  let left = share * lengths.reduce((sum, length) => sum + length, 0);
  for (let i = 0; i < lengths.length; i++) {
    if (left <= lengths[i] || i === lengths.length - 1) {
      const [x1, y1] = points[i];
      const [x2, y2] = points[i + 1];
      const t = lengths[i] ? left / lengths[i] : 0;
      return [
        x1 + t * (x2 - x1),
        y1 + t * (y2 - y1),
        (x2 - x1) / lengths[i],
        (y2 - y1) / lengths[i],
      ];
    }
    left -= lengths[i];
  }
  return [...points[0], 1, 0];
}

export function distance([x1, y1], [x2, y2]) {
  return Math.hypot(x1 - x2, y1 - y2);
}

export function centre(polygon) {
  const xs = polygon.map(([x]) => x);
  const ys = polygon.map(([, y]) => y);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

export function toPath(point, points) {
  return Math.min(...points.slice(1).map((end, i) => toSegment(point, points[i], end)));
}

function toSegment([x, y], [x1, y1], [x2, y2]) {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const t = length
    ? Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length))
    : 0;
  return Math.hypot(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1));
}

// The nearest target within reach (mm), or null. A road counts from a little inside its
// ends, so that a tap at a crossroads goes to the road it leans towards.
export function nearest(point, targets, reach) {
  let best = null;
  for (const target of targets) {
    const away = target.path ? toPath(point, inner(target.path)) : distance(point, target.xy);
    if (away <= reach && (!best || away < best.away)) best = { target, away };
  }
  return best?.target ?? null;
}

function inner(path) {
  const cut = (point, next) => [point[0] * 0.86 + next[0] * 0.14, point[1] * 0.86 + next[1] * 0.14];
  return [cut(path[0], path[1]), ...path.slice(1, -1), cut(path.at(-1), path.at(-2))];
}

export const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

// The target to go to with an arrow key: the nearest one within 45 degrees of the direction.
export function towards(from, [dx, dy], targets) {
  let best = null;
  for (const target of targets) {
    const x = target.xy[0] - from.xy[0];
    const y = target.xy[1] - from.xy[1];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (ahead <= 0.1 || aside > ahead * 1.01) continue;
    const away = ahead + 2 * aside;
    if (!best || away < best.away) best = { target, away };
  }
  return best?.target ?? null;
}

// Where each section of the route starts: behind a ride the crossroads are one ahead.
export function startsOf({ crossroads, ride }) {
  return ride ? crossroads.filter((_, i) => i !== ride.after) : crossroads;
}

// The middle of what an edit or a doubt is about.
export function placeOf(geometry, kind, where) {
  switch (kind) {
    case "section":
      return middle(geometry.roads.find(({ id }) => id === where).path);
    case "tourists":
    case "crossed":
      return centre(geometry.cells.find(({ id }) => id === where).polygon);
    case "cafe":
      return geometry.cafes.find(({ crossroads }) => crossroads === where).xy;
    case "cafe-area":
    case "ticket":
      return geometry.cafe_area.find(({ id }) => id === where).xy;
    case "task":
      return geometry.crossroads.find(({ id }) => id === where).xy;
  }
}
