// The total and what it rests on: is it proved, is it sent, what is wrong with the photo.

import { el, icon } from "../dom.js";
import { list, plural, sentences, word } from "../words.js";
import { isFinal, kindWord } from "./certainty.js";

const NOTHING = "\u00a0";

// own: what this phone worked out, {} where it does not know the rules; waiting: whether edits
// are on their way to the server; searching: whether the server has yet to look for the route;
// read: whether a photo was. Only a final total is called proved, and green. One that is outdated
// is not called final.
export function showTotal({ total, proof }, sheet, { own, waiting, searching, status, read }) {
  const least = own?.sheet && !sheet.optimal;
  total.querySelector("output").textContent = least
    ? word("phone.at-least", { total: sheet.total })
    : sheet.total;
  const outdated = waiting ? !own?.sheet : searching;
  total.classList.toggle("stale", outdated);
  const final = isFinal(status);
  const sure = final && sheet.optimal && !waiting;
  const known = searching ? word("searching") : proofText(sheet, final, read);
  const search = waiting ? phoneText(own, least) : known;
  proof.hidden = !final && !search;
  proof.classList.toggle("unproved", Boolean(search) && (waiting || !sheet.optimal));
  proof.classList.toggle("sure", sure);
  const said = [final && !outdated ? kindWord(status) : "", search].filter(Boolean);
  // What stands below does not jump while an answer is on its way.
  proof.replaceChildren(sure ? icon("check") : "", el("span", {}, list(said) || NOTHING));
}

function proofText({ optimal, length, at_most_more: more }, final, read) {
  if (!optimal) return more ? word("not-proved.more", { more }) : word("not-proved");
  if (!length && !final) return "";
  if (final) return word("proved");
  return word(read ? "best-read" : "best-drawn");
}

function phoneText(own, least) {
  if (!own) return "";
  if (!own.sheet) return word("phone.unknown");
  return word(least ? "phone.least" : "phone.total");
}

// How the photo is bad; it is used all the same.
export function showQuality(root, { quality, missing_half: half }) {
  const texts = [
    ...(half ? [word(`half.${half}`)] : []),
    ...quality.map((name) => word(`quality.${name}`)),
  ];
  root.hidden = !texts.length;
  root.textContent = sentences(texts);
}

// Beside the total until it is final; it leads to what is open. Of a final board it says how much
// is against the rules, which was declared to be so.
export function showChip(root, status, findings) {
  const final = isFinal(status);
  root.hidden = final && !findings.length;
  root.textContent = final ? plural("look-at", findings.length) : kindWord(status);
}

export function showCorrections({ text, back }, { read, corrections }) {
  text.hidden = !read;
  back.hidden = !corrections;
  text.textContent = corrections ? plural("corrections", corrections) : word("corrections.none");
}
