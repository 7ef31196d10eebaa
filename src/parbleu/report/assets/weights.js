// Scores of marked errors, recomputed whenever the reader changes a weight.

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

/** Returns system -> [score, segments]: means over segments of means over raters of means over judgements. */
function humanScores(data, weights) {
  const sums = data.systems.map(() => new Map());
  for (const [system, , rater, score, errors, segment] of data.ratings.rows) {
    const value = judged(data.ratings.kind, weights, score, errors);
    if (value === null) continue;
    if (!sums[system].has(segment)) sums[system].set(segment, new Map());
    const raters = sums[system].get(segment);
    if (!raters.has(rater)) raters.set(rater, []);
    raters.get(rater).push(value);
  }
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return sums.map((segments) => {
    if (!segments.size) return [null, 0];
    return [mean([...segments.values()].map((raters) => mean([...raters.values()].map(mean)))), segments.size];
  });
}

function judged(kind, weights, score, errors) {
  if (kind === "score") return score;
  if (errors === null) return null;
  if (kind === "stored") return 0 - errors.reduce((sum, error) => sum + error[5], 0);
  return 0 - errors.reduce((sum, error) => sum + weightOf(weights, error[2], error[3]), 0);
}

/** Draws the table of weights, and the scores that follow from them. */
function weightEditor(data) {
  const weights = { ...data.ratings.weights };
  const used = new Set(data.ratings.rows.flatMap((row) => (row[4] ?? []).map((error) => error[2].toLowerCase())));
  for (const severity of used) weights[severity] ??= 0;
  const given = { ...weights };
  const scores = el("div", { class: "table", "aria-live": "polite" });
  const draw = () => {
    const found = humanScores(data, weights);
    const order = data.systems.map((_, place) => place).filter((place) => found[place][0] !== null);
    order.sort((one, other) => found[other][0] - found[one][0]);
    scores.replaceChildren(el("table", { id: "recomputed" },
      el("caption", {}, "Scores with these weights"),
      el("thead", {}, el("tr", {}, ...["system", "score ↑", "segments"].map((title) => el("th", { scope: "col" }, title)))),
      el("tbody", {}, ...order.map((place) => el("tr", {}, el("th", { scope: "row", dir: "auto" }, data.systems[place]),
        el("td", { class: "number" }, shown(found[place][0], 4)), el("td", { class: "number" }, String(found[place][1])))))));
  };
  const fields = el("div", { class: "weights" });
  const fill = () => fields.replaceChildren(...Object.keys(weights).map((key) => el("label", {}, `${key || "no severity"} `,
    el("input", { type: "number", step: "any", value: weights[key], input: (event) => {
      const value = Number(event.target.value);
      if (event.target.value !== "" && Number.isFinite(value)) {
        weights[key] = value;
        draw();
      }
    } }))));
  const name = el("input", { type: "text", placeholder: "minor/fluency" });
  const editor = el("fieldset", {}, el("legend", {}, "What an error costs"), fields,
    el("label", {}, "Severity/category ", name),
    el("button", { type: "button", click: () => {
      const key = name.value.trim().toLowerCase();
      if (key && !Object.hasOwn(weights, key)) {
        weights[key] = weightOf(weights, key.split("/")[0], key.split("/").slice(1).join("/"));
        fill();
      }
    } }, "Add a weight"),
    el("button", { type: "button", click: () => {
      for (const key of Object.keys(weights)) delete weights[key];
      Object.assign(weights, given);
      fill();
      draw();
    } }, `Back to ${data.ratings.scheme}`));
  fill();
  draw();
  return el("div", {}, data.ratings.kind === "weights" ? editor : "", scores);
}
