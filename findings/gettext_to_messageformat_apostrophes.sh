#!/bin/bash
# gettext-to-messageformat 0.4.0 (npm): a placeholder behind an apostrophe becomes text. "Plus d'%d fichiers" is shown as
# "Plus d{0} fichiers" by intl-messageformat 12.1.5. Braces of the text get backslashes, with which the message is an error.
#
# In ICU's messages an apostrophe before a brace begins quoted text, up to the next one or the end. French, Italian and Catalan
# have one before many words. The package keeps apostrophes as they are, and escapes braces by backslashes, which is no escape
# there: what it makes of {name} is a backslash, and a variable whose name ends with one. The two programs that format such
# messages differ, too: @messageformat/core 3.4.1 takes an apostrophe that has no second one for text. Seen with Node.js 20.20,
# %d and %s being 5:
#
#     PO                               written                          intl-messageformat        @messageformat/core
#     Plus d'%d fichiers               Plus d'{0} fichiers              Plus d{0} fichiers        Plus d'5 fichiers
#     Il copie l'%s dans l'%s          Il copie l'{0} dans l'{1}        Il copie l{0} dans l5     Il copie l{0} dans l5
#     Le nom {name}                    Le nom \{name\}                  an error                  an error
#
# This script installs the packages, pinned, in a temporary folder, with the npm of the machine. It fails if the texts are
# others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts gettext-to-messageformat@0.4.0 \
  intl-messageformat@12.1.5 @messageformat/core@3.4.1
cat > program.js <<'PROGRAM'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import MessageFormat from "@messageformat/core";
import gettextToMessageFormat from "gettext-to-messageformat";
import { IntlMessageFormat } from "intl-messageformat";

const SEEN = {
  "Plus d'%d fichiers": ["Plus d'{0} fichiers", "Plus d{0} fichiers", "Plus d'5 fichiers"],
  "Il copie l'%s dans l'%s": ["Il copie l'{0} dans l'{1}", "Il copie l{0} dans l5", "Il copie l{0} dans l5"],
  "Le nom {name}": ["Le nom \\{name\\}", "an error", "an error"],
};
const po = ["", ...Object.keys(SEEN)].map((text) => {
  const lines = text || '"\n"Language: fr\\n"\n"Content-Type: text/plain; charset=UTF-8\\n';
  return `msgid "${text}"\nmsgstr "${lines}"\n`;
});
const shown = (format) => {
  try {
    return format();
  } catch {
    return "an error";
  }
};
for (const name of ["gettext-to-messageformat", "intl-messageformat", "@messageformat/core"]) {
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
}
const { translations } = gettextToMessageFormat.parsePo(po.join("\n"));
for (const [text, expected] of Object.entries(SEEN)) {
  const written = translations[text];
  const seen = [
    written,
    shown(() => new IntlMessageFormat(written, "fr").format({ 0: 5, 1: 5 })),
    shown(() => new MessageFormat("fr").compile(written)([5, 5])),
  ];
  console.log([text, ...seen]);
  assert.deepEqual(seen, expected, "the behaviour has changed");
}
PROGRAM
node program.js
