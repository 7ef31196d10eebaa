"""Tests the face of sacreBLEU against recorded answers, with errors and logs."""

from __future__ import annotations

import importlib
import json
import logging
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parbleu.compat import sacrebleu as face
from parbleu.compat.sacrebleu import metrics
from parbleu.compat.sacrebleu.metrics import helpers
from property.twins import OUR_WARNINGS

from .exclusions import EXTENDS, FORMAT_WITHOUT_SIGNATURE, RAISES
from .recorded import Comparison, Recorded, Row, without_our_version
from .test_format import ARGUMENTS, HYPS, REFS
from .test_metrics import ATTRIBUTES, ROWS

# Tokenizers of other packages.
EXTERNAL = ("ja-mecab", "ko-mecab", "flores101")

# Rows on which the face answers otherwise, with the reason.
JSON = "JSON without a signature: the original fails, the face leaves the signature's keys out"
NO_ORDER = "no n-gram order at all: the original divides by zero, the score is 0"
SURROGATE = "a lone surrogate: the error says so instead of quoting the engine's C interface"
OTHERWISE = {
    "api_behaviour:45": JSON,
    "api_behaviour:96": JSON,
    "api_behaviour:147": JSON,
    "api_behaviour:181": NO_ORDER,
    "bleu_compute:958": NO_ORDER,
    "tokenizers:17061": SURROGATE,
    "tokenizers:17073": SURROGATE,
    "tokenizers:17085": SURROGATE,
    **dict.fromkeys(FORMAT_WITHOUT_SIGNATURE, JSON),
}


@pytest.fixture(autouse=True)
def _surroundings(spm_models: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)


def answer_of(call: Callable[[], Any]) -> dict[str, Any]:
    """What a call returns, or the name and the text of its error, as rows hold them."""
    try:
        return {"result": json.loads(json.dumps(call()))}
    except Exception as problem:
        return {"error": type(problem).__name__, "message": str(problem)}


def check_answer(row: Row, comparison: Comparison, call: Callable[[], Any]) -> None:
    ours = answer_of(call)
    theirs = {key: row[key] for key in ("result", "error", "message") if key in row}
    if row["id"] in OTHERWISE:
        comparison.check(f"{row['id']} is an error there", "error" in theirs, True)
        comparison.check(f"{row['id']} differs", ours != theirs, True)
    else:
        comparison.check(f"{row['id']} {row.get('call', '')}", ours, theirs)


def check_metric(row: Row, recorded: Recorded, comparison: Comparison) -> None:
    name, ident = row["metric"], row["id"]
    hyps, refs = recorded.texts(row)
    metric = getattr(metrics, name)(**row["args"])
    score = metric.corpus_score(hyps, refs)
    ours = {attribute: getattr(score, attribute) for attribute in ATTRIBUTES[name]} | {"str": str(score)}
    comparison.check(f"{ident} {row['args']}", ours, row["corpus"])
    signature = metric.get_signature()
    comparison.check(f"{ident} signature", without_our_version(str(signature)), row["signature"])
    short = without_our_version(signature.format(short=True))
    comparison.check(f"{ident} short signature", short, row["signature_short"])
    if "stats" in row:
        statistics = metric._extract_corpus_statistics(hyps, refs)
        comparison.check(f"{ident} statistics", statistics, row["stats"])
        comparison.check(
            f"{ident} from statistics", str(metric._aggregate_and_compute(statistics)), str(score)
        )
    if "sentence_scores" in row:
        alone = [metric.sentence_score(hyp, group).score for hyp, *group in zip(hyps, *refs, strict=True)]
        comparison.check(f"{ident} sentence scores", alone, row["sentence_scores"])


@pytest.mark.parametrize("file", ROWS)
def test_metrics(
    recorded: Recorded, comparison: Comparison, file: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, logger="sacrebleu"):
        for number, row in enumerate(recorded.rows(file)):
            # Theirs is most of the time, and other tests have all of these rows.
            if row["args"].get("tokenize") not in EXTERNAL or number % 4 == 0:
                check_metric(row, recorded, comparison)
    comparison.finish(at_least=2 * recorded.count(*ROWS[file]))


def test_ter_pairs(recorded: Recorded, comparison: Comparison) -> None:
    metric = metrics.TER(case_sensitive=True)
    for row in recorded.rows("ter_pairs"):
        score = metric.sentence_score(row["hyp"], [row["ref"]])
        theirs = [row["num_edits"], row["ref_length"], row["score"]]
        comparison.check(row["id"], [score.num_edits, score.ref_length, score.score], theirs)
    comparison.finish(recorded.count(249, 1730))


def test_tokenizers(recorded: Recorded, comparison: Comparison, caplog: pytest.LogCaptureFixture) -> None:
    made: dict[str, Any] = {}
    for row in recorded.rows("tokenizers"):
        name, args = row["tokenizer"], row.get("args", {})
        key = json.dumps([name, args])
        if key not in made:
            metric = metrics.TER(**args) if name == "tercom" else metrics.BLEU(tokenize=name)
            made[key] = metric.tokenizer
        check_answer(row, comparison, lambda tokenizer=made[key], row=row: tokenizer(row["in"]))
    comparison.finish(recorded.count(4000, 17000))


def test_formula(recorded: Recorded, comparison: Comparison) -> None:
    for row in recorded.rows("bleu_compute"):
        correct, total = list(row["correct"]), list(row["total"])

        def compute(row: Row = row, correct: list[Any] = correct, total: list[Any] = total) -> dict[str, Any]:
            score = metrics.BLEU.compute_bleu(correct, total, row["sys_len"], row["ref_len"], **row["args"])
            return {name: getattr(score, name) for name in ATTRIBUTES["BLEU"]} | {"str": str(score)}

        check_answer(row, comparison, compute)
        after = [row["correct_after"], row["total_after"]]
        comparison.check(f"{row['id']} arguments afterwards", [correct, total], after)
    comparison.finish(at_least=2 * 959)


def test_functions(recorded: Recorded, comparison: Comparison, caplog: pytest.LogCaptureFixture) -> None:
    for row in recorded.rows("compat"):
        caplog.clear()
        score = getattr(face, row["fn"])(*row["args"], **row["kwargs"])
        ours = {key: str(score) if key == "str" else getattr(score, key) for key in row["result"]}
        comparison.check(f"{row['id']} {row['fn']} {row['kwargs']}", ours, row["result"])
        logged = [[record.levelname, record.getMessage()] for record in caplog.records]
        comparison.check(f"{row['id']} log", logged, row.get("log", []))
    comparison.finish(at_least=2 * 77)


def test_format(recorded: Recorded, comparison: Comparison) -> None:
    for row in filter(lambda row: "metric" in row, recorded.rows("format")):
        options = {option: row["args"][option] for option in ARGUMENTS[row["metric"]]}
        if row["metric"] == "BLEU":
            options["tokenize"] = row["args"]["tokenizer_signature"]
        metric = getattr(metrics, row["metric"])(**options)
        score = metric.corpus_score(HYPS, REFS, n_bootstrap=row["n_bootstrap"])
        check_answer(row, comparison, lambda score=score, row=row: score.format(**row["format_args"]))
    comparison.finish(at_least=960)


def test_intervals(recorded: Recorded, comparison: Comparison) -> None:
    for row in recorded.rows("format"):
        if "estimate_ci_n" in row:
            count = row["estimate_ci_n"]
            score = metrics.base.Score("X", 50.0)
            score.estimate_ci(
                [metrics.base.Score("X", ((i * 7919) % count) * 1.25 + 1) for i in range(count)]
            )
            comparison.check(
                row["id"], [score._mean, score._ci, str(score)], [row["mean"], row["ci"], row["str"]]
            )
    comparison.finish(at_least=8)


def test_helpers(recorded: Recorded, comparison: Comparison) -> None:
    for row in recorded.rows("helpers"):
        found: Any = getattr(helpers, row["fn"])(*row["args"])
        if row["fn"] == "extract_all_word_ngrams":
            found = [[" ".join(words), count] for words, count in found[0].items()]
        elif row["fn"] == "extract_all_char_ngrams":
            found = [dict(counter) for counter in found]
        else:
            found = dict(found)
        comparison.check(row["id"], found, row["result"])
    comparison.finish(at_least=66)


def test_calls(recorded: Recorded, comparison: Comparison, caplog: pytest.LogCaptureFixture) -> None:
    importlib.import_module("parbleu.compat.sacrebleu.utils")
    for row in recorded.rows("api_behaviour"):
        if " object at 0x" in str(row.get("result")):
            continue
        names = {"sacrebleu": face, "M": getattr(metrics, row.get("metric", ""), None)}
        caplog.clear()

        def run(row: Row = row, names: dict[str, Any] = names) -> object:
            result = eval(row["call"], names)
            return without_our_version(str(result)) if isinstance(row.get("result"), str) else result

        check_answer(row, comparison, run)
        ours = [[record.levelname, record.getMessage()] for record in caplog.records]
        theirs = row.get("log", [])
        comparison.check(
            f"{row['id']} {row['call']} log",
            [line for line in ours if not OUR_WARNINGS.search(line[1])],
            theirs,
        )
    comparison.finish(at_least=2 * 199)


def test_the_page_counts_what_differs() -> None:
    """docs/exactness.md has the numbers of rows and of reasons."""
    page = (Path(__file__).parents[2] / "docs" / "exactness.md").read_text(encoding="utf-8")
    reasons = Counter(OTHERWISE.values())
    assert (
        f"{len(OTHERWISE)} that are errors there: {reasons[JSON]} times JSON without a signature, "
        f"{reasons[SURROGATE]} times a lone surrogate for MeCab or SentencePiece, and "
        f"{reasons[NO_ORDER]} times no n-gram order at all"
    ) in page
    answered = len(EXTENDS) + len(FORMAT_WITHOUT_SIGNATURE)
    assert f"refuse {len(RAISES)} of the recorded calls" in page
    assert f"answer {answered} that fail there" in page
