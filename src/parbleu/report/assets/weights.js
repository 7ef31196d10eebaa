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

function costOf(ratings, error) {
  return ratings.kind === "weights" ? weightOf(ratings.weights, error[2], error[3]) : error[5];
}

/** Returns the score of one row of ratings; null if it has none. */
function judged(ratings, [, , , score, errors]) {
  if (ratings.kind === "score") return score;
  return errors === null ? null : 0 - errors.reduce((sum, error) => sum + costOf(ratings, error), 0);
}

/** Returns for each rated system a map from segments to maps from raters to the means of their scores. */
function scoresByRater(ratings) {
  const found = ratings.systems.map(() => new Map());
  for (const row of ratings.rows) {
    const [system, , rater, , , segment] = row;
    const value = judged(ratings, row);
    if (value === null) continue;
    if (!found[system].has(segment)) found[system].set(segment, new Map());
    const raters = found[system].get(segment);
    raters.set(rater, [...(raters.get(rater) ?? []), value]);
  }
  for (const segments of found) {
    for (const raters of segments.values()) raters.forEach((values, rater) => raters.set(rater, mean(values)));
  }
  return found;
}

function mean(values) {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}

/** Makes the ratings one more metric; its scores, and the tables of ratings, follow the weights of the address. */
function addRatings(data) {
  const { ratings } = data;
  if (!ratings) return;
  for (const error of ratings.rows.flatMap((row) => row[4] ?? [])) ratings.weights[error[2].toLowerCase()] ??= 0;
  const given = ratings.weights;
  const metric = { name: RATINGS, higherIsBetter: true, decimals: 2 };
  const places = new Map(ratings.rows.map(([, place, , , , segment]) => [segment, place]));
  watch(["weights"], () => {
    ratings.weights = { ...given, ...changedWeights() };
    const found = scoresByRater(ratings);
    const all = found.map((segments) => new Map([...segments].map(([segment, raters]) => [segment, mean([...raters.values()])])));
    metric.scores = data.systems.map((_, system) => {
      const scores = data.numbers.map(() => null);
      for (const [segment, score] of all[system]) if (places.get(segment) >= 0) scores[places.get(segment)] = score;
      return scores;
    });
    fillTables(data, found, all.map((segments) => mean([...segments.values()])));
  });
  data.metrics.push(metric);
  if (ratings.kind === "weights") drawWeights(ratings);
}

/** Computes the values of the tables of ratings that depend on weights. */
function fillTables(data, found, scores) {
  const { ratings, tables } = data;
  const fill = (name, values) => {
    for (const row of tables[name]?.rows ?? []) {
      const made = values((column) => valueAt(tables[name], row, column));
      tables[name].columns.forEach((column, place) => (row[place] = column.name in made ? made[column.name] : row[place]));
    }
  };
  fill("system_scores", (value) => ({ score: scores[ratings.systems.indexOf(value("system"))] }));
  fill("raters", (value) => {
    const rater = ratings.raters.indexOf(value("rater"));
    const [own, above, shared] = [[], [], []];
    found.forEach((segments, system) => segments.forEach((raters) => {
      if (!raters.has(rater)) return;
      const score = raters.get(rater);
      own.push(score);
      above.push(score - scores[system]);
      if (raters.size > 1) shared.push(((score - mean([...raters.values()])) * raters.size) / (raters.size - 1));
    }));
    const sample = own.length > 1 ? deviation(own) * Math.sqrt(own.length / (own.length - 1)) : null;
    return { mean: mean(own), deviation: sample, bias: mean(above), shared_bias: mean(shared) };
  });
  const costs = new Map();
  for (const [system, , , , errors] of ratings.rows) {
    for (const error of errors ?? []) {
      for (const key of ["all", [ratings.systems[system], error[2], error[3]].join("\t")]) costs.set(key, (costs.get(key) ?? 0) + costOf(ratings, error));
    }
  }
  fill("error_spans", (value) => {
    const cost = costs.get(["system", "severity", "category"].map(value).join("\t")) ?? 0;
    return { cost, cost_share: cost && (100 * cost) / costs.get("all") };
  });
}

function changedWeights() {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(state.weights)).filter(([, weight]) => Number.isFinite(weight)));
  } catch {
    return {};
  }
}

function drawWeights(ratings) {
  const fields = document.getElementById("weights");
  const set = (key, weight) => change({ weights: JSON.stringify({ ...changedWeights(), [key]: weight }) });
  watch(["weights"], () => {
    if (fields.contains(document.activeElement)) return;
    fields.replaceChildren(...Object.entries(ratings.weights).map(([key, value]) => el("label", {}, `${key || "no severity"} `,
      el("input", { type: "number", step: "any", value, input: (event) => {
        if (event.target.value !== "") set(key, Number(event.target.value));
      } }))));
  });
  document.getElementById("add-weight").addEventListener("click", () => {
    const key = document.getElementById("new-weight").value.trim().toLowerCase();
    const [severity, ...category] = key.split("/");
    if (key && !Object.hasOwn(ratings.weights, key)) set(key, weightOf(ratings.weights, severity, category.join("/")));
  });
}
