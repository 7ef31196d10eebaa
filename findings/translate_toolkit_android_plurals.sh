#!/bin/bash
# translate-toolkit 3.20.4: android2po writes as many plural forms as the English file has, two, whatever the language needs.
#
# Polish has one, few and many, which its strings.xml says, and the PO has no form for 5 files. The forms are numbered as Unicode's list
# of the language has them, where Latvian's begins with zero: what the PO has for 1 is the form for 0, and the form for 2 is the one
# for 1. A comparison of the PO with another, a count of words and a memory made of it are short or wrong; the exit status is 0. The
# class that reads the file does have three forms. Seen with Python 3.11, folders res/values, res/values-pl and res/values-lv:
#
#     strings.xml   pl  one plik, few pliki, many plików, other pliku      lv  zero dienu, one diena, other dienas
#     PO            pl  [0] plik  [1] pliki                                lv  [0] dienu  [1] diena
#
# This script installs the package, pinned, in a temporary folder. It fails if the PO has other forms.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check translate-toolkit==3.20.4
cd "$folder"
strings() { # FOLDER QUANTITY=TEXT...: writes strings.xml with one message
  mkdir -p "res/$1" "po/$1"
  {
    echo '<?xml version="1.0" encoding="utf-8"?>'
    echo '<resources><plurals name="count">'
    for form in "${@:2}"; do echo "<item quantity=\"${form%%=*}\">%d ${form#*=}</item>"; done
    echo '</plurals></resources>'
  } >"res/$1/strings.xml"
}
strings values one=file other=files
strings values-pl one=plik few=pliki many=plików other=pliku
strings values-lv zero=dienu one=diena other=dienas
for language in pl lv; do
  env/bin/android2po --progress=none -t res/values "res/values-$language" "po/values-$language"
  forms=$(grep -h '^msgstr\[' "po/values-$language"/*.po | tr '\n' ' ')
  echo "$language: $forms"
  case $language in
    pl) [ "$forms" = 'msgstr[0] "%d plik" msgstr[1] "%d pliki" ' ] ;;
    lv) [ "$forms" = 'msgstr[0] "%d dienu" msgstr[1] "%d diena" ' ] ;;
  esac || { echo "the behaviour has changed"; exit 1; }
done
env/bin/python - <<'PROGRAM'
from importlib.metadata import version

from translate.storage.aresource import AndroidResourceFile

print("translate-toolkit", version("translate-toolkit"))
forms = AndroidResourceFile.parsefile("res/values-pl/strings.xml").units[0].target.strings
print("read:", [str(form) for form in forms])
assert len(forms) == 3, "the behaviour has changed"
PROGRAM
