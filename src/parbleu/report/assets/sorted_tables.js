// Makes the tables of the page sortable, draws intervals as bars, and links cells to the segments behind them.

function enhanceTables(data) {
  for (const holder of document.querySelectorAll("div.table")) {
    const name = holder.dataset.table;
    foldFacts(holder);
    const table = holder.querySelector("table");
    if (!table || !data.tables[name]) continue;
    const content = data.tables[name];
    const places = content.columns.map((_, place) => place).filter((place) => content.columns[place].people);
    const rows = [...table.tBodies[0].rows];
    linkCells(rows, places, content, data.behind[name] ?? [], name);
    linkSystems(rows, places, content, data);
    drawIntervals(rows, places, content);
    offerExport(holder, name, content);
    leafHeadings(table).forEach((heading, number) => makeSortable(table, heading, rows, content, places[number]));
  }
}

/** Shows settings and signatures only on demand. */
function foldFacts(holder) {
  const facts = holder.querySelector("ul");
  if (!facts) return;
  const details = el("details", {}, el("summary", {}, "Settings and signatures"));
  facts.replaceWith(details);
  details.append(facts);
}

/** Returns the headings of single columns from left to right, which stand in two rows where there are groups. */
function leafHeadings(table) {
  const [first, second] = table.tHead.rows;
  const below = second ? [...second.cells] : [];
  return [...first.cells].flatMap((cell) => (cell.scope === "colgroup" ? below.splice(0, cell.colSpan) : [cell]));
}

function makeSortable(table, heading, rows, content, place) {
  const button = el("button", { type: "button", class: "sort", click: sort }, ...heading.childNodes);
  heading.replaceChildren(button);
  function sort() {
    const down = heading.getAttribute("aria-sort") !== "descending";
    table.querySelectorAll("[aria-sort]").forEach((other) => other.removeAttribute("aria-sort"));
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    const key = (number) => content.rows[number][place];
    const order = rows.map((_, number) => number).sort((one, other) => {
      const [a, b] = [key(one), key(other)];
      if (a === null || b === null) return (a === null) - (b === null);
      const difference = typeof a === "string" ? a.localeCompare(b) : a - b;
      return down ? -difference : difference;
    });
    table.tBodies[0].append(...order.map((number) => rows[number]));
  }
}

function linkCells(rows, places, content, behind, name) {
  const shownAt = new Map(places.map((place, number) => [content.columns[place].name, number]));
  for (const [row, column, segments] of behind) {
    const cell = rows[row]?.cells[shownAt.get(column)];
    if (!cell) continue;
    const button = el("button", {
      type: "button", class: "link", title: `${segments.length} segments`,
      click: () => {
        change({ cell: `${name}:${row}:${column}`, segment: "" });
        document.getElementById("segments-title").focus();
      },
    }, ...cell.childNodes);
    cell.replaceChildren(button);
  }
}

/** Links numbers of a system, or of a pair of systems, to their segments in the order of the metric's scores. */
function linkSystems(rows, places, content, data) {
  const at = (name) => content.columns.findIndex((column) => column.name === name);
  const paired = at("first") >= 0 && at("second") >= 0;
  if (!paired && at("system") < 0) return;
  rows.forEach((row, line) => {
    const value = (name) => content.rows[line][at(name)];
    const names = paired ? [value("first"), value("second")] : [data.systems.find((name) => name !== value("system")), value("system")];
    if (!names.every((name) => name === undefined || data.systems.includes(name))) return;
    places.forEach((place, number) => {
      const column = content.columns[place];
      const cell = row.cells[number];
      if (column.kind === "str" || content.rows[line][place] === null || cell.querySelector("button")) return;
      if (paired && column.name !== "difference") return;
      const metric = data.metrics.find((each) => [column.name, column.group, value("metric")].includes(each.name))?.name;
      const changes = { first: names[0] ?? names[1], second: names[1], sort: metric ? (paired ? "second-better" : "worst") : "number" };
      cell.replaceChildren(el("button", { type: "button", class: "link", title: `Segments of ${names[1]}`,
        click: () => goToSegments({ ...cleared(), ...changes, ...(metric ? { metric } : {}) }) }, ...cell.childNodes));
    });
  });
}

/** Offers a table as LaTeX and Typst. */
function offerExport(holder, name, content) {
  const offer = (title, end, text) => el("button", { type: "button", click: () => save(`${name}.${end}`, "text/plain", text) }, title);
  holder.append(el("p", { class: "export" }, offer("LaTeX", "tex", content.latex), offer("Typst", "typ", content.typst)));
}

/** Draws the interval of each score that has one, on one scale for the column. */
function drawIntervals(rows, places, content) {
  const placeOf = new Map(content.columns.map((column, place) => [column.name, place]));
  places.forEach((place, number) => {
    const name = content.columns[place].name;
    const [low, high] = [placeOf.get(`${name}_low`), placeOf.get(`${name}_high`)];
    if (low === undefined || high === undefined) return;
    const ends = content.rows.flatMap((row) => [row[low], row[high], row[place]]).filter((end) => end !== null);
    const [least, most] = [Math.min(...ends), Math.max(...ends)];
    const at = (value) => (most > least ? (100 * (value - least)) / (most - least) : 50);
    rows.forEach((row, line) => {
      const values = content.rows[line];
      if (values[low] === null || values[place] === null) return;
      row.cells[number].append(
        svg("svg", { class: "interval", viewBox: "-2 0 104 8", role: "img", preserveAspectRatio: "none",
          "aria-label": `95 % interval ${shown(values[low])} to ${shown(values[high])}` },
          svg("line", { x1: at(values[low]), x2: at(values[high]), y1: 4, y2: 4 }),
          svg("rect", { x: at(values[place]) - 1, width: 2, y: 0, height: 8 })),
      );
    });
  });
}
