#!/bin/bash
# pycaption 2.3.14 and pysrt 1.1.2: a blank line within a subtitle of SubRip ends it. pysrt loses the words below that line,
# pycaption them and all subtitles that follow.
#
# Subtitles with a blank line between two speakers come out of editors and of other formats. srt 3.5.3 and pysubs2 1.8.1 look for
# the next time line, and keep all. pycaption expects the next number behind the blank line, and stops where it finds a word; it
# stops so, too, at a subtitle without a number. Nothing is raised or printed, and what it writes is right SubRip of a shorter
# film. Seen with Python 3.11, for four subtitles, One, Two, Three and Four:
#
#     the second one is              pycaption      pysrt                   srt, pysubs2
#     Two, a blank line, more        One, Two       One, Two, Three, Four   all, and "more"
#     a blank line, Two              One            One, -, Three, Four     all
#     Two, without its number        One            One, Two, Three, Four   all
#
# This script installs the packages, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check pycaption==2.3.14 pysrt==1.1.2 srt==3.5.3 pysubs2==1.8.1
HOME=$folder "$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version

import pysrt
import pysubs2
import srt
from pycaption import SRTReader


def subtitle(number, text, numbered=True):
    begin = f"{number}\n" if numbered else ""
    return f"{begin}00:00:0{number},000 --> 00:00:0{number},500\n{text}\n\n"


READERS = {
    "pycaption": lambda text: [caption.get_text() for caption in SRTReader().read(text).get_captions("en-US")],
    "pysrt": lambda text: [item.text for item in pysrt.from_string(text)],
    "srt": lambda text: [item.content for item in srt.parse(text)],
    "pysubs2": lambda text: [event.plaintext for event in pysubs2.SSAFile.from_string(text)],
}
ALL = ["One", "Two", "Three", "Four"]
WITH_BLANK = ["One", "Two\n\nmore", "Three", "Four"]
CASES = {
    subtitle(2, "Two"): [ALL, ALL, ALL, ALL],
    subtitle(2, "Two\n\nmore"): [["One", "Two"], ALL, WITH_BLANK, WITH_BLANK],
    subtitle(2, "\nTwo"): [["One"], ["One", "", "Three", "Four"], ["One", "\nTwo", "Three", "Four"], ALL],
    subtitle(2, "Two", numbered=False): [["One"], ALL, ALL, ALL],
}
print(*(f"{name} {version(name)}" for name in READERS))
for second, expected in CASES.items():
    film = subtitle(1, "One") + second + subtitle(3, "Three") + subtitle(4, "Four")
    found = [read(film) for read in READERS.values()]
    print(repr(second[-20:]), *found)
    assert found == expected, "the behaviour has changed"
PROGRAM
