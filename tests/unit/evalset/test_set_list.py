"""Listings of evaluation sets and their language pairs."""

import subprocess
import sys

import pytest

from parbleu.errors import UnknownNameError
from parbleu.evalset import list_sets


def test_sets_and_pairs(tree):
    (tree.root / "wmt24" / "sources").mkdir(parents=True)
    for pair in ("en-de", "xx-yy"):
        (tree.root / "wmt24" / "sources" / f"{pair}.txt").touch()
    sets = list_sets(tree.root)
    assert sets.names[0] == "wmt25"
    assert sets.names[-1] == "tiny"
    assert sets.language_pairs("wmt24")[-1] == "xx-yy"
    (table,) = sets.tables()
    rows = {row[0]: row[1:] for row in table.rows}
    assert (rows["tiny"], rows["wmt24"]) == ((1, 1, False), (12, 2, True))
    (table,) = sets.of("wmt24").tables()
    assert [pair for _, pair, is_local in table.rows if is_local] == ["en-de", "xx-yy"]
    with pytest.raises(UnknownNameError, match="unknown evaluation set 'tinny'"):
        sets.of("tinny")


def test_a_listing_starts_fast():
    """These two take longer than all the rest of a listing."""
    program = "import sys\nfrom parbleu.evalset import list_sets\nlist_sets()\nprint(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path[:] = {sys.path!r}\n{program}"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert not {"dataclasses", "numpy"} & set(loaded)
