// What a photo of a board showed: the photo itself, and the places to check, one at a time.

import { el, redraw, svg } from "../dom.js";
import { list, plural, space, word } from "../words.js";
import { cachesOf, cachesWith, circledWith, crossedWith, plainName } from "./drawn.js";
import { fated, TOURISTS, threatsOf } from "./townfacts.js";

const BESIDE = ["bonus", "name"];
const FIELDS = { section: "sections", ring: "rings", tourists: "tourists" };

const keyOf = ({ kind, where }) => `${kind} ${where}`;

// The doubts that are left, the one that is looked at first. Nobody is asked about symbols that are
// as the fate numbers give them.
export function doubtsOf(town, shared, own, looked = null) {
  const due = fated(town, shared) ?? {};
  const [known, drawn] = [Object.keys(due).length > 0, threatsOf(town, shared, own)];
  const open = Object.values(own.doubts ?? {})
    .filter(({ kind, where }) => kind !== "threats" || !known || drawn[where] !== due[where])
    .sort((one, other) => one.order - other.order);
  const at = Math.max(
    0,
    open.findIndex((one) => keyOf(one) === looked),
  );
  return [...open.slice(at), ...open.slice(0, at)];
}

// Where the photo is to be fetched and lies on the page, null where there is none. The picture of
// one is gone whose reading came back as a later photo was undone.
export function photoUnder({ photo }, address) {
  if (!photo || photo.gone) return null;
  const { number, box, beside } = photo;
  return { href: `${address}/rectified-${number}.jpg`, box, beside };
}

// The entries that put *value* in the place of *doubt*, about which nobody is asked any more.
export function settle(facts, doubt, value) {
  const key = keyOf(doubt);
  return [
    ...entries(facts, doubt, value),
    { field: "doubts", where: key, value: null },
    { field: "settled", where: key, value: true },
  ];
}

function entries({ town, shared, own, others }, { kind, where }, value) {
  if (kind === "name")
    return [{ field: "ringed_name", value }, ...withoutRing(shared, others, value)];
  if (kind === "cache") return [cachesWith(cachesOf(town, shared, own), where, value)];
  if (kind === "threats") {
    const { [where]: _, ...rest } = own.threats ?? {};
    return [{ field: "threats", value: value ? { ...rest, [where]: value } : rest }];
  }
  if (kind === "bonus") {
    // How many copies are crossed out, or what is drawn at the one sign.
    if (typeof value === "number") return crossedWith(own, where, value);
    const used = { field: "used", where, value: value === "used" ? 1 : null };
    return [used, ...circledWith(own, where, value === "none" ? 0 : 1)];
  }
  const empty = !value || (kind === "tourists" && !Object.keys(value).length);
  return [{ field: FIELDS[kind], where, value: empty ? null : value }];
}

// The threat is open again where a ring alone told it, and there is none.
function withoutRing({ threat_read: read }, others, ringed) {
  if (!read || ringed || others.some((one) => one.ringed_name)) return [];
  return [
    { seat: null, field: "threat", value: null },
    { seat: null, field: "threat_read", value: false },
  ];
}

// ui: what is looked at; deep: whether the Deep Ones threaten, so that the name may be ringed;
// under: the photo. act: look(changes), answer(doubt, value).
export function showPhoto(root, { town, shared, own, ui, corners, deep, under }, act) {
  const open = doubtsOf(town, shared, own, ui.doubt);
  const threats = threatsOf(town, shared, own);
  redraw(
    root,
    open.length ? question(open, { town, threats }, under, act) : null,
    unread(own, deep),
    own.photo && !own.photo.gone
      ? el(
          "p",
          { class: "row" },
          el(
            "button",
            {
              type: "button",
              class: "button small",
              "data-button": "under",
              "aria-pressed": String(ui.under),
              onclick: () => act.look({ under: !ui.under }),
            },
            word(ui.under ? "innsmouth.photo.hide" : "innsmouth.photo.show"),
          ),
          el("a", { class: "button small", href: corners }, word("corners")),
        )
      : null,
  );
}

// The part of the photo that shows a place of the map, with so much of a rim, in mm.
function around(town, where) {
  const at = town.quarters[where]?.shape ?? town.roads[where]?.path ?? [town.places[where]];
  if (!at[0]) return [];
  const rim = at.length > 1 ? 4 : 9;
  const [x, y] = [0, 1].map((i) => Math.min(...at.map((xy) => xy[i])) - rim);
  const [right, bottom] = [0, 1].map((i) => Math.max(...at.map((xy) => xy[i])) + rim);
  return [[x, y, right - x, bottom - y]];
}

function cut({ href, box: [x, y, width, height] }, part) {
  return svg(
    "svg",
    { class: "cut", viewBox: part.join(" "), "aria-hidden": "true" },
    svg("image", { href, x, y, width, height, preserveAspectRatio: "none" }),
  );
}

// The signs beside the map that nobody has laid on the town's page.
function unread({ photo, character }, deep) {
  const what = (photo?.unread ?? []).filter((one) => deep || one !== "name");
  if (!what.length) return null;
  const said = list(what.map((one) => word(`innsmouth.unread.${one}`)));
  const first = what.includes("bonus") && !character;
  return el(
    "p",
    { class: "small", id: "unread" },
    word("innsmouth.unread", { what: said }),
    first ? space() + word("innsmouth.unread.who") : null,
  );
}

function question(open, { town, threats }, under, { look, answer }) {
  const [doubt, next] = open;
  // Ink in a quarter that may be its symbol's: no answer takes the symbol away.
  const symbols = doubt.kind === "tourists" ? (threats[doubt.where] ?? 0) : 0;
  // What stands beside the map is not on the board that is shown.
  const parts = BESIDE.includes(doubt.kind)
    ? (under?.beside?.[doubt.kind === "name" ? "name" : doubt.where] ?? [])
    : around(town, doubt.where);
  const values = [doubt.read, ...doubt.alternatives];
  return el(
    "div",
    { class: "ask", id: "doubt", "data-doubt": keyOf(doubt) },
    // Once one is answered, the next stands there: whoever cannot see it is told.
    el(
      "p",
      { id: "doubt-asked", "aria-live": "polite" },
      el("b", {}, plural("innsmouth.doubts", open.length)),
      space(),
      asked(doubt, town, symbols),
    ),
    ...(under ? parts : []).map((part) => cut(under, part)),
    el(
      "div",
      { class: "chips", role: "group", "aria-labelledby": "doubt-asked" },
      ...values.map((value, i) =>
        chip(`doubt-${i}`, valueText(doubt, value, symbols), () => answer(doubt, value), i === 0),
      ),
      BESIDE.includes(doubt.kind)
        ? null
        : chip("doubt-look", word("innsmouth.doubt.look"), () =>
            look({ doubt: keyOf(doubt), under: true }),
          ),
      next
        ? chip("doubt-next", word("innsmouth.doubt.next"), () => look({ doubt: keyOf(next) }))
        : null,
    ),
  );
}

const chip = (id, text, onclick, likely = false) =>
  el(
    "button",
    {
      type: "button",
      class: likely ? "chip likely" : "chip",
      "data-button": id,
      "aria-label": likely ? list([text, word("doubt.read")]) : null,
      onclick,
    },
    text,
  );

function asked({ kind, where, read }, town, symbols) {
  if (kind === "name") return word("innsmouth.doubt.name");
  if (kind === "bonus")
    return word(`innsmouth.doubt.${typeof read === "number" ? "bonuses" : "bonus"}`, {
      where: word(`innsmouth.bonus.${where}`),
    });
  const quarter = town.landmarks[where];
  const named = quarter?.name ? `${where} ${quarter.name}` : where;
  const place = quarter ? named : plainName(where);
  const diagonal = town.roads[where]?.diagonal;
  const what = symbols ? "beside" : kind === "section" && diagonal ? "diagonal" : kind;
  return word(`innsmouth.doubt.${what}`, { where: place });
}

function valueText({ kind }, value, symbols) {
  if (kind === "tourists") {
    const said = TOURISTS.filter((one) => value[one]).map((one) =>
      plural(`innsmouth.tourists.${one}`, value[one]),
    );
    if (said.length) return list(said);
    return symbols
      ? word("innsmouth.doubt.symbols", { what: plural("innsmouth.symbols", symbols) })
      : word("innsmouth.doubt.nobody");
  }
  if (typeof value === "number") return String(value);
  if (kind === "bonus") return word(`innsmouth.doubt.bonus.${value}`);
  return word(value ? "innsmouth.doubt.yes" : "innsmouth.doubt.no");
}
