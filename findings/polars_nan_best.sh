#!/bin/bash
# polars 2.1.0: a score that is NaN is the best of all. Spearman's correlation ranks it so, 0.71 where pandas 3.1.1 has 0.93,
# while Pearson's is NaN, and max() leaves it out.
#
# A segment that a metric could not score is NaN in arrays of NumPy, and stays NaN in a frame made of them; only pl.from_pandas
# makes a missing value (null) of it, which is left out everywhere. corr(method="spearman") gives NaN the highest rank unless it
# is told propagate_nans=True, and sort(descending=True) puts it first, as DuckDB 2.0.1 does. So one segment without a score
# changes an agreement, and nothing shows it. Seen with Python 3.11, for human scores 1 to 8 and a metric that fails on the
# fourth segment:
#
#                           spearman    pearson    the best by sort
#     polars, NaN             0.71        NaN        NaN
#     polars, null            0.93        0.93       80
#     pandas, NaN             0.93        0.93       80
#     DuckDB, NaN                         NaN        NaN
#
# This script installs the packages, pinned, in a temporary folder. It fails if the numbers are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check polars==2.1.0 pandas==3.1.1 duckdb==2.0.1 pyarrow==26.0.1 scipy==1.17.1
"$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

import duckdb
import numpy as np
import pandas as pd
import polars as pl

SCORES = {"human": np.arange(1.0, 9.0), "metric": np.array([10.0, 30.0, 20.0, np.nan, 50.0, 40.0, 60.0, 80.0])}


def by_polars(frame):
    both = [frame.select(pl.corr("human", "metric", method=method)).item() for method in ("spearman", "pearson")]
    return [*both, frame.sort("metric", descending=True, nulls_last=True)["metric"][0]]


frame, pandas = pl.DataFrame(SCORES), pd.DataFrame(SCORES)
arrow = frame.to_arrow()
best = pandas.sort_values("metric", ascending=False)["metric"].iloc[0]
seen = {
    "polars, NaN": by_polars(frame),
    "polars, null": by_polars(pl.from_pandas(pandas)),
    "pandas, NaN": [pandas.corr(method=method).iloc[0, 1] for method in ("spearman", "pearson")] + [best],
    "DuckDB, NaN": duckdb.sql("SELECT corr(human, metric), max_by(metric, metric) FROM arrow").fetchall()[0],
}
print(*(f"{name} {version(name)}" for name in ("polars", "pandas", "duckdb")))
for name, numbers in seen.items():
    print(f"{name:14}", *(f"{number:.2f}" for number in numbers))
EXPECTED = [[0.71, np.nan, np.nan], [0.93, 0.93, 80.0], [0.93, 0.93, 80.0], [np.nan, np.nan]]
for numbers, expected in zip(seen.values(), EXPECTED, strict=True):
    np.testing.assert_allclose(numbers, expected, atol=0.005, err_msg="the behaviour has changed")
assert frame["metric"].max() == 80.0, "the behaviour has changed"
PROGRAM
