#!/bin/bash
# opusfilter 3.3.1: digits of Arabic, Bengali, Hindi and other scripts are no numbers, and their full stops end no sentence: right
# translations are filtered out.
#
# NonZeroNumeralsFilter compares the digits of two sentences, and knows ASCII's ten alone; a pair whose translation has its own
# digits has 0, as one without the number has. Commas, points and zeros do not count, so that 1 stands for 100 and a text with 0
# has no number. TerminalPunctuationFilter counts . ? ! and the ellipsis, not 。 । and ؟; four sentences of right Chinese are below
# its threshold, which three are not. Both thresholds are the defaults. Seen with Python 3.11:
#
#     source                           translation                     score    kept
#     In 2024, 15 ships came.          Im Jahr 2024 kamen 15 Schiffe.   1       yes
#     In 2024, 15 ships came.          ২০২৪ সালে ১৫টি জাহাজ এসেছিল।      0       no
#     In 2024, 15 ships came.          २०२४ में १५ जहाज़ आए।               0       no
#     In 2024, 15 ships came.          وصلت ١٥ سفينة في عام ٢٠٢٤.       0       no
#     It costs 100 euros.              Es kostet 1 Euro.                1       yes
#     four short sentences             four of Chinese                 -2.08    no
#     four short sentences             four of German                  -1.95    yes
#
# This script installs the package, pinned, in a temporary folder. It fails if the scores are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check opusfilter==3.3.1
HOME=$folder PYTHONUTF8=1 "$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

from opusfilter.filters import NonZeroNumeralsFilter, TerminalPunctuationFilter

SHIPS, FOUR = "In 2024, 15 ships came.", "It rains. We stay. He left. You came."
CASES = [
    (NonZeroNumeralsFilter, SHIPS, "Im Jahr 2024 kamen 15 Schiffe.", 1.0, True),
    (NonZeroNumeralsFilter, SHIPS, "২০২৪ সালে ১৫টি জাহাজ এসেছিল।", 0.0, False),
    (NonZeroNumeralsFilter, SHIPS, "२०२४ में १५ जहाज़ आए।", 0.0, False),
    (NonZeroNumeralsFilter, SHIPS, "وصلت ١٥ سفينة في عام ٢٠٢٤.", 0.0, False),
    (NonZeroNumeralsFilter, SHIPS, "Es kamen Schiffe.", 0.0, False),
    (NonZeroNumeralsFilter, "It costs 100 euros.", "Es kostet 1 Euro.", 1.0, True),
    (TerminalPunctuationFilter, FOUR, "下雨了。我们留下。他走了。你来了。", -2.08, False),
    (TerminalPunctuationFilter, FOUR, "Es regnet. Wir bleiben. Er ging. Du kamst.", -1.95, True),
]
print("opusfilter", version("opusfilter"))
for maker, source, translation, *expected in CASES:
    filtering = maker()
    [score] = filtering.score([(source, translation)])
    found = [round(score[0] if isinstance(score, list) else score, 2), filtering.accept(score)]
    print(f"{maker.__name__:26} {source:38} {translation}", *found)
    assert found == expected, "the behaviour has changed"
PROGRAM
