#!/bin/bash
# i18next-conv 16.0.0 (npm): plural forms of a PO come out under the wrong names, or not at all; its header is not asked what they are.
#
# A table of its own says which form comes first. Slovenian has two orders in use; a PO whose header puts "one" first, as Unicode's
# and gettext's lists do today, gets its forms turned by one: 1 file is said as 5 files should be. Of Latvian the commonest form, that
# of 2 to 9, is dropped, and the program shows English. Nothing is said. Fuzzy messages are written as if they were right, too.
# Seen with --compatibilityJSON v4, which i18next reads since version 21, and Node 20:
#
#     Slovenian  n%100==1 ? 0 : ==2 ? 1 : 3 or 4 ? 2 : 3     datoteka, datoteki, datoteke, datotek
#                written    _other datoteka, _one datoteki, _two datoteke, _few datotek
#     Latvian    n%10==1 && n%100!=11 ? 0 : n!=0 ? 1 : 2     diena, dienas, dienu
#                written    _one diena, _zero dienu
#
# This script installs the package, pinned, in a temporary folder. It fails if the forms have other names.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts i18next-conv@16.0.0
convert() { # LANGUAGE PLURAL-FORMS FORM...: writes the PO, converts it and prints the JSON on one line
  local language=$1 rule=$2 number=0
  shift 2
  {
    printf 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: %s\\n"\n' "$language"
    printf '"Plural-Forms: %s\\n"\n\nmsgid "one"\nmsgid_plural "some"\n' "$rule"
    for form; do printf 'msgstr[%d] "%s"\n' $((number++)) "$form"; done
    printf '\n#, fuzzy\nmsgid "Cancel"\nmsgstr "%s?"\n' "$language"
  } >"$language.po"
  npx --no-install i18next-conv -l "$language" -s "$language.po" -t "$language.json" --compatibilityJSON v4 --quiet >/dev/null
  node -p "JSON.stringify(require('./$language.json'))"
}
npx --no-install i18next-conv --version
slovenian=$(convert sl 'nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);' datoteka datoteki datoteke datotek)
latvian=$(convert lv 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n!=0 ? 1 : 2);' diena dienas dienu)
printf '%s\n' "$slovenian" "$latvian"
[ "$slovenian" = '{"one_other":"datoteka","one_one":"datoteki","one_two":"datoteke","one_few":"datotek","Cancel":"sl?"}' ] ||
  { echo "the behaviour has changed: Slovenian"; exit 1; }
[ "$latvian" = '{"one_one":"diena","one_zero":"dienu","Cancel":"lv?"}' ] || { echo "the behaviour has changed: Latvian"; exit 1; }
node -p '"Intl.PluralRules: sl " + [1, 2, 3, 5].map(n => n + " " + new Intl.PluralRules("sl").select(n)).join(", ")'
