"""Tests the face of the R package sacRebleu against recorded runs, every number to 1e-12."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import pytest

from parbleu import ParbleuError
from parbleu.compat import sacrebleu_r
from parbleu.errors import NoReferenceError
from parbleu.metrics import tokens

OPTIONS_OF_TOKENS = {"n": "max_ngram_order", "weights": "weights", "smoothing": "smooth_method"}

# R gives NaN for an add-k that makes logarithms of negative numbers, and takes ids beyond 32 bits for equal.
REFUSED = {"vignette_addk_k-1", "ids_above_int32"}


@pytest.fixture(scope="session")
def golden(read_golden: Any) -> Any:
    return read_golden("sacrebleu-r/goldens")


class RecordedTokenizer:
    """Encodes the texts that the recording encoded."""

    def __init__(self, texts: list[dict[str, Any]]) -> None:
        self.texts = {row["text"]: row for row in texts}

    def encode_batch(self, texts: list[str], add_special_tokens: bool) -> list[SimpleNamespace]:
        key = "ids" if add_special_tokens else "ids_without_special"
        return [SimpleNamespace(ids=self.texts[text][key]) for text in texts]


def as_tokens(case: dict[str, Any]) -> float:
    """The same by the function of `parbleu.metrics.tokens`, which takes whole ids only."""
    args = dict(case["args"])
    value = args.pop("k", 1) if args.get("smoothing") == "add-k" else args.pop("epsilon", 0.1)
    options = {OPTIONS_OF_TOKENS[name]: args[name] for name in args if name in OPTIONS_OF_TOKENS}
    if "weights" in options:
        options.pop("max_ngram_order", None)
    if "smooth_method" in options:
        options["smooth_value"] = value
    references, candidates = case["references"], case.get("candidates")
    if candidates is None:
        references, candidates = [references], [case["candidate"]]
    whole = [[[int(token) for token in reference] for reference in segment] for segment in references]
    ours = [[int(token) for token in candidate] for candidate in candidates]
    return tokens.corpus_bleu(
        ours, whole, variant="sacrebleu-r", layout="segments", threads=1, **options
    ).fraction


def test_every_number(golden: dict[str, Any]) -> None:
    compared = 0
    for case in golden["ids_cases"]:
        function = getattr(sacrebleu_r, case["fn"])
        given = case["references"], case.get("candidates", case.get("candidate"))
        if "error" in case or case["name"] in REFUSED:
            with pytest.raises(ParbleuError):
                function(*given, **case["args"])
            continue
        wanted = math.nan if case["is_nan"] else case["value"]
        assert function(*given, **case["args"]) == pytest.approx(wanted, abs=1e-12, nan_ok=True), case["name"]
        if case.get("candidates") != []:
            assert as_tokens(case) == pytest.approx(wanted, abs=1e-12, nan_ok=True), case["name"]
        compared += 1
    assert compared > 75


def test_every_text(golden: dict[str, Any]) -> None:
    tokenizer = RecordedTokenizer(golden["text_ids"])
    compared = 0
    for case in golden["text_cases"]:
        function = getattr(sacrebleu_r, case["fn"])
        given = case["references"], case.get("candidates", case.get("candidate")), tokenizer
        if "value" not in case:
            with pytest.raises(ParbleuError):
                function(*given, **case["args"])
            continue
        assert function(*given, **case["args"]) == pytest.approx(case["value"], abs=1e-12)
        compared += 1
    assert compared > 5


def test_special_tokens_are_left_out_unless_asked_for(golden: dict[str, Any]) -> None:
    tokenizer = RecordedTokenizer(golden["text_ids"])
    given = ["totally different"], "Hello World!", tokenizer
    assert sacrebleu_r.bleu_sentence(*given, n=1) == pytest.approx(0.4)
    assert sacrebleu_r.bleu_sentence(*given, n=1, add_special_tokens=False) == 0
    plain = tokens.sentence_bleu(
        "Hello World!", ["totally different"], tokenizer=tokenizer, max_ngram_order=1
    )
    assert plain.fraction == 0


def test_what_crashes_r_is_an_error(golden: dict[str, Any]) -> None:
    (case,) = golden["crash_cases"]
    with pytest.raises(NoReferenceError, match="segment 0"):
        getattr(sacrebleu_r, case["fn"])(case["references"], case["candidates"])
