// Scores of marked errors, recomputed whenever the reader changes a weight.

const RATINGS = "ratings";  // the name of the metric that they are

/** Returns the weight of an error: that of the longest key "severity/category/..." that it has. */
function weightOf(weights, severity, category) {
  const parts = [severity.toLowerCase(), ...category.toLowerCase().split("/")];
  while (parts.length) {
    const key = parts.join("/");
    if (Object.hasOwn(weights, key)) return weights[key];
    parts.pop();
  }
  return 0;
}

/** Returns the score of one row of ratings; null if it has none. */
function judged(ratings, [, , , score, errors]) {
  if (ratings.kind === "score") return score;
  if (errors === null) return null;
  const cost = (error) => (ratings.kind === "stored" ? error[5] : weightOf(ratings.weights, error[2], error[3]));
  return 0 - errors.reduce((sum, error) => sum + cost(error), 0);
}

/** Returns for each system a map from segments to the means of its raters' scores; of one rater if `only` is one. */
function ratedSegments(data, only = null) {
  const sums = data.systems.map(() => new Map());
  for (const row of data.ratings.rows) {
    const [system, , rater, , , segment] = row;
    const value = judged(data.ratings, row);
    if (value === null || (only !== null && rater !== only)) continue;
    if (!sums[system].has(segment)) sums[system].set(segment, new Map());
    const raters = sums[system].get(segment);
    if (!raters.has(rater)) raters.set(rater, []);
    raters.get(rater).push(value);
  }
  return sums.map((segments) => new Map([...segments].map(([segment, raters]) => [segment, mean([...raters.values()].map(mean))])));
}

function mean(values) {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}

/** Makes the ratings one more metric, whose scores follow the weights of the page's address. */
function addRatings(data) {
  if (!data.ratings) return;
  const { weights, rows } = data.ratings;
  for (const error of rows.flatMap((row) => row[4] ?? [])) weights[error[2].toLowerCase()] ??= 0;
  const given = { ...weights };
  const metric = { name: RATINGS, higherIsBetter: true, decimals: 2 };
  const score = () => {
    for (const key of Object.keys(weights)) delete weights[key];
    Object.assign(weights, given, changedWeights());
    metric.scores = ratedSegments(data).map((segments) => data.numbers.map((number) => segments.get(number - 1) ?? null));
  };
  watch(["weights"], score);
  data.metrics.push(metric);
  extra("ratings")?.append(weightEditor(data, given));
}

/** Returns the weights that the reader changed. */
function changedWeights() {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(state.weights)).filter(([, weight]) => Number.isFinite(weight)));
  } catch {
    return {};
  }
}

/** Draws the fields of weights, and the scores that follow from them: of all raters, and of each. */
function weightEditor(data, given) {
  const { kind, raters, weights, scheme } = data.ratings;
  const scores = el("div", { class: "table", "aria-live": "polite" });
  const fields = el("div", { class: "weights" });
  const set = (key, weight) => change({ weights: JSON.stringify({ ...changedWeights(), [key]: weight }) });
  const draw = () => {
    if (!fields.contains(document.activeElement)) {
      fields.replaceChildren(...Object.keys(weights).map((key) => el("label", {}, `${key || "no severity"} `,
        el("input", { type: "number", step: "any", value: weights[key], input: (event) => {
          if (event.target.value !== "") set(key, Number(event.target.value));
        } }))));
    }
    const columns = [ratedSegments(data), ...raters.map((_, rater) => ratedSegments(data, rater))];
    const found = columns.map((systems) => systems.map((segments) => mean([...segments.values()])));
    const order = data.systems.map((_, place) => place).filter((place) => found[0][place] !== null);
    order.sort((one, other) => found[0][other] - found[0][one]);
    scores.replaceChildren(el("table", { id: "recomputed" },
      el("caption", {}, "Scores with these weights, and of each rater"),
      el("thead", {}, el("tr", {}, ...["system", "score ↑", "segments", ...raters].map((title) => el("th", { scope: "col", dir: "auto" }, title)))),
      el("tbody", {}, ...order.map((place) => {
        const [all, ...single] = found.map((each) => each[place]);
        const cells = [shown(all, 4), columns[0][place].size, ...single.map((each) => shown(each, 4))].map((text) => el("td", { class: "number" }, text));
        for (const cell of cells) link(cell, `Segments of ${data.systems[place]}`, segmentsOf(data, [data.systems[place]], RATINGS));
        return el("tr", {}, el("th", { scope: "row", dir: "auto" }, data.systems[place]), ...cells);
      }))));
  };
  const name = el("input", { type: "text", placeholder: "minor/fluency" });
  const editor = el("fieldset", {}, el("legend", {}, "What an error costs"), fields,
    el("label", {}, "Severity/category ", name),
    button(() => {
      const key = name.value.trim().toLowerCase();
      if (key && !Object.hasOwn(weights, key)) set(key, weightOf(weights, key.split("/")[0], key.split("/").slice(1).join("/")));
    }, "Add a weight"),
    button(() => change({ weights: "" }), `Back to ${scheme}`));
  watch(["weights"], draw);
  return el("div", {}, kind === "weights" ? editor : "", scores);
}
