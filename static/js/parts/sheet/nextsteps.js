// What is still missing of each player's result, in the order in which it is settled at the table,
// and once of what all share: strips of links, the first open one the strongest.

import { el, icon, redraw } from "../dom.js";
import { plural, word } from "../words.js";
import { isPractice, lacksTours, ownToCheck } from "./certainty.js";

// Cards lie out in the mode that has them, or where somebody entered one all the same.
const playsCards = ({ city, mode, setup }) =>
  city.goals &&
  (setup.goals.length > 0 || Boolean(city.modes.find(({ id }) => id === mode)?.goals));

export function showTodo(root, table, player) {
  const steps = ownSteps(table, player);
  show(root, steps, steps.find(isOpen));
}

// What all share comes after everybody's own.
export function showSharedTodo(root, table) {
  const steps = sharedSteps(table);
  const waits = table.players.some((player) => ownSteps(table, player).some(isOpen));
  show(root, steps, waits ? null : steps.find(isOpen));
}

const isOpen = ({ done }) => !done;

function show(root, steps, next) {
  if (!root) return;
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

function ownSteps({ setup }, { page, status, certainty, rings }) {
  const begun = status !== "empty" && status !== "not-read";
  const gap = (name) => certainty.missing.some(({ kind }) => kind === name);
  const toCheck = ownToCheck(certainty);
  const unchecked = toCheck > 0 || gap("drawing");
  // Where nothing else is open and nobody has a task, none is missing: the total is final.
  const settled = begun && !unchecked && !gap("task");
  return [
    status === "not-read"
      ? { name: "photo", done: false, href: page, text: word("todo.not-read") }
      : { name: "photo", done: begun, href: `${page}#photo`, text: word("todo.photo") },
    {
      name: "check",
      done: begun && !unchecked,
      href: toCheck ? `${page}#doubts` : `${page}#status`,
      text: toCheck ? plural("todo.check", toCheck) : word(unchecked ? "to-check" : "todo.checked"),
    },
    ...(setup.tasks
      ? [
          {
            name: "task",
            done: (rings > 0 || certainty.checked || settled) && !gap("half"),
            href: `${page}#mode=task`,
            text: word("todo.task"),
          },
        ]
      : []),
  ];
}

function sharedSteps(table) {
  const { setup, players } = table;
  return [
    {
      name: "ratings",
      done: players.every(({ certainty }) => !certainty.ratings.length),
      href: "#setup",
      text: word("todo.ratings"),
    },
    ...(playsCards(table)
      ? [
          {
            name: "goals",
            done: setup.goals.length > 0 && !setup.goals.some(isPractice),
            href: "#goals",
            text: word("goals.title"),
          },
        ]
      : []),
    ...(table.city.tours
      ? [
          {
            name: "tours",
            done: !lacksTours(table.city, table),
            href: "#setup",
            text: word("tours.title"),
          },
        ]
      : []),
  ];
}
