"""Tests the listing of an evaluation set's contents and texts."""

import pytest

from parbleu.errors import UnknownNameError
from parbleu.evalset import SetContents, text_columns


def test_contents(tree):
    evalset = tree.load()
    metrics = SetContents(evalset).tables()[-1]
    assert metrics.column("primary") == [True, True]  # all, as none are named
    evalset.primary_metrics = ["Len"]
    tables = {table.name: table for table in SetContents(evalset).tables()}
    assert tables["contents"].rows == (("tiny", "en-de", 4, 3, 2, 3, 2),)
    assert tables["systems"].rows[-1] == ("refA", True, False)
    assert tables["references"].rows == (("refA", True), ("refB", False))
    assert tables["human_scores"].rows == (("mqm", "system, domain, segment", "system, segment"),)
    assert tables["metrics"].rows == (("BLEU-refB", "system, segment", False), ("Len-src", "segment", True))


def test_texts(tree):
    evalset = tree.load()
    found = text_columns(evalset, ["document", "src", "ref", "refB"])
    assert found.rows[1] == ("d1", "x", "refA1", "refB1")
    found = text_columns(evalset, ["domain"], outputs=True)
    assert found.columns == ["system", "output", "domain"]
    assert found.rows[5] == ("B", "B1", "news")
    (table,) = found.tables()
    assert len(table.rows) == 12
    with pytest.raises(UnknownNameError, match="unknown text 'hyp'"):
        text_columns(evalset, ["hyp"])
