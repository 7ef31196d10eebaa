#!/bin/bash
# xliff 6.4.0 (npm): of a unit of XLIFF 2 with several segments it keeps the last one, of any unit neither states nor the blank
# between two tags. What it writes has a line for each tag, so that a word with a tag in it becomes two.
#
# XLIFF 2 lets a program cut a unit into segments, one for each sentence, as translation memories need them. In the objects that
# the package reads, each segment takes the place of the one before. So a document of such units comes back as valid XLIFF with
# the last sentence of each, and with nothing of what was confirmed or rejected; in XLIFF 1.2, `state` is lost, too. White space
# between two tags is taken for indentation and dropped ("red car" in two styles is "redcar"); indentation is then written into
# the text, which parts "Auto" from the "s" of its plural. Programmers' own files rarely have segments or two tags in a row;
# those of translators' programs do. Seen with Node.js 20.20:
#
#     segments Good morning. | Sit down. | Thank you.    written   Thank you.
#     <g>red</g> <g>car</g>                              read      red and car, with nothing between
#     Auto<g>s</g>                                       written   Auto, a line break, 10 blanks, s
#     <target state="needs-review-translation">          written   <target>
#
# This script installs the package, pinned, in a temporary folder, with the npm of the machine. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts xliff@6.4.0
cat > program.js <<'PROGRAM'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { js2xliff, jsToXliff12, xliff12ToJs, xliff2js } from "xliff";

const TWO = `<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de"><file id="f">
<unit id="1"><segment state="final"><source>Good morning.</source><target>Guten Morgen.</target></segment>
<segment><source>Sit down.</source><target>Setzen Sie sich.</target></segment>
<segment><source>Thank you.</source><target>Danke.</target></segment></unit></file></xliff>`;
const ONE = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="f" source-language="en" target-language="de" datatype="plaintext"><body>
<trans-unit id="1"><source><g id="1">red</g> <g id="2">car</g></source></trans-unit>
<trans-unit id="2"><source>cars</source>
<target state="needs-review-translation">Auto<g id="1">s</g></target></trans-unit></body></file></xliff>`;
const twice = await js2xliff(await xliff2js(TWO));
const segments = [...twice.matchAll(/<source>(.*?)<\/source>/g)].map((match) => match[1]);
const read = await xliff12ToJs(ONE);
const source = read.resources.f["1"].source;
const written = await jsToXliff12(read);
const target = written.match(/<target.*<\/target>/s)[0];
console.log("xliff", JSON.parse(readFileSync("node_modules/xliff/package.json")).version);
console.log("segments", segments);
console.log("source  ", JSON.stringify(source));
console.log("target  ", JSON.stringify(target));
const changed = "the behaviour has changed";
assert.deepEqual(segments, ["Thank you."], changed);
assert.ok(!twice.includes("state="), changed);
assert.deepEqual(source.map((piece) => piece.GenericSpan.contents), ["red", "car"], changed);
assert.match(target, /^<target>Auto\n {10}<g id="1">s<\/g>\n {8}<\/target>$/, changed);
PROGRAM
node program.js
