#!/bin/bash
# strings-file 0.0.5 (npm): of Apple's .strings it loses messages: those with a line break, which it writes itself, those with a
# comment behind, and all but one of a line.
#
# It reads a file line by line. compile writes a line break within a text as it is, and parse does not find that message again. Of
# escapes only \" is read: a text with \n has a backslash and an n, which compile writes as the same two characters, so that a
# text goes through it unchanged, but a translator sees them, and \U00e9 is five characters more. Two messages in one line are one
# with a strange name, and one behind blanks has these and its quotation marks in its name. Nothing warns. Seen with Node 20:
#
#     file                                  messages
#     "title" = "Files";                    title: Files
#     "lines" = "First\nSecond";            lines: First\nSecond, with a backslash
#     "two" = "First, a line break, Second";  none
#       "indented" = "Text";                  "indented" : Text
#     "site" = "Text"; // seen              none
#     "a" = "1"; "b" = "2";                 a" = "1"; "b: 2
#
# This script installs the package, pinned, in a temporary folder. It fails if the messages are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts strings-file@0.0.5
cat > Localizable.strings <<'STRINGS'
/* The title of the window */
"title" = "Files";
"quoted" = "Say \"yes\"";
"lines" = "First\nSecond";
"two" = "First
Second";
  "indented" = "Text";
"site" = "Text"; // seen
"a" = "1"; "b" = "2";
STRINGS
cat > program.js <<'PROGRAM'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import strings from "strings-file";

const messages = strings.parse(readFileSync("Localizable.strings", "utf8"));
const { version } = JSON.parse(readFileSync("node_modules/strings-file/package.json", "utf8"));
console.log(`strings-file ${version}, Node ${process.version}`);
console.log(messages);
const expected = { title: "Files", quoted: 'Say "yes"', lines: "First\\nSecond", '  "indented" ': "Text", 'a" = "1"; "b': "2" };
assert.deepStrictEqual({ ...messages }, expected, "the behaviour has changed");
const back = strings.parse(strings.compile({ first: "One", broken: "First\nSecond", last: "Two" }));
console.log(back);
assert.deepStrictEqual({ ...back }, { first: "One", last: "Two" }, "the behaviour has changed");
PROGRAM
node program.js
