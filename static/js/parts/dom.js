// Builds elements: el("p", {class: "small"}, "text", child). Listeners are given as onclick.

const SVG = "http://www.w3.org/2000/svg";

export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function icon(name) {
  const file = document.querySelector("[data-icons]").dataset.icons;
  return svg(
    "svg",
    { class: "icon", "aria-hidden": "true" },
    svg("use", { href: `${file}#${name}` }),
  );
}

function fill(node, attributes, children) {
  node.handlers = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) listen(node, name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

function listen(node, name, handler) {
  node.handlers[name] = handler;
  node.addEventListener(name, (event) => {
    if (name !== "click" || !isOff(node)) node.handlers[name](event);
  });
}

// Makes what is in root look like the children. What is alike stays where it is, so that the
// focus, a keyboard on the screen and what is being typed outlive every change.
export function redraw(root, ...children) {
  const held = holdsFocus(root);
  const selector = focusedIn(root);
  renew(
    root,
    children
      .filter((child) => child != null)
      .map((child) => (child instanceof Node ? child : document.createTextNode(child))),
  );
  if (!held || holdsFocus(root)) return;
  const same = selector && root.querySelector(selector);
  if (same) same.focus({ preventScroll: true });
  else focusOn(root);
}

const holdsFocus = (root) =>
  root !== document.activeElement && root.contains(document.activeElement);

// Leads whoever goes by keys or by ear to a part of the page: what they pressed may be gone.
export function focusOn(part) {
  const heads = [...part.querySelectorAll("h2, legend")];
  const to = heads.find((head) => head.getClientRects().length) ?? part;
  if (!to.hasAttribute("tabindex")) to.tabIndex = -1;
  to.focus({ preventScroll: true });
}

// Where a tap focuses no button, as on iPhones, WebKit takes what a script focuses for reached by
// keys: whoever taps is shown no ring around it.
for (const [event, taps] of [
  ["pointerdown", true],
  ["keydown", false],
])
  document.addEventListener(
    event,
    () => document.documentElement.toggleAttribute("data-taps", taps),
    true,
  );

// A button that can do no more keeps the focus, which browsers take from one that is disabled.
export function enable(button, can) {
  const held = button === document.activeElement;
  button.disabled = !can && !held;
  if (held) button.setAttribute("aria-disabled", String(!can));
  else button.removeAttribute("aria-disabled");
}

const isOff = (node) => node.getAttribute("aria-disabled") === "true";

function renew(root, children) {
  children.forEach((fresh, i) => {
    const old = root.childNodes[i];
    if (!old) root.append(fresh);
    else if (alike(old, fresh)) become(old, fresh);
    else old.replaceWith(fresh);
  });
  while (root.childNodes.length > children.length) root.lastChild.remove();
}

const events = ({ handlers }) => Object.keys(handlers ?? {}).join();
const alike = (old, fresh) =>
  old.nodeName === fresh.nodeName && old.id === fresh.id && events(old) === events(fresh);

function become(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (fresh.disabled && old === document.activeElement && fresh.handlers?.click) {
    fresh.disabled = false;
    fresh.setAttribute("aria-disabled", "true");
  }
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && !staysWith(old, name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  old.handlers = fresh.handlers;
  renew(old, [...fresh.childNodes]);
  if (old.matches("[type=radio]")) old.checked = fresh.checked;
  else if (old.matches("option")) old.selected = fresh.selected;
  else if (old.matches("input") && !old.dataset.typing) old.value = fresh.value;
}

// A heading that was led to keeps the focus as long as it can have it.
const staysWith = (node, name) =>
  name === "data-typing" || (name === "tabindex" && node === document.activeElement);

// Somebody is typing from the first letter until they leave the field, as they may have by now: a
// whole number may lead on to the next field.
document.addEventListener("input", ({ target }) => {
  if (target.matches("input:not([type=radio]):focus")) target.dataset.typing = "yes";
});
// What was typed as it stood before is no change, but is left too.
for (const end of ["change", "focusout"])
  document.addEventListener(end, ({ target }) => delete target.dataset.typing, true);

function focusedIn(root) {
  const active = document.activeElement;
  if (active === root || !root.contains(active)) return null;
  const name = ["id", "data-step", "data-note", "data-button"].find((one) =>
    active.hasAttribute(one),
  );
  return name ? `[${name}="${CSS.escape(active.getAttribute(name))}"]` : null;
}

export function token() {
  return document.querySelector('meta[name="csrf-token"]').content;
}

// Gets a new token where the one of this page has grown old, as after cookies were deleted.
export async function renewToken() {
  const text = await (await fetch(location.href, { cache: "no-store" })).text();
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const { content } = fresh.querySelector('meta[name="csrf-token"]') ?? {};
  if (content) document.querySelector('meta[name="csrf-token"]').content = content;
}

let toastTimer;
let toastSince = 0;
// What one leaves a field by may be the tap that a toast speaks of: it comes after the change.
const SAME_TAP_MS = 400;
let follows = false; // whether the word stays clear of them as the page moves
const EDGE_PX = 24;
const APART_PX = 8;

// A word at the lower edge of the screen leaves Undo and Redo free, which may stand there too.
function standFree(box) {
  const row = document.getElementById("undo")?.parentElement.getBoundingClientRect();
  if (!row || !box.matches(".low.shown:not(.high)")) return;
  const top = innerHeight - EDGE_PX - box.offsetHeight;
  const under = row.top < innerHeight - EDGE_PX && row.bottom > top;
  box.style.bottom = `${under ? innerHeight - row.top + APART_PX : EDGE_PX}px`;
}

function keepFree(box) {
  const place = () => standFree(box);
  place();
  // What is being drawn may move them.
  requestAnimationFrame(place);
  if (follows) return;
  follows = true;
  addEventListener("scroll", place, { passive: true });
  new ResizeObserver(place).observe(document.body);
}

// A word in passing, on pages that have a place for it. high: at the upper edge of a map, as what
// it speaks of lies at the lower one; below: off the map, all of which may be tapped next. act: {text, run}, a button beside it, until the next tap.
export function toast(text, { high = false, below = false, act = null } = {}) {
  const box = document.getElementById("toast");
  const hide = () => box.classList.remove("shown");
  const tapped = () => {
    hide();
    act.run();
  };
  box.replaceChildren(
    text,
    ...(act
      ? [" ", el("button", { type: "button", class: "act", onclick: tapped }, act.text)]
      : []),
  );
  box.classList.toggle("high", high);
  box.classList.toggle("below", below);
  box.classList.add("shown");
  keepFree(box);
  toastSince = performance.now();
  clearTimeout(toastTimer);
  toastTimer = setTimeout(hide, (act ? 8000 : 2200) + 30 * text.length);
}

// Takes a toast that says *text* away, as what it speaks of is past.
export function withdraw(text) {
  const box = document.getElementById("toast");
  if (text && box?.textContent === text) box.classList.remove("shown");
}

// Takes a toast with a button away: what the button is about is past.
export function withdrawAct() {
  const box = document.getElementById("toast");
  if (box?.querySelector(".act")) box.classList.remove("shown");
}

document.addEventListener(
  "click",
  ({ target }) => {
    if (target.closest("#toast") || performance.now() - toastSince < SAME_TAP_MS) return;
    withdrawAct();
  },
  true,
);
