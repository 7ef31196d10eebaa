"""Native segments are pickled and copied, as lists are."""

import copy
import pickle

import pytest

from parbleu._core import Segments

TEXTS = ["a", None, "", "ä 中 😀 \0", "\udcff", "x" * 10_000]


@pytest.mark.parametrize("again", [lambda each: pickle.loads(pickle.dumps(each)), copy.copy, copy.deepcopy])
def test_segments_are_pickled_and_copied(again):
    found = again(Segments(TEXTS))
    assert type(found) is Segments
    assert [*found] == TEXTS
    assert found.missing == 1
    assert [*again(Segments([]))] == []
