// Draws the matrix of pairs, and histogram and scatter plot of two systems' segment scores.

const MOST_POINTS = 3000;  // a scatter plot of more segments shows counts in squares
const BINS = 30;

/** Returns segment scores of both systems where both have one: [segment, first, second]. */
function scorePairs(metric, first, second) {
  const [one, other] = [metric.scores[first], metric.scores[second]];
  const found = [];
  for (let segment = 0; segment < one.length; segment++) {
    if (one[segment] !== null && other[segment] !== null) found.push([segment, one[segment], other[segment]]);
  }
  return found;
}

function wins(metric, first, second) {
  if (metric.wins) return second > first ? metric.wins[second][first] : [...metric.wins[first][second]].reverse();
  const found = [0, 0, 0];
  for (const [, one, other] of scorePairs(metric, first, second)) found[1 + Math.sign(one - other)]++;
  return found;
}

/** Returns the matrix of pairs by a metric, its systems in the order of the chart. */
function pairMatrix(data, metric) {
  const found = new Map(), { pairs } = data.tables;
  for (const [place, row] of (pairs?.rows ?? []).entries()) {
    const [name, first, second, difference, p] = ["metric", "first", "second", "difference", "p_holm"].map((each) => valueAt(pairs, row, each));
    if (name !== metric.name) continue;
    found.set(`${first}\t${second}`, [difference, p, place]).set(`${second}\t${first}`, [-difference, p, place]);
  }
  const most = Math.max(...[...found.values()].map(([difference]) => Math.abs(difference))) || 1;
  const systems = [...document.querySelectorAll(".chart tbody th")].map((heading) => heading.title);
  const table = el("table", { class: "matrix" },
    el("thead", {}, el("tr", {}, el("td"), ...systems.map((name) => el("th", { scope: "col", dir: "auto" }, name)))));
  const body = el("tbody");
  systems.forEach((row) => {
    const line = el("tr", {}, el("th", { scope: "row", dir: "auto" }, row));
    systems.forEach((column) => {
      const test = found.get(`${row}\t${column}`);
      if (row === column) return line.append(el("td", { class: "diagonal" }));
      const [won, tied, lost] = wins(metric, data.systems.indexOf(row), data.systems.indexOf(column));
      const sign = metric.higherIsBetter ? 1 : -1;
      const real = test && pairs.significant.includes(test[2]);
      const heat = test && Math.round(((real ? 45 : 20) * Math.abs(test[0])) / most);
      const order = segmentsOf(data, [row, column], metric.name);
      const part = (count, low, high) => segmentButton(String(count), `${count} segments`, { ...order, of: "difference", low, high });
      const least = sign > 0 ? ["1e-9", ""] : ["", "-1e-9"];
      const below = {
        p: () => [test ? `p ${shown(test[1], 4)}` : ""],
        won: () => [part(won, ...least), "/", part(tied, "-1e-9", "1e-9"), "/", part(lost, ...least.map((end) => end && String(-end)).reverse())],
      }[state.cells];
      line.append(el("td", { class: `${real ? "" : "open"}${test ? " heat" : ""}${test && sign * test[0] < 0 ? " lost" : ""}`, style: test && `--heat: ${heat}%` },
        segmentButton(test ? `${shown(test[0], metric.decimals, true)}${real ? "*" : ""}` : "–", `Segments of ${row} and ${column}`, order),
        below && el("small", {}, ...below())));
    });
    body.append(line);
  });
  table.append(body);
  return el("div", {},
    el("p", { class: "note" }, `${metric.name}: score of the column's system less the row's. * significant: p (Holm) ≤ ${data.alpha}. Blue: the column's system is better; brown: worse; the stronger, the more; pale where not significant.`),
    el("div", { class: "table", role: "region", tabindex: 0, "aria-label": `Pairs of systems by ${metric.name}` }, table));
}

/** Draws a histogram of the differences; a click on a bar shows its segments. */
function histogram(data, metric, first, second) {
  const pairs = scorePairs(metric, first, second);
  const differences = pairs.map(([, one, other]) => other - one);
  const most = Math.max(...differences.map(Math.abs), 1e-9);
  const counts = new Array(BINS).fill(0);
  for (const each of differences) counts[binOf(each, -most, most)]++;
  const highest = Math.max(...counts, 1);
  const picture = svg("svg", { viewBox: "0 0 420 220", class: "plot", role: "img",
    "aria-label": `Histogram of differences by ${metric.name}: ${data.systems[second]} less ${data.systems[first]}, from ${shown(-most)} to ${shown(most)}` });
  counts.forEach((count, bin) => {
    const height = (180 * count) / highest;
    const [low, high] = [-most + (2 * most * bin) / BINS, -most + (2 * most * (bin + 1)) / BINS];
    picture.append(svg("rect", { class: "bar", x: 10 + (400 * bin) / BINS, y: 190 - height, width: 400 / BINS - 1, height,
      click: () => goToSegments({ metric: metric.name, of: "difference", low: low.toPrecision(6), high: high.toPrecision(6), cell: "" }) },
      svg("title", {}, `${shown(low)} to ${shown(high)}: ${count} segments`)));
  });
  picture.append(svg("line", { class: "axis", x1: 210, x2: 210, y1: 6, y2: 194 }));
  axisText(picture, [[10, shown(-most)], [210, "0"], [410, shown(most)]]);
  return figure(picture, `Differences of the segments shown by ${metric.name}: ${data.systems[second]} less ${data.systems[first]}`);
}

function binOf(value, low, high) {
  return Math.min(BINS - 1, Math.max(0, Math.floor((BINS * (value - low)) / (high - low))));
}

function axisText(picture, places) {
  places.forEach(([x, text], number) => {
    picture.append(svg("text", { x, y: 210, "text-anchor": ["start", "middle", "end"][number] }, text));
  });
}

/** Draws one system's segment scores against the other's; a click on a point shows its segment. */
function scatter(data, metric, first, second) {
  const pairs = scorePairs(metric, first, second);
  let [low, high] = [Infinity, -Infinity];
  for (const [, one, other] of pairs) {
    low = Math.min(low, one, other);
    high = Math.max(high, one, other);
  }
  if (!(high > low)) high = low + 1;
  const at = (value) => (200 * (value - low)) / (high - low);
  const picture = svg("svg", { viewBox: "0 -6 240 226", class: "plot square", role: "img",
    "aria-label": `Scatter plot by ${metric.name}: ${data.systems[second]} against ${data.systems[first]}` },
    svg("line", { class: "axis", x1: 20, y1: 200, x2: 220, y2: 0 }));
  if (pairs.length <= MOST_POINTS) {
    for (const [segment, one, other] of pairs) {
      picture.append(svg("circle", { class: "point", cx: 20 + at(one), cy: 200 - at(other), r: 2.2,
        click: () => goToSegments({ segment: String(data.numbers[segment]), cell: "", low: "", high: "" }) },
        svg("title", {}, `segment ${data.numbers[segment]}: ${shown(one)}, ${shown(other)}`)));
    }
  } else {
    const counts = new Map();
    for (const [, one, other] of pairs) {
      const key = `${binOf(one, low, high)},${binOf(other, low, high)}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const most = Math.max(...counts.values());
    for (const [key, count] of counts) {
      const [x, y] = key.split(",").map(Number);
      picture.append(svg("rect", { class: "bar", x: 20 + (200 * x) / BINS, y: 200 - (200 * (y + 1)) / BINS,
        width: 200 / BINS, height: 200 / BINS, "fill-opacity": 0.15 + (0.85 * count) / most },
        svg("title", {}, `${count} segments`)));
    }
  }
  axisText(picture, [[20, shown(low)], [120, data.systems[first]], [220, shown(high)]]);
  return figure(picture, `${metric.name} of the segments shown: ${data.systems[second]} (upwards) against ${data.systems[first]}`);
}

function figure(picture, caption) {
  return el("figure", {}, picture, el("figcaption", { dir: "auto" }, caption));
}
