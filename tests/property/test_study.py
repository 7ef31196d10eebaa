"""Tests studies of hostile text: orders keep BLEU, rows are BLEU's numbers, lost text is found."""

from __future__ import annotations

import os
from random import Random

import pytest

import parbleu
from parbleu import study
from parbleu.study._permutation_study import shuffled
from printed_json import printed_tables

from .hostile import Hostile

SEED = os.environ.get("PARBLEU_FUZZ_SEED", "1")
NATIVE = ["13a", "none", "intl", "char", "zh"]


@pytest.mark.parametrize("number", range(10))
def test_safe_orders(number: int) -> None:
    """No order of the blocks lowers a match, by any tokenizer, with one reference or two."""
    source = Hostile(f"orders {SEED} {number}")
    texts = [source.line()[:200] for _ in range(12)]
    hypotheses = [source.edited(text) for text in texts]
    references: list[list[str | None]] = [list(texts), [None, *map(source.edited, texts[1:])]]
    tokenize = NATIVE[number % len(NATIVE)]
    found = study.permutations(
        {"x": hypotheses},
        references[: 1 + number // 5],
        tokenize=tokenize,
        lowercase=number % 3 == 0,
        equal_corpus=True,
        seed=number,
    )["x"]
    bleu = parbleu.BLEU(tokenize="none", force=True)
    before = bleu.statistics(found.hypothesis_tokens, found.reference_tokens)
    assert [segment.tokens for segment in found.segments] == before[:, 0].tolist()
    assert [segment.matches for segment in found.segments] == before[:, 3].tolist()
    generator = Random(number)
    for _ in range(5):
        drawn = [shuffled(segment, generator) for segment in found.segments]
        after = bleu.statistics(drawn, found.reference_tokens)
        assert (after[:, 2:6] >= before[:, 2:6]).all()
        assert (after[:, [0, 1, 6, 7, 8, 9]] == before[:, [0, 1, 6, 7, 8, 9]]).all()
    assert found.equal_corpus is not None
    kept = found.equal_corpus.texts
    bleu = parbleu.BLEU(found.lowercase, tokenize=tokenize, force=True)
    streams = references[: 1 + number // 5]
    assert (bleu.statistics(kept, streams) == bleu.statistics(hypotheses, streams)).all()


def spelt(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("number", range(12))
def test_rows(number: int) -> None:
    source = Hostile(f"study {SEED} {number}")
    texts = [source.line()[:200] for _ in range(12)]
    systems = {"a": [source.edited(text) for text in texts], "b": texts[::-1]}
    references: list[list[str | None]] = [list(texts), [None, *texts[1:]]]
    lowercase = bool(number % 2)
    found = study.tokenization(
        systems,
        references,
        NATIVE,
        vary="tokenizer",
        bleu=parbleu.BLEU(lowercase=lowercase),
        resampling=parbleu.Resampling("none"),
    )
    given = [text for stream in (*systems.values(), *references) for text in stream if text is not None]
    given = [(parbleu._core.lower(text) if lowercase else text).rstrip() for text in given]
    for row in found["tokenizer"].rows:
        bleu = parbleu.BLEU(lowercase, tokenize=row.name, force=True)
        scores = [bleu.corpus_score(stream, references) for stream in systems.values()]
        assert row.scores == tuple(score.score for score in scores)
        assert row.signature == str(scores[0].signature)
        assert row.changed == sum(spelt(parbleu.tokenize(text, row.name)) != spelt(text) for text in given)


@pytest.mark.parametrize("number", range(4))
def test_tables_of_hostile_names(number: int) -> None:
    """Names of systems and metrics, and text, come back from JSON as they were."""
    source = Hostile(f"tables {SEED} {number}")

    def line() -> str:  # without lone surrogates, two of which JSON takes for one character
        return source.line()[:60].encode(errors="replace").decode()

    names = list(dict.fromkeys(["a", "a_score", *filter(None, (line() for _ in range(4)))]))
    systems = {name: [line(), "x y"] for name in names}
    references = [[line(), "x z"]]
    metrics = {f"{name}, TER": parbleu.TER() for name in list(systems)[-2:]}
    settings = study.tokenization(
        systems, references, ["none", "char"], metrics=metrics, resampling=parbleu.Resampling(n_samples=20)
    )
    orders = study.permutations(systems, references, n_samples=1, top=None)
    for found in (settings, orders):
        for name in parbleu.tables.FORMATS:
            assert found.render(name)
    content = printed_tables(settings.render("json"))
    row = content["tokenizer_scores"]["rows"][0]
    assert [row[f"{name}_score"] for name in systems] == list(settings["tokenizer"].rows[0].scores)
    assert {f"tokenizer_{name}_scores" for name in metrics} <= set(content)
    shown = [row["text"] for row in printed_tables(orders.render("json"))["segments"]["rows"]]
    segments = [str(segment) for system in orders.systems for segment in system.segments]
    assert sorted(shown) == sorted(segments)
