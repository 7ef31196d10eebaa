// Makes elements of HTML and SVG. Texts always become text nodes, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** Returns an element with attributes; functions are listeners, null leaves an attribute out. */
function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
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

/** Returns a label with a choice of [value, text] pairs. */
function choice(name, label, options, value, changed) {
  const select = el("select", { name, change: () => changed(select.value) });
  for (const [key, text] of options) {
    select.append(el("option", { value: key, selected: String(key) === String(value) }, text));
  }
  return el("label", {}, `${label} `, select);
}

/** Returns a number with so many decimals, or a dash. */
function shown(value, decimals = 2, signed = false) {
  if (value === null || value === undefined) return "–";
  const text = value.toFixed(decimals);
  return signed && value > 0 ? `+${text}` : text;
}

/** Offers a text as a file to save. */
function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
