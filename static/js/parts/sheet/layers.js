// The layers of a phone: the board above, the sheet below, which is pulled up over it by
// scrolling the page. The board shrinks by as much, and its parts are a tap away. On a wide
// screen both stand side by side, and only the way to a part is left.

import { focusOn } from "../dom.js";

// Where the board is at its smallest the sheet is up; from here on it counts as such.
const UP = 0.6;
const WIDE = matchMedia("(min-width: 900px), (min-width: 640px) and (orientation: landscape)");

export class Layers {
  // page: the element whose --shrunk says by how many pixels the board is lower.
  constructor(page, { tabs, pull, frame, words }) {
    Object.assign(this, { page, pull, frame, words });
    this.tabs = [...tabs.querySelectorAll("[data-part]")];
    this.parts = this.tabs.map(({ dataset }) => document.getElementById(dataset.part));
    this.stage = frame.closest(".stage");
    this.up = false;
    for (const [i, tab] of this.tabs.entries())
      tab.addEventListener("click", () => this.show(this.parts[i]));
    pull.addEventListener("click", () => this.toggle());
    addEventListener("scroll", () => this.ask(), { passive: true });
    addEventListener("resize", () => this.ask());
    new ResizeObserver(() => this.ask()).observe(page);
    page.style.setProperty("--ratio", getComputedStyle(frame).aspectRatio.replace("auto ", ""));
    this.follow();
  }

  // At most once a picture of the screen.
  ask() {
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      this.follow();
    });
  }

  follow() {
    const style = getComputedStyle(this.page);
    const least = WIDE.matches
      ? Infinity
      : Number.parseFloat(style.getPropertyValue("--least-share")) * innerHeight;
    // What is above the board leaves the screen first.
    this.head = this.frame.parentElement.offsetTop;
    this.page.style.setProperty("--head", `${this.head}px`);
    const below = this.stage.offsetHeight - this.head - this.frame.offsetHeight;
    this.page.style.setProperty("--below", `${below}px`);
    const shrunk = this.page.style.getPropertyValue("--shrunk");
    this.full = this.frame.getBoundingClientRect().height + (Number.parseFloat(shrunk) || 0);
    this.most = Math.max(0, this.full - least);
    const now = Math.max(0, Math.min(this.most, scrollY - this.head));
    if (`${now}px` !== shrunk) this.page.style.setProperty("--shrunk", `${now}px`);
    this.up = this.most > 0 && now >= UP * this.most;
    this.page.classList.toggle("up", this.up);
    this.pull.setAttribute("aria-expanded", String(this.up));
    this.pull.setAttribute("aria-label", this.up ? this.words.down : this.words.up);
    this.mark();
  }

  // Which part is read now.
  mark() {
    const edge = WIDE.matches ? innerHeight / 3 : this.stage.getBoundingClientRect().bottom + 60;
    const end = scrollY + innerHeight >= document.documentElement.scrollHeight - 2 && scrollY > 0;
    const seen = this.parts.filter((part) => part.getBoundingClientRect().top <= edge);
    const current = end ? this.parts.at(-1) : (seen.at(-1) ?? this.parts[0]);
    for (const [i, tab] of this.tabs.entries()) {
      if (this.parts[i] === current) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
  }

  // Pulls the sheet up, with the part at its top.
  show(part) {
    part.scrollIntoView({ block: "start" });
    // What led there is left behind, not what is being answered there.
    if (!part.contains(document.activeElement)) focusOn(part);
  }

  toggle() {
    scrollTo({ top: this.up ? 0 : this.head + this.most });
  }
}
