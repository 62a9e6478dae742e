// The words come from the server, so that scripts hold no language: a script that a page names
// before its own puts them into WORDS. To wait for them here, as modules may, would stop pages:
// WebKit begins a module before what waits in another one is over (https://webkit.org/b/242740).

export function word(name, values = {}) {
  const text = self.WORDS[name];
  if (text === undefined) throw new Error(`no word called ${name}`);
  return text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
}

// The word for one of many things, or the one for all others.
export function wordOr(name, other, values = {}) {
  return word(name in self.WORDS ? name : other, values);
}

// The form of a word for a number, by the rules of the page's language.
export function plural(name, n, values = {}) {
  const form = new Intl.PluralRules(document.documentElement.lang).select(n);
  return word(`${name}.${form}`, { n, ...values });
}

// A figure with the minus sign, which a hyphen is too short for.
export const numeral = (number) => String(number).replace("-", "−");

// The first letter as people see it, as an emoji of several.
export function initial(name) {
  const letters = Intl.Segmenter ? new Intl.Segmenter().segment(name) : [...name];
  const [first] = letters;
  return first?.segment ?? first ?? "";
}

export const list = (texts) => texts.join(word("list"));

// Parts of which each may be a list.
export const groups = (texts) => texts.join(word("sign.groups"));

// Messages end with a full stop or without one.
export const sentence = (text) => (/[.。…!?！？]$/.test(text) ? text : text + word("sign.stop"));

// What stands between two sentences: nothing where full stops are as wide as letters.
export const space = () => word("sign.space");

export const sentences = (texts) => texts.filter(Boolean).join(space());

export const labelled = (what, said) => word("sign.of", { what, said });

export const aside = (said) => word("sign.aside", { said });

export function sectionEnds(id) {
  const [a, b] = id.split("/")[0].split("-");
  return { a, b };
}

// What lies beside the map has a name of its own, and locations may have a landmark's; *along*
// are the landmarks that roads run along. The page knows them.
let [named, alongside] = [{}, {}];
export function namePlaces(names, along = {}) {
  [named, alongside] = [names, along];
}

// " (beside Harp Bridge)" where a road passes a landmark with a name.
export const beside = (id) => (id in alongside ? word("beside", { names: alongside[id] }) : "");

// A road is written with a longer dash than its id: b2–c2.
export const placeName = (id) => named[id] ?? id.replace("-", "–");

export function touristList(counts) {
  const there = Object.entries(counts ?? {}).filter(([, number]) => number > 0);
  if (!there.length) return word("tourists.none");
  return list(there.map(([kind, number]) => plural(kind, number)));
}

// What a value of an edit or a doubt is called.
export function valueWord(kind, value) {
  if (kind === "section" && typeof value === "string") return word(`pen.${value}`);
  if (kind === "section") return word(value ? "section.drawn" : "section.not-drawn");
  if (kind === "task") return word(value ? "task.ringed" : "task.not-ringed");
  if (kind === "crossed") return word(`crossed.${value}`);
  if (kind === "ticket") return word(value ? "ticket.held" : "ticket.none");
  if (kind === "cafe" || kind === "cafe-area") return word(`cafe.${value}`);
  return touristList(value);
}

// Sections of a run.
const RUN = 3;

// How the points of a line come about; figures need no language, what they count does.
export function workingOf({ step, points, working, from }) {
  if (step === "visit-all") return plural("visits", from.length, { points });
  if (step === "task")
    return points > from.length
      ? `${points / from.length} × ${plural("sections", from.length)}`
      : plural("sections", from.length);
  if (step === "goals") return "";
  if (step === "diversity") return `${plural("diversity.runs", from.length / RUN)} → ${points}`;
  return working;
}

// One goal card and what the route makes of it: "turns 12 ≥ 10, won → 8".
export function goalText({ measure, of, value, direction, threshold, is_reached, is_won, points }) {
  const what = [word(`measure.${measure}`), of ? word(`kind-of.${of}`) : ""]
    .filter(Boolean)
    .join(word("list"));
  const sign = direction === "at-least" ? "≥" : "≤";
  const result = word(is_won ? "goal.won" : is_reached ? "goal.reached" : "goal.missed");
  return word("goal.text", { what, value, sign, threshold, result, points });
}

// What the referee noticed, by its kind and figures.
export function findingText({ kind, elements, count, most }) {
  const together = kind === "too-many-tourists" && elements.length > 1 ? ".together" : "";
  const where = list(elements.map(placeName));
  return wordOr(`finding.${kind}${together}`, "finding.unknown", { where, count, most });
}
