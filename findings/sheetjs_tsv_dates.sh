#!/bin/bash
# xlsx 0.18.5 (npm), SheetJS: texts of a TSV are numbers when it reads them: "3-4" is a day in 2001, "May 2024" is 45413, the
# German "1.000" is 1. Lines whose cells are all empty are left out.
#
# It reads .tsv and .csv as a spreadsheet does where somebody types. A set with scores of matches, headings of months and numbers
# comes back with other texts: sheet_to_json gives the numbers, sheet_to_csv writes dates. The rows with an empty source and an
# empty output are missing, so that those below no longer stand beside those of another file. raw: true when reading, and
# blankrows: true when writing rows, keep all. Seen with Node 20:
#
#     line of the file       sheet_to_json       sheet_to_csv
#     3-4                    36954               3/4/01
#     12/5                   37230               12/5/01
#     May 2024               45413               5/1/24
#     1.000                  1                   1.000
#     5 %                    0.05                5 %
#     007                    7                   007
#     (5)                    -5                  (5)
#     TRUE                   true                TRUE
#     (two empty cells)      no row              a row
#
# This script installs the package, pinned, in a temporary folder. It fails if the rows are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts xlsx@0.18.5
cat > program.js <<'PROGRAM'
import assert from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import XLSX from "xlsx";

const TEXTS = ["It ended", "3-4", "12/5", "May 2024", "1.000", "5 %", "007", "(5)", "TRUE", "", "End"];
writeFileSync("a.tsv", `mt\tnote\n${TEXTS.map((text) => `${text}\t${text && "x"}\n`).join("")}`);
const rows = (reading, writing) => {
  const book = XLSX.readFile("a.tsv", reading);
  return XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0]], writing).map((row) => row.mt);
};
const { version } = JSON.parse(readFileSync("node_modules/xlsx/package.json", "utf8"));
console.log(`xlsx ${version}, Node ${process.version}`);
const found = rows({}, {});
console.log("sheet_to_json", found);
assert.deepStrictEqual(found, ["It ended", 36954, 37230, 45413, 1, 0.05, 7, -5, true, "End"], "the behaviour has changed");
const book = XLSX.readFile("a.tsv");
const lines = XLSX.utils.sheet_to_csv(book.Sheets[book.SheetNames[0]], { FS: "\t" }).split("\n");
const written = lines.slice(1).map((line) => line.split("\t")[0]);
console.log("sheet_to_csv ", written);
const expected = ["It ended", "3/4/01", "12/5/01", "5/1/24", "1.000", "5 %", "007", "(5)", "TRUE", "", "End"];
assert.deepStrictEqual(written, expected, "the behaviour has changed");
assert.deepStrictEqual(rows({ raw: true }, { blankrows: true, defval: "" }), TEXTS, "the behaviour has changed");
PROGRAM
TZ=UTC node program.js
