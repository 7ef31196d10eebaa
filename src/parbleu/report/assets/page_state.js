// The view of the page, which stands in the fragment of its address, so that it can be sent to a colleague.

const DEFAULTS = {
  first: "", second: "", metric: "", show: "pair", compare: "reference", unit: "words", sort: "difference",
  query: "", where: "any", regex: "", label: "", value: "", low: "", high: "", of: "second",
  severity: "", category: "", cell: "", segment: "", table: "", weights: "", against: "", columns: "", cells: "",
};

const state = { ...DEFAULTS };
const watchers = [];

/** Reads the state from the address; an address without "=" is that of a section. */
function readState() {
  const fragment = location.hash.slice(1);
  Object.assign(state, DEFAULTS);
  if (!fragment.includes("=")) return;
  for (const [key, value] of new URLSearchParams(fragment)) {
    if (key in DEFAULTS) state[key] = value;
  }
}

/** Changes the state, writes it to the address, and redraws what depends on it. */
function change(changes) {
  Object.assign(state, changes);
  const words = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) {
    if (value !== DEFAULTS[key]) words.set(key, value);
  }
  history.replaceState(null, "", `#${words.toString() || "segments="}`);
  redraw(Object.keys(changes));
}

/** Calls a function, and again whenever one of these keys changes. */
function watch(keys, draw) {
  watchers.push({ keys, draw });
  return draw();
}

function redraw(keys) {
  for (const watcher of watchers) {
    if (keys === null || watcher.keys.some((key) => keys.includes(key))) watcher.draw();
  }
}
