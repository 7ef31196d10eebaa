#!/bin/bash
# potato-annotation 2.12.1: errors of its MQM scheme (error_span) have wrong offsets once two errors overlap, or a blank is marked along.
#
# Where errors overlap, the page shows their words twice, and counts what is marked later in what it shows: all offsets behind are too
# large, by as much as is repeated. The text of an error is stripped of blanks, its offsets are not. Scores by severity are right;
# whatever goes by places (character F1, agreement, a page that shows the errors) is not. Seen with Node 20 and jsdom 26.1.0, which
# runs the page's own script, marked in this order:
#
#     Der Hund hat den Mann gebissen, und die Katze schlief.
#     marked                          saved                   the text has there
#     "Hund"                          4-8    Hund             Hund
#     " Mann"                         16-20  Mann             " Man"
#     "Hund hat", beside the first    4-12   Hund hat         Hund hat
#     "Katze"                         44-49  Katze            "e sch"
#
# This script installs the packages, pinned, in a temporary folder. It fails if the offsets are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check --no-deps potato-annotation==2.12.1
cd "$folder"
echo '{"private": true}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts jsdom@26.1.0
cat > page.py <<'PROGRAM'
"""Writes the page's part for errors; its module needs one other, so that the package is not loaded, which needs a web server."""
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

for name in ("potato", "potato.server_utils", "potato.server_utils.schemas"):
    module = ModuleType(name)
    module.__path__ = ["/".join((sysconfig.get_paths()["purelib"], *name.split(".")))]
    sys.modules[name] = module
from potato.server_utils.schemas.error_span import generate_error_span_layout

scheme = {"name": "mqm", "description": "Errors", "annotation_type": "error_span", "error_types": [{"name": "Accuracy"}]}
Path("page.html").write_text(generate_error_span_layout(scheme)[0])
PROGRAM
env/bin/python page.py
cat > mark.cjs <<'PROGRAM'
const assert = require("node:assert");
const { readFileSync } = require("node:fs");
const { JSDOM } = require("jsdom");

const page = `<body>${readFileSync("page.html", "utf8")}</body>`;
const { window } = new JSDOM(page, { runScripts: "dangerously" });
const { document } = window;
const text = "Der Hund hat den Mann gebissen, und die Katze schlief.";
const box = document.getElementById("mqm-text");
box.textContent = text;
window._errorSpanGetState("mqm");
window._errorSpanUpdateDisplay("mqm");

function place(offset) {
  const nodes = document.createTreeWalker(box, 4);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (offset <= node.length) return [node, offset];
    offset -= node.length;
  }
}

for (const words of ["Hund", " Mann", "Hund hat", "Katze"]) {
  const begin = box.textContent.indexOf(words);
  const range = document.createRange();
  range.setStart(...place(begin));
  range.setEnd(...place(begin + words.length));
  window.getSelection().removeAllRanges();
  window.getSelection().addRange(range);
  window.errorSpanHandleSelection("mqm");
  [...document.querySelectorAll("input[type=radio]")].find((button) => button.value == "Major").checked = true;
  window.errorSpanSaveAnnotation("mqm");
}
const { errors } = JSON.parse(document.querySelector(".error-span-data-input").value);
const saved = errors.map(({ start, end, text: words }) => [start, end, words, text.slice(start, end)]);
for (const error of saved) console.log(JSON.stringify(error));
console.log("the page shows:", box.textContent);
assert.deepStrictEqual(
  saved,
  [[4, 8, "Hund", "Hund"], [16, 20, "Mann", " Man"], [4, 12, "Hund hat", "Hund hat"], [44, 49, "Katze", "e sch"]],
  "the behaviour has changed",
);
PROGRAM
node mark.cjs
