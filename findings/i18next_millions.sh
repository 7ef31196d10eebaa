#!/bin/bash
# i18next 26.7.2 (npm): in French, Spanish, Italian, Portuguese and Catalan a count of one million shows the fallback language, or
# the key, where a message has its two forms, "one" and "other". All other counts are right.
#
# CLDR has a third category for these languages, "many", of whole millions ("un million de fichiers"). i18next asks
# Intl.PluralRules, looks for the key with _many, and if there is none goes to the fallback language, and not to _other. Files
# that came out of PO with the usual Plural-Forms of two forms have no _many. MessageFormat takes "other" then. Seen with Node 20,
# and the messages {{count}} fichier, {{count}} fichiers in French, and {{count}} files in English:
#
#     count                   1            2              100000              1000000            1500000
#     fallbackLng "en"        1 fichier    2 fichiers     100000 fichiers     1000000 files      1500000 fichiers
#     no fallback             1 fichier    2 fichiers     100000 fichiers     files              1500000 fichiers
#     MessageFormat           1 fichier    2 fichiers     100 000 fichiers    1 000 000 fichiers 1 500 000 fichiers
#
# This script installs the packages, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts i18next@26.7.2 intl-messageformat@12.1.5
cat > program.js <<'PROGRAM'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import i18next from "i18next";
import { IntlMessageFormat } from "intl-messageformat";

const COUNTS = [1, 2, 100000, 1000000, 1500000];
const forms = (one, other) => ({ translation: { files_one: `{{count}} ${one}`, files_other: `{{count}} ${other}` } });
const texts = async (lng, fallbackLng, resources) => {
  const instance = i18next.createInstance();
  await instance.init({ lng, fallbackLng, resources });
  return COUNTS.map((count) => instance.t("files", { count }));
};
const { version } = JSON.parse(readFileSync("node_modules/i18next/package.json", "utf8"));
console.log(`i18next ${version}, Node ${process.version}`);
const en = forms("file", "files");
for (const language of ["fr", "es", "it", "pt", "ca"]) {
  const expected = COUNTS.map((count) => `${count} ${count === 1 ? "UN" : "PLUS"}`);
  for (const [fallback, million] of [["en", "1000000 files"], [false, "files"]]) {
    const found = await texts(language, fallback, { en, [language]: forms("UN", "PLUS") });
    console.log(language, "fallback", fallback, found.join(" | "));
    assert.deepStrictEqual(found, expected.with(3, million), "the behaviour has changed");
  }
  const many = forms("UN", "PLUS");
  many.translation.files_many = "{{count}} MANY";
  const found = await texts(language, "en", { en, [language]: many });
  assert.strictEqual(found[3], "1000000 MANY", "the behaviour has changed");
}
const message = new IntlMessageFormat("{count, plural, one {# fichier} other {# fichiers}}", "fr");
const formatted = COUNTS.map((count) => message.format({ count }).replace(/\s/g, " "));
console.log("MessageFormat", formatted.join(" | "));
assert.strictEqual(formatted[3], "1 000 000 fichiers", "the behaviour has changed");
PROGRAM
node program.js
