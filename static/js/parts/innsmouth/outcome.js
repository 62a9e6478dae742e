// A check that was played with cardboard: its outcome is entered instead.

import { el, redraw, toast } from "../dom.js";
import { number } from "../forms/number.js";
import { list, word } from "../words.js";

// played: the outcome so far, null where none was entered; draft: what is told of it until then;
// along: quarters along the route that held tourists. act: keep(draft), enter(outcome), drop().
export function showOutcome(root, { played, draft, along, taken, level, hunting }, act) {
  const open = { closed: null, hits: null, left: [] };
  const now = played ? { closed: 0, hits: 0, left: [], ...played } : { ...open, ...draft };
  const change = (more) => (played ? act.enter : act.keep)({ ...now, ...more });
  const left = new Set(now.left);
  const toggled = (quarter) =>
    along.filter((one) => (one === quarter ? !left.has(one) : left.has(one)));
  const figures = [
    ...(taken ? [["closed", taken]] : []),
    ...(hunting && (level || now.hits) ? [["hits", Math.max(level, now.hits)]] : []),
  ];
  // A figure that nobody has told is not 0.
  const done = () => {
    const lacks = figures.map(([field]) => field).filter((field) => now[field] === null);
    if (lacks.length) {
      const what = list(lacks.map((field) => word(`innsmouth.outcome.${field}`)));
      toast(word("innsmouth.outcome.lacks", { what }));
      return document.getElementById(lacks[0]).focus();
    }
    const { closed, hits } = now;
    act.enter({ closed: closed ?? 0, hits: hits ?? 0, left: along.filter((one) => left.has(one)) });
  };
  redraw(
    root,
    el("summary", {}, word("innsmouth.outcome")),
    el("p", { class: "small" }, word("innsmouth.outcome.how")),
    ...figures.map(([field, most]) =>
      number(
        field,
        word(`innsmouth.outcome.${field}`),
        { value: now[field], most, strict: true, stays: Boolean(played) },
        (value) => change({ [field]: value }),
      ),
    ),
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
              onclick: act.drop,
            },
            word("innsmouth.outcome.drop"),
          )
        : el(
            "button",
            {
              type: "button",
              class: "button primary",
              "data-button": "outcome-done",
              onclick: done,
            },
            word("innsmouth.outcome.done"),
          ),
    ),
  );
}
