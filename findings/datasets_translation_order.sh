#!/bin/bash
# datasets 5.2.0: the feature TranslationVariableLanguages, made for several translations into one language, sorts them by their
# text. The first reference of one row is by another translator than that of the next.
#
# The order in which translations were given is lost as soon as a data set is made: nothing in it tells which is whose. What is
# made of the columns, a reference for each translator, mixes them: scores with all references at once stay, the score with
# each of them, and human against human, do not. Seen with datasets 5.2.0 on Python 3.11, for two sources, each with a
# translation by A and then one by B:
#
#     given  ['Zum Hafen.', 'Ab zum Hafen.']  stored  ['Ab zum Hafen.', 'Zum Hafen.']
#     given  ['Am Abend.', 'Bei Nacht.']      stored  ['Am Abend.', 'Bei Nacht.']
#
# This script installs the package, pinned, in a temporary folder. It fails if the order is another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check datasets==5.2.0
HOME=$folder HF_HUB_OFFLINE=1 "$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version

from datasets import Dataset, Features, TranslationVariableLanguages

GIVEN = [["Zum Hafen.", "Ab zum Hafen."], ["Am Abend.", "Bei Nacht."]]
features = Features({"translation": TranslationVariableLanguages(languages=["de", "en"])})
rows = [{"translation": {"en": "x", "de": texts}} for texts in GIVEN]
stored = []
for row in Dataset.from_list(rows, features=features)["translation"]:
    stored.append([text for text, code in zip(row["translation"], row["language"]) if code == "de"])
print("datasets", version("datasets"))
for one, other in zip(GIVEN, stored):
    print("given ", one, " stored ", other)
assert stored == [sorted(texts) for texts in GIVEN] != GIVEN, "the behaviour has changed"
PROGRAM
