#!/bin/bash
# Ray 2.60.0: read_text ends a row at U+2028, U+0085 and a form feed, too, so that two parallel files are no longer parallel.
#
# Web text holds these characters within lines (line separators of word processors, page breaks of PDF files). Empty lines are
# left out unless drop_empty_lines=False is given, and then, too, a file has more rows than lines. zip() joins what remains by its
# place; nothing is said unless the numbers of rows differ at the end. Hugging Face datasets 5.2.0 and Dask 2026.8.0 take none of
# the three for an end. Seen on Python 3.11, two files of four lines:
#
#     hypotheses  Guten Morgen / Seite eins<FF>Seite zwei / (empty) / Auf Wiedersehen     rows 4, with drop_empty_lines=False 5
#     references  Guten Morgen / Seite eins Seite zwei / Wie geht es? / Auf Wiedersehen   rows 4
#     zip         Seite zwei | Wie geht es?      Seite eins | Seite eins Seite zwei
#
# This script installs the package, pinned, in a temporary folder. It fails if rows are lines.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check 'ray[data]==2.60.0'
cd "$folder"
RAY_AUTH_MODE=disabled RAY_USAGE_STATS_ENABLED=0 "$folder/env/bin/python" - 2>log <<'PROGRAM' || { tail -20 log; exit 1; }
from pathlib import Path

import ray

ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, _temp_dir=str(Path.cwd() / "ray"))
print("ray", ray.__version__)


def rows(name: str, lines: list[str], **options: bool) -> list[str]:
    Path(name).write_bytes("".join(line + "\n" for line in lines).encode())
    return [row["text"] for row in ray.data.read_text(str(Path(name).resolve()), **options).take_all()]


hypotheses = ["Guten Morgen", "Seite eins\fSeite zwei", "", "Auf Wiedersehen"]
references = ["Guten Morgen", "Seite eins Seite zwei", "Wie geht es?", "Auf Wiedersehen"]
pairs = list(zip(rows("hypotheses", hypotheses), rows("references", references), strict=True))
for pair in pairs:
    print(" | ".join(pair))
assert pairs[2] == ("Seite zwei", "Wie geht es?"), "the behaviour has changed"
for name, sign in {"U+2028": "\u2028", "U+0085": "\x85", "form feed": "\f"}.items():
    read = rows("one", [f"eins{sign}zwei", "", "drei"], drop_empty_lines=False)
    print(f"{name}: 3 lines, {len(read)} rows")
    assert read == ["eins", "zwei", "", "drei"], "the behaviour has changed"
PROGRAM
