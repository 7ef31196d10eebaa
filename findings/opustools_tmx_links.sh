#!/bin/bash
# opustools 1.9.0: opus_read -wm tmx writes a unit within a unit where a link has two sentences, so that a sentence stands beside
# the translation of another one.
#
# It opens a unit for each source sentence and ends one for each target sentence. Of a link of two to one a unit stays open, and
# a link without a source ends one too many. Where a text has as many of one kind as of the other the file is well-formed XML,
# and a reader finds pairs that nobody aligned; else it is broken. Its -wm moses joins the sentences of a link. Links of one to
# one, on which a writer is tried, are right in both. Seen with opustools 1.9.0 on Python 3.11, for
# the links 1-1, 2 3-2 and none-3; outer units by their own texts:
#
#     aligned  A. = a.    B. C. = b.    nothing = c.
#     moses    A. = a.    B. C. = b.      = c.
#     tmx      A. = a.    B. = c.
#
# This script installs the package, pinned, in a temporary folder. It fails if the pairs are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check opustools==1.9.0
cd "$folder"
cat > program.py <<'PROGRAM'
import gzip
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree

TEXTS = {"de": ["A.", "B.", "C."], "en": ["a.", "b.", "c."]}
LINKS = ["1;1", "2 3;2", ";3"]
HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
for language, texts in TEXTS.items():
    sentences = "".join(f'<s id="{number}">{text}</s>\n' for number, text in enumerate(texts, 1))
    with zipfile.ZipFile(f"T_latest_raw_{language}.zip", "w") as file:
        file.writestr(f"T/raw/{language}/a.xml", f"{HEAD}<document>\n{sentences}</document>\n")
links = "".join(f'<link id="SL{number}" xtargets="{link}" />\n' for number, link in enumerate(LINKS, 1))
with gzip.open("T_latest_xml_de-en.xml.gz", "wt") as file:
    group = '<linkGrp targType="s" fromDoc="de/a.xml.gz" toDoc="en/a.xml.gz">'
    file.write(f'{HEAD}<cesAlign version="1.0">\n{group}\n{links}</linkGrp>\n</cesAlign>\n')


def written(form: str, *names: str) -> None:
    program = Path(sys.executable).parent / "opus_read"
    options = ["-d", "T", "-s", "de", "-t", "en", "-r", "latest", "-p", "raw", "-dl", ".", "-wm", form, "-w", *names]
    subprocess.run([program, *options], check=True, capture_output=True)


print("opustools", version("opustools"))
written("moses", "out.de", "out.en")
moses = list(zip(*(Path(name).read_text().splitlines() for name in ("out.de", "out.en"))))
written("tmx", "a.tmx")
units = ElementTree.parse("a.tmx").getroot().find("body").findall("tu")
tmx = [tuple(text.text for text in unit.findall("tuv/seg")) for unit in units]
print("moses ", moses)
print("tmx   ", tmx)
assert moses == [("A.", "a."), ("B. C.", "b."), ("", "c.")], "the behaviour has changed"
assert tmx == [("A.", "a."), ("B.", "c.")], "the behaviour has changed"
PROGRAM
env/bin/python program.py
