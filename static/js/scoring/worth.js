// What a set of sections is worth whatever the order of the walk: PP, length, tourists and
// landmarks as one number that compares as the game does. It only grows with the set.

import { has, maskOf, sizeOf } from "./drawing.js";

// Room for each figure below the one that decides before it.
const [LENGTHS, TOURISTS, LANDMARKS] = [64, 2 ** 15, 128];
export const POINT = LENGTHS * TOURISTS * LANDMARKS;
const FLAT = 0;
const GUESTS = 1;
const SIGHTS = 2;
const OWN = 3;

export const pointsOf = (key) => Math.floor(key / POINT);

export class Worth {
  // game: the board with the rules told by the server; parts: what its terms have that only
  // grows: PP that are fixed, flat features, a table of how many of some, a product of two sums.
  constructor(drawing, { rules, marks, setup }, parts) {
    this.drawing = drawing;
    this.columns = OWN;
    this.rows = new Map();
    this.fixed = 0;
    this.tables = [];
    this.products = [];
    const groupOf = new Map();
    for (const { fixed = 0, flat = [], table, product } of parts) {
      this.fixed += fixed;
      this.addAll(flat, FLAT);
      if (table) this.tables.push([this.column(table.features), table.points]);
      if (!product) continue;
      const left = this.column(product.left);
      this.products.push([left, this.column(product.right)]);
      groupOf.set(product.colour, left);
    }
    this.addAll(
      rules.landmarks.map(({ by }) => ({ by, weight: 1 })),
      SIGHTS,
    );
    const all = (counts) => Object.values(counts).reduce((sum, number) => sum + number, 0);
    const guests = ([place, by]) => ({ by, weight: all(marks.tourists[place] ?? {}) });
    this.addAll(rules.locations.map(guests), GUESTS);
    this.features = [...this.rows.values()].map(({ mask, row }) => ({ mask, entries: [...row] }));
    this.tours = setup.tours.map((id) =>
      this.tour(
        rules.tours.find((tour) => tour.id === id),
        groupOf,
      ),
    );
    this.low = Int32Array.from(this.features, ({ mask }) => mask[0]);
    this.high = Int32Array.from(this.features, ({ mask }) => mask[1]);
    this.sums = new Float64Array(this.columns);
  }

  // The number of a new column that counts some features.
  column(features) {
    this.columns += 1;
    this.addAll(features, this.columns - 1);
    return this.columns - 1;
  }

  // What the same sections reach is one feature.
  addAll(features, column) {
    for (const { by, weight } of features) {
      const sections = this.drawing.reaching(by);
      if (!sections.length || !weight) continue;
      const mask = maskOf(sections);
      const name = mask.join(" ");
      if (!this.rows.has(name)) this.rows.set(name, { mask, row: new Map() });
      const { row } = this.rows.get(name);
      row.set(column, (row.get(column) ?? 0) + weight);
    }
  }

  tour({ places, needed, kind }, groupOf) {
    return {
      masks: places.map((by) => maskOf(this.drawing.reaching(by))),
      needed,
      column: groupOf.get(kind),
    };
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
      if (column !== undefined) sums[column] += 1;
      sums[SIGHTS] += 1;
    }
    let points = this.fixed + sums[FLAT];
    for (const [column, table] of this.tables) points += tableAt(table, sums[column]);
    for (const [left, right] of this.products) points += sums[left] * sums[right];
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
