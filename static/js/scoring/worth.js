// What a set of sections is worth whatever the order of the walk: PP, length, tourists and
// landmarks as one number that compares as the game does. It only grows with the set.

import { has, maskOf, sizeOf } from "./drawing.js";

// Room for each figure below the one that decides before it.
const [LENGTHS, TOURISTS, LANDMARKS] = [64, 2 ** 15, 128];
export const POINT = LENGTHS * TOURISTS * LANDMARKS;
const FLAT = 0;
const VISITED = 1;
const GUESTS = 2;
const SIGHTS = 3;
const GROUPS = 4;

export const pointsOf = (key) => Math.floor(key / POINT);

export class Worth {
  // rules: what the server tells of board and city; fixed: PP wherever the route goes;
  // bonuses: PP for what puts them on the route.
  constructor(drawing, rules, { marks, setup }, fixed, bonuses) {
    this.drawing = drawing;
    this.rules = rules;
    this.fixed = fixed;
    this.columns = GROUPS + 2 * rules.pairs.length;
    this.features = [];
    const groupOf = new Map(rules.pairs.map(([kind], n) => [kind, GROUPS + 2 * n]));
    for (const mark of rules.landmarks) this.addLandmark(mark, marks, setup, groupOf.get(mark.kind));
    for (const [place, by] of rules.locations) this.addTourists(by, marks.tourists[place]);
    for (const point of rules.visit_all.at) this.add([point], { [VISITED]: 1 });
    for (const { by, points } of bonuses) this.add(by, { [FLAT]: points });
    this.tours = setup.tours.map((id) => this.tour(rules.tours.find((tour) => tour.id === id), groupOf));
    this.low = Int32Array.from(this.features, ({ mask }) => mask[0]);
    this.high = Int32Array.from(this.features, ({ mask }) => mask[1]);
    this.sums = new Float64Array(this.columns);
  }

  add(by, row) {
    const sections = this.drawing.reaching(by);
    const entries = Object.entries(row).map(([column, weight]) => [Number(column), weight]).filter(([, weight]) => weight);
    if (sections.length && entries.length) this.features.push({ mask: maskOf(sections), entries });
  }

  // In a coloured city a special landmark counts by the sections of its own colour.
  addLandmark({ by, own, kind, points, rating }, marks, setup, group) {
    const row = { [SIGHTS]: 1, [FLAT]: points + (rating ? setup.ratings[rating] : 0) };
    if (group && !this.rules.coloured) row[group] = 1;
    this.add(by, row);
    if (group && this.rules.coloured) this.add(own.filter((road) => marks.colours?.[road] === kind), { [group]: 1 });
  }

  addTourists(by, counts = {}) {
    const row = { [GUESTS]: Object.values(counts).reduce((sum, number) => sum + number, 0) };
    this.rules.pairs.forEach(([, shape], n) => (row[GROUPS + 2 * n + 1] = counts[shape] ?? 0));
    this.add(by, row);
  }

  tour({ places, needed, kind }, groupOf) {
    return { masks: places.map((by) => maskOf(this.drawing.reaching(by))), needed, column: groupOf.get(kind) };
  }

  // The key of a set, personal task and goal cards left out.
  key(low, high) {
    const { sums } = this;
    sums.fill(0);
    for (let n = 0; n < this.features.length; n++) {
      if ((low & this.low[n]) | (high & this.high[n])) {
        for (const [column, weight] of this.features[n].entries) sums[column] += weight;
      }
    }
    for (const { masks, needed, column } of this.tours) {
      if (masks.filter(([l, h]) => (low & l) | (high & h)).length < needed) continue;
      sums[column] += 1;
      sums[SIGHTS] += 1;
    }
    let points = this.fixed + sums[FLAT] + tableAt(this.rules.visit_all.points, sums[VISITED]);
    for (let n = GROUPS; n < this.columns; n += 2) points += sums[n] * sums[n + 1];
    const length = this.length(low, high);
    return ((points * LENGTHS + length) * TOURISTS + sums[GUESTS]) * LANDMARKS + sums[SIGHTS];
  }

  length(low, high) {
    const { ride } = this.drawing;
    return sizeOf(low, high) - (ride >= 0 && has(low, high, ride) ? 1 : 0);
  }
}

// Beyond a table its last entry stands.
export const tableAt = (table, count) => table[Math.min(count, table.length - 1)];
