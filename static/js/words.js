// The words come from the server, so that scripts hold no language.

let known = {};

export function setWords(words) {
  known = words;
}

export function word(name, values = {}) {
  const text = known[name];
  if (text === undefined) throw new Error(`no word called ${name}`);
  return text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
}

// The form of a word for a number, by the rules of the page's language.
export function plural(name, n) {
  const form = new Intl.PluralRules(document.documentElement.lang).select(n);
  return word(`${name}.${form}`, { n });
}

export function sectionEnds(id) {
  const [a, b] = id.split("/")[0].split("-");
  return { a, b };
}

export function touristList(counts) {
  const there = Object.entries(counts ?? {}).filter(([, number]) => number > 0);
  if (!there.length) return word("tourists.none");
  return there.map(([kind, number]) => plural(kind, number)).join(", ");
}

// What a value of an edit or a doubt is called.
export function valueWord(kind, value) {
  if (kind === "section") return word(value ? "section.drawn" : "section.not-drawn");
  if (kind === "task") return word(value ? "task.ringed" : "task.not-ringed");
  if (kind === "cafe") return word(`cafe.${value}`);
  return touristList(value);
}
