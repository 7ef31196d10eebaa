#!/bin/bash
# pycaption 2.3.14 and ttconv 1.2.3: subtitles that are shown at the same time become other subtitles in SubRip. pycaption joins
# those of equal times; ttconv cuts those that overlap, and writes what both cuts show twice.
#
# Two people who speak at once, or one who answers before the other's words are gone, have a subtitle each. From there on each
# number names another subtitle, and what goes by numbers or by order compares neighbours; ttconv's file has more words than
# were said, so that BLEU, SubER and word counts are of another text. pycaption does so in SubRip, and not in WebVTT; ttconv in
# both. Neither says so. Seen with Python 3.11, of three subtitles, the second of which the first one overlaps:
#
#     equal times   read      Wer da? | Ich. | Komm.
#                   pycaption Wer da? Ich. | Komm.                     as WebVTT: Wer da? | Ich. | Komm.
#     overlap       read      Wer da? | Ich. | Komm.
#                   ttconv    Wer da? | Wer da? Ich. | Ich. | Komm.
#
# This script installs the packages, pinned, in a temporary folder. It fails if the subtitles are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check pycaption==2.3.14 ttconv==1.2.3
cd "$folder"
cat > a.srt <<'SRT'
1
00:00:01,000 --> 00:00:02,000
Wer da?

2
00:00:01,000 --> 00:00:02,000
Ich.

3
00:00:05,000 --> 00:00:06,000
Komm.
SRT
cat > a.ttml <<'TTML'
<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="de"><body><div>
<p begin="00:00:01.000" end="00:00:03.000">Wer da?</p>
<p begin="00:00:02.000" end="00:00:04.000">Ich.</p>
<p begin="00:00:05.000" end="00:00:06.000">Komm.</p>
</div></body></tt>
TTML
env/bin/tt convert -i a.ttml -o tt.srt &> log
env/bin/tt convert -i a.ttml -o tt.vtt &>> log
env/bin/python - <<'PROGRAM'
from importlib.metadata import version
from pathlib import Path

from pycaption import SRTReader, SRTWriter, WebVTTWriter


def shown(text: str) -> list[str]:
    blocks = [block.splitlines() for block in text.split("\n\n") if "-->" in block]
    return [" ".join(lines[1 + [("-->" in line) for line in lines].index(True) :]) for lines in blocks]


READ = ["Wer da?", "Ich.", "Komm."]
CUT = ["Wer da?", "Wer da? Ich.", "Ich.", "Komm."]
captions = SRTReader().read(Path("a.srt").read_text())
found = {
    "pycaption, SubRip": (shown(SRTWriter().write(captions)), ["Wer da? Ich.", "Komm."]),
    "pycaption, WebVTT": (shown(WebVTTWriter().write(captions)), READ),
    "ttconv, SubRip": (shown(Path("tt.srt").read_text()), CUT),
    "ttconv, WebVTT": (shown(Path("tt.vtt").read_text()), CUT),
}
print("pycaption", version("pycaption"), "ttconv", version("ttconv"))
for name, (texts, expected) in found.items():
    print(f"{name:18}", " | ".join(texts))
    assert texts == expected, "the behaviour has changed"
PROGRAM
