#!/bin/bash
# sacremoses 0.2.0: MosesPunctNormalizer writes a point into numbers with no-break spaces, in Czech, French, German and Spanish a
# comma. 10 000 becomes ten in these languages and in English, and six and a half 6.1/2.
#
# Its name is of punctuation, but a no-break space between two digits becomes what parts decimals in the language, though it
# is there to part thousands, a number from its fraction, or groups of a telephone number. Where each group has one digit, one
# space in two is replaced. Ordinary and narrow ones (U+202F) stay, so that one number differs on two sides that were both
# normalized. A system whose training data went through it, and not its references, gets each such number wrong. The default
# does so; norm_numbers=False does not. Seen with Python 3.11, where _ is the space:
#
#     text                en                  fr                  an ordinary or a narrow space
#     10_000              10.000              10,000              stays
#     6_1/2 %             6.1/2%              6,1/2%              6_1/2%
#     Tel. 030_12345      Tel. 030.12345      Tel. 030,12345      stays
#     on 24_12_2026       on 24.12.2026       on 24,12,2026       stays
#     1_2_3               1.2_3               1,2_3               stays
#
# This script installs the package, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check sacremoses==0.2.0
PYTHONUTF8=1 "$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version

from sacremoses import MosesPunctNormalizer

NO_BREAK, NARROW = "\u00a0", "\u202f"
TEXTS = {
    "10_000": ["10.000", "10,000", "10_000"],
    "6_1/2 %": ["6.1/2%", "6,1/2%", "6_1/2%"],
    "Tel. 030_12345": ["Tel. 030.12345", "Tel. 030,12345", "Tel. 030_12345"],
    "on 24_12_2026": ["on 24.12.2026", "on 24,12,2026", "on 24_12_2026"],
    "1_2_3": ["1.2_3", "1,2_3", "1_2_3"],
}
normalizers = {language: MosesPunctNormalizer(lang=language).normalize for language in "en ru cs de es fr".split()}
print("sacremoses", version("sacremoses"))
for text, (point, comma, same) in TEXTS.items():
    spaced = text.replace("_", NO_BREAK)
    found = {language: normalize(spaced).replace(NO_BREAK, "_") for language, normalize in normalizers.items()}
    expected = {language: point if language in ("en", "ru") else comma for language in normalizers}
    print(text, found)
    assert found == expected, "the behaviour has changed"
    for space in (" ", NARROW):
        for normalize in normalizers.values():
            assert normalize(text.replace("_", space)) == same.replace("_", space), "the behaviour has changed"
    off = MosesPunctNormalizer(lang="fr", norm_numbers=False).normalize(spaced)
    assert off.replace(NO_BREAK, "_") == same, "the behaviour has changed"
PROGRAM
