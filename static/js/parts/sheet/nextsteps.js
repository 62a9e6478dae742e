// What is still missing of each player's result, in the order in which it is settled at the table:
// a strip of links, the first open one the strongest.

import { el, icon, redraw } from "../dom.js";
import { plural, word } from "../words.js";

// Cards lie out in the mode that has them, or where somebody entered one all the same.
const playsCards = ({ city, mode, setup }) =>
  city.goals &&
  (setup.goals.length > 0 || Boolean(city.modes.find(({ id }) => id === mode)?.goals));

export function showTodo(root, table, player) {
  if (!root) return;
  const steps = stepsOf(table, player);
  const next = steps.find(({ done }) => !done);
  redraw(
    root,
    ...steps.map((step) =>
      el(
        "a",
        {
          class: step.done ? "done" : step === next ? "open next" : "open",
          href: step.href,
          "data-todo-step": step.name,
        },
        step.done ? icon("check") : null,
        step.text,
      ),
    ),
  );
}

function stepsOf(table, { page, status, certainty, rings }) {
  const { setup } = table;
  const begun = status !== "empty" && status !== "not-read";
  const gap = (name) => certainty.missing.some(({ kind }) => kind === name);
  const unchecked = certainty.to_check > 0 || gap("drawing");
  return [
    { name: "photo", done: begun, href: `${page}#photo`, text: word("todo.photo") },
    {
      name: "check",
      done: begun && !unchecked,
      href: certainty.to_check ? `${page}#doubts` : `${page}#status`,
      text: certainty.to_check
        ? plural("todo.check", certainty.to_check)
        : word(unchecked ? "to-check" : "todo.checked"),
    },
    ...(setup.tasks
      ? [
          {
            name: "task",
            done: (rings > 0 || certainty.checked) && !gap("half"),
            href: `${page}#mode=task`,
            text: word("todo.task"),
          },
        ]
      : []),
    {
      name: "ratings",
      done: !certainty.ratings.length,
      href: "#setup",
      text: word("todo.ratings"),
    },
    ...(playsCards(table)
      ? [{ name: "goals", done: setup.goals.length > 0, href: "#goals", text: word("goals.title") }]
      : []),
  ];
}
