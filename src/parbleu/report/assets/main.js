// Reads the data, builds what needs a script, and listens to the keyboard.

/** Makes the cells of the chart lead to the segments of their systems. */
function linkChart(data) {
  for (const row of document.querySelectorAll(".chart tbody tr")) {
    const system = row.cells[0].title;
    for (const cell of row.querySelectorAll("[data-metric]")) {
      const changes = segmentsOf(data, [system], cell.dataset.metric);
      link(cell.querySelector("span"), `Segments of ${system}, the worst first`, changes);
      cell.querySelector("svg").addEventListener("click", () => goToSegments(changes));
    }
  }
}

/** Shows the tables of the chosen metric, or of the first one that has any. */
function chooseTables(data) {
  const holders = [...document.querySelectorAll("div.table[data-metric]")];
  watch(["metric"], () => {
    const metric = metricAmong(data, holders.map((holder) => holder.dataset.metric));
    for (const holder of holders) (holder.closest("details") ?? holder).hidden = holder.dataset.metric !== metric;
  });
}

function addBehind(data, behind) {
  for (const [table, cells] of Object.entries(behind)) {
    for (const [row, columns, ...segments] of cells) {
      for (const column of columns) data.segmentsBehind.set(`${table}:${row}:${column}`, segments);
    }
  }
}

/** Adds blocks of texts, ratings by segment, and segments behind cells of tables. */
function indexed(data) {
  data.languagePairs = data.labels.find((label) => label.name === "language_pair")?.names ?? [];
  data.blocks = [...document.querySelectorAll("script.texts")];
  data.segmentsBehind = new Map();
  addBehind(data, data.behind);
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

function shownChoice(data, name) {
  const [first, second] = chosenPair(data).map((system) => data.systems[system]);
  const chosen = { first, second, metric: chosenMetric(data)?.name, against: otherMetric(data)?.name, [`label-${state.label}`]: state.value };
  return chosen[name] ?? state[name] ?? "";
}

/** Lets the controls change the state, texts as soon as the reader rests, and show it. */
function connectControls(data) {
  const fields = [...document.querySelectorAll(".controls [name]")];
  let waiting = 0;
  for (const field of fields) {
    const { name } = field;
    const chosen = () => {
      const value = field.type === "checkbox" ? (field.checked ? "1" : "") : field.value;
      change(name.startsWith("label-") ? { label: value && name.slice(6), value } : { [name]: value });
    };
    field.addEventListener("input", () => {
      clearTimeout(waiting);
      if (field.matches("[type=text], [type=search]")) waiting = setTimeout(chosen, 120);
      else chosen();
    });
  }
  const draw = () => {
    for (const field of fields) {
      if (field === document.activeElement && field.matches("[type=text], [type=search]")) continue;  // the reader is typing
      field.value = shownChoice(data, field.name);
      if (field.type === "checkbox") field.checked = Boolean(state[field.name]);
      if (state[field.name] && shownChoice(data, field.name) !== DEFAULTS[field.name]) openAround(field);
      if (field.name === "against") field.closest("label").hidden = state.sort !== "metrics";
    }
  };
  watch(Object.keys(DEFAULTS), draw);
  for (const hidden of document.querySelectorAll("div[hidden], fieldset[hidden]")) hidden.hidden = false;
}

/** Opens the fold in which a control stands, where it is in use. */
function openAround(field) {
  const folded = field.closest("details");
  if (folded) folded.open = true;
}

function drawPlots(data) {
  const place = extra("distributions");
  if (!place || !data.metrics.length || !data.numbers.length || data.systems.length < 2) return;
  place.classList.add("plots");
  watch(["first", "second", "metric", "weights"], () => {
    const settings = [data, chosenMetric(data), ...chosenPair(data)];
    place.replaceChildren(histogram(...settings), scatter(...settings));
  });
}

function drawMatrix(data) {
  const place = extra("pairs");
  if (place && data.metrics.length) watch(["metric", "weights", "cells"], () => place.replaceChildren(pairMatrix(data, chosenMetric(data))));
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
  const found = document.getElementById("found");
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
  document.getElementById("segment-list").append(...blocks.parts);
  await watch(Object.keys(DEFAULTS), draw);
  return blocks;
}

/** Returns the n-grams of a pair of systems as HTML; their tables and segments become known. */
async function ngramsOf(data, first, second) {
  const element = document.querySelector(`script.pairs[data-first="${first}"]`);
  if (element) element.pairs ??= await unpacked(element);
  const { html, behind, ...tables } = element?.pairs ?? {};
  for (const [key, pairs] of Object.entries(tables)) Object.assign(data[key], pairs[second]);
  addBehind(data, behind?.[second] ?? {});
  return html?.[second];
}

async function drawNgrams(data) {
  const place = document.getElementById("pair-tables");
  if (!place) return;
  let latest = 0;
  await watch(["first", "second"], async () => {
    const drawing = ++latest;
    const pair = chosenPair(data).sort((one, other) => one - other);
    const found = await ngramsOf(data, ...pair);
    if (drawing !== latest) return;
    const names = pair.map((system) => data.systems[system]).join(" and ");
    place.innerHTML = found ?? "";  // markup of the page's template, which escapes texts
    if (!found) place.append(`The page does not compare the n-grams of ${names}.`);
    enhanceTables(data, place);
  });
}

function labelAt(data, segment) {
  const label = data.labels.find((each) => each.name === "document");
  return label && label.of[segment] >= 0 ? `document ${label.names[label.of[segment]]}` : null;
}

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
  const help = document.getElementById("help");
  const actions = {
    j: () => step(1, blocks), k: () => step(-1, blocks), "?": () => help.showModal(), close: () => help.close(),
    "/": () => document.getElementById("query").focus(),
    x: () => {
      const [second, first] = chosenPair(data).map((system) => data.systems[system]);
      change({ first, second });
    },
    a: () => change({ show: state.show === "all" ? "pair" : "all" }),
    Escape: () => change(cleared()), weights: () => change({ weights: "" }),
    print: () => {
      document.getElementById("segments").classList.add("printed");
      print();
    },
    tsv: () => exportSegments(data, blocks.shown(), "tsv"), jsonl: () => exportSegments(data, blocks.shown(), "jsonl"),
  };
  document.addEventListener("click", (event) => actions[event.target.dataset.key]?.());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || help.open) return;
    if (event.target.matches("input, select, textarea") && event.key !== "Escape") return;
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
    const data = indexed(await unpacked(document.getElementById("page-data")));
    addRatings(data);
    connectControls(data);
    enhanceTables(data);
    linkChart(data);
    chooseTables(data);
    drawMatrix(data);
    drawPlots(data);
    await drawNgrams(data);
    listen(data, await drawSegments(data));
    soon(() => {
      // What was drawn above it has moved the section that the address names.
      if (!location.hash.includes("=")) document.getElementById(location.hash.slice(1))?.scrollIntoView();
      document.documentElement.dataset.ready = "true";
    });
    await unpackTexts(data, [...data.numbers.keys()]);
  } catch (problem) {
    loading.hidden = false;
    loading.textContent = problem.message;
  }
}

main();
