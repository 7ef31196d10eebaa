#!/bin/bash
# duckdb 2.0.1: of a TSV whose last text has two commas, read_csv keeps nothing. It takes the comma for the separator, the last
# line for the header, and leaves out all lines above, without a word.
#
# Where no separator is given it tries several, and for each how many lines to skip. A line of more columns than the rest wins,
# although it stands alone, and the name .tsv counts for nothing. header=True changes nothing; skip=0 or delim='\t' does. Commas
# above the last line do no harm, nor do they in files of 5,000 lines. Test sets and outputs of systems have a few hundred.
# Seen with Python 3.11, for lines of a number and a German sentence:
#
#     the list "Eier, Milch, Brot" stands      columns                      rows
#     nowhere                                  seg, mt                      500
#     in the last line but one                 seg, mt                      500
#     in the last line                         "499 Eier", Milch, Brot      0
#     in the last line, skip=0                 seg, mt                      500
#
# This script installs the package, pinned, in a temporary folder. It fails if the rows are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check duckdb==2.0.1
cd "$folder"
env/bin/python - <<'PROGRAM'
from pathlib import Path

import duckdb

LIST = "Eier, Milch, Brot"
texts = [f"Das ist der Satz Nummer {number}." for number in range(500)]


def read(name: str, texts: list[str], options: str = "") -> tuple[list[str], int]:
    """The columns and the number of rows that DuckDB finds."""
    lines = ["seg\tmt", *(f"{number}\t{text}" for number, text in enumerate(texts))]
    Path("mt.tsv").write_text("\n".join(lines) + "\n")
    found = duckdb.sql(f"SELECT * FROM read_csv('mt.tsv'{options})")
    seen = found.columns, len(found.fetchall())
    print(f"{name:<28}", *seen)
    return seen


print("duckdb", duckdb.__version__)
ALL = ["seg", "mt"], 500
assert read("nowhere", texts) == ALL, "the behaviour has changed"
assert read("in the last line but one", [*texts[:-2], LIST, texts[-1]]) == ALL, "the behaviour has changed"
last = [*texts[:-1], LIST]
lost = (["499\tEier", "Milch", "Brot"], 0)
assert read("in the last line", last) == lost, "the behaviour has changed"
assert read("in the last line, header", last, ", header = true") == lost, "the behaviour has changed"
assert read("in the last line, skip=0", last, ", skip = 0") == ALL, "the behaviour has changed"
assert read("in the last line, delim", last, ", delim = '\t'") == ALL, "the behaviour has changed"
PROGRAM
