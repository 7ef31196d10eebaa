#!/bin/bash
# android-string-resource 2.3.10 (npm): one string in CDATA takes the markup out of all other strings of the file. Without one,
# "$" in a string with markup is "&#x24;".
#
# asr2js has two ways to a string with elements: where a CDATA section stands anywhere in the file it keeps the text alone, and
# else it writes the string as XML, in which it escapes the dollar of %1$s. A translator sees plain text, or a placeholder that no
# longer looks like one, and files of a program that got its first CDATA lose the tags of every translation that came through
# JSON. js2asr lays elements out on lines of their own, which Android shows as blanks within words, and takes what was text in
# CDATA for elements. Seen with Node 20:
#
#     strings.xml                      JSON, no CDATA in the file        JSON, another string in CDATA
#     Sign <b>here</b>                 Sign <b>here</b>                  Sign here
#     un<b>believ</b>able              un<b>believ</b>able               unbelievable
#     %1$s <b>left</b>                 %1&#x24;s <b>left</b>             %1$s left
#     %1$s left                        %1$s left                         %1$s left
#
# This script installs the package, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts android-string-resource@2.3.10
cat > program.js <<'PROGRAM'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import resources from "android-string-resource";

const STRINGS = ["Sign <b>here</b>", "un<b>believ</b>able", "%1$s <b>left</b>", "%1$s left"];
const CDATA = "<![CDATA[Write <b>name</b>]]>";
const line = (text, i) => `<string name="s${i}">${text}</string>\n`;
const file = (strings) => `<resources>\n${strings.map(line).join("")}</resources>\n`;
const texts = async (strings) => Object.values(await resources.asr2js(file(strings)));
const { version } = JSON.parse(readFileSync("node_modules/android-string-resource/package.json", "utf8"));
console.log(`android-string-resource ${version}, Node ${process.version}`);
const without = await texts(STRINGS);
const beside = await texts([...STRINGS, CDATA]);
STRINGS.forEach((text, i) => console.log(text.padEnd(22), without[i].padEnd(26), beside[i]));
const marked = ["Sign <b>here</b>", "un<b>believ</b>able", "%1&#x24;s <b>left</b>", "%1$s left"];
assert.deepStrictEqual(without, marked, "the behaviour has changed");
const bare = ["Sign here", "unbelievable", "%1$s left", "%1$s left", "Write <b>name</b>"];
assert.deepStrictEqual(beside, bare, "the behaviour has changed");
const written = await resources.js2asr({ word: without[1], data: beside[4] });
console.log(written);
assert.match(written, /"word">un\s+<b>believ<\/b>able\s/, "the behaviour has changed");
assert.match(written, /"data">Write\s+<b>name<\/b>\s/, "the behaviour has changed");
PROGRAM
node program.js
