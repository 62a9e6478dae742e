// Below the sheet: other good routes, a route of your own, and a sheet written by hand
// held against the computed one.

import { askFor, BUSY_MS, pause } from "../asking.js";
import { el, redraw, token } from "../dom.js";
import {
  aside,
  labelled,
  list,
  numeral,
  placeName,
  plural,
  sentence,
  sentences,
  valueWord,
  word,
  wordOr,
} from "../words.js";
import { isFinal, openWords } from "./certainty.js";
import { nameOf } from "./scoresheet.js";

// {alternatives, own, pressed}: what is known; each a sheet with its differences. proved: no other
// route belongs among the alternatives. route: the person's own.
export function showRoutes(
  root,
  { city, rides = [] },
  { alternatives, proved, own, pressed, choosing, route },
  { onLoad, onPress, onOwn, onClear },
) {
  redraw(
    root,
    el("h2", {}, word("routes.title")),
    choosing ? el("p", { class: "small" }, howTo(rides)) : null,
    choosing && route.stops.length ? el("p", { class: "own-stops" }, route.stops.join(" ")) : null,
    choosing && own ? el("p", { class: "own-score", role: "status" }, ownText(own, city)) : null,
    el(
      "p",
      { class: "row" },
      el(
        "button",
        {
          type: "button",
          class: "button small",
          "data-button": "own",
          "aria-pressed": String(choosing),
          onclick: onOwn,
        },
        word(choosing ? "own.done" : "own.begin"),
      ),
      choosing
        ? el(
            "button",
            { type: "button", class: "button small", "data-button": "own-clear", onclick: onClear },
            word("own.clear"),
          )
        : null,
      alternatives
        ? null
        : el(
            "button",
            { type: "button", class: "button small", "data-button": "load", onclick: onLoad },
            word("routes.load"),
          ),
    ),
    alternatives
      ? el(
          "ul",
          { class: "plain" },
          ...alternatives.map((sheet, i) =>
            el(
              "li",
              {},
              routeButton(sheet, i, city, pressed === i, () => onPress(i)),
            ),
          ),
        )
      : null,
    alternatives && !proved ? el("p", { class: "small" }, word("routes.not-proved")) : null,
  );
}

const howTo = (rides) => sentences([word("own.how"), rides.length && word("own.how.ride")]);

function routeButton(sheet, i, city, pressed, onPress) {
  const text = i ? differenceText(sheet.difference, city) : word("routes.best");
  return el(
    "button",
    {
      type: "button",
      class: "note",
      "data-button": `route-${i}`,
      "aria-pressed": String(pressed),
      onclick: onPress,
    },
    el("b", {}, word("doubt.total", { total: sheet.total })),
    ` ${plural("sections", sheet.length)}${word("list")}${text}`,
  );
}

function ownText({ sheet, best, difference }, city) {
  const text = word("own.score", { total: sheet.total, best });
  return sheet.total === best
    ? sentences([text, word("own.best")])
    : sentences([text, sentence(differenceText(difference, city)), word("own.counts")]);
}

export function differenceText(difference, city) {
  const parts = Object.entries(difference).map(
    ([step, points]) => `${signed(points)} ${nameOf(step, city)}`,
  );
  return parts.length ? list(parts) : word("routes.same");
}

const signed = (points) => (points > 0 ? `+${points}` : numeral(points));

// A sheet written by hand: figures in, differing lines and the likeliest mistakes out.
export function showDispute(root, { sheet, city, verdict }, { onCheck, onChange, ...lead }) {
  const open = root.querySelector("details")?.open ?? false;
  const answered = root.querySelector("[role=status]:not(:empty)");
  if (open && !verdict && !answered && root.dataset.total === String(sheet.total)) return;
  root.dataset.total = sheet.total;
  const given = Object.fromEntries(
    [...root.querySelectorAll("input")].map(({ name, value }) => [name, value]),
  );
  redraw(
    root,
    el(
      "details",
      { open: open || Boolean(verdict) },
      el("summary", {}, word("dispute.title")),
      el("p", { class: "small" }, word("dispute.how")),
      el(
        "form",
        { class: "dispute", oninput: onChange, onsubmit: (event) => submit(event, onCheck) },
        ...sheet.lines.map(({ step }) => field(step, nameOf(step, city), given[step])),
        field("total", word("total"), given.total),
        el("button", { class: "button small", "data-button": "check" }, word("dispute.check")),
      ),
      // It is there before, or nobody is told of what comes into it.
      el("div", { role: "status" }, ...(verdict ? verdictRows(verdict, city, lead) : [])),
    ),
  );
}

function field(name, label, value = "") {
  return el(
    "label",
    {},
    label,
    el("input", {
      name,
      id: `written-${name}`,
      type: "number",
      inputmode: "numeric",
      min: 0,
      max: 999,
      value,
    }),
  );
}

function submit(event, onCheck) {
  event.preventDefault();
  const written = [...new FormData(event.target)]
    .filter(([, value]) => value !== "")
    .map(([name, value]) => [name, Number(value)]);
  if (written.length) onCheck(Object.fromEntries(written));
}

// lead: onLight(elements) and onDoubt(place) lead to where something is.
function verdictRows({ lines, total, right, status }, city, lead) {
  // What is still open may yet make another figure right.
  const final = isFinal(status);
  const open = final
    ? []
    : [
        el(
          "p",
          { class: "small" },
          sentences([
            word("dispute.so-far"),
            word("result.open", { list: openWords(status, city) }),
          ]),
        ),
      ];
  if (right) return [...open, el("p", {}, word("dispute.right"))];
  const rows = [
    ...lines.map((line) => [nameOf(line.step, city), line]),
    ...(total ? [[word("total"), total]] : []),
  ];
  const wrong = rows
    .filter(([, { claimed, computed }]) => claimed !== computed)
    .map(([name, line]) =>
      el(
        "div",
        { class: "wrong" },
        el(
          "p",
          {},
          el(
            "b",
            {},
            sentence(
              word(final ? "dispute.line" : "dispute.line-so-far", {
                name,
                claimed: line.claimed,
                computed: line.computed,
              }),
            ),
          ),
        ),
        el("ul", {}, ...reasons(line, city, lead)),
      ),
    );
  return [...open, ...wrong];
}

// The app may have misread a place: that comes before any mistake of the player.
function reasons(line, city, { onLight, onDoubt }) {
  const { readings, explanations, claimed } = line;
  if (!readings.length && !explanations.length) return [el("li", {}, noReason(line))];
  return [
    ...readings.map((one) => reading(one, claimed, onDoubt)),
    ...explanations.map((one) => explanation(one, city, onLight)),
  ];
}

function reading({ kind, where, value }, points, onDoubt) {
  const there = { place: placeName(where), value: valueWord(kind, value), points };
  return el(
    "li",
    {},
    note(word("dispute.reading", there), () => onDoubt({ kind, where })),
  );
}

const note = (text, onclick) => el("button", { type: "button", class: "note", onclick }, text);

// A total that its own lines do not add up to was added up wrongly.
function noReason({ claimed, added }) {
  const off = (added ?? claimed) !== claimed;
  return off ? word("dispute.added", { added }) : word("dispute.no-reason");
}

function explanation({ mistakes, line }, city, onLight) {
  const text = mistakes.map((one) => mistakeText(one, city)).join(word("list"));
  const elements = mistakes.flatMap(({ elements: places }) => places);
  const said = line ? labelled(nameOf(line, city), text) : text;
  return el("li", {}, elements.length ? note(said, () => onLight(elements)) : said);
}

function mistakeText({ kind, elements, others, count, some }, city) {
  const where = some ? someOf(elements, count) : list(elements.map(placeName));
  const text = wordOr(`mistake.${kind}`, "mistake.unknown", {
    other: list(others.map((step) => nameOf(step, city))),
    kind,
  });
  return (where ? labelled(where, text) : text) + (count > 1 && !some ? aside(`× ${count}`) : "");
}

// Which of them it was cannot be told. Their names may hold what parts a list.
function someOf(elements, n) {
  const places = elements.map(placeName).join(word("sign.or"));
  return word(`dispute.${n > 1 ? "some" : "one"}-of`, { n, places });
}

// Throws what is told to people: what the server refuses, or that no answer came.
export async function ask(address, body = null) {
  const options = body && {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      "X-CSRFToken": token(),
    },
    body: JSON.stringify(body),
  };
  const answer = await (options ? fetch(address, options) : askFor(address)).catch(() => null);
  const found = await answer?.json().catch(() => null);
  if (!found) throw new Error(word("offline.ask"));
  if (!answer.ok) throw new Error(sentences([sentence(found.error), found.hint]));
  if (!found.busy) return found;
  await pause(BUSY_MS);
  return ask(address, body);
}
