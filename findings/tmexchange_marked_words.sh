#!/bin/bash
# tmexchange 2.0.6 (npm): words of a TMX that are marked (<hi>) are taken out of their sentence, and of units with one source
# text and no tuid the last one is left.
#
# An element within a segment becomes a property beside the text, which says nothing of where it stood: "The red car" is "The
# car" and "red", and a tag has no place. The package cannot write such a unit again. The tuid is optional; without it the
# source text is the key, so that of "Open" in a menu and "Open" of a door, which a memory holds as two units, one is gone
# without a word. Both stay in other programs' memories. Seen with Node.js 20.20, for translations from English into German:
#
#     The <hi>red</hi> car       Das <hi>rote</hi> Auto       read as   The  car, Das  Auto, and red, rote beside them
#     <ph>{0}</ph> stops         <ph>{0}</ph> hält an         read as   " stops", " hält an", and {0} beside them
#     Open   Öffnen              Open   Offen                 written   Open   Offen
#
# This script installs the package, pinned, in a temporary folder, with the npm of the machine. It fails if the texts are
# others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts tmexchange@2.0.6
cat > program.js <<'PROGRAM'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { js2tmx, tmx2js } from "tmexchange";

const unit = (source, target, id) => `<tu${id ? ` tuid="${id}"` : ""}><tuv xml:lang="en"><seg>${source}</seg></tuv>
<tuv xml:lang="de"><seg>${target}</seg></tuv></tu>`;
const memory = (...units) => `<?xml version="1.0" encoding="UTF-8"?><tmx version="1.4">
<header creationtool="x" creationtoolversion="1" segtype="sentence" o-tmf="x" adminlang="en" srclang="en" datatype="plaintext"/>
<body>${units.join("\n")}</body></tmx>`;

const marked = await tmx2js(memory(
  unit("The <hi>red</hi> car", "Das <hi>rote</hi> Auto", "1"),
  unit('<ph x="1">{0}</ph> stops', '<ph x="1">{0}</ph> hält an', "2"),
));
const equal = await tmx2js(memory(unit("Open", "Öffnen"), unit("Open", "Offen")));
const targets = [...(await js2tmx(equal)).matchAll(/<seg>(.*?)<\/seg>/g)].map((match) => match[1]);
console.log("tmexchange", JSON.parse(readFileSync("node_modules/tmexchange/package.json")).version);
console.log(JSON.stringify(marked.resources, null, 1));
console.log("two units of Open are written as", targets);
const changed = "the behaviour has changed";
const { 1: hi, 2: ph } = marked.resources;
assert.deepEqual(hi, { en: { _: "The  car", hi: ["red"] }, de: { _: "Das  Auto", hi: ["rote"] } }, changed);
assert.deepEqual([ph.en._, ph.de._, ph.en.ph[0]._], [" stops", " hält an", "{0}"], changed);
assert.deepEqual(targets, ["Open", "Offen"], changed);
PROGRAM
node program.js
