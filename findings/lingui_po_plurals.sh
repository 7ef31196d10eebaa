#!/bin/bash
# @lingui/format-po 5.9.5 (npm): of a PO with plural forms it keeps the first one, as a message without plurals, and writes no
# others.
#
# It is the format that Lingui has by default, and expects a plural in one message, as ICU writes it. What gettext wrote, with
# msgid_plural, is read without a word, and the next extraction writes the file again: for Polish, "5 plik" is left, and the
# translator's other two forms are nowhere. format-po-gettext 5.9.0 reads all three. Seen with Node.js 20.20:
#
#     PO                    msgid "%d file"   msgid_plural "%d files"   msgstr[0] "%d plik"   [1] "%d pliki"   [2] "%d plików"
#     format-po             msgid "%d file"   msgstr "%d plik"
#     format-po-gettext     {count, plural, one {%d plik} few {%d pliki} other {%d plików}}
#
# This script installs the packages, pinned, in a temporary folder, with the npm of the machine. It fails if the texts are
# others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts @lingui/format-po@5.9.5 \
  @lingui/format-po-gettext@5.9.0
cat > program.js <<'PROGRAM'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { formatter as plain } from "@lingui/format-po";
import { formatter as gettext } from "@lingui/format-po-gettext";

const PLURAL = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);";
const PO = String.raw`msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Language: pl\n"
"Plural-Forms: ${PLURAL}\n"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d plik"
msgstr[1] "%d pliki"
msgstr[2] "%d plików"
`;
const about = { locale: "pl", sourceLocale: "en", filename: "pl.po", existing: PO };
const catalogue = await plain().parse(PO, about);
const written = (await plain().serialize(catalogue, about)).trim().split("\n\n").at(-1);
const others = Object.values(await gettext().parse(PO, about)).map((message) => message.translation);
for (const name of ["format-po", "format-po-gettext"]) {
  console.log(name, JSON.parse(readFileSync(`node_modules/@lingui/${name}/package.json`)).version);
}
console.log(written);
console.log(others);
const changed = "the behaviour has changed";
assert.equal(written, 'msgid "%d file"\nmsgstr "%d plik"', changed);
assert.deepEqual(others, ["{count, plural, one {%d plik} few {%d pliki} other {%d plików}}"], changed);
PROGRAM
node program.js 2> log || { cat log; exit 1; }
