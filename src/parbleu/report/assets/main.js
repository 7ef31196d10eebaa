// Reads the data, builds what needs a script, and listens to the keyboard.

const KEYS = [
  ["j", "the next segment"], ["k", "the previous segment"], ["/", "filter by text"], ["x", "exchange the pair of systems"],
  ["a", "all systems or the pair"], ["Escape", "remove all filters"], ["?", "this help"],
];

async function readData() {
  const element = document.getElementById("page-data");
  const text = element.textContent;
  if (element.type === "application/json") return JSON.parse(text);
  if (typeof DecompressionStream === "undefined") {
    throw new Error("This browser cannot unpack the data of the page; make the page with --uncompressed.");
  }
  const packed = atob(text);
  const bytes = new Uint8Array(packed.length);
  for (let place = 0; place < packed.length; place++) bytes[place] = packed.charCodeAt(place);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

/** Adds maps from segments to their ratings, and from cells of tables to the segments behind them. */
function indexed(data) {
  data.behind = new Map(Object.entries(data.behind).flatMap(([table, cells]) => cells.map(([row, column, ...segments]) => [`${table}:${row}:${column}`, segments])));
  data.ratingsBySegment = new Map();
  for (const row of data.ratings?.rows ?? []) {
    if (row[1] < 0) continue;
    if (!data.ratingsBySegment.has(row[1])) data.ratingsBySegment.set(row[1], []);
    data.ratingsBySegment.get(row[1]).push(row);
  }
  return data;
}

function extra(section) {
  return document.querySelector(`[data-extra="${section}"]`);
}

/** The pair and the metric that plots and segments are about; every place that shows them is one control. */
function pairControls(data) {
  const holder = el("div", { class: "controls" });
  const draw = () => {
    const [first, second] = chosenPair(data);
    holder.replaceChildren(
      choice("first", "First", data.systems, data.systems[first]),
      choice("second", "Second", data.systems, data.systems[second]),
      button(() => exchange(data), "Exchange"),
    );
    if (data.metrics.length) {
      holder.append(choice("metric", "Metric", data.metrics.map((metric) => metric.name), chosenMetric(data).name));
    }
  };
  draw();
  watch(["first", "second", "metric"], () => keepFocus(holder, draw));
  return holder;
}

function exchange(data) {
  const [first, second] = chosenPair(data).map((system) => data.systems[system]);
  change({ first: second, second: first });
}

/** Redraws controls, and gives the focus back to the one that had it. */
function keepFocus(holder, draw) {
  const place = [...holder.querySelectorAll("select, input, button")].indexOf(document.activeElement);
  draw();
  if (place >= 0) holder.querySelectorAll("select, input, button")[place]?.focus();
}

function drawPlots(data) {
  const place = extra("distributions");
  if (!place || !data.metrics.length || !data.numbers.length || data.systems.length < 2) return;
  const pictures = el("div", { class: "plots" });
  const draw = () => {
    const [first, second] = chosenPair(data);
    pictures.replaceChildren(histogram(data, chosenMetric(data), first, second), scatter(data, chosenMetric(data), first, second));
  };
  place.append(pairControls(data), pictures);
  draw();
  watch(["first", "second", "metric", "weights"], draw);
}

function drawMatrix(data) {
  const place = extra("pairs");
  if (!place || !data.metrics.length) return;
  const holder = el("div");
  const draw = () => holder.replaceChildren(pairMatrix(data, chosenMetric(data)));
  place.append(holder);
  draw();
  watch(["metric", "weights"], draw);
}

function textField(key, label, attributes = {}) {
  let waiting = 0;
  const input = el("input", { type: "text", value: state[key], name: key, ...attributes,
    input: () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => change({ [key]: input.value }), 120);
    } });
  return el("label", {}, `${label} `, input);
}

/** The controls above the list of segments. */
function filterControls(data) {
  const form = el("form", { class: "controls", submit: (event) => event.preventDefault() });
  const draw = () => {
    form.replaceChildren(
      choice("show", "Show", [["pair", "the pair"], ["all", "all systems"]]),
      choice("compare", "Mark differences from", [["reference", "the closest reference"], ["none", "nothing"], ...data.systems]),
      choice("unit", "by", ["words", "characters"]),
      choice("sort", "Sort by", SORTS),
      ...(state.sort === "metrics" && data.metrics.length > 1
        ? [choice("against", "Against", data.metrics.filter((each) => each !== chosenMetric(data)).map((each) => each.name), otherMetric(data).name)] : []),
      textField("query", "Text", { type: "search", id: "query" }),
      el("label", {}, el("input", { type: "checkbox", checked: Boolean(state.regex), change: (event) => change({ regex: event.target.checked ? "1" : "" }) }), " regular expression"),
      choice("where", "in", [["any", "any text"], ["source", "the source"], ["reference", "references"], ["first", "the first system"], ["second", "the second system"]]),
    );
    for (const label of data.labels) {
      form.append(choice(`label-${label.name}`, label.name, [["", "all"], ...label.names], state.label === label.name ? state.value : "",
        (value) => change(value ? { label: label.name, value } : { label: "", value: "" })));
    }
    if (data.metrics.length) {
      form.append(choice("of", "Score of", [["second", "the second"], ["first", "the first"], ["difference", "second less first"]]),
        textField("low", "from", { size: 6, inputmode: "decimal" }), textField("high", "to", { size: 6, inputmode: "decimal" }));
    }
    const errors = (data.ratings?.rows ?? []).flatMap((row) => row[4] ?? []);
    for (const [key, place] of [["severity", 2], ["category", 3]]) {
      const names = [...new Set(errors.map((error) => error[place]))].filter(Boolean).sort();
      if (names.length) form.append(choice(key, `Error ${key}`, [["", "all"], ...names]));
    }
  };
  draw();
  watch(Object.keys(DEFAULTS), () => {
    if (document.activeElement?.matches("#segment-list input[type]:not([type=checkbox])")) return;  // the reader is typing
    keepFocus(form, draw);
  });
  return form;
}

/**
 * The list of segments: some blocks of them stand in the page, and leave it where the reader scrolls away, so that no list
 * is too long for the browser. The space before and after keeps the heights of blocks that were shown.
 */
function segmentBlocks(data) {
  const before = el("div", { class: "more" });
  const cards = el("div", { class: "segments" });
  const after = el("div", { class: "more" });
  const heights = [];
  let size = BLOCK;
  let order = [];
  let first = 0;  // the first block in the page
  const last = () => first + cards.childElementCount;
  const end = () => Math.ceil(order.length / size);
  const space = (from, to) => `${heights.slice(from, to).reduce((sum, height) => sum + (height ?? 0), 0)}px`;
  const block = (number) => {
    const made = el("div");
    let above = number ? labelAt(data, order[number * size - 1]) : null;
    for (const segment of order.slice(number * size, (number + 1) * size)) {
      const here = labelAt(data, segment);
      if (state.sort === "number" && here && here !== above) made.append(el("p", { class: "document", dir: "auto" }, here));
      above = here;
      made.append(segmentCard(data, segment));
    }
    return made;
  };
  const drop = (made, number) => {
    heights[number] = made.getBoundingClientRect().height;
    made.remove();
  };
  const fit = () => {
    before.style.height = space(0, first);
    after.style.height = space(last(), end());
    after.replaceChildren(...(last() < end() ? [button(() => move(1), "More segments")] : []));
  };
  /** Shows one block more at the end, or at the begin; returns whether there is one. */
  const move = (by) => {
    if (by > 0 ? last() >= end() : first === 0) return false;
    if (by > 0) cards.append(block(last()));
    else cards.prepend(block(--first));
    if (cards.childElementCount > MOST_BLOCKS) {
      if (by > 0) drop(cards.firstElementChild, first++);
      else drop(cards.lastElementChild, last() - 1);
    }
    fit();
    return true;
  };
  const show = (segments, place = 0) => {
    order = segments;
    heights.length = 0;
    size = Math.max(2, Math.min(BLOCK, Math.floor(BLOCK_LINES / shownSystems(data).length)));
    first = Math.floor(place / size);
    cards.replaceChildren(...(order.length ? [block(first)] : []));
    fit();
  };
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting || !move(entry.target === after ? 1 : -1)) continue;
      watcher.unobserve(entry.target);  // and tell again if it still is in sight
      watcher.observe(entry.target);
    }
  }, { rootMargin: "1500px" });
  watcher.observe(before);
  watcher.observe(after);
  return { parts: [before, cards, after], show, move, shown: () => order };
}

async function drawSegments(data) {
  const holder = document.getElementById("segment-list");
  const found = el("p", { "aria-live": "polite", id: "found" });
  const blocks = segmentBlocks(data);
  let latest = 0;
  const draw = async () => {
    const drawing = ++latest;
    let order;
    try {
      const chosen = await filtered(data, () => drawing !== latest);
      if (chosen === null) return;
      order = sorted(data, chosen);
    } catch (problem) {
      found.textContent = `This is no regular expression: ${problem.message}`;
      return;
    }
    const what = state.cell ? " behind the number that was clicked" : "";
    found.textContent = `${order.length} of ${data.numbers.length} segments${what}`;
    const place = state.segment ? order.findIndex((segment) => String(data.numbers[segment]) === state.segment) : 0;
    blocks.show(order, Math.max(0, place));
    if (state.segment) showSegment(state.segment);
  };
  holder.append(pairControls(data), filterControls(data),
    el("div", { class: "controls" }, found,
      button(() => change(cleared()), "Remove all filters"),
      button(() => exportTsv(data, blocks.shown()), "Save as TSV"),
      button(() => exportJsonl(data, blocks.shown()), "Save as JSON lines"),
      button(help, "Keys")),
    ...blocks.parts);
  watch(Object.keys(DEFAULTS), draw);
  await draw();
  return blocks;
}

/** Shows the n-grams of the chosen pair. */
function drawNgrams(data) {
  const place = extra("ngrams");
  if (!place) return;
  const note = el("p");
  const draw = () => {
    const pair = chosenPair(data);
    let known = false;
    for (const holder of document.querySelectorAll("#ngrams div.table")) {
      const fits = holder.dataset.table.split("_").slice(2).every((system) => pair.includes(Number(system)));
      const folded = holder.closest("details");
      (folded ?? holder).hidden = !fits;
      if (folded) folded.open = fits;
      known ||= fits;
    }
    const names = pair.map((system) => data.systems[system]).join(" and ");
    note.textContent = known ? "" : `The page compares the n-grams of the best systems only, and ${names} are not both of these.`;
  };
  place.before(pairControls(data));
  place.append(note);
  draw();
  watch(["first", "second"], draw);
}

function labelAt(data, segment) {
  const label = data.labels.find((each) => each.name === "document");
  return label && label.of[segment] >= 0 ? `document ${label.names[label.of[segment]]}` : null;
}

function help() {
  const dialog = document.getElementById("help");
  dialog.replaceChildren(el("h2", { id: "help-title" }, "Keys"),
    el("dl", { class: "keys" }, ...KEYS.map(([key, what]) => el("div", {}, el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)))),
    button(() => dialog.close(), "Close", { autofocus: true }));
  dialog.showModal();
}

/** Moves the focus to the next or the previous segment. */
function step(by, blocks) {
  const cards = () => [...document.querySelectorAll("article.segment")];
  const here = document.activeElement?.closest("article.segment");
  const next = () => cards()[here ? cards().indexOf(here) + by : 0];
  if (!next()) blocks.move(by);
  const card = next() ?? here;
  if (!card) return;
  card.focus();
  card.scrollIntoView({ block: "nearest" });
}

function listen(data, blocks) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.matches("input, select, textarea") && event.key !== "Escape") return;
    if (document.getElementById("help").open) return;
    const actions = {
      j: () => step(1, blocks), k: () => step(-1, blocks), "?": help,
      "/": () => document.getElementById("query").focus(),
      x: () => exchange(data),
      a: () => change({ show: state.show === "all" ? "pair" : "all" }),
      Escape: () => change(cleared()),
    };
    if (!(event.key in actions)) return;
    event.preventDefault();
    actions[event.key]();
  });
  addEventListener("hashchange", () => {
    if (!location.hash.includes("=")) return;
    readState();
    redraw(null);
  });
}

async function main() {
  readState();
  const loading = document.getElementById("loading");
  try {
    const data = indexed(await readData());
    addRatings(data);
    enhanceTables(data);
    drawMatrix(data);
    drawPlots(data);
    drawNgrams(data);
    listen(data, await drawSegments(data));
    soon(() => document.documentElement.dataset.ready = "true");
  } catch (problem) {
    loading.hidden = false;
    loading.textContent = problem.message;
  }
}

main();
