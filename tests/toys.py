"""Defines one small extension of every kind, as short as possible."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

import parbleu
from parbleu.errors import FormatError
from parbleu.human import Format, Judgement, Lines, report
from parbleu.metrics import parameter
from parbleu.stats.correlation import Correlation
from parbleu.text import Tokenizer
from parbleu.translate import Engine, Translation


class Recall(parbleu.Metric):
    """How many of a reference's words the hypothesis has, in percent."""

    least: int = parameter(default=1, help="the shortest words that count", limits=(1, None))

    def _statistics(self, hypotheses, references):
        rows = []
        for hypothesis, *texts in zip(hypotheses, *references, strict=True):
            words = {word for text in texts for word in (text or "").split() if len(word) >= self.least}
            rows.append([len(words & set(hypothesis.split())), len(words)])
        return rows

    def _score(self, row):
        return 100 * row[0] / max(row[1], 1)


class MeanLength(parbleu.Metric):
    """How long segments are, in characters: an error rate of means, with a Score of its own."""

    higher_is_better = False

    def _statistics(self, hypotheses, references):
        del references
        return np.array([[len(text) / 2, 0.5] for text in hypotheses])

    def _score(self, row):
        return parbleu.Score("length", row[0] / row[1])


class Shouting(Tokenizer):
    """Words in capitals."""

    def __call__(self, text):
        return text.upper()


def one_animal(text):
    """A normalization: dogs are cats."""
    return text.replace("dogs", "cats")


class SignAgreement(Correlation):
    """The share of scores that gold and metric both call above, or both below, their mean."""

    name = "SignAgreement"
    low = 0.0

    def row(self, gold, metric):
        return float(np.mean((gold > gold.mean()) == (metric > metric.mean())))


class Stars(Format):
    """Ratings of lines SYSTEM SEGMENT RATER STARS."""

    needs = ("score",)

    def recognises(self, path, head):
        del head
        return path.endswith(".stars")

    def read(self, path, problems=None):
        lines = Lines(path, problems)  # its errors name the file and the line
        for line in lines:
            match line.split():
                case [system, segment, rater, stars] if segment.isdecimal():
                    score = float(len(stars))
                    yield Judgement(system=system, segment=int(segment) - 1, rater=rater, score=score)
                case _:
                    wrong = "a line is SYSTEM SEGMENT RATER STARS, such as A 1 ann ***"
                    report(problems, FormatError(path, lines.number, wrong))

    def lines(self, judgements):
        for each in judgements:
            yield f"{each.system} {each.segment + 1} {each.rater} {'*' * int(each.score)}"


class Backwards(Engine):
    """Writes segments backwards."""

    name = "backwards"

    def translate(self, segments):
        return [Translation(segment[::-1]) for segment in segments]


def write_names(tables, options):
    """A printed format: the names of tables and columns."""
    del options
    for table in tables:
        yield f"{table.name}: {' '.join(column.name for column in table.columns)}\n"


def test_sets():
    """Returns the directory of test sets: one, beside this file's copy of its texts."""
    return str(SETS)


SETS = Path(__file__).parent / "nowhere"  # the fixture says where

TOYS = {
    "parbleu.metrics": {"recall": Recall, "MeanLength": MeanLength},
    "parbleu.tokenizers": {"shouting": Shouting},
    "parbleu.normalizations": {"one-animal": one_animal},
    "parbleu.correlations": {"SignAgreement": SignAgreement},
    "parbleu.human.formats": {"stars": Stars},
    "parbleu.engines": {"backwards": Backwards},
    "parbleu.formats": {"names": write_names},
}


def write_files(folder):
    """Writes texts, an evaluation set, ratings and a test set into a folder."""
    hyps = {
        "a": ["the cat sat on a mat", "it rained all day", "he went home", "we saw two dogs"],
        "b": ["a cat sat on the mat", "it rained the whole day", "he went to his home", "we saw dogs"],
        "c": ["cats", "it was a day of rain", "he is at home", "two dogs saw us"],
    }
    refs = {
        "ref": ["the cat sat on the mat", "it rained all day long", "he went home", "we saw two dogs"],
        "ref2": ["a cat was on the mat", "it rained the whole day", "he has gone home", "two dogs we saw"],
    }
    source = ["die Katze", "es regnete", "er ging", "zwei Hunde"]
    for name, lines in {**hyps, **refs, "src": source}.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines * 3), encoding="utf-8")
    sets = folder / "sets"
    sets.mkdir()
    entry = {
        "name": "toyset",
        "description": "a toy",
        "format": "plain",
        "language_pairs": {"de-en": [str(folder / "src"), str(folder / "ref")]},
        "citation": "@misc{toy}",
    }
    (sets / "toyset.json").write_text(json.dumps(entry), encoding="utf-8")
    ratings = [
        (s, n + 1, r, 1 + (n + len(s + r) * i) % 4)
        for i, s in enumerate("abc")
        for n in range(4)
        for r in "xy"
    ]
    lines = [f"{system} {segment} {rater} {'*' * stars}\n" for system, segment, rater, stars in ratings]
    (folder / "some.stars").write_text("".join(lines), encoding="utf-8")
    _write_evalset(folder / "evalsets" / "toy", {**hyps, "d": hyps["b"][::-1]}, refs["ref"], source)
    return folder


def _write_evalset(root, hyps, ref, source):
    files = {
        "sources/de-en.txt": source,
        "documents/de-en.docs": ["news d1", "news d1", "news d2", "talks d3"],
        "references/de-en.refA.txt": ref,
        **{f"system-outputs/de-en/{name}.txt": lines for name, lines in hyps.items()},
        "human-scores/de-en.mqm.seg.score": [
            f"{name}\t{-(number * place) % 5}" for number, name in enumerate(hyps, 1) for place in range(1, 5)
        ],
        "human-scores/de-en.mqm.sys.score": [f"{name}\t{-number}" for number, name in enumerate(hyps, 1)],
    }
    for name, lines in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    info = {"std_ref": "refA", "std_gold": {"segment": "mqm", "system": "mqm"}}
    (root / "info").mkdir()
    (root / "info" / "de-en.json").write_text(json.dumps(info), encoding="utf-8")
