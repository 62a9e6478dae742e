// The best routes over a board with what they promise, and a route of one's own.

import { el, redraw } from "../dom.js";
import { space, word } from "../words.js";
import { plainName } from "./drawn.js";
import { chanceBars, percent, points, promised } from "./figures.js";

const KINDS = ["best", "for_challenge", "with_bonuses", "without_ferries", "without_threat"];

// found: what the server told, null while it is asked; shown: which of them is on the map;
// own: the route of one's own {sections, told}, null while none is being chosen.
export function showRoutes(root, facts, act) {
  const { found, failed, accepted, own } = facts;
  if (accepted && !own) return redraw(root, ...taken(facts, act));
  if (own) return redraw(root, ...choosing(facts, act));
  if (failed)
    return redraw(root, el("p", { class: "notice" }, word("innsmouth.offline")), again(act));
  if (found) return redraw(root, ...offered(facts, act));
  if (facts.asking) return redraw(root, waiting());
  return redraw(root, el("p", { class: "small" }, word("innsmouth.not-yet")), again(act));
}

const button = (name, text, onclick, kind = "", disabled = false) =>
  el(
    "button",
    { type: "button", class: `button ${kind}`, "data-button": name, onclick, disabled },
    text,
  );

const waiting = () => el("p", { class: "small", role: "status" }, word("innsmouth.searching"));

const again = (act) =>
  el("p", { class: "row" }, button("search", word("innsmouth.search"), act.search, "primary"));

// Whether even the route with the best chance for the challenge has none.
const outOfReach = ({ win }) => win < 1e-9;

// A route that is the same as one above it needs no line of its own.
export function offers(found) {
  const seen = [];
  return KINDS.filter((kind) => {
    const route = found[kind];
    if (!route || (kind === "with_bonuses" && !found.bonuses?.length)) return false;
    if (kind === "for_challenge" && outOfReach(route)) return false;
    const same = seen.some(
      (one) => JSON.stringify(one.sections) === JSON.stringify(route.sections),
    );
    seen.push(route);
    return kind === "best" || !same;
  });
}

// Which route is looked at: the one that was tapped, else the one that promises most.
export function chosenOf(found, shown) {
  const kinds = offers(found);
  if (kinds.includes(shown)) return shown;
  const more = kinds.includes("with_bonuses") && found.with_bonuses.expected > found.best.expected;
  return more ? "with_bonuses" : "best";
}

function offered({ found, shown, target, asking }, act) {
  const kinds = offers(found);
  const chosen = chosenOf(found, shown);
  const route = found[chosen];
  return [
    ...kinds.map((kind) => offer(kind, found, kind === chosen, act)),
    never(found),
    asking
      ? el("p", { class: "small", role: "status" }, word("innsmouth.searching.bonuses"))
      : null,
    el(
      "p",
      { class: "row" },
      button(
        "accept",
        word("innsmouth.accept"),
        () => act.accept(route, chosen === "with_bonuses" ? found.bonuses : []),
        "primary",
        // What promises most is not known yet; who chose one themselves need not wait for it.
        Boolean(asking) && chosen !== shown,
      ),
      button("own-route", word("innsmouth.own-route"), act.choose),
    ),
    proof(route, chosen),
    // No use of an end bonus was found that helps, and not all were tried.
    found.bonuses_at_most_more && !kinds.includes("with_bonuses")
      ? el("p", { class: "small" }, moreBonuses(found.bonuses_at_most_more))
      : null,
    chanceBars(route.chances, { id: "target", target, aim: act.aim }),
  ];
}

function never({ for_challenge: route }) {
  if (!route?.optimal || !outOfReach(route)) return null;
  return el("p", { class: "notice" }, word("innsmouth.challenge.never"));
}

const moreBonuses = (more) => word("innsmouth.bonuses.at-most-more", { n: points(more) });

function proof({ optimal, at_most_more: more }, kind) {
  if (optimal === undefined) return null;
  const bonuses = kind === "with_bonuses";
  const open = bonuses
    ? moreBonuses(more ?? 0)
    : word("innsmouth.at-most-more", { n: points(more ?? 0) });
  const said = optimal ? word(bonuses ? "innsmouth.bonuses.proved" : "innsmouth.proved") : open;
  return el("p", { class: "small" }, said);
}

function offer(kind, found, chosen, act) {
  const route = found[kind];
  return el(
    "button",
    {
      type: "button",
      class: "offer",
      "data-button": `route-${kind}`,
      "aria-pressed": String(chosen),
      onclick: () => act.show(kind),
    },
    el(
      "span",
      {},
      el("b", {}, word(`innsmouth.route.${kind}`)),
      el("small", {}, detail(route, kind, found)),
    ),
    el("strong", {}, worth(route, kind)),
  );
}

const worth = (route, kind) =>
  kind === "for_challenge"
    ? percent(route.win)
    : word("innsmouth.vp", { n: promised(route.expected, route.chances) });

function detail(route, kind, { bonuses = [] }) {
  const said = [facts(route)];
  if (kind === "with_bonuses")
    said.unshift(
      ...bonuses.map(({ bonus, road }) => `${word(`innsmouth.bonus.${bonus}`)} ${plainName(road)}`),
    );
  if (kind === "for_challenge") said.push(word("innsmouth.vp", { n: points(route.expected) }));
  return said.join(" · ");
}

export const facts = ({ level = 0, taken = 0, ferries = 0, length = 0 }) =>
  word("innsmouth.route.facts", { level, taken, ferries, length });

function taken({ accepted, refit }, act) {
  if (refit === "route")
    return [
      el("p", { class: "notice" }, word("innsmouth.refit.route")),
      el(
        "p",
        { class: "row" },
        button("drop-route", word("innsmouth.drop-route"), act.drop, "primary"),
      ),
    ];
  return [
    el(
      "p",
      {},
      el("b", {}, word("innsmouth.accepted")),
      space(),
      accepted.expected === null
        ? ""
        : word("innsmouth.vp", { n: promised(accepted.expected, accepted.advice?.chances) }),
    ),
    el("p", { class: "small" }, word("innsmouth.route.short", accepted)),
    refit ? el("p", { class: "notice" }, word(`innsmouth.refit.${refit}`)) : null,
    el(
      "p",
      { class: "row" },
      button(
        "to-check",
        word(typeof accepted.total === "number" ? "innsmouth.mode.check" : "innsmouth.to-check"),
        act.check,
        "primary",
      ),
      button("drop-route", word("innsmouth.drop-route"), act.drop),
    ),
  ];
}

function choosing({ own, target }, act) {
  const { told, sections } = own;
  const said =
    told === undefined
      ? word("innsmouth.searching")
      : told === null
        ? word("innsmouth.not-walkable")
        : `${word("innsmouth.vp", { n: promised(told.expected, told.chances) })} · ${facts(told)}`;
  return [
    el("p", { class: "small" }, word("innsmouth.own-route.how")),
    el("p", { role: "status" }, sections.length ? el("b", {}, said) : null),
    el(
      "p",
      { class: "row" },
      // Once there is a route to take, the button under a thumb must not become another one.
      button("own-done", word("innsmouth.own-route.cancel"), act.cancel),
      told
        ? button("accept", word("innsmouth.accept"), () => act.accept(told, []), "primary")
        : null,
    ),
    told ? chanceBars(told.chances, { id: "target", target, aim: act.aim }) : null,
  ];
}
