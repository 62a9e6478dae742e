// The score sheet of a game of another box: players as columns, and who is ahead by what.

import { el, redraw } from "../dom.js";
import { groups, initial, labelled, list, numeral, plural, word } from "../words.js";
import { isFinal, kindWord, shortWord } from "./certainty.js";

// rows: {id, label, cells, kind}, the figures above the total, with the class of a row that has one; ties: those that break ties, by what
// puts somebody ahead. A tap on a figure leads to where it is entered: go(seat, id); one on what
// is to be checked leads there: toCheck(seat). There may be no standings yet.
export function showSheet(root, { players, result, rows, ties }, go, toCheck = leadToChecks) {
  const final = isFinal(result.status);
  const decides = final ? result.standings[0].ahead_by : null;
  const begun = hasBegun(result);
  redraw(
    root,
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el("tr", {}, el("th", { scope: "col" }, word("table.step")), ...players.map(column(go))),
      ),
      el(
        "tbody",
        {},
        ...rows.map(({ id, label, cells, kind = "" }) =>
          row(
            kind,
            label,
            cells.map((text, i) =>
              el(
                "td",
                {},
                el(
                  "a",
                  {
                    href: `#player-${players[i].seat}`,
                    "aria-label": labelled(list([players[i].name, label]), text),
                    onclick: (event) => {
                      event.preventDefault();
                      go(players[i].seat, id);
                    },
                  },
                  text,
                ),
              ),
            ),
          ),
        ),
        row(
          "total",
          word("total"),
          result.players.map(({ total }) => el("td", {}, numeral(total))),
        ),
        row(
          "certainty",
          word("result"),
          result.players.map(({ status }, i) => certainty(status, () => toCheck(players[i].seat))),
        ),
        ...ties.map(({ id, label, cells }) =>
          row(
            id === decides ? "tie decides" : "tie",
            label,
            cells.map((text) => el("td", {}, text)),
          ),
        ),
        row(
          "place",
          word("table.place"),
          players.map((_, i) => {
            const { place } = result.standings.find(({ seats }) => seats.includes(i)) ?? {};
            const first = final && place === 1;
            return el("td", { class: first ? "first" : "" }, String((begun && place) || "–"));
          }),
        ),
      ),
    ),
  );
}

const row = (kind, label, cells) =>
  el("tr", { class: kind }, el("th", { scope: "row" }, label), ...cells);

// How sure a total is; what is to be checked is one tap away.
function certainty(status, lead) {
  const said = { class: isFinal(status) ? "sure" : "open", "aria-label": kindWord(status) };
  if (status.kind !== "to-check") return el("td", said, shortWord(status));
  const { class: kind, ...named } = said;
  return el(
    "td",
    { class: kind },
    el("a", { href: "#checks", ...named, onclick: led(lead) }, shortWord(status)),
  );
}

// So many things are against the rules, which somebody has declared right all the same.
export function objectedText(objections) {
  if (!objections) return null;
  const said = plural("other.objected", objections);
  const link = el("a", { href: "#checks", onclick: led(leadToChecks) }, said);
  return el("span", { class: "open objected" }, link);
}

// How much is to check, whatever else is open, as a line that leads there.
export function checksLink({ to_check }) {
  const said = kindWord({ kind: "to-check", to_check });
  const link = el("a", { href: "#checks", onclick: led(leadToChecks) }, said);
  return el("span", { class: "open" }, link);
}

const led = (lead) => (event) => {
  event.preventDefault();
  lead();
};

// Where the page says what is worth a look.
export function leadToChecks() {
  document.getElementById("checks").scrollIntoView({ block: "start" });
}

const column =
  (go) =>
  ({ seat, name, colour }) =>
    el(
      "th",
      { scope: "col" },
      el(
        "a",
        {
          href: `#player-${seat}`,
          onclick: (event) => {
            event.preventDefault();
            go(seat);
          },
        },
        el("span", { class: `token ${colour}`, "aria-hidden": "true" }, initial(name)),
        el("span", {}, name),
      ),
    );

// Nobody has a place where nobody has a point, until that is how it ended.
const hasBegun = ({ players, status }) =>
  isFinal(status) || players.some(({ total }) => total !== 0);

// Who won and by what; before the result is final, who is ahead so far.
export function verdictText(box, { players: scored, standings, status }, players) {
  if (players.length < 2 || !hasBegun({ players: scored, status })) return "";
  const [{ seats, ahead_by: by }] = standings;
  const names = list(seats.map((i) => players[i].name));
  if (!isFinal(status)) return word("table.so-far", { names });
  const how = seats.length > 1 ? word("table.by.shared") : word(`${box}.by.${by ?? "points"}`);
  return word("table.decided", { text: plural("table.winner", seats.length, { names }), by: how });
}

// What of the players is open and what of the table; what is to be checked leads there: lead().
export function openText(box, { missing, to_check: toCheck }, players, lead) {
  const whose = [...new Set(missing.map(({ seat = null }) => seat))];
  const said = whose.map((seat) => {
    const lacks = list(
      missing
        .filter((one) => (one.seat ?? null) === seat)
        .map(({ what, number = "" }) => word(`${box}.need.${what}`, { n: number })),
    );
    return seat === null ? lacks : word("result.of", { name: players[seat].name, open: lacks });
  });
  const checks = toCheck ? plural("other.to-check", toCheck) : "";
  if (checks) said.push(checks);
  const text = said.length ? word("result.open", { list: groups(said) }) : "";
  if (!checks) return [text];
  const start = text.lastIndexOf(checks);
  const link = el("a", { href: "#checks", onclick: led(lead) }, checks);
  return [text.slice(0, start), link, text.slice(start + checks.length)];
}
