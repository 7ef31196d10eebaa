#!/bin/bash
# ttconv 1.2.3 and pycaption 2.3.14: where a part of TTML begins later, ttconv loses its last subtitles without a word, and
# pycaption shows all of them too early.
#
# The times of a subtitle count from the begin of the <div> or <body> around it, as for an act or a reel of its own. Where such a
# part has no end, it ends with its last subtitle; ttconv takes that end for one counted from the begin of the film. So it cuts
# as much off the end as the part begins late, and of a part whose begin exceeds its length nothing is left. pycaption leaves
# the begin out. Neither says so, and a reference that went through one of them stands beside other subtitles than the output.
# With an end at the part, ttconv is right; pysubs2 1.8.1 is right with and without. Seen with Python 3.11, of three subtitles:
#
#     TTML        <div begin="10s">      1-2 Wer da?     8-12 Ich.     15-16 Komm.
#     right                            11-12 Wer da?    18-22 Ich.     25-26 Komm.
#     ttconv                           11-12 Wer da?
#     pycaption                          1-2 Wer da?     8-12 Ich.     15-16 Komm.
#
# This script installs the packages, pinned, in a temporary folder. It fails if the subtitles are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check pycaption==2.3.14 pysubs2==1.8.1 ttconv==1.2.3
cd "$folder"
cat > open.ttml <<'TTML'
<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="de"><body><div begin="10s">
<p begin="00:00:01.000" end="00:00:02.000">Wer da?</p>
<p begin="00:00:08.000" end="00:00:12.000">Ich.</p>
<p begin="00:00:15.000" end="00:00:16.000">Komm.</p>
</div></body></tt>
TTML
sed 's/begin="10s"/begin="10s" end="26s"/' open.ttml > closed.ttml
for name in open closed; do env/bin/tt convert -i $name.ttml -o $name.srt &> $name.log; done
env/bin/python -W ignore - <<'PROGRAM'
from importlib.metadata import version
from pathlib import Path

import pysubs2
from pycaption import DFXPReader, SRTWriter


def shown(text: str) -> list[tuple[int, int, str]]:
    return [(each.start // 1000, each.end // 1000, each.text) for each in pysubs2.SSAFile.from_string(text)]


TEXTS, TIMES = ["Wer da?", "Ich.", "Komm."], [(1, 2), (8, 12), (15, 16)]
AS_WRITTEN = [(*times, text) for times, text in zip(TIMES, TEXTS)]
RIGHT = [(10 + begin, 10 + end, text) for begin, end, text in AS_WRITTEN]
ttml = Path("open.ttml").read_text()
found = {
    "pysubs2": (shown(ttml), RIGHT),
    "ttconv, with an end": (shown(Path("closed.srt").read_text()), RIGHT),
    "ttconv": (shown(Path("open.srt").read_text()), RIGHT[:1]),
    "pycaption": (shown(SRTWriter().write(DFXPReader().read(ttml))), AS_WRITTEN),
}
print("ttconv", version("ttconv"), "pycaption", version("pycaption"), "pysubs2", version("pysubs2"))
for name, (subtitles, expected) in found.items():
    print(f"{name:20}", " | ".join(f"{begin}-{end} {text}" for begin, end, text in subtitles))
    assert subtitles == expected, "the behaviour has changed"
assert not any(word in Path("open.log").read_text().lower() for word in ("warn", "error")), "it tells now"
PROGRAM
