#!/bin/bash
# srt 3.5.3: compose leaves out subtitles without text, and gives all that follow another number.
#
# Where a translation is empty, what was said by a subtitle before it, or not translated, the file that is written has fewer
# subtitles than the source, and from there on each number names another one. So what goes by numbers or by order, a
# translation beside its source, compares neighbours. It says nothing at the default level of logging; reindex=False keeps
# all of them. Seen with srt 3.5.3 on Python 3.11, of three subtitles, the second empty:
#
#     parse                    (1, 'Guten Tag.') (2, '') (3, 'Bis morgen.')
#     compose                  (1, 'Guten Tag.') (2, 'Bis morgen.')
#     compose, reindex=False   (1, 'Guten Tag.') (2, '') (3, 'Bis morgen.')
#
# This script installs the package, pinned, in a temporary folder. It fails if the subtitles are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check srt==3.5.3
"$folder/env/bin/python" - <<'PROGRAM'
from datetime import timedelta
from importlib.metadata import version

import srt


def shown(text: str) -> list[tuple[int, str]]:
    return [(one.index, one.content) for one in srt.parse(text)]


texts = ["Guten Tag.", "", "Bis morgen."]
times = [timedelta(seconds=second) for second in range(4)]
subtitles = [srt.Subtitle(k + 1, times[k], times[k + 1], text) for k, text in enumerate(texts)]
kept, fewer = shown(srt.compose(subtitles, reindex=False)), shown(srt.compose(subtitles))
print("srt", version("srt"))
print("compose               ", *fewer)
print("compose, reindex=False", *kept)
assert fewer == [(1, "Guten Tag."), (2, "Bis morgen.")], "the behaviour has changed"
assert kept == [(1, "Guten Tag."), (2, ""), (3, "Bis morgen.")], "the behaviour has changed"
PROGRAM
