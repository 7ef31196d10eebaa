"""Tests `parbleu.score_table` with tables of DuckDB and Hugging Face: scores are those of columns."""

import random

import datasets
import duckdb
import pyarrow
import pytest

import parbleu
import parbleu.scale.datasets

pytestmark = pytest.mark.frameworks

WORDS = ["the", "a", "cat", "dog", "sat", "on", "mat", "größer", ",", "."]
COUNT = 90


def make_rows():
    draw = random.Random(3)
    refs = [" ".join(draw.choices(WORDS, k=9)) for _ in range(COUNT)]
    noisy = [" ".join(draw.choice(WORDS) if draw.random() < 0.3 else w for w in ref.split()) for ref in refs]
    return [
        {
            "id": place % 30,
            "lp": f"en-{['de', 'fr', 'nl'][place // 30]}",
            "mt": mt,
            "ref": ref,
            "comet": place / 90,
        }
        for place, (mt, ref) in enumerate(zip(noisy, refs, strict=True))
    ]


ROWS = make_rows()
KINDS = {
    "DuckDB": lambda: duckdb.connect().from_arrow(pyarrow.Table.from_pylist(ROWS)),
    "Hugging Face": lambda: datasets.Dataset.from_list(ROWS),
    "Hugging Face, chosen": lambda: datasets.Dataset.from_list([*ROWS, *ROWS]).select(range(COUNT)),
    "Hugging Face, a stream": lambda: datasets.Dataset.from_list(ROWS).to_iterable_dataset(),
}
OPTIONS = {
    "columns": parbleu.TableColumns("mt", "ref", segment_id="id"),
    "language_pair": "lp",
    "by": "language_pair",
    "scores": "comet",
    "metrics": ["bleu", "chrf", "ter"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_scores_are_those_of_columns(kind):
    columns = {name: [row[name] for row in ROWS] for name in ROWS[0]}
    assert parbleu.score_table(KINDS[kind](), **OPTIONS) == parbleu.score_table(columns, **OPTIONS)


def test_a_transform_is_kept_and_class_labels_have_names():
    rows = {"mt": ["a b </s>", "c d </s>"], "ref": ["a b", "c d"], "kind": [0, 1]}
    labels = datasets.ClassLabel(names=["news", "chat"])
    text = datasets.Value("string")
    plain = datasets.Dataset.from_dict(
        rows, features=datasets.Features({"mt": text, "ref": text, "kind": labels})
    )
    columns = parbleu.TableColumns("mt", "ref")
    shown = plain.with_transform(
        lambda batch: {**batch, "mt": [text.removesuffix(" </s>") for text in batch["mt"]]}
    )
    (group,) = parbleu.score_table(shown, columns, ["chrf"]).groups
    assert group.comparison["chrF2"]["mt"].score == 100
    assert parbleu.scale.datasets.corpus_score(shown, "chrf").score == 100
    for table in (plain, plain.to_iterable_dataset()):
        found = parbleu.score_table(table, columns, ["chrf"], by="kind")
        assert {"news", "chat"} == {name for group in found.groups for name in group.key}
