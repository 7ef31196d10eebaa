#!/bin/bash
# pofile 1.1.4 (npm): a fuzzy message behind one with plural forms gets the old source text, after the word "undefined", as one
# more translation. What it writes is no PO that gettext accepts.
#
# `msgmerge --previous` leaves the text that a fuzzy translation was made for above it, as #| msgid. pofile does not know that
# line and counts it to the form that it read last: behind msgstr[1], the line becomes the second form of the message below,
# which has none. Behind a message without forms it is overwritten. Written again the message has msgstr[0] and msgstr[1]
# without a plural, and all lines of #| are lost. Seen with Node.js 20.20 and gettext 0.21:
#
#     PO          "%d file" with two forms, then   #, fuzzy   #| msgid "Save all"   msgid "Save"   msgstr "Alles sichern"
#     read        Save: Alles sichern, undefinedSave all
#     written     msgstr[0] "Alles sichern"   msgstr[1] "undefinedSave all"       msgfmt: plural form has wrong index
#
# This script installs the package, pinned, in a temporary folder, with the npm of the machine. It fails if the texts are
# others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts pofile@1.1.4
cat > program.js <<'PROGRAM'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import PO from "pofile";

const HEADER = String.raw`msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=n != 1;\n"

`;
const PLURAL = `msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d Datei"
msgstr[1] "%d Dateien"

`;
const SINGULAR = `msgid "Close"
msgstr "Zu"

`;
const FUZZY = `#, fuzzy
#| msgid "Save all"
msgid "Save"
msgstr "Alles sichern"
`;
const changed = "the behaviour has changed";
const read = (text) => PO.parse(text).items.at(-1).msgstr;
const behind = { plural: read(HEADER + PLURAL + FUZZY), singular: read(HEADER + SINGULAR + FUZZY) };
const written = PO.parse(HEADER + PLURAL + FUZZY).toString().split("\n\n").at(-1);
console.log("pofile", JSON.parse(readFileSync("node_modules/pofile/package.json")).version);
console.log("Save, behind a message with plural forms:", behind.plural);
console.log("Save, behind a message without:          ", behind.singular);
console.log(written);
assert.deepEqual(behind, { plural: ["Alles sichern", "undefinedSave all"], singular: ["Alles sichern"] }, changed);
assert.equal(written.trim(), `#, fuzzy
msgid "Save"
msgstr[0] "Alles sichern"
msgstr[1] "undefinedSave all"`, changed);
PROGRAM
node program.js
