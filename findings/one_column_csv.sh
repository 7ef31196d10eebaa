#!/bin/bash
# pyarrow 26.0.1, polars 2.1.0 and duckdb 2.0.1: of a CSV with one column, a missing text is an empty line. pandas 3.1.1, pyarrow
# itself and datasets 5.2.0 skip empty lines, so that all texts behind it stand one place too early.
#
# The output of a system is often such a file: one column, a row for each segment, and None where a request failed. pyarrow
# writes it and reads one row less; so do Python's csv.DictReader and load_dataset("csv"). With a second column the line is not
# empty, and all is right; polars, DuckDB, and pandas with skip_blank_lines=False read every row. What compares the numbers of
# rows fails; what joins by position, as concat(axis=1) does, puts each translation beside the reference of the one before.
# Nothing is told. Seen with Python 3.11, of four translations, the second of which is missing:
#
#     written   Eins | | Drei | Vier      by pyarrow, polars and DuckDB, the same but for quotes
#     read      Eins | Drei | Vier        by pandas, pyarrow, datasets and csv.DictReader
#     read      Eins | None | Drei | Vier by polars and DuckDB
#
# This script installs the packages, pinned, in a temporary folder. It fails if what they write or read is other text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check \
  datasets==5.2.0 duckdb==2.0.1 pandas==3.1.1 polars==2.1.0 pyarrow==26.0.1
cd "$folder"
export HF_HUB_OFFLINE=1 HF_DATASETS_CACHE="$folder/cache" HF_DATASETS_DISABLE_PROGRESS_BARS=1
env/bin/python - <<'PROGRAM'
import csv
from importlib.metadata import version
from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.csv
from datasets import load_dataset

TEXTS = ["Eins", None, "Drei", "Vier"]
table = pyarrow.table({"mt": TEXTS})
pyarrow.csv.write_csv(table, "pyarrow.csv")
polars.DataFrame({"mt": TEXTS}).write_csv("polars.csv")
duckdb.from_arrow(table).write_csv("duckdb.csv")
print(*[f"{name} {version(name)}" for name in ("pyarrow", "polars", "duckdb", "pandas", "datasets")], sep=", ")
for path in sorted(Path().glob("*.csv")):
    lines = path.read_text().replace('"', "").splitlines()
    with path.open(newline="") as file:
        rows = [row["mt"] for row in csv.DictReader(file)]
    short = {
        "pandas": pandas.read_csv(path)["mt"].tolist(),
        "pyarrow": pyarrow.csv.read_csv(path)["mt"].to_pylist(),
        "datasets": list(load_dataset("csv", data_files=str(path), split="train")["mt"]),
        "csv": rows,
    }
    whole = {
        "polars": polars.read_csv(path)["mt"].to_list(),
        "duckdb": [text for (text,) in duckdb.read_csv(str(path)).fetchall()],
        "pandas, skip_blank_lines=False": pandas.read_csv(path, skip_blank_lines=False)["mt"].tolist(),
    }
    print(path.stem, "wrote", lines)
    print("  short:", short, "\n  whole:", whole)
    assert lines == ["mt", "Eins", "", "Drei", "Vier"], "the behaviour has changed"
    assert all(texts == ["Eins", "Drei", "Vier"] for texts in short.values()), "the behaviour has changed"
    assert all(len(texts) == 4 and texts[2:] == TEXTS[2:] for texts in whole.values()), "the behaviour has changed"
pandas.DataFrame({"n": [1, 2, 3, 4], "mt": TEXTS}).to_csv("two.csv", index=False)
assert len(pandas.read_csv("two.csv")) == 4
PROGRAM
