// Tables: sorting, the choice of columns, shades, and links from cells to the segments behind them.

/** Adds links, shades and sorting to tables; to folded ones when the reader opens them. */
function enhanceTables(data, within = document) {
  for (const holder of within.querySelectorAll("div.table")) {
    const folded = holder.closest("details");
    if (folded) folded.addEventListener("toggle", () => enhanceTable(holder, data), { once: true });
    else enhanceTable(holder, data);
  }
}

function enhanceTable(holder, data) {
  const name = holder.dataset.table;
  foldFacts(holder);
  const table = holder.querySelector("table");
  const content = data.tables[name];
  if (!table || !content) return;
  const places = content.columns.map((_, place) => place).filter((place) => content.columns[place].people);
  const rows = [...table.tBodies[0].rows];
  linkNumbers(rows, places, content, data, name);
  shade(rows, places, content, data);
  offerExport(holder, name, data);
  if (["system_scores", "raters", "error_spans"].includes(name)) watch(["weights"], () => showValues(rows, places, content));
  makeSortable(table, name, rows, places, content);
  if (["scores", "languages"].includes(name)) chooseColumns(table, rows, places, content, data);
}

function showValues(rows, places, content) {
  if (!state.weights && !content.changed) return;
  content.changed = true;
  rows.forEach((row, line) => places.forEach((place, number) => {
    const { kind, decimals, signed } = content.columns[place];
    const cell = row.cells[number].querySelector("button") ?? row.cells[number];
    if (kind === "float") cell.textContent = shown(content.rows[line][place], decimals, signed);
  }));
}

function foldFacts(holder) {
  const facts = holder.querySelector("ul");
  if (!facts) return;
  const details = el("details", {}, el("summary", {}, "Settings and signatures"));
  facts.replaceWith(details);
  details.append(facts);
}

/** Returns the headings of single columns, which stand in two rows where there are groups. */
function leafHeadings(table) {
  const [first, second] = table.tHead.rows;
  const below = second ? [...second.cells] : [];
  return [...first.cells].flatMap((cell) => (cell.scope === "colgroup" ? below.splice(0, cell.colSpan) : [cell]));
}

function makeSortable(table, name, rows, places, content) {
  const headings = leafHeadings(table);
  headings.forEach((heading, number) => heading.replaceChildren(button(
    () => change({ table: [name, number, heading.ariaSort === "descending" ? "ascending" : "descending"].join(":") }),
    [...heading.childNodes], { class: "sort" })));
  const draw = () => {
    const [order, number, ...chosen] = state.table.split(":").reverse();
    const heading = headings[number];
    if (chosen.reverse().join(":") !== name || !heading) return;
    for (const other of headings) other.ariaSort = other === heading ? order : null;
    const key = (row) => content.rows[row][places[number]];
    const found = rows.map((_, row) => row).sort((one, other) => {
      const [a, b] = [key(one), key(other)];
      if (a === null || b === null) return (a === null) - (b === null);
      const difference = typeof a === "string" ? a.localeCompare(b) : a - b;
      return order === "descending" ? -difference : difference;
    });
    table.tBodies[0].append(...found.map((row) => rows[row]));
  };
  watch(["table", "weights"], draw);
}

function valueAt(content, row, name) {
  return row[content.columns.findIndex((column) => column.name === name)];
}

/**
 * Links each number to the segments behind it: those that the data have for its cell or its row; or else those of the
 * system or of the pair of systems in its row, in the order of the metric's scores.
 */
function linkNumbers(rows, places, content, data, name) {
  rows.forEach((row, line) => {
    const value = (name) => valueAt(content, content.rows[line], name);
    const pair = ["first", "second"].map(value);
    const systems = pair.every((each) => data.systems.includes(each)) ? pair : [value("system")];
    places.forEach((place, number) => {
      const column = content.columns[place];
      const cell = [`${name}:${line}:${column.name}`, `${name}:${line}:`].find((key) => data.segmentsBehind.has(key));
      const exact = cell?.endsWith(`:${column.name}`);
      if (content.rows[line][place] === null || (column.kind === "str" && !exact && !column.name.endsWith("_rank"))) return;
      if (cell) link(row.cells[number], `${data.segmentsBehind.get(cell)[0]} segments`, { ...cleared(), cell });
      else if (data.systems.includes(systems[0])) {
        const metric = data.metrics.find((each) => [column.name, column.group, value("metric")].includes(each.name))?.name;
        link(row.cells[number], `Segments of ${systems.join(" and ")}`, segmentsOf(data, systems, metric));
      }
    });
  });
}

/** Shows a system's segments, the worst first; or those of a pair, where the second is better first. */
function segmentsOf(data, systems, metric) {
  const [first, second] = systems.length > 1 ? systems : [data.systems.find((name) => name !== systems[0]) ?? systems[0], systems[0]];
  const sort = metric ? (systems.length > 1 ? "second-better" : "worst") : DEFAULTS.sort;
  return { ...cleared(), first, second, sort, ...(metric ? { metric } : {}) };
}

function link(element, title, changes) {
  element.replaceChildren(segmentButton([...element.childNodes], title, changes));
}

function segmentButton(contents, title, changes) {
  return button(() => goToSegments(changes), contents, { class: "link", title });
}

function offerExport(holder, name, data) {
  const offer = (title, end, text) => button(() => save(`${name}.${end}`, text), title);
  holder.append(el("p", { class: "export" }, offer("LaTeX", "tex", data.latex[name]), offer("Typst", "typ", data.typst[name])));
}

/** Shades numbers, the better the darker: those of systems in each row, or of language pairs in each column. */
function shade(rows, places, content, data) {
  const numbers = places.map((_, number) => number).filter((number) => {
    const { kind, name, title, group } = content.columns[places[number]];
    return kind === "float" && (data.systems.includes(name) || (group && data.languagePairs.includes(title)));
  });
  const byRow = numbers.length && data.systems.includes(content.columns[places[numbers[0]]].name);
  const lists = byRow ? rows.map((_, line) => numbers.map((number) => [line, number])) : numbers.map((number) => rows.map((_, line) => [line, number]));
  for (const cells of lists) {
    const value = ([line, number]) => content.rows[line][places[number]];
    const known = cells.filter((cell) => value(cell) !== null);
    if (known.length < 2) continue;
    const sign = content.columns[places[known[0][1]]].better === "lower" ? -1 : 1;
    const sorted = known.map((cell) => sign * value(cell)).sort((one, other) => other - one);
    const width = Math.min(sorted[0] - sorted.at(-1), 2 * (sorted[0] - sorted[sorted.length >> 1])) || 1;  // whatever an outlier is
    for (const cell of known) {
      const element = rows[cell[0]].cells[cell[1]];
      element.classList.add("heat");
      element.style.setProperty("--heat", `${Math.round(30 * Math.max(0, 1 - (sorted[0] - sign * value(cell)) / width))}%`);
    }
  }
}

/** Shows scores and ranks of all metrics, all columns of one metric, or all; of language pairs those of one metric. */
function chooseColumns(table, rows, places, content, data) {
  const headings = leafHeadings(table);
  const groups = [...table.tHead.rows[0].cells].filter((cell) => cell.scope === "colgroup");
  const known = groups.map((cell) => cell.textContent);
  const isShown = ({ name, group }) => {
    if (content === data.tables.languages) return !group || group === metricAmong(data, known);
    if (!group || state.columns === "all") return true;
    return state.columns ? group === state.columns : !/_(p_\w+|cluster)$/.test(name);
  };
  watch(["columns", "metric"], () => {
    const seen = places.map((place) => isShown(content.columns[place]));
    for (const cells of [headings, ...rows.map((row) => row.cells)]) seen.forEach((is, number) => (cells[number].hidden = !is));
    const titles = (is) => headings.filter((_, number) => seen[number] === is).map((cell) => cell.textContent);
    for (const note of table.parentElement.querySelectorAll(":scope > p")) {
      const about = (title) => note.textContent.startsWith(`${title}:`);
      note.hidden = titles(false).some(about) && !titles(true).some(about);
    }
    for (const cell of groups) {
      const span = places.filter((place, number) => seen[number] && content.columns[place].group === cell.textContent).length;
      cell.hidden = !span;
      cell.colSpan = span || 1;
    }
  });
}
