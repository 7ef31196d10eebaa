"""Texts and scores of an evaluation set, as analyses take them."""

import numpy as np
import pytest

from parbleu.analysis import evalset_texts
from parbleu.errors import ParbleuError
from parbleu.evalset import EvalSet


@pytest.fixture(scope="module")
def evalset(campaign_home):
    return EvalSet("demo", "en-de", campaign_home)


@pytest.fixture(scope="module")
def campaign_home(tmp_path_factory):
    from campaign import write_campaign

    home = tmp_path_factory.mktemp("sets")
    write_campaign(home)
    return home


def test_takes_systems_documents_and_human_scores(evalset):
    found = evalset_texts(evalset)
    assert evalset.std_ref not in found.systems
    system = next(iter(found.systems))
    assert list(found.systems[system]) == list(evalset.sys_outputs[system])
    assert found.label("document") == tuple(evalset.docs_per_seg)
    human = evalset.std_human_score_name("segment")
    gold = evalset.gold("segment")[system]
    table = found.scores[human].statistics[system]
    assert np.array_equal(table[:, 1] > 0, ~np.isnan(gold))
    assert np.array_equal(table[table[:, 1] > 0, 0], gold[~np.isnan(gold)])


def test_refuses_scorers_that_there_are_not(evalset):
    with pytest.raises(ParbleuError):
        evalset_texts(evalset, metrics=["nothing"])
