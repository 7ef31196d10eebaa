// The list of segments: what it is filtered and sorted by, its lines, and its export.

const BLOCK = 20;  // segments are added in blocks as the reader scrolls; fewer where many systems are shown
const BLOCK_LINES = 40;
const MOST_BLOCKS = 5;  // that stand in the page

function chosenPair(data) {
  const chosen = [state.first, state.second].map((name) => data.systems.indexOf(name));
  const free = data.leaders.filter((system) => !chosen.includes(system));
  return chosen.map((system) => (system >= 0 ? system : free.shift() ?? 0));
}

function chosenMetric(data) {
  return data.metrics.find((metric) => metric.name === state.metric) ?? data.metrics[0];
}

/** Returns the name of the chosen metric if it is one of these, or else the first of these. */
function metricAmong(data, names) {
  const name = chosenMetric(data)?.name;
  return names.includes(name) ? name : names[0];
}

/** Returns the metric that the chosen one is held against: the reader's choice, or the last other one. */
function otherMetric(data) {
  const others = data.metrics.filter((metric) => metric !== chosenMetric(data));
  return others.find((metric) => metric.name === state.against) ?? others.at(-1) ?? chosenMetric(data);
}

/** Returns what tells whether a text is wanted; null for all; throws for a wrong expression. */
function textTest() {
  if (!state.query) return null;
  if (state.regex) {
    const pattern = new RegExp(state.query, "iu");
    return (text) => pattern.test(text);
  }
  const wanted = state.query.toLowerCase();
  return (text) => text.toLowerCase().includes(wanted);
}

function searchedTexts(data, segment) {
  const [first, second] = chosenPair(data);
  const texts = textsOf(data, segment);
  const [source, reference, hypotheses] = texts;
  const sides = { source, reference, first: [hypotheses[first]], second: [hypotheses[second]] };
  return (sides[state.where] ?? texts.flat()).filter((text) => text !== null);
}

function rangedScore(data, segment) {
  const metric = chosenMetric(data);
  const [first, second] = chosenPair(data).map((system) => metric.scores[system][segment]);
  if (state.of === "first") return first;
  if (state.of === "second") return second;
  return first === null || second === null ? null : second - first;
}

/** Whether a rater marked an error of the state's kind in a system that is shown. */
function hasError(data, segment) {
  const systems = shownSystems(data);
  const rated = (data.ratingsBySegment.get(segment) ?? []).filter((row) => systems.includes(row[0]));
  return rated.flatMap((row) => row[4] ?? []).some((error) =>
    (!state.severity || error[2] === state.severity) && (!state.category || error[3] === state.category));
}

function shownSystems(data) {
  return state.show === "all" ? data.systems.map((_, place) => place) : [...new Set(chosenPair(data))];
}

/** Returns what tells whether the state's filters let a segment through. */
function segmentTest(data) {
  const test = textTest();
  const label = data.labels.find((each) => each.name === state.label);
  const value = label ? label.names.indexOf(state.value) : -1;
  const [low, high] = [state.low, state.high].map((end) => (end === "" ? null : Number(end)));
  return (segment) => {
    if (label && value >= 0 && label.of[segment] !== value) return false;
    if (low !== null || high !== null) {
      const score = rangedScore(data, segment);
      if (score === null || (low !== null && score < low) || (high !== null && score > high)) return false;
    }
    if ((state.severity || state.category) && !hasError(data, segment)) return false;
    return !test || searchedTexts(data, segment).some(test);
  };
}

/** Returns the segments that the filters let through; null if it gets stale meanwhile. */
async function filtered(data, isStale) {
  const test = segmentTest(data);
  const pair = /_(\d+)_(\d+):/.exec(state.cell);  // of the tables of n-grams
  if (pair) await ngramsOf(data, pair[1], pair[2]);
  const segments = state.cell ? segmentsBehind(data, state.cell) : data.numbers.map((_, segment) => segment);
  const found = [];
  let since = performance.now();
  for (const segment of segments) {
    if (state.query || state.sort === "longest") await unpackTexts(data, [segment]);
    if (test(segment)) found.push(segment);
    if (performance.now() - since > SLICE) {
      await pause();
      if (isStale()) return null;
      since = performance.now();
    }
  }
  return found;
}

/** Returns the segments behind a cell, of which the data hold the distances, in hexadecimal digits. */
function segmentsBehind(data, cell) {
  let segment = -1;
  return (data.segmentsBehind.get(cell)?.[1] ?? "").split(",").filter(Boolean).map((gap) => (segment += parseInt(gap, 16)));
}

function deviation(values) {
  const known = values.filter((value) => value !== null);
  const middle = mean(known);
  return Math.sqrt(mean(known.map((value) => (value - middle) ** 2)) ?? NaN);
}

/** Returns for each segment the share of a system's segments that are worse, equal ones half. */
function rankShares(metric, system) {
  const scores = metric.scores[system];
  const order = scores.filter((score) => score !== null).sort((one, other) => one - other);
  const places = new Map();
  order.forEach((score, place) => places.set(score, [places.get(score)?.[0] ?? place, place]));
  return scores.map((score) => {
    if (score === null) return NaN;
    const share = (places.get(score)[0] + places.get(score)[1]) / 2 / (order.length - 1 || 1);
    return metric.higherIsBetter ? share : 1 - share;
  });
}

function sorted(data, segments) {
  const metric = chosenMetric(data);
  const [first, second] = chosenPair(data);
  const sign = metric?.higherIsBetter ? 1 : -1;
  const score = (system, segment) => sign * (metric.scores[system][segment] ?? NaN);
  const [one, other] = state.sort === "metrics" && metric ? [metric, otherMetric(data)].map((each) => rankShares(each, second)) : [];
  const keys = {
    difference: (segment) => -Math.abs(score(first, segment) - score(second, segment)),
    "second-better": (segment) => score(first, segment) - score(second, segment),
    "first-better": (segment) => score(second, segment) - score(first, segment),
    worst: (segment) => score(second, segment),
    best: (segment) => -score(second, segment),
    disagreement: (segment) => -deviation(metric.scores.map((scores) => scores[segment])),
    longest: (segment) => -textsOf(data, segment)[2][second].length,
    metrics: (segment) => -Math.abs(one[segment] - other[segment]),
  };
  const key = metric || state.sort === "longest" ? keys[state.sort] : undefined;
  if (!key) return segments;
  const values = new Map(segments.map((segment) => [segment, key(segment)]));
  const rank = (segment) => (Number.isNaN(values.get(segment)) ? Infinity : values.get(segment));
  return segments.sort((one, other) => rank(one) - rank(other) || one - other);
}

function goToSegments(changes) {
  change(changes);
  document.getElementById("segments-title").focus();
}

function line(who, kind, paragraph, scores) {
  return el("div", { class: `line ${kind}` }, el("dt", { dir: "auto" }, who), el("dd", {}, paragraph, ...scores));
}

/** Returns the line of a system, in which differences are marked soon after. */
function hypothesisLine(data, system, segment) {
  const text = textsOf(data, segment)[2][system];
  const marks = [];
  const notes = [];
  const scores = el("div", { class: "scores" }, ...data.metrics.filter((metric) => metric.scores[system][segment] !== null).map((metric) => score(`${metric.name} ${shown(metric.scores[system][segment], metric.decimals)}`)));
  for (const row of data.ratingsBySegment.get(segment) ?? []) {
    if (row[0] !== system) continue;
    const value = judged(data.ratings, row);
    if (value !== null) scores.append(score(`${data.ratings.raters[row[2]]} ${shown(value, 2)}`));
    marks.push(...errorMarks(row[4], 0, data.ratings.raters[row[2]]));
    notes.push(...missing(row[4]));
  }
  if (notes.length) scores.append(score(notes.join("; ")));
  const paragraph = marked(text, marks);
  if (state.compare !== "none") {
    soon(() => {
      if (!paragraph.isConnected) return;
      const [name, other] = comparedText(data, system, segment, text);
      const found = other === null ? [] : differences(text, other, state.unit);
      if (found?.length && data.references.length > 1) scores.append(score(`marked: differences from ${name}`));
      if (found === null) scores.append(score("too long for differences"));
      else if (found.length) paragraph.replaceWith(marked(text, [...found, ...marks]));
    });
  }
  return line(data.systems[system], "hypothesis", paragraph, [scores]);
}

function score(text) {
  return el("span", { class: "score" }, text);
}

/** Returns what differences are marked from, the closest reference or another system: its name and its text, or null. */
function comparedText(data, system, segment, text) {
  if (state.compare === "none") return ["", null];
  if (state.compare !== "reference") {
    const other = data.systems.indexOf(state.compare);
    return other < 0 || other === system ? ["", null] : [state.compare, textsOf(data, segment)[2][other]];
  }
  const sides = textsOf(data, segment)[1].map((side, place) => [data.references[place], side]).filter((side) => side[1] !== null);
  if (sides.length < 2) return sides[0] ?? ["", null];
  const distances = sides.map((side) => distance(differences(text, side[1], "words")));
  return sides[distances.indexOf(Math.min(...distances))];
}

function segmentCard(data, segment) {
  const number = data.numbers[segment];
  const labels = data.labels.filter((label) => label.of[segment] >= 0);
  const lines = el("dl");
  const [sources, references] = textsOf(data, segment);
  for (const source of sources) {
    const marks = (data.ratingsBySegment.get(segment) ?? []).flatMap((row) => errorMarks(row[4], 1, data.ratings.raters[row[2]]));
    lines.append(line("source", "source", marked(source ?? "", marks), []));
  }
  references.forEach((text, place) => {
    if (text !== null) lines.append(line(data.references[place], "reference", marked(text, []), []));
  });
  for (const system of shownSystems(data)) lines.append(hypothesisLine(data, system, segment));
  return el("article", { class: "segment", id: `segment-${number}`, tabindex: -1, "aria-label": `Segment ${number}` },
    el("h3", {}, `Segment ${number}`, ...labels.map((label) => button(() => {
      change({ ...cleared(), label: label.name, value: label.names[label.of[segment]], sort: "number", segment: String(number) });
      showSegment(number);
    }, `${label.name} ${label.names[label.of[segment]]}`, { class: "link label", title: `Show this ${label.name} in order` }))),
    lines);
}

function cleared() {
  return { query: "", regex: "", where: "any", label: "", value: "", low: "", high: "", severity: "", category: "", cell: "", segment: "" };
}

function showSegment(number) {
  const card = document.getElementById(`segment-${number}`);
  card?.focus();
  card?.scrollIntoView({ block: "center" });
}

async function exportSegments(data, segments, end) {
  await unpackTexts(data, segments);
  const names = ["segment", ...data.labels.map((label) => label.name), ...data.sources, ...data.references, ...data.systems,
    ...data.metrics.flatMap((metric) => data.systems.map((system) => `${system}:${metric.name}`))];
  const rows = segments.map((segment) => [
    data.numbers[segment], ...data.labels.map((label) => label.names[label.of[segment]] ?? ""), ...textsOf(data, segment).flat(),
    ...data.metrics.flatMap((metric) => metric.scores.map((scores) => scores[segment])),
  ]);
  const field = (value) => String(value ?? "").replace(/[\t\n\r\v\f\u0085\u2028\u2029]/g, " ");
  const lines = end === "tsv"
    ? [names, ...rows].map((row) => row.map(field).join("\t"))
    : rows.map((row) => JSON.stringify(Object.fromEntries(row.map((value, place) => [names[place], value]))));
  save(`segments.${end}`, lines.map((line) => `${line}\n`).join(""));
}
