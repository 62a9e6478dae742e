// Scores a game of Фототур as the rules in Python do (scorer/rules/phototour): from what its
// file holds to the result that `scorer table --json` prints.

import { mistaken, prizes } from "./prizes.js";

const [SLOTS, CONTESTS, FEWEST_PLAYERS] = [7, 3, 2];
const [A_TOKEN, A_TOKEN_WITH_CARD, IN_RESERVE] = [3, 4, 1];
// Objected to are points far beyond any card, and figures of more than a diary holds.
const [POINTS_A_CARD, MOST_FIGURE] = [20, 28];
const [TOKENS_A_CARD, MOST_IN_RESERVE, ALL_TOKENS, OF_A_KIND] = [3, 3, 50, 10];
const KINDS = ["smartphone", "tripod", "drone", "lens", "film"];
const BREAKS = ["points", "fewer_cards", "tokens"];

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const isKinds = (told) => told !== null && typeof told === "object" && !Array.isArray(told);
const numberOf = (told) => {
  if (told === null) return 0;
  if (Array.isArray(told)) return sum(told);
  return isKinds(told) ? sum(Object.values(told)) : told;
};

export function resultOf(given) {
  const game = whole(given);
  const figures = game.contests.map((contest) => figuresOf(game, contest));
  const won = figures.map((each, i) =>
    prizes(
      each.map((one) => one ?? 0),
      game.contests[i].minimum,
    ),
  );
  const findings = [
    ...game.players.flatMap((diary, seat) => [
      ...ofDiary(game, diary, seat),
      ...ofPoints(game, diary, seat),
      ...ofFigures(game, seat),
    ]),
    ...ofTable(game),
  ];
  const own = game.players.map((diary, seat) => lacksOf(diary, seat, figures));
  const ofAll = lacksOfTable(game);
  const players = game.players.map((diary, seat) => {
    const terms = termsOf(
      game,
      diary,
      won.map((each) => each[seat]),
    );
    const lines = Object.fromEntries(Object.entries(terms).map(([name, all]) => [name, sum(all)]));
    const total = sum(Object.values(lines));
    const open = findings.filter((one) => one.seat === seat || one.seat === null).length;
    return {
      name: diary.name,
      lines,
      terms,
      total,
      cards: countOf(diary),
      tokens: numberOf(diary.tokens),
      verdicts: verdictsOf(game, diary, seat, figures, { lines, terms, total }),
      status: statusOf(lacksFor(seat, own, ofAll), open, game.checked),
    };
  });
  const missing = [...own.flat(), ...ofAll];
  return {
    players,
    figures,
    standings: standingsOf(players),
    findings,
    status: statusOf(missing, findings.length, game.checked),
    game: "phototour",
  };
}

// What a file leaves out.
function whole({ players, contests = [], book = [], checked = false }) {
  return {
    checked,
    cards: new Map(book.map((card) => [card.number, { region: "", places: 3, ...card }])),
    contests: contests.map((one) => ({ minimum: 1, region: null, results: null, ...one })),
    players: players.map((one) => ({
      numbers: null,
      cards: null,
      card_points: null,
      tokens: 0,
      four_a_token: false,
      reserve: 0,
      slots: [],
      bonuses: [],
      written: {},
      ...one,
    })),
  };
}

function countOf({ numbers, card_points: points, cards }) {
  if (numbers !== null) return numbers.length;
  return Array.isArray(points) ? points.length : cards;
}

function figuresOf({ players, cards }, { region, results }) {
  return players.map(({ numbers }, seat) =>
    region === null || numbers === null
      ? (results?.[seat] ?? null)
      : numbers.filter((number) => cards.get(number).region === region).length,
  );
}

function termsOf({ cards }, diary, won) {
  const [each] = ratesOf(diary);
  const { numbers, card_points: points } = diary;
  const onCards = numbers?.map((number) => cards.get(number).points);
  return {
    cards: onCards ?? (Array.isArray(points) ? points : [points ?? 0]),
    tokens: [each * numberOf(diary.tokens)],
    reserve: [IN_RESERVE * numberOf(diary.reserve)],
    contests: won,
    conditions: [
      ...(diary.slots ?? []).map((slot) => slotPoints(cards, slot)),
      ...(diary.bonuses ?? []),
    ],
  };
}

// Which numbers of the player's own sheet are wrong, each [line, written, right, mistakes]: a
// mistake leads exactly to what was written (scorer/rules/phototour/judge.py).
function verdictsOf({ contests }, diary, seat, figures, { lines, terms, total }) {
  const { written } = diary;
  const told = toldOf(diary, figures);
  const each = contests.map(({ minimum }, i) => {
    const won = mistaken(
      figures[i].map((one) => one ?? 0),
      minimum,
    );
    return Object.fromEntries(Object.entries(won).map(([name, all]) => [name, all[seat]]));
  });
  const found = Object.entries(lines).flatMap(([line, right]) => {
    const number = written[line];
    if (number === undefined || !told[line] || number === right) return [];
    const made = MADE[line]({ diary, right, terms: terms[line], each });
    const mistakes = made.filter(([, value]) => value === number).map(([mistake]) => mistake);
    return [[line, number, right, [...new Set(mistakes)]]];
  });
  const number = written.total;
  if (number === undefined || number === total || !Object.values(told).every(Boolean)) return found;
  // Who wrote the total alone may have made any mistake; a line of 0 is often left out.
  const whole = Object.entries(lines).every(([line, right]) => line in written || !right);
  const wrong = whole && number !== sum(Object.keys(lines).map((line) => written[line] ?? 0));
  return [...found, ["total", number, total, wrong ? ["sum"] : []]];
}

// Mistakes that one can make in a line, and what the line is worth with each.
const MADE = {
  cards: withoutOne,
  tokens: ({ diary }) => {
    const [rate, other] = ratesOf(diary);
    const [onCards, inReserve] = [diary.tokens, diary.reserve].map(numberOf);
    return [
      ["rate", other * onCards],
      ["with-reserve", rate * (onCards + inReserve)],
      ["counted", onCards],
    ];
  },
  reserve: ({ diary }) =>
    ratesOf(diary).map((rate) => ["as-on-cards", rate * numberOf(diary.reserve)]),
  contests: (line) => [
    ...["undivided", "second-too", "minimum", "figures"].map((mistake) => [
      mistake,
      sum(line.each.map((won) => won[mistake])),
    ]),
    ...withoutOne(line),
  ],
  conditions: (line) => [
    ...withoutOne(line),
    ["unfit", sum(line.diary.slots.map((slot) => slot.points ?? slot)) + sum(line.diary.bonuses)],
  ],
};

function withoutOne({ right, terms }) {
  return terms.length > 1 ? terms.map((one) => ["forgotten", right - one]) : [];
}

// What a token on a card gives, and what it gives others.
function ratesOf({ four_a_token: four }) {
  return four ? [A_TOKEN_WITH_CARD, A_TOKEN] : [A_TOKEN, A_TOKEN_WITH_CARD];
}

// Whether all is told that a line of the sheet is made of: only then it is compared.
export function toldOf(diary, figures) {
  return {
    cards: diary.numbers !== null || diary.card_points !== null,
    tokens: diary.tokens !== null,
    reserve: diary.reserve !== null,
    contests: figures.length === CONTESTS && figures.flat().every((one) => one !== null),
    conditions: diary.slots !== null && diary.bonuses !== null,
  };
}

// A slot of the lower row gives nothing while empty or under a card of the wrong kind.
export function slotPoints(cards, slot) {
  if (typeof slot === "number") return slot;
  const { kind, points, holds = null } = slot;
  const held = typeof holds === "number" ? cards.get(holds).kind : holds;
  return held === kind ? points : 0;
}

// Most points; then fewer cards; then more tokens on them; then shared.
function standingsOf(players) {
  const figures = players.map(({ total, cards, tokens }) => [total, -(cards ?? SLOTS), tokens]);
  const order = figures
    .map((one, seat) => ({ one, seat }))
    .sort((a, b) => -compare(a.one, b.one) || a.seat - b.seat);
  const groups = [];
  for (const { one, seat } of order) {
    const last = groups.at(-1);
    if (last && compare(last.one, one) === 0) last.seats.push(seat);
    else groups.push({ one, seats: [seat] });
  }
  let place = 1;
  return groups.map(({ one, seats }, i) => {
    const next = groups[i + 1]?.one;
    const by = next ? BREAKS[one.findIndex((figure, k) => figure !== next[k])] : null;
    const standing = { place, seats, ahead_by: by };
    place += seats.length;
    return standing;
  });
}

function compare(one, other) {
  const i = one.findIndex((figure, k) => figure !== other[k]);
  return i < 0 ? 0 : one[i] - other[i];
}

function statusOf(missing, found, checked) {
  const left = checked ? 0 : found;
  const kind = missing.length ? "incomplete" : left ? "to-check" : "final";
  return { kind, missing, to_check: left, checked };
}

function lacksOf(diary, seat, figures) {
  const told = {
    cards: countOf(diary),
    card_points: diary.numbers === null ? diary.card_points : 0,
    tokens: diary.tokens,
    reserve: diary.reserve,
    slots: diary.slots,
    bonuses: diary.bonuses,
  };
  return [
    ...Object.entries(told)
      .filter(([, value]) => value === null)
      .map(([what]) => ({ what, seat })),
    ...figures.flatMap((each, i) =>
      each[seat] === null ? [{ what: "contest", seat, number: i + 1 }] : [],
    ),
  ];
}

// What a player's total waits for: figures of others decide who gets the points of a contest.
function lacksFor(seat, own, ofAll) {
  const others = own.filter((_, i) => i !== seat).flat();
  return [...own[seat], ...others.filter(({ what }) => what === "contest"), ...ofAll];
}

function lacksOfTable({ players, contests }) {
  const numbers = [1, 2, 3].filter((number) => number > contests.length && number <= CONTESTS);
  return [
    ...(players.length < FEWEST_PLAYERS ? [{ what: "players" }] : []),
    ...numbers.map((number) => ({ what: "contest", number })),
  ];
}

// What the rules do not allow in one diary.
function ofDiary({ cards }, diary, seat) {
  const { numbers, tokens } = diary;
  const count = countOf(diary);
  // A slot without a card gives no points.
  const held = (diary.slots ?? []).filter((slot) =>
    typeof slot === "object" ? slot.holds : slot,
  ).length;
  const places = numbers
    ? sum(numbers.map((number) => cards.get(number).places))
    : TOKENS_A_CARD * (count ?? SLOTS);
  const limits = [
    ["cards_over", count ?? 0, SLOTS],
    ["tokens_over", numberOf(tokens), places],
    ["reserve_over", numberOf(diary.reserve), MOST_IN_RESERVE],
    ["slots_over", held, Math.min(count ?? SLOTS, SLOTS)],
  ];
  const over = limits
    .filter(([, found, most]) => found > most)
    .map(([offence, found, most]) => ({ offence, seat, found, most }));
  if (!Array.isArray(tokens)) return over;
  const ofCards = tokens.flatMap((found, i) => {
    const most = numbers ? cards.get(numbers[i]).places : TOKENS_A_CARD;
    const card = numbers ? numbers[i] : i + 1;
    return found > most ? [{ offence: "card_tokens_over", seat, found, most, card }] : [];
  });
  return [...over, ...ofCards];
}

// What no cards are likely to give, by their points, their slots or their bonuses.
function ofPoints({ cards }, diary, seat) {
  const { numbers, card_points: points, slots, bonuses } = diary;
  const isEach = Array.isArray(points);
  const each = numbers?.map((number) => cards.get(number).points) ?? (isEach ? points : []);
  const ofCards = each.flatMap((found, i) => {
    const card = numbers ? numbers[i] : i + 1;
    if (Math.abs(found) > POINTS_A_CARD)
      return [{ offence: "card_points_over", seat, found, most: POINTS_A_CARD, card }];
    return found < 0 ? [{ offence: "card_points_below", seat, found, most: 0, card }] : [];
  });
  const full = POINTS_A_CARD * SLOTS;
  const limits = [
    ["points_over", isEach ? 0 : (points ?? 0), POINTS_A_CARD * (countOf(diary) ?? SLOTS)],
    ["slot_points_over", sum((slots ?? []).map((slot) => slotPoints(cards, slot))), full],
    ["bonus_over", sum(bonuses ?? []), full],
  ];
  return [
    ...ofCards,
    ...limits.flatMap(([offence, found, most]) => {
      if (Math.abs(found) > most) return [{ offence, seat, found, most }];
      // Neither slots nor bonuses take points away.
      return found < 0 ? [{ offence: "points_below", seat, found, most: 0 }] : [];
    }),
  ];
}

// A contest counts cards of a diary, or tokens on them.
function ofFigures({ contests }, seat) {
  return contests.flatMap(({ results }, i) => {
    const found = results?.[seat] ?? 0;
    return found > MOST_FIGURE
      ? [{ offence: "figure_over", seat, found, most: MOST_FIGURE, contest: i + 1 }]
      : [];
  });
}

// What the rules do not allow of all diaries together.
function ofTable({ players }) {
  const found = [];
  const note = (offence, number, most, more = {}) =>
    found.push({ offence, seat: null, found: number, most, ...more });
  const counts = players.map(countOf);
  if (counts.every((count) => count !== null) && Math.max(...counts) < SLOTS)
    note("nobody_full", Math.max(...counts), SLOTS);
  const told = players.flatMap(({ tokens, reserve }) => [tokens, reserve]);
  const all = sum(told.map(numberOf));
  if (all > ALL_TOKENS) note("all_tokens_over", all, ALL_TOKENS);
  for (const kind of KINDS) {
    const number = sum(told.filter(isKinds).map((one) => one[kind] ?? 0));
    if (number > OF_A_KIND) note("kind_over", number, OF_A_KIND, { kind });
  }
  const numbers = players.flatMap(({ numbers: own }) => own ?? []);
  for (const card of [...new Set(numbers)].sort((a, b) => a - b)) {
    const times = numbers.filter((one) => one === card).length;
    if (times > 1) note("card_twice", times, 1, { card });
  }
  return found;
}
