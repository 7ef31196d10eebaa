#!/bin/bash
# factgenie 1.2.1: on its page a word that begins with a straight quotation mark cannot be an error, and what is marked up to one ends
# before it.
#
# The error of a quoted word is saved as "", which the server takes for none and drops; of a phrase the quoted word is missing, so
# that its text is shorter than what the annotator marked. Typographic marks are whole. Seen with Node 20 and jsdom 26.1.0, which
# runs the page's own script, granularity "words":
#
#     Er sagte "nein" und ging. [12]      marked  "nein"          saved  ""
#                                         marked  sagte "nein"    saved  "sagte "
#     Er sagte „nein“ und ging.           marked  „nein“          saved  „nein“
#
# This script unpacks and installs the packages, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip -q download --disable-pip-version-check --no-deps factgenie==1.2.1
env/bin/python -m zipfile -e factgenie-1.2.1-py3-none-any.whl .
echo '{"private": true}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts jsdom@26.1.0
cat > page.cjs <<'PROGRAM'
const assert = require("node:assert");
const { readFileSync } = require("node:fs");
const { JSDOM } = require("jsdom");
const scripts = "factgenie/static/js/";

// What an annotator who marks from one word to another gets, by where these words begin.
function marked(text, first, last) {
  const { window } = new JSDOM('<p id="p0"></p>', { runScripts: "outside-only" });
  window.eval(readFileSync(scripts + "lib/jquery.min.js", "utf8"));
  window.eval(readFileSync(scripts + "span-annotator.js", "utf8") + "\nwindow.SpanAnnotator = SpanAnnotator;");
  const $ = window.$;
  $("#p0").text(text);
  const annotator = new window.SpanAnnotator().init("words", true, [{ name: "Major", color: "#f00" }], false);
  annotator.addDocument("p0", $("#p0"), true);
  annotator.setCurrentAnnotationType(0);
  const word = (start) => $("#p0 .annotatable").filter((_, span) => $(span).data("index") == start).first();
  annotator._createAnnotation("p0", word(first), word(last));
  return annotator.getAnnotations("p0")[0].text;
}

for (const [text, first, last, expected] of [
  ['Er sagte "nein" und ging. [12]', 9, 9, ""],
  ['Er sagte "nein" und ging. [12]', 3, 9, "sagte "],
  ["Er sagte „nein“ und ging.", 9, 9, "„nein“"],
]) {
  const saved = marked(text, first, last);
  console.log(text, "|", JSON.stringify(saved));
  assert.strictEqual(saved, expected, "the behaviour has changed");
}
PROGRAM
node page.cjs
grep -q 'if a\["text"\]' factgenie/crowdsourcing.py || { echo "the server keeps empty errors now"; exit 1; }
