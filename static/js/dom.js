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
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `${file}#${name}` }));
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

// Replaces what is in root; the button that had the focus has it afterwards too.
export function redraw(root, ...children) {
  const selector = focusedIn(root);
  root.replaceChildren(...children.filter((child) => child != null));
  if (selector) root.querySelector(selector)?.focus({ preventScroll: true });
}

function focusedIn(root) {
  const active = document.activeElement;
  if (active === root || !root.contains(active)) return null;
  const name = ["id", "data-step", "data-note", "data-button"].find((one) => active.hasAttribute(one));
  return name ? `[${name}="${CSS.escape(active.getAttribute(name))}"]` : null;
}

// Messages end with a full stop or without one.
export const sentence = (text) => (/[.。…]$/.test(text) ? text : `${text}.`);

export function token() {
  return document.querySelector('meta[name="csrf-token"]').content;
}
