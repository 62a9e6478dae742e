// What was begun on this phone and is not entered yet, by player: it outlives a reload of the page.

export class Drafts {
  // key: the game's.
  constructor(key) {
    this.key = key;
    this.kept = new Map(); // where a private window keeps nothing
  }

  get(name, seat) {
    const place = this.place(name, seat);
    try {
      return JSON.parse(sessionStorage.getItem(place)) ?? this.kept.get(place) ?? null;
    } catch {
      return this.kept.get(place) ?? null;
    }
  }

  // value: null takes it away.
  set(name, seat, value) {
    const place = this.place(name, seat);
    try {
      if (value === null) sessionStorage.removeItem(place);
      else sessionStorage.setItem(place, JSON.stringify(value));
    } catch {
      this.kept.set(place, value);
    }
  }

  place(name, seat) {
    return `${name}:${this.key}/${seat}`;
  }
}
