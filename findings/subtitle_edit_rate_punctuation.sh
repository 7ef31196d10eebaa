#!/bin/bash
# subtitle-edit-rate 0.4.0: SubER is said to leave out punctuation, and leaves out ASCII's and the ellipsis alone, and not where it
# stands by itself; SubER-cased ends in an AssertionError for text with an SGML entity.
#
# Quotes as French, German and English print them, dashes, and the inverted marks of Spanish are parts of words, so that a
# subtitle with other quotes has other words; so are signs of songs. A dash before a speaker is a word. The same program's
# WER leaves all of them out. Seen with subtitle-edit-rate 0.4.0 on Python 3.11, of one word, "ja", against the same with a sign:
#
#     !   SubER  0.0   WER   0.0        …   SubER  0.0   WER   0.0
#     «   SubER 50.0   WER   0.0        “   SubER 50.0   WER   0.0
#     –   SubER 50.0   WER   0.0        ¿   SubER 50.0   WER   0.0
#
# This script installs the package, pinned, in a temporary folder. It fails if the scores are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check subtitle-edit-rate==0.4.0
cd "$folder"
"$folder/env/bin/python" - <<'PROGRAM'
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path


def run(one: str, other: str, metric: str) -> subprocess.CompletedProcess[str]:
    for name, text in {"hyp": one, "ref": other}.items():
        Path(f"{name}.srt").write_text(f"1\n00:00:01,000 --> 00:00:02,000\n{text}\n\n", encoding="utf-8")
    words = [sys.executable, "-m", "suber", "-H", "hyp.srt", "-R", "ref.srt", "-m", metric]
    return subprocess.run(words, capture_output=True, text=True)


def score(one: str, other: str, metric: str) -> float:
    return json.loads(run(one, other, metric).stdout)[metric]


print("subtitle-edit-rate", version("subtitle-edit-rate"))
found = {sign: (score("ja", f"{sign}ja", "SubER"), score("ja", f"{sign}ja", "WER")) for sign in "!…«“–¿"}
for sign, (suber, wer) in found.items():
    print(f"{sign}   SubER {suber:4.1f}   WER {wer:5.1f}")
dash = score("ja", "- ja", "SubER"), score("ja", "- ja", "WER")
entity = run("ja", "ja &amp; nein", "SubER-cased")
print("- ja ", dash, " &amp; ", entity.stderr.strip().splitlines()[-1:])
assert found == {sign: (0.0 if sign in "!…" else 50.0, 0.0) for sign in "!…«“–¿"}, "the behaviour has changed"
assert dash == (33.333, 0.0), "the behaviour has changed"
assert entity.returncode == 1 and "AssertionError" in entity.stderr, "the behaviour has changed"
PROGRAM
