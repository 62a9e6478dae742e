// Below the sheet: what the referee noticed, lost tourists, and sections left out.

import { el, redraw } from "../dom.js";
import { findingText, list, placeName, touristList, word } from "../words.js";

export function showNotes(root, { sheet, findings }, pressed, onPress) {
  const parts = [
    ...group(
      "findings",
      findings.map((one) => ({ text: findingText(one), elements: one.elements, kind: "finding" })),
    ),
    ...group("unused", unused(sheet)),
    ...group("lost", lost(sheet)),
  ];
  root.hidden = !parts.length;
  redraw(root, ...parts);

  function group(name, rows) {
    if (!rows.length) return [];
    return [
      el("h2", {}, word(name)),
      el("ul", {}, ...rows.map((row, i) => el("li", {}, button(`${name}-${i}`, row)))),
    ];
  }

  function button(name, { text, elements, kind = "" }) {
    return el(
      "button",
      {
        type: "button",
        class: kind,
        "data-note": name,
        "aria-pressed": String(pressed === name),
        onclick: () => onPress(name, elements),
      },
      text,
    );
  }
}

function unused(sheet) {
  const reasons = [...new Set(sheet.unused.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const elements = sheet.unused
      .filter((one) => one.reason === reason)
      .map(({ section }) => section);
    const names = list(elements.map(placeName));
    return {
      text: word("unused.row", { sections: names, reason: word(`reason.${reason}`) }),
      elements,
    };
  });
}

function lost(sheet) {
  return Object.entries(sheet.lost_tourists).map(([where, counts]) => ({
    text: word("lost.row", { where: placeName(where), list: touristList(counts) }),
    elements: [where],
  }));
}
