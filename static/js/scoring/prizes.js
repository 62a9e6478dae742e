// The prizes of Фототур's photo contests as the rules in Python give them
// (scorer/rules/phototour/contest.py), and as people give them by mistake (judge.py there).

const [FIRST, SECOND] = [7, 3];

// Those results that may win, the best first, each once.
const levelsOf = (results, minimum) =>
  [...new Set(results.filter((one) => one >= minimum))].sort((a, b) => b - a);
const times = (results, level) => results.filter((one) => one === level).length;

// What each result wins; a prize needs the minimum, and shares are rounded down.
export function prizes(results, minimum) {
  const [first, second] = levelsOf(results, minimum);
  const share = (points, level) => Math.floor(points / times(results, level));
  const alone = times(results, first) === 1;
  return results.map((one) => {
    if (one === first && one >= minimum) return alone ? FIRST : share(FIRST + SECOND, first);
    return alone && second !== undefined && one === second ? share(SECOND, second) : 0;
  });
}

// What each result wins with each mistake, in the order in which they are named.
export function mistaken(results, minimum) {
  const [first, second] = levelsOf(results, minimum);
  const alone = times(results, first) === 1;
  const right = prizes(results, minimum);
  return {
    undivided: results.map((one) => {
      if (one === first) return FIRST;
      return alone && one === second ? SECOND : 0;
    }),
    "second-too": results.map((one, i) =>
      one === second ? Math.floor(SECOND / times(results, second)) : right[i],
    ),
    minimum: prizes(results, 0),
    figures: results,
  };
}
