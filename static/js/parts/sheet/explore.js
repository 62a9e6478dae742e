// Other routes, a route of one's own, and a disputed sheet: what the board page asks for.

import { OwnRoute, pathsOf } from "../board/ownroute.js";
import { ask, showDispute, showRoutes } from "./alternatives.js";

export class Explore {
  // addresses: {routes, own, dispute}; show() draws the page, fail(text) says what is wrong.
  constructor(scene, addresses, { show, fail, light, toDoubt }) {
    Object.assign(this, { scene, addresses, show, fail, light, toDoubt });
    this.roads = new Map(scene.geometry.roads.map((road) => [road.id, road]));
    this.route = new OwnRoute(scene.geometry, scene.rides);
    this.choosing = false;
    this.forget();
  }

  // What was asked for holds for the board as it was.
  forget() {
    this.alternatives = null;
    this.pressed = null;
    this.verdict = null;
  }

  // Back to the best route.
  leave() {
    this.choosing = false;
    this.pressed = null;
  }

  // The route that is looked at beside the best one, and its paths.
  get shown() {
    const route = this.choosing ? this.route.walked : this.alternatives?.[this.pressed]?.route;
    return route ? { route, paths: pathsOf(this.roads, route) } : null;
  }

  draw(roots, sheet) {
    showRoutes(roots.routes, this.scene, this, {
      onLoad: () => this.load(),
      onPress: (i) => this.press(i),
      onOwn: () => this.toggle(),
      onClear: () => this.clear(),
    });
    showDispute(
      roots.dispute,
      { sheet, city: this.scene.city, verdict: this.verdict },
      {
        onCheck: (written) => this.check(written),
        onChange: () => this.change(),
        onLight: this.light,
        onDoubt: this.toDoubt,
      },
    );
  }

  async load() {
    await this.asked(async () => {
      const { alternatives, alternatives_proved: proved } = await ask(this.addresses.routes);
      Object.assign(this, { alternatives, proved });
      this.pressed = null;
    });
  }

  press(i) {
    this.light(null);
    this.pressed = this.pressed === i ? null : i;
    this.choosing = false;
    this.show();
  }

  toggle() {
    this.choosing = !this.choosing;
    this.pressed = null;
    this.show();
  }

  clear() {
    this.route.clear();
    this.own = null;
    this.show();
  }

  async tap(id, drawn) {
    const wrong = this.route.tap(id, drawn);
    this.show();
    if (wrong) return this.fail(wrong);
    const stops = this.route.stops;
    await this.asked(async () => {
      const own = stops.length ? await ask(this.addresses.own, { stops }) : null;
      // Quick taps: only the newest answer counts.
      if (stops.join() === this.route.stops.join()) this.own = own;
    });
  }

  // A verdict is about what was written then.
  change() {
    if (!this.verdict) return;
    this.verdict = null;
    this.show();
  }

  async check({ total = null, ...lines }) {
    await this.asked(async () => {
      this.verdict = await ask(this.addresses.dispute, { lines, total });
    });
  }

  async asked(action) {
    try {
      await action();
    } catch (error) {
      this.fail(error.message);
    }
    this.show();
  }
}
