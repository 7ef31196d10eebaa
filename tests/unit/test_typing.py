"""Tests the types for users' annotations; `make lint` also checks the types of this file."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import parbleu
from extras import extra
from parbleu import study
from parbleu.evalset._evalset_writer import SetTexts, write_evalset
from parbleu.meta._tasks import Task
from parbleu.study._own_tokenizers import NamedFunction
from parbleu.typing import (
    MetricLike,
    MetricsLike,
    ReferencesLike,
    ScoresLike,
    SegmentsLike,
    SystemsLike,
    TokenizerLike,
)

if TYPE_CHECKING:
    from parbleu.evalset._evalset_writer import GivenHumanScores

HYPOTHESES = ["The dog bit the man.", "It wasn't surprising."]
REFERENCES: list[list[str | None]] = [["The dog had bit the man.", "No one was surprised."], ["A dog.", None]]


class Lengths:
    """A metric that derives from nothing."""

    name = "length"

    def statistics(self, hypotheses: list[str], references: list[list[str | None]]) -> list[list[int]]:
        return [[len(text), len(first or "")] for text, first in zip(hypotheses, references[0], strict=True)]

    def score(self, row: tuple[int, ...]) -> float:
        return 100 * row[0] / row[1]


class Letters:
    """A tokenizer that derives from nothing."""

    name = "every letter"

    def __call__(self, text: str) -> str:
        return " ".join(text.replace(" ", "▁"))


def bleu(hypotheses: SegmentsLike, references: ReferencesLike) -> float:
    return parbleu.corpus_bleu(hypotheses, references).score


def compared(systems: SystemsLike, metrics: MetricsLike) -> parbleu.Comparison:
    return parbleu.compare(systems, REFERENCES, metrics)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hyp.txt"
    path.write_text("\n".join(HYPOTHESES) + "\n")
    return path


def test_segments(file: Path) -> None:
    extra("pandas"), extra("polars")
    import pandas
    import polars

    streams: list[SegmentsLike] = [
        HYPOTHESES,
        tuple(HYPOTHESES),
        iter(HYPOTHESES),
        np.array(HYPOTHESES),
        pandas.Series(HYPOTHESES),
        polars.Series(HYPOTHESES),
        file,
        parbleu.text.as_segments(HYPOTHESES),
    ]
    assert {bleu(stream, REFERENCES) for stream in streams} == {bleu(HYPOTHESES, REFERENCES)}


def test_systems() -> None:
    extra("pandas"), extra("polars")
    import pandas
    import polars

    systems: list[SystemsLike] = [
        {"a": HYPOTHESES},
        [("a", HYPOTHESES)],
        pandas.DataFrame({"a": HYPOTHESES}),
        polars.DataFrame({"a": HYPOTHESES}),
    ]
    assert len({compared(each, "bleu").to_markdown() for each in systems}) == 1


def test_metrics() -> None:
    own: MetricLike = Lengths()
    scores = parbleu.SegmentScores("COMET", {"a": [0.5, 0.7]})
    several: list[MetricsLike] = [
        own,
        [own, "chrf", parbleu.TER, parbleu.BLEU(), scores],
        {"mine": own, "COMET": {"a": [0.5, 0.7]}},
    ]
    names = [[metric.name for metric in compared({"a": HYPOTHESES}, each).metrics] for each in several]
    assert names == [["length"], ["length", "chrF2", "TER", "BLEU", "COMET"], ["mine", "COMET"]]
    assert compared({"a": HYPOTHESES}, own).metrics[0].scores[0].score == 100 * 41 / 45


def test_scores() -> None:
    extra("pandas"), extra("polars")
    import pandas
    import polars

    columns = {"a": [0.5, 0.7], "b": [0.25, 1.0]}
    given: list[ScoresLike] = [columns, pandas.DataFrame(columns), polars.DataFrame(columns)]
    tables = [parbleu.SegmentScores("COMET", each).statistics for each in given]
    assert [{name: column[:, 0].tolist() for name, column in each.items()} for each in tables] == [
        columns
    ] * 3


def test_tokenizers() -> None:
    own: TokenizerLike = Letters()
    found = study.tokenization({"a": HYPOTHESES}, REFERENCES, ["none", own], vary="tokenizer")
    row = found["tokenizer"]["every letter"]
    assert "|tok:every%20letter|" in row.signature
    letters = [[own(text or "") if text is not None else None for text in stream] for stream in REFERENCES]
    expected = parbleu.corpus_bleu([own(text) for text in HYPOTHESES], letters, tokenize="none", force=True)
    assert row.scores == (expected.score,)
    with pytest.raises(parbleu.ParbleuError, match="a function of a segment with the attribute name"):
        study.tokenization({"a": HYPOTHESES}, REFERENCES, [str.split])  # type: ignore[list-item]


def test_a_tokenizer_of_another_class_can_be_sent_to_a_process() -> None:
    made = NamedFunction(Letters())
    assert pickle.loads(pickle.dumps(made))("ab") == "a b"


def test_protocols_are_loaded_when_they_are_asked_for() -> None:
    code = "import sys, parbleu; assert 'typing' not in sys.modules; parbleu.typing.SegmentsLike"
    subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"], check=True
    )


def test_tasks() -> None:
    one = Task(gold="mqm", references={"refA"}, close_references=set())
    several = Task(correlation="accuracy", gold=["mqm"], references=[{"refA"}])
    assert (one.gold, one.references, several.gold, several.references) == (
        "mqm",
        {"refA"},
        ["mqm"],
        [{"refA"}],
    )
    with pytest.raises(parbleu.ParbleuError, match="references must be a set of names"):
        Task(references="refA")  # type: ignore[arg-type]


def test_human_scores(tmp_path: Path) -> None:
    human: dict[str, GivenHumanScores] = {
        "mqm": {"a": [1.0, None]},
        "esa": lambda documents: {"a": range(len(documents))},
    }
    texts = {"a": HYPOTHESES}
    made = write_evalset(
        tmp_path,
        "mine",
        "en-de",
        SetTexts(HYPOTHESES, {"refA": HYPOTHESES}, texts),
        human=human,
    )
    assert made.scores("segment", "esa").to_lists() == {"a": [0.0, 1.0]}
