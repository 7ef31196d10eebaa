#!/bin/bash
# gettext-parser 10.0.0 (npm): a PO that it reads and writes has its messages in another order. Numbers come first, and messages
# with a context last.
#
# It keeps messages as properties of JavaScript objects, one object for each context, and such objects list names that are whole
# numbers before all others, in ascending order, whatever the order in which they were given. Texts taken line by line from two
# files, of which it wrote one, stand beside other texts; by their msgids they are the same. Seen with Node 20:
#
#     read       Open the file    Close    10    menu: Open    9    Print
#     written    9    10    Open the file    Close    Print    menu: Open
#
# This script installs the package, pinned, in a temporary folder. It fails if the order is another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts gettext-parser@10.0.0
cat > program.js <<'PROGRAM'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import gettextParser from "gettext-parser";

const MESSAGES = ["Open the file", "Close", "10", ["menu", "Open"], "9", "Print"];
const written = (message) =>
  typeof message === "string"
    ? `msgid "${message}"\nmsgstr "<${message}>"\n`
    : `msgctxt "${message[0]}"\nmsgid "${message[1]}"\nmsgstr "<${message[1]}>"\n`;
const po = `msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n${MESSAGES.map(written).join("\n")}`;
const texts = (file) => [...file.matchAll(/^msgstr "<(.*)>"/gm)].map((match) => match[1]);
const back = String(gettextParser.po.compile(gettextParser.po.parse(po)));
const { version } = JSON.parse(readFileSync("node_modules/gettext-parser/package.json", "utf8"));
console.log(`gettext-parser ${version}, Node ${process.version}`);
console.log("read   ", texts(po).join(" | "));
console.log("written", texts(back).join(" | "));
assert.deepStrictEqual(texts(back), ["9", "10", "Open the file", "Close", "Print", "Open"], "the behaviour has changed");
PROGRAM
node program.js
