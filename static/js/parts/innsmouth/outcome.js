// A check that was played with cardboard: its outcome is entered instead.

import { el, redraw } from "../dom.js";
import { number } from "../forms/number.js";
import { word } from "../words.js";

// played: the outcome so far, null where none was entered; along: quarters along the route that
// held tourists.
export function showOutcome(root, { played, along, taken, level, hunting }, put) {
  const now = { closed: 0, hits: 0, left: [], ...played };
  const change = (more) => put({ ...now, ...more });
  const left = new Set(now.left);
  const toggled = (quarter) =>
    along.filter((one) => (one === quarter ? !left.has(one) : left.has(one)));
  redraw(
    root,
    el("summary", {}, word("innsmouth.outcome")),
    el("p", { class: "small" }, word("innsmouth.outcome.how")),
    taken
      ? number(
          "closed",
          word("innsmouth.outcome.closed"),
          { value: played ? now.closed : null, most: taken, strict: true },
          (value) => change({ closed: value ?? 0 }),
        )
      : null,
    hunting
      ? number(
          "hits",
          word("innsmouth.outcome.hits"),
          { value: played ? now.hits : null, most: Math.max(level, now.hits), strict: true },
          (value) => change({ hits: value ?? 0 }),
        )
      : null,
    el("p", {}, word("innsmouth.outcome.left")),
    el(
      "p",
      { class: "row" },
      ...along.map((quarter) =>
        el(
          "button",
          {
            type: "button",
            class: "button small",
            "data-button": `left-${quarter}`,
            "aria-pressed": String(left.has(quarter)),
            onclick: () => change({ left: toggled(quarter) }),
          },
          quarter,
        ),
      ),
    ),
    el(
      "p",
      { class: "row" },
      played
        ? el(
            "button",
            {
              type: "button",
              class: "button small",
              "data-button": "outcome-drop",
              onclick: () => put(null),
            },
            word("innsmouth.outcome.drop"),
          )
        : el(
            "button",
            {
              type: "button",
              class: "button primary",
              "data-button": "outcome-done",
              onclick: () => change({}),
            },
            word("innsmouth.outcome.done"),
          ),
    ),
  );
}
