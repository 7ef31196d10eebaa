#!/bin/bash
# promptfoo 0.121.20 (npm): source texts are templates, too: braces of one row are filled from another column, or vanish.
#
# A variable is rendered before the prompt into which it goes. Messages of programs have such braces: {{title}} of Vue, Angular or
# Mustache becomes the value of a column of this name, if there is one, and {# ... #} is a comment. The model translates another
# text than the one that the results record as its source. ICU's plurals and names that no column has stay as they are. Seen
# with Node 20, a prompt that is {{src}} alone, and a column title with "TITLE":
#
#     Dear {{title}}, hello     the model gets  Dear TITLE, hello
#     Note {#1#}: wet           the model gets  Note : wet
#     Hello {{name}}            the model gets  Hello {{name}}
#
# This script installs the package, pinned, in a temporary folder. It fails if the model gets other texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts promptfoo@0.121.20
cat > program.js <<'PROGRAM'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import promptfoo from "promptfoo";

const EXPECTED = {
  "Dear {{title}}, hello": "Dear TITLE, hello",
  "Note {#1#}: wet": "Note : wet",
  "Hello {{name}}": "Hello {{name}}",
  "{n, plural, one {# day} other {# days}}": "{n, plural, one {# day} other {# days}}",
};
const tests = Object.keys(EXPECTED).map((src) => ({ vars: { src, title: "TITLE" } }));
const seen = [];
const model = async (prompt) => {
  seen.push(prompt);
  return { output: prompt };
};
await promptfoo.evaluate(
  { prompts: ["{{src}}"], providers: [model], tests, writeLatestResults: false },
  { maxConcurrency: 1, showProgressBar: false, cache: false },
);
const { version } = JSON.parse(readFileSync("node_modules/promptfoo/package.json", "utf8"));
console.log(`promptfoo ${version}, Node ${process.version}`);
Object.entries(EXPECTED).forEach(([source, expected], row) => {
  console.log(source, "|", seen[row]);
  assert.strictEqual(seen[row], expected, "the behaviour has changed");
});
process.exit(0);
PROGRAM
PROMPTFOO_DISABLE_TELEMETRY=1 PROMPTFOO_DISABLE_UPDATE=1 PROMPTFOO_CONFIG_DIR=$folder/config node program.js 2>log | grep -v '^\(Starting\|Running\)' ||
  { tail -5 log; exit 1; }
