#!/bin/bash
# pysubs2 1.8.1, webvtt-py 0.6.0 and pycaption 2.3.14 read three texts from one subtitle; the first two lose words.
#
# The text of WebVTT is escaped, as in HTML, and <v NAME> only says who speaks. pysubs2 and webvtt-py leave the escapes as
# they are; pycaption decodes them, but writes the speaker into the sentence. In SubRip nothing is escaped:
# what stands between < and > is text unless it is a tag. webvtt-py takes "< 2 and 3 >" for a tag and drops it; pysubs2 does
# so where a letter follows (a<b and c>d), and drops {name} in both formats, which is markup of another one (SubStation
# Alpha). A translation that passed one of them and a reference that passed another differ where the films do not.
#
#                 WebVTT: {name}, <v Ann>1 &lt; 2</v>.     SubRip: {name}, 1 < 2 and 3 > 2, a<b and c>d
#     pysubs2     , 1 &lt; 2.                              , 1 < 2 and 3 > 2, ad
#     webvtt-py   {name}, 1 &lt; 2.                        {name}, 1  2, ad
#     pycaption   {name}, Ann: 1 < 2.                      {name}, 1 < 2 and 3 > 2, a<b and c>d
#     shown       {name}, 1 < 2.                           {name}, 1 < 2 and 3 > 2, a<b and c>d
#
# This script installs the packages, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check pysubs2==1.8.1 webvtt-py==0.6.0 pycaption==2.3.14
HOME=$folder "$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version
from io import StringIO

import pysubs2
import webvtt
from pycaption import SRTReader, WebVTTReader

VTT = "WEBVTT\n\n00:01.000 --> 00:02.000\n{name}, <v Ann>1 &lt; 2</v>.\n"
SRT = "1\n00:00:01,000 --> 00:00:02,000\n{name}, 1 < 2 and 3 > 2, a<b and c>d\n"
EXPECTED = {
    "pysubs2": [", 1 &lt; 2.", ", 1 < 2 and 3 > 2, ad"],
    "webvtt-py": ["{name}, 1 &lt; 2.", "{name}, 1  2, ad"],
    "pycaption": ["{name}, Ann: 1 < 2.", "{name}, 1 < 2 and 3 > 2, a<b and c>d"],
}


def first(captions):
    return captions.get_captions(captions.get_languages()[0])[0].get_text()


seen = {
    "pysubs2": [pysubs2.SSAFile.from_string(text, format_=kind)[0].plaintext for text, kind in ((VTT, "vtt"), (SRT, "srt"))],
    "webvtt-py": [webvtt.from_string(VTT)[0].text, webvtt.from_buffer(StringIO(SRT), format="srt")[0].text],
    "pycaption": [first(WebVTTReader().read(VTT)), first(SRTReader().read(SRT))],
}
for name, texts in seen.items():
    print(f"{name} {version(name):7}", *texts, sep="   ")
assert seen == EXPECTED, "the behaviour has changed"
PROGRAM
