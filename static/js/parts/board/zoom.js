// Zooms the board by pinch, wheel, drag and buttons; a tap stays a tap.

const MOST = 5;
const SLIP_PX = 9;
// Beyond this scale the page itself is enlarged; what is less is rounding.
const ENLARGED = 1.01;
const NARROW = matchMedia("(max-width: 700px)");
// So much wider than high a board lies across; then its frame has these proportions.
const ACROSS = 1.5;
const FRAME = 1.1;

function padded([x, y, width, height]) {
  const high = width / FRAME;
  return [x, y - (high - height) / 2, width, high];
}

export class Zoom {
  // root: the svg; view: [x, y, width, height] of all of it, in its own units. Its frame has
  // the same proportions, but for a board that lies across on a phone held upright.
  constructor(root, view) {
    this.root = root;
    this.lay(view);
    this.fingers = new Map();
    visualViewport.addEventListener("resize", () => this.makeWay());
    this.makeWay();
    root.addEventListener("touchstart", (event) => this.keep(event), { passive: false });
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"])
      root.addEventListener(name, (event) => this.up(event));
    root.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    // What was dragged or pinched was no tap.
    root.addEventListener("click", (event) => this.moved && event.stopImmediatePropagation(), true);
  }

  // Makes *view* all that there is to see.
  lay(view) {
    this.scale = 1;
    this.across = view[2] > ACROSS * view[3] && NARROW.matches;
    this.root.parentElement.style.aspectRatio = this.across ? FRAME : view[2] / view[3];
    this.view = this.across ? padded(view) : view;
    this.whole = view;
    if (this.across) this.half();
    else this.all();
  }

  by(factor, at = null) {
    const [x0, y0, width, height] = this.view;
    const [px, py] = at ?? [this.x + width / this.scale / 2, this.y + height / this.scale / 2];
    const scale = Math.max(1, Math.min(MOST, this.scale * factor));
    this.x = px - ((px - this.x) * this.scale) / scale;
    this.y = py - ((py - this.y) * this.scale) / scale;
    this.scale = scale;
    this.x = Math.max(x0, Math.min(x0 + width - width / scale, this.x));
    this.y = Math.max(y0, Math.min(y0 + height - height / scale, this.y));
    this.apply();
  }

  all() {
    this.scale = 1;
    [this.x, this.y] = this.view;
    this.apply();
  }

  // Shows one half of a board that lies across, and the other one when asked again.
  half() {
    const [x] = this.whole;
    this.side(this.scale !== 1 && this.x <= x);
  }

  // Shows the half in which what is so far right lies.
  halfOf(px) {
    const [x, , width] = this.whole;
    this.side(px > x + width / 2);
  }

  side(right) {
    const [x, y, width, height] = this.whole;
    this.scale = this.view[3] / height;
    this.x = right ? x + width : x;
    this.y = y;
    this.by(1);
  }

  // Brings a point into sight, large enough to judge.
  to([x, y]) {
    this.all();
    this.by(3, [x, y]);
  }

  apply() {
    const [, , width, height] = this.view;
    this.root.setAttribute(
      "viewBox",
      `${this.x} ${this.y} ${width / this.scale} ${height / this.scale}`,
    );
    this.root.classList.toggle("zoomed", this.scale > 1);
  }

  // An enlarged page may show nothing but board: then the fingers are the browser's, or the page
  // could not be moved or made smaller again.
  makeWay() {
    this.enlarged = visualViewport.scale > ENLARGED;
    this.root.classList.toggle("enlarged", this.enlarged);
  }

  // Two fingers are the board's, also where touch-action still lets two of them scroll the page.
  keep(event) {
    if (event.touches.length > 1 && !this.enlarged && event.cancelable) event.preventDefault();
  }

  down(event) {
    if (!this.fingers.size) this.moved = false;
    if (this.enlarged && event.pointerType !== "mouse") return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.start = [event.clientX, event.clientY];
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    const [other] = [...this.fingers]
      .filter(([id]) => id !== event.pointerId)
      .map(([, point]) => point);
    if (other) this.pinch(before, now, other);
    else if (this.scale > 1) this.drag(before, now);
    this.fingers.set(event.pointerId, now);
  }

  pinch(before, now, other) {
    this.moved = true;
    const middle = this.point([(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
    this.by(
      Math.hypot(now[0] - other[0], now[1] - other[1]) /
        (Math.hypot(before[0] - other[0], before[1] - other[1]) || 1),
      middle,
    );
  }

  drag(before, now) {
    if (Math.hypot(now[0] - this.start[0], now[1] - this.start[1]) > SLIP_PX) this.moved = true;
    if (!this.moved) return;
    const px = 1 / this.root.getScreenCTM().a;
    this.x -= (now[0] - before[0]) * px;
    this.y -= (now[1] - before[1]) * px;
    this.by(1);
  }

  up(event) {
    this.fingers.delete(event.pointerId);
  }

  wheel(event) {
    if (this.enlarged || (!event.ctrlKey && this.scale === 1)) return;
    event.preventDefault();
    this.by(Math.exp(-event.deltaY / 300), this.point([event.clientX, event.clientY]));
  }

  point([clientX, clientY]) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(
      this.root.getScreenCTM().inverse(),
    );
    return [x, y];
  }
}
