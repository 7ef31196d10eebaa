#!/bin/bash
# tmxutil 1.3 and tmx-to-text 0.1.8: a segment of a TMX ends at its first tag, so that "The <hi>red</hi> car" is "The". tmx2txt
# 1.0.0 keeps the closing tags as text.
#
# TMX has tags within segments for bold words, links and placeholders, as memories of translators do throughout; crawled ones,
# for which the first two were written, have none. tmxutil writes such units into a new TMX, cut, and one that begins with a tag
# without text. tmx-to-text leaves the latter out altogether, on both sides. Neither tells, and exit statuses are 0: what is
# left are parallel lines that are too short. tmx2txt drops the opening tag, which looks like HTML to it, and not the closing
# one. Seen with Python 3.11:
#
#     TMX                                             tmxutil        tmx-to-text       tmx2txt
#     The <hi>red</hi> car                            The            The               The red car
#     <bpt>&lt;b></bpt>Bold<ept>&lt;/b></ept> text    (empty)        (no line)         Bold</b> text
#     The end                                         The end        The end           The end
#
# This script installs the packages, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check tmxutil==1.3 tmx-to-text==0.1.8 tmx2txt==1.0.0
cd "$folder"
PYTHONUTF8=1 env/bin/python - <<'PROGRAM'
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

UNITS = {
    "The <hi>red</hi> car": "Das <hi>rote</hi> Auto",
    '<bpt i="1">&lt;b&gt;</bpt>Bold<ept i="1">&lt;/b&gt;</ept> text': '<bpt i="1">&lt;b&gt;</bpt>Fett<ept i="1">&lt;/b&gt;</ept> Text',
    "The end": "Das Ende",
}
tuv = '<tuv xml:lang="{}"><seg>{}</seg></tuv>'.format
units = [f'<tu tuid="{n}">{tuv("en", source)}{tuv("de", target)}</tu>' for n, (source, target) in enumerate(UNITS.items())]
header = '<header creationtool="x" creationtoolversion="1" segtype="sentence" o-tmf="x" adminlang="en" srclang="en" datatype="plaintext"/>'
body = "\n".join(units)
Path("in.tmx").write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">{header}<body>\n{body}\n</body></tmx>\n')


def run(name, *arguments):
    return subprocess.run([Path(sys.executable).parent / name, *arguments], capture_output=True, text=True, check=True).stdout


written = run("tmxutil", "-i", "tmx", "-o", "tmx", "in.tmx")
run("tmx-to-text", "convert", "-f", "in.tmx", "-s", "en", "-t", "de", "-p", "out")
run("tmx2txt", "-c", "en#de", "in.tmx")
seen = {
    "tmxutil": re.findall(r'"en">\s*<seg>(.*)</seg>', written),
    "tmx-to-text": [line.strip() for line in Path("out.en-de.en").read_text().splitlines()],
    "tmx2txt": [line.split("\t")[0] for line in Path("in.txt").read_text().splitlines()],
}
for name, texts in seen.items():
    print(name, version(name), texts)
assert seen == {
    "tmxutil": ["The", "", "The end"],
    "tmx-to-text": ["The", "The end"],
    "tmx2txt": ["The red car", "Bold</b> text", "The end"],
}, "the behaviour has changed"
PROGRAM
