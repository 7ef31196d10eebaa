#!/bin/bash
# subsrt 1.1.1 (npm): of a subtitle with two lines that it writes as LRC, it reads the first line only.
#
# LRC, the format of song texts, has a time before each line, and no place for a line break. The package writes one as it is, so
# that the second line has no time, and as a reader it takes a line without a time for nothing. Whoever converts subtitles to LRC
# and back, or into another format, loses the second line of each, without a word. A line break would have to be a blank, or the
# second line a line with the same time. Seen with Node.js 20.20:
#
#     text of a subtitle     written                       read again
#     The tug / waits.       [00:00.00]The tug / waits.    The tug
#
# This script installs the package, pinned, in a temporary folder, with the npm of the machine. It fails if both lines are read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts subsrt@1.1.1
cat > program.js <<'PROGRAM'
const assert = require("node:assert");
const subsrt = require("subsrt");

const texts = ["The tug\r\nwaits.", "It rains."];
const captions = texts.map((text, index) => (
    { type: "caption", index: index + 1, start: 2000 * index, end: 2000 * index + 1500, content: text, text }));
const written = subsrt.build(captions, { format: "lrc" });
const read = subsrt.parse(written, { format: "lrc" }).filter((one) => one.type === "caption").map((one) => one.text);
console.log("written", JSON.stringify(written));
console.log("read   ", JSON.stringify(read));
assert.ok(written.includes("The tug\r\nwaits."), "the behaviour has changed");
assert.deepEqual(read, ["The tug", "It rains."], "the behaviour has changed");
PROGRAM
node program.js
