#!/bin/bash
# pyarrow 26.0.1 loses the last list of a column when it casts a list view to a list: no error, a row without references.
#
# The offsets of the result end with 0 where the number of items belongs, so that the last list has a negative length
# and no items. The same column flattens rightly. A table with several references for each segment meets this where
# its column is cast to the type that another tool wants. Seen with pyarrow 26.0.1 on Python 3.11:
#
#     [['a', 'z'], ['b', 'z'], ['c', 'z']]  ->  [['a', 'z'], ['b', 'z'], []]    lengths 2, 2, -4
#
# This script installs the package, pinned, in a temporary folder, and fails if it behaves otherwise.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check pyarrow==26.0.1
HOME=$folder "$folder/env/bin/python" - <<'PROGRAM'
import pyarrow as pa
import pyarrow.compute as pc

print("pyarrow", pa.__version__)
lists = [["a", "z"], ["b", "z"], ["c", "z"]]
views = pa.array(lists, pa.list_view(pa.string()))
assert views.to_pylist() == lists and len(pc.list_flatten(views)) == 6
cast = views.cast(pa.large_list(pa.string()))
print(views.to_pylist(), "->", cast.to_pylist(), "lengths", pc.list_value_length(cast).to_pylist())
assert cast.to_pylist() == [["a", "z"], ["b", "z"], []], "the behaviour has changed"
PROGRAM
