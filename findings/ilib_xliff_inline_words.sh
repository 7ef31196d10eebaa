#!/bin/bash
# ilib-xliff 1.4.1 (npm): of XLIFF 2 the words between tags are lost and a comma stands in their place; of XLIFF 1.2 all units
# that are in a group are lost.
#
# What stands around a tag is joined as JavaScript joins a list, with a comma, and what it encloses is left out; so are the
# tags, while their words stay in XLIFF 1.2. Segments of a unit, one for each sentence, become one text without a blank between
# them. Groups (<group>), which XLIFF 1.2 has for menus, dialogues and plural forms, are not looked into. Nothing is told, and
# what is written is well-formed, of version 1.2 unless the caller asks for 2.0. Seen with Node.js 20.20:
#
#     2.0   Good <pc>morning</pc>, Ann.            becomes   Good ,, Ann.
#     2.0   segments Good evening. | Sit down.     become    Good evening.Sit down.
#     1.2   The <g>red</g> car                     becomes   The red car
#     1.2   two units, one of them in a group      become    one unit
#
# This script installs the package, pinned, in a temporary folder, with the npm of the machine. It fails if the texts are
# others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts ilib-xliff@1.4.1
cat > program.js <<'PROGRAM'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { Xliff } from "ilib-xliff";

const TWO = `<?xml version="1.0" encoding="utf-8"?>
<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en-US" trgLang="de-DE"><file id="f" original="f">
<unit id="1"><segment><source>Good <pc id="1">morning</pc>, Ann.</source>
<target>Guten <pc id="1">Morgen</pc>, Ann.</target></segment></unit>
<unit id="2"><segment><source>Good evening.</source><target>Guten Abend.</target></segment>
<segment><source>Sit down.</source><target>Setzen Sie sich.</target></segment></unit></file></xliff>`;
const ONE = `<?xml version="1.0" encoding="utf-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" source-language="en-US"
target-language="de-DE" datatype="plaintext"><body>
<trans-unit id="1"><source>The <g id="1">red</g> car</source><target>Das <g id="1">rote</g> Auto</target></trans-unit>
<group id="menu"><trans-unit id="2"><source>Open</source><target>Öffnen</target></trans-unit></group></body></file></xliff>`;
const units = (text) => {
  const xliff = new Xliff();
  xliff.deserialize(text);
  return xliff.getTranslationUnits().map((unit) => [unit.source, unit.target]);
};
const read = { "2.0": units(TWO), 1.2: units(ONE) };
console.log("ilib-xliff", JSON.parse(readFileSync("node_modules/ilib-xliff/package.json")).version);
console.log(read);
const changed = "the behaviour has changed";
assert.deepEqual(read["2.0"], [
  ["Good ,, Ann.", "Guten ,, Ann."],
  ["Good evening.Sit down.", "Guten Abend.Setzen Sie sich."],
], changed);
assert.deepEqual(read[1.2], [["The red car", "Das rote Auto"]], changed);
PROGRAM
node program.js
