#!/bin/bash
# pysubs2 1.8.1: identifiers and comments of WebVTT become text of the cue above them, and the last line of an SRT file is
# lost where it is a number.
#
# WebVTT lets a cue have an identifier in the line before its times, and comments (NOTE) between cues. The reader takes
# everything between two time lines for text of the first one, but for a last line that is a number, as SRT has it there.
# So words that nobody says are scored, and a subtitle that ends in a number at the end of a file loses it. Seen with
# pysubs2 1.8.1 on Python 3.11, texts as it gives them, where \N is a line's end:
#
#     VTT  ['Hello.\\N\\NNOTE checked\\N\\Nanswer', 'Good morning.']
#     SRT  ['How many?', 'Of them there were']
#
# This script installs the package, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check pysubs2==1.8.1
"$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version

import pysubs2

VTT = """WEBVTT

greeting
00:00:01.000 --> 00:00:02.000
Hello.

NOTE checked

answer
00:00:03.000 --> 00:00:04.000
Good morning.
"""
SRT = """1
00:00:01,000 --> 00:00:02,000
How many?

2
00:00:03,000 --> 00:00:04,000
Of them there were
42
"""
vtt = [cue.text for cue in pysubs2.SSAFile.from_string(VTT, format_="vtt")]
srt = [cue.text for cue in pysubs2.SSAFile.from_string(SRT, format_="srt")]
print("pysubs2", version("pysubs2"))
print("VTT ", vtt)
print("SRT ", srt)
assert vtt == ["Hello.\\N\\NNOTE checked\\N\\Nanswer", "Good morning."], "the behaviour has changed"
assert srt == ["How many?", "Of them there were"], "the behaviour has changed"
PROGRAM
