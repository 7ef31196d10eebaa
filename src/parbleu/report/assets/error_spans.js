// A text with marks: differences from another text, errors that raters marked, and matches of the filter.

/**
 * Returns a paragraph of the text. Marks are {start, end, kind, title}, in code points; they may overlap:
 * the text is cut where any begins or ends, and each piece has the classes of all that cover it. A mark that ends
 * where it starts stands between two characters.
 */
function marked(text, marks, attributes = {}) {
  const paragraph = el("p", { dir: "auto", ...attributes });
  if (!marks.length) {
    paragraph.append(text);
    return paragraph;
  }
  const points = Array.from(text);  // a lone surrogate is a point of its own, as it is in Python
  const within = (place) => Math.min(Math.max(place, 0), points.length);
  const cuts = new Set([0, points.length]);
  for (const mark of marks) cuts.add(within(mark.start)).add(within(mark.end));
  const ordered = [...cuts].sort((one, other) => one - other);
  for (let number = 0; number < ordered.length; number++) {
    const start = ordered[number];
    for (const mark of marks.filter((each) => each.start === start && each.end === start)) {
      paragraph.append(el("mark", { class: mark.kind, title: mark.title }));
    }
    const end = ordered[number + 1];
    if (end === undefined) break;
    const covering = marks.filter((mark) => mark.start <= start && mark.end >= end);
    const piece = points.slice(start, end).join("");
    if (!covering.length) {
      paragraph.append(piece);
      continue;
    }
    const titles = covering.map((mark) => mark.title).filter(Boolean);
    paragraph.append(
      el("mark", { class: [...new Set(covering.map((mark) => mark.kind))].join(" "), title: titles.join("; ") || null }, piece),
    );
  }
  return paragraph;
}

/** Returns the class of a severity: two grades, and one for all others. */
function grade(severity) {
  const name = severity.toLowerCase();
  if (name.startsWith("major") || name.startsWith("critical")) return "severe";
  return name.startsWith("minor") ? "slight" : "neutral";
}

/** Returns the marks of one judgement's errors on one side: 0 is the hypothesis, 1 the source. */
function errorMarks(errors, side, rater) {
  return (errors ?? [])
    .filter((error) => error[4] === side && error[0] >= 0)
    .map(([start, end, severity, category]) => ({
      start, end, kind: `error ${grade(severity)}`, title: `${severity} ${category} (${rater})`,
    }));
}

/** Returns the errors that have no place in the text, as a list of words. */
function missing(errors) {
  return (errors ?? []).filter((error) => error[0] < 0).map((error) => `${error[2]} ${error[3]}`);
}
