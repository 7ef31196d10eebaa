// Makes elements of HTML and SVG. Texts always become text nodes, never markup.

const SVG = "http://www.w3.org/2000/svg";

function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function button(click, contents, attributes = {}) {
  return el("button", { type: "button", click, ...attributes }, ...[contents].flat());
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Returns a number with so many decimals, or a dash. */
function shown(value, decimals = 2, signed = false) {
  if (value === null || value === undefined) return "–";
  const text = value.toFixed(decimals);
  return signed && value > 0 ? `+${text}` : text;
}

const SLICE = 25;  // milliseconds of work before the page may react
const waiting = [];

function pause() {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Does a piece of work later, in the order of the calls, a slice of time after the other. */
function soon(work) {
  if (waiting.push(work) === 1) setTimeout(workForASlice);
}

function workForASlice() {
  const end = performance.now() + SLICE;
  while (waiting.length && performance.now() < end) waiting.shift()();
  if (waiting.length) setTimeout(workForASlice);
}

/** Offers a text as a file to save. */
function save(name, text) {
  const address = URL.createObjectURL(new Blob([text]));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
