// Goal cards on a final route: what each comes to, reached or won, and its PP.

import { measured } from "./measures.js";

// What the cards of *goals* come to. Rivals are null for a board on its own: nobody wins.
export function goalResults(goals, walked) {
  return goals.cards.map((card, n) => {
    const found = measured(card, walked);
    return { card, found, ...resultOf(card, found.value, goals.rivals, n) };
  });
}

export function resultOf(card, value, rivals, n) {
  const most = card.direction === "at-least";
  const reached = most ? value >= card.threshold : value <= card.threshold;
  const rival = rivals?.[n] ?? null;
  const won =
    reached && rivals !== null && (rival === null || (most ? value >= rival : value <= rival));
  return { value, reached, won, points: won ? card.won : reached ? card.reached : 0 };
}

export function goalWorking({ card, value, reached, won, points }) {
  const what = card.name || [card.of, card.measure].filter(Boolean).join(" ");
  const sign = card.direction === "at-least" ? "≥" : "≤";
  if (!reached) return `${what} ${value}, not ${sign} ${card.threshold} → 0`;
  return `${what} ${value} ${sign} ${card.threshold}, ${won ? "won" : "reached"} → ${points}`;
}
