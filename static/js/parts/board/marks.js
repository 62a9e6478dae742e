// Marks and edits as plain data. An edit is {kind, where, value}; no rule of the game is here.

// Where marks that are there or are not stand, and those that are circled and perhaps crossed
// out, by the kind of edit. The rules tell them with the board.
const FLAGS = {};
const CIRCLES = {};
// The modes that are played with goal cards.
const WITH_GOALS = new Set();

// What is set for all boards of a game.
const SHARED = "rating mode goals challenge tours fewer-tours diversity".split(" ");
export const isShared = (kind) => SHARED.includes(kind);

export function knowKinds(table) {
  for (const [kind, { key, shape }] of Object.entries(table)) {
    if (shape === "flag") FLAGS[kind] = key;
    if (shape === "circle") CIRCLES[kind] = key;
  }
}

export function knowModes(modes) {
  for (const { id, goals } of modes) if (goals) WITH_GOALS.add(id);
}

export function valueAt(board, kind, where) {
  const { marks, setup } = board;
  if (kind in FLAGS) return (marks[FLAGS[kind]] ?? []).includes(where);
  if (kind in CIRCLES) return marks[CIRCLES[kind]]?.[where] ?? "none";
  switch (kind) {
    case "section":
      return marks.colours?.[where] ?? marks.sections.includes(where);
    case "tourists":
      return marks.tourists[where] ?? {};
    case "rating":
      return setup.ratings[where];
    case "goals":
      return setup.goals;
    case "tours":
      return setup.tours ?? [];
    case "fewer-tours":
      return setup.fewer_tours ?? false;
    case "diversity":
      return setup.diversity ?? [];
    case "balance":
      return setup.balance_cards ?? 0;
    case "task-half":
      return setup.task_half ?? null;
    case "challenge":
    case "drawing":
      return null;
    case "mode":
      return board.mode;
    case "checked":
      return isChecked(board);
  }
}

// Of a board as the server keeps it, or of one with edits on top.
const isChecked = ({ checked, status }) => checked ?? status?.checked ?? false;

export function same(one, other) {
  if (one === null || Array.isArray(one)) return inOrder(one) === inOrder(other);
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

// As text, whatever the order of its keys: the server has another than a page.
export const inOrder = (value) =>
  JSON.stringify(value, (_, one) =>
    one && typeof one === "object" && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort())
      : one,
  );

function sorted(value) {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .filter(([, number]) => number > 0)
    .sort();
}

// Returns {marks, setup, mode, …} after the edits, the given one unchanged.
export function withEdits(board, edits) {
  const after = {
    marks: structuredClone(board.marks),
    setup: structuredClone(board.setup),
    mode: board.mode,
    goals_aside: board.goals_aside ?? [],
    checked: isChecked(board),
  };
  for (const { kind, where, value, settles } of edits) {
    if (kind in FLAGS) toggle(within(after.marks, FLAGS[kind], []), where, value);
    if (kind in CIRCLES) circle(within(after.marks, CIRCLES[kind], {}), where, value);
    switch (kind) {
      case "section":
        toggle(after.marks.sections, where, Boolean(value));
        if (typeof value === "string") within(after.marks, "colours", {})[where] = value;
        else delete after.marks.colours?.[where];
        break;
      case "tourists":
        after.marks.tourists[where] = value;
        break;
      case "rating":
        after.setup.ratings[where] = value;
        toggle(within(after.setup, "unrated", []), where, settles === false);
        break;
      case "goals":
        after.setup.goals = value;
        if (value.length) after.goals_aside = [];
        break;
      case "tours":
        after.setup.tours = value;
        after.setup.fewer_tours = false;
        break;
      case "fewer-tours":
        after.setup.fewer_tours = value;
        break;
      case "diversity":
        after.setup.diversity = value;
        break;
      case "balance":
        after.setup.balance_cards = value;
        break;
      case "task-half":
        after.setup.task_half = value;
        break;
      case "mode":
        after.mode = value;
        layCards(after, WITH_GOALS.has(value));
        break;
      case "checked":
        after.checked = value;
        break;
    }
  }
  return after;
}

// As the server does: a mode without goal cards puts them aside, one with them takes them back.
function layCards(board, there) {
  const known = board.setup.goals.length ? board.setup.goals : board.goals_aside;
  board.setup.goals = there ? known : [];
  board.goals_aside = there ? [] : known;
}

// What *marks* hold under *key*, which cities without such marks leave out.
function within(marks, key, empty) {
  marks[key] ??= empty;
  return marks[key];
}

function circle(marks, name, value) {
  if (value === "none") delete marks[name];
  else marks[name] = value;
}

function toggle(names, name, there) {
  const at = names.indexOf(name);
  if (there && at < 0) names.push(name);
  if (!there && at >= 0) names.splice(at, 1);
}

// The edits that lead from one state to another, the set-up's among them.
export function changes(from, to) {
  const found = differences(from.marks, to.marks);
  for (const [where, value] of Object.entries(to.setup.ratings)) {
    if (from.setup.ratings[where] !== value) found.push({ kind: "rating", where, value });
  }
  for (const kind of ["goals", "tours", "fewer-tours", "diversity", "balance", "task-half"]) {
    const value = valueAt(to, kind);
    if (!same(valueAt(from, kind), value)) found.push({ kind, where: "", value });
  }
  if (from.mode !== to.mode && to.mode) found.push({ kind: "mode", where: "", value: to.mode });
  return found;
}

// The edits that lead from one set of marks to another.
export function differences(from, to) {
  const before = { marks: from };
  const after = { marks: to };
  const places = {
    section: new Set([...from.sections, ...to.sections]),
    tourists: new Set([...Object.keys(from.tourists), ...Object.keys(to.tourists)]),
  };
  for (const [kind, key] of Object.entries(CIRCLES))
    places[kind] = new Set([...Object.keys(from[key] ?? {}), ...Object.keys(to[key] ?? {})]);
  for (const [kind, key] of Object.entries(FLAGS))
    places[kind] = new Set([...(from[key] ?? []), ...(to[key] ?? [])]);
  const found = [];
  for (const [kind, names] of Object.entries(places)) {
    for (const where of names) {
      const value = valueAt(after, kind, where);
      if (!same(valueAt(before, kind, where), value)) found.push({ kind, where, value });
    }
  }
  return found;
}
