#!/bin/bash
# ffmpeg 9.0.2 writes escapes of another format into subtitles: &nbsp; of WebVTT becomes \h in SubRip, and {name} \{{}name}.
# Each backslash gets an invisible character, and subtitles without text are gone.
#
# Whatever it converts, also from WebVTT to WebVTT, becomes SubStation Alpha in between, where \h is a no-break space and braces
# hold styles. Of SubRip, WebVTT and TTML it takes the styles out again, and leaves the escapes, which those formats do not
# have. French has a no-break space before ? and !, messages of programs have braces, and names of folders backslashes: they
# differ from the text that was converted, in a reference or an output. Debian's ffmpeg 5.1.9 makes a line break of \n in
# C:\new, too. WebVTT is written without escapes, so that "<3" is a tag. Seen with imageio-ffmpeg 0.8.1, which has that ffmpeg,
# on Python 3.11, for WebVTT:
#
#     WebVTT                     SubRip, WebVTT and TTML that ffmpeg makes of it
#     Vous venez&nbsp;?          Vous venez\h?
#     Use {name}.                Use \{{}name}.
#     C:\new                     C:\(U+2060)new
#     Tom &amp; Jerry &lt;3      Tom & Jerry <3
#     (a cue without text)       nothing; the number of those behind it is another
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

TEXTS = ["Vous venez&nbsp;?", "", "Use {name}.", r"C:\new", "Tom &amp; Jerry &lt;3"]
SEEN = [r"Vous venez\h?", r"Use \{{}name}.", "C:\\\u2060new", "Tom & Jerry <3"]
cues = [f"00:00:0{place}.000 --> 00:00:0{place}.900\n{text}\n" for place, text in enumerate(TEXTS, 1)]
Path("in.vtt").write_text("\n".join(["WEBVTT\n", *cues]))
print("ffmpeg", imageio_ffmpeg.get_ffmpeg_version(), "imageio-ffmpeg", version("imageio-ffmpeg"))
for name in ("out.srt", "out.vtt", "out.ttml"):
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-loglevel", "error", "-i", "in.vtt", name]
    subprocess.run(command, check=True)
    written = Path(name).read_text()
    if name.endswith("ttml"):
        texts = [text.replace("&amp;", "&").replace("&lt;", "<") for text in re.findall("<span.*?>(.*)</span>", written)]
    else:
        texts = re.findall("-->.*\n(.+)\n", written)
    print(name, texts)
    assert texts == SEEN, "the behaviour has changed"
PROGRAM
