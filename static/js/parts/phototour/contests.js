// The three photo contests: a figure for each player, the card's minimum, and who takes prizes.

import { el, redraw } from "../dom.js";
import { field } from "../forms/number.js";
import { select } from "../forms/setup.js";
import { initial, labelled, list, word } from "../words.js";
import { CONTESTS, regionsIn } from "./game.js";

const [MOST_MINIMUM, MOST_FIGURE] = [99, 999];

export function showContests(root, { players, state, result }, put) {
  const regions = regionsIn(state.shared.book);
  redraw(
    root,
    el("h2", {}, word("phototour.contests")),
    el("p", { class: "small" }, word("phototour.contests.how")),
    ...Array.from({ length: CONTESTS }, (_, i) =>
      contest(i, { players, state, result, regions }, put),
    ),
  );
}

function contest(i, { players, state, result, regions }, put) {
  const { shared } = state;
  const title = word("phototour.contest", { n: i + 1 });
  const region = regions.includes(shared.regions[i]) ? shared.regions[i] : null;
  return el(
    "fieldset",
    { class: "contest", id: `contest-${i}` },
    el("legend", {}, title),
    el(
      "label",
      { class: "least" },
      word("phototour.minimum"),
      field(
        `minimum-${i}`,
        labelled(title, word("phototour.minimum")),
        shared.minimums[i],
        (value) => put([{ field: "minimums", where: i, value: value ?? 1 }]),
        { least: 1, most: MOST_MINIMUM },
      ),
    ),
    regions.length
      ? select(
          `region-${i}`,
          word("phototour.counted"),
          [["", word("phototour.by-hand")], ...regions.map((one) => [one, one])],
          region ?? "",
          (value) => put([{ field: "regions", where: i, value: value || null }]),
        )
      : null,
    el(
      "div",
      { class: "figures" },
      ...players.map((player, k) =>
        figure(i, { player, own: state.players[player.seat], region, result, k, title }, put),
      ),
    ),
    mixed(i, { players, state, region, result }),
  );
}

// A figure that somebody typed stands beside those that are counted: that is easily overlooked.
function mixed(i, { players, state, region, result }) {
  const isCounted = ({ seat }) => region !== null && state.players[seat].numbers !== null;
  const counted = players.filter(isCounted);
  const typed = players.filter((one, k) => !isCounted(one) && result.figures[i][k] !== null);
  if (!counted.length || !typed.length) return null;
  const names = (all) => list(all.map(({ name }) => name));
  const said = word("phototour.mixed", { counted: names(counted), typed: names(typed) });
  return el("p", { class: "small mixed" }, said);
}

// Cards given by number are counted; other players tell their figure.
function figure(i, { player, own, region, result, k, title }, put) {
  const counts = region !== null && own.numbers !== null;
  const told = result.figures[i][k];
  const { seat, name, colour } = player;
  return el(
    "label",
    {},
    el(
      "span",
      {},
      el("span", { class: `token ${colour}`, "aria-hidden": "true" }, initial(name)),
      el("b", { class: "prize" }, told === null ? "" : `→ ${result.players[k].terms.contests[i]}`),
    ),
    field(
      `figure-${i}-${seat}`,
      labelled(title, name),
      told,
      (value) => put([{ seat, field: "figures", where: i, value }]),
      { disabled: counts, least: 0, most: MOST_FIGURE, refuses: true },
    ),
  );
}
