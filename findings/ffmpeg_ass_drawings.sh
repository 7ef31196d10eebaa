#!/bin/bash
# ffmpeg 9.0.2: SubRip that it makes of SubStation Alpha has drawings as subtitles ("m 0 0 l 100 0 100 100"), and notes that no
# viewer ever saw.
#
# Between {\p1} and {\p0} stand the strokes of a shape, such as a box behind a sign, and what stands in braces without a
# backslash is a note of the translator; programs that show subtitles draw the first and leave out the second. In SubRip both
# are text, as is \h. Drawings are subtitles of their own, so that all numbers behind them are others. Debian's ffmpeg 5.1.9
# does the same. Lines of the kind Comment are left out. Seen with imageio-ffmpeg 0.8.1, which has that ffmpeg, on Python 3.11,
# without the tag <font>:
#
#     SubStation Alpha                                     SubRip
#     {\p1}m 0 0 l 100 0 100 100{\p0}                      m 0 0 l 100 0 100 100
#     Das Schiff {Boot?} wartet.                           Das Schiff {Boot?} wartet.
#     Zimmer\h12                                           Zimmer\h12
#
# This script installs the package, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check imageio-ffmpeg==0.8.1
cd "$folder"
PYTHONUTF8=1 env/bin/python - <<'PROGRAM'
import re
import subprocess
from importlib.metadata import version
from pathlib import Path

import imageio_ffmpeg

HEADER = r"""[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize, Alignment
Style: Default,Arial,20,2

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,seen by nobody
"""
TEXTS = [r"{\p1}m 0 0 l 100 0 100 100{\p0}", r"Das {\i1}Schiff{\i0} {Boot?} wartet.", r"Zimmer\h12"]
SEEN = ["m 0 0 l 100 0 100 100", "Das <i>Schiff</i> {Boot?} wartet.", r"Zimmer\h12"]
lines = [f"Dialogue: 0,0:00:0{n}.00,0:00:0{n}.90,Default,,0,0,0,,{text}\n" for n, text in enumerate(TEXTS, 1)]
Path("in.ass").write_text("".join([HEADER, *lines]))
print("ffmpeg", imageio_ffmpeg.get_ffmpeg_version(), "imageio-ffmpeg", version("imageio-ffmpeg"))
subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-loglevel", "error", "-i", "in.ass", "out.srt"], check=True)
texts = [re.sub("</?font[^>]*>", "", text) for text in re.findall("-->.*\n(.+)\n", Path("out.srt").read_text())]
print(*texts, sep="\n")
assert texts == SEEN, "the behaviour has changed"
PROGRAM
