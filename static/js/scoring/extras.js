// What a route is worth beside what its sections reach: the personal task, goal cards and the
// terms that the order of the walk decides. Exact for a walk, a bound for a set of sections.

import { has } from "./drawing.js";
import { resultOf } from "./goals.js";
import { isOrdered, measured } from "./measures.js";
import { taskPart } from "./route.js";
import { isOnWalk, passedBy, walkPoints, walkPointsAtMost } from "./terms.js";

export class Extras {
  constructor(game, drawing, task) {
    Object.assign(this, { rules: game.rules, game, drawing, names: task });
    this.factor = game.terms.find(({ kind }) => kind === "task")?.factor ?? 0;
    this.onWalks = game.terms.filter(isOnWalk);
    this.task = drawing.points.flatMap((point, v) => (task.has(point) ? [v] : []));
    const { cards } = game.goals;
    this.onWalk = this.onWalks.some((term) => walkPointsAtMost(term, game, drawing.sections));
    this.ordered = task.size > 0 || this.onWalk || cards.some(isOrdered);
    // Only cards that ask for little, or for where a walk ends, are lost by going on.
    this.anyEnds = cards.some(
      ({ direction, measure }) => direction === "at-most" || measure === "ends-beside",
    );
    this.closed = this.ordered || this.anyEnds;
    this.cards = this.cardsAtMost() + this.stepsAtMost(drawing.sections);
  }

  // PP that no walk of so many sections exceeds.
  most(length) {
    return this.factor * length + this.cards;
  }

  // The exact PP of one route.
  points(route) {
    const { game } = this;
    const part = this.names.size > 1 ? taskPart(this.names, route).length : 0;
    const onWalk = this.onWalks.reduce((sum, term) => sum + walkPoints(term, game, route), 0);
    return this.factor * part + onWalk + this.cardPoints(route);
  }

  cardPoints(route) {
    const { cards, rivals } = this.game.goals;
    if (!cards.length) return 0;
    const walked = this.walked(route);
    return cards.reduce(
      (sum, card, n) => sum + resultOf(card, measured(card, walked).value, rivals, n).points,
      0,
    );
  }

  walked(route) {
    const { rules, game } = this;
    return {
      rules,
      marks: game.marks,
      route,
      passed: passedBy(rules, game.marks, game.setup, route),
    };
  }

  cardsAtMost() {
    const { cards } = this.game.goals;
    return cards.reduce((sum, card) => sum + Math.max(card.reached, card.won), 0);
  }

  stepsAtMost(sections, begun, closed) {
    return this.onWalks.reduce(
      (sum, term) => sum + walkPointsAtMost(term, this.game, sections, begun, closed),
      0,
    );
  }

  // PP of steps that no walk over a set exceeds which begins with some of it; null where no
  // step depends on the walk.
  stepsAhead(set, ends) {
    if (!this.onWalk) return null;
    const { sections } = this.drawing;
    const all = [...sections.keys()].filter((i) => has(...set, i));
    const name = (i) => sections[i];
    return (begun) => {
      const walked = new Set(begun);
      return this.stepsAtMost(
        all.filter((i) => !walked.has(i)).map(name),
        begun.filter((i) => i < sections.length).map(name),
        !ends,
      );
    };
  }

  // PP of cards that no walk over all of a set exceeds.
  hope(low, high, ends) {
    const { cards, rivals } = this.game.goals;
    if (!cards.length) return 0;
    const { drawing } = this;
    const there = [...drawing.sections.keys()].filter((i) => has(low, high, i));
    const sections = there.map((i) => drawing.sections[i]);
    let points = 0;
    const route = {
      points: [...new Set(there.flatMap((i) => drawing.ends[i].map((v) => drawing.points[v])))],
      sections,
      ride: null,
    };
    const walked = this.walked(route);
    for (let n = 0; n < cards.length; n++) {
      const value = this.value(cards[n], walked, [low, high], ends);
      points += resultOf(cards[n], value, rivals, n).points;
    }
    return points;
  }

  // The best value of a card that a walk over a set may have.
  value(card, walked, set, ends) {
    const most = card.direction === "at-least";
    if (card.measure === "crossings") return this.crossings(set);
    if (card.measure === "turns") return this.turns(set, most);
    if (card.measure === "straight-run") return most ? this.longestLine(set) : 0;
    if (card.measure !== "ends-beside") return measured(card, walked).value;
    const near = ends
      ? walked.route.sections.filter((id) =>
          this.drawing.ends[this.drawing.bySection.get(id)].some((v) => ends.includes(v)),
        )
      : walked.route.sections;
    const any = near.some(
      (id) =>
        measured(card, { ...walked, route: { points: [], sections: [id], ride: null } }).value,
    );
    return most && any ? 1 : 0;
  }

  // Of the sections at a crossroads two are used up by each pass; a ride passes nothing.
  crossings(set) {
    let sum = 0;
    for (const around of this.drawing.around) {
      const there = around.filter((i) => has(...set, i));
      sum += Math.max(
        0,
        Math.floor(there.length / 2) - 1 - (there.includes(this.drawing.ride) ? 1 : 0),
      );
    }
    return sum;
  }

  // The most turns of a walk over a set, or the fewest: at each crossroads by itself.
  turns(set, most) {
    let sum = 0;
    this.drawing.around.forEach((around, v) => {
      const there = around.filter((i) => has(...set, i));
      sum += this.turnsAt(v, there, most);
    });
    return sum;
  }

  turnsAt(v, there, most) {
    if (there.length < 2) return 0;
    const [first, ...rest] = there;
    const counts = rest.map(
      (other, n) =>
        this.turned(v, first, other) +
        this.turnsAt(v, [...rest.slice(0, n), ...rest.slice(n + 1)], most),
    );
    if (there.length % 2) counts.push(this.turnsAt(v, rest, most));
    return most ? Math.max(...counts) : Math.min(...counts);
  }

  turned(v, i, j) {
    const { sections, points, ride } = this.drawing;
    if (i === ride || j === ride) return 0;
    return this.rules.straight.has(`${points[v]} ${sections[i]} ${sections[j]}`) ? 0 : 1;
  }

  // The most sections of a set in one straight line.
  longestLine(set) {
    const { drawing } = this;
    const ahead = (i, v) =>
      drawing.around[v].find(
        (j) => j !== i && has(...set, j) && j !== drawing.ride && !this.turned(v, i, j),
      );
    let best = 0;
    for (const start of drawing.sections.keys()) {
      if (!has(...set, start)) continue;
      const line = new Set([start]);
      for (const end of drawing.ends[start]) {
        let [i, v] = [start, end];
        for (let next = ahead(i, v); next !== undefined && !line.has(next); next = ahead(i, v)) {
          line.add(next);
          v = drawing.otherEnd(next, v);
          i = next;
        }
      }
      best = Math.max(best, line.size);
    }
    return best;
  }
}
