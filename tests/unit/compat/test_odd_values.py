"""Values that no metric expects, passed to sacreBLEU and to the face: the same numbers, errors and texts."""

from __future__ import annotations

import math
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
import sacrebleu

from numpy_versions import samples_of_numpy_2
from parbleu._cli.main import main
from parbleu.compat import sacrebleu as face
from parbleu.compat._sacrebleu_command.command import run
from parbleu.errors import InputTypeError, OptionError
from parbleu.metrics import BLEU

HYPS, REFS = ["a b c d e", "x y"], [["a b c x y", "x z"]]


def answer(call: Any, package: Any) -> tuple[str, str]:
    try:
        with warnings.catch_warnings():  # of NumPy, about numbers that are not finite
            warnings.simplefilter("ignore")
            return "returns", str(call(package))
    except Exception as problem:
        return type(problem).__name__, str(problem)


def same(call: Any) -> tuple[str, str]:
    """What both answer to the call."""
    ours, theirs = answer(call, face), answer(call, sacrebleu)
    assert ours == theirs
    return ours


@pytest.fixture
def models(small_models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = str(small_models)
    monkeypatch.setenv("SACREBLEU", home)
    monkeypatch.setattr("sacrebleu.tokenizers.tokenizer_spm.SACREBLEU_DIR", home)
    monkeypatch.setattr("parbleu.text._tokenizers._made", {})


@pytest.mark.usefixtures("models")
@pytest.mark.parametrize("tokenizer", ["13a", "char", "ja-mecab", "ko-mecab", "flores101"])
@pytest.mark.parametrize("wrong", [5, None, ["a"], b"a"], ids=repr)
def test_no_string(tokenizer: str, wrong: object) -> None:
    calls = [
        lambda package: package.sentence_bleu(wrong, ["a"], tokenize=tokenizer),
        lambda package: package.corpus_bleu([wrong], [["a"]], tokenize=tokenizer),
    ]
    if wrong is not None:  # which is a missing reference
        calls.append(lambda package: package.sentence_bleu("a", [wrong], tokenize=tokenizer))
    for call in calls:
        assert same(call)[0] == "TypeError"


@pytest.mark.parametrize("tokenizer", ["13a", "ja-mecab"])
@pytest.mark.parametrize("wrong", [5, None, ["a"]], ids=repr)
def test_no_string_to_parbleu(tokenizer: str, wrong: Any) -> None:
    metric = BLEU(tokenize=tokenizer, effective_order=True)
    with pytest.raises(InputTypeError, match="`hyp` should be a string"):
        metric.sentence_score(wrong, ["a"])


@pytest.mark.parametrize("method", ["floor", "add-k", "exp", "none"])
@pytest.mark.parametrize("value", [-0.5, -1, 0, 1e-300, 1e300, math.inf, math.nan])
@pytest.mark.parametrize("samples", [1, pytest.param(10, marks=samples_of_numpy_2)])
def test_smooth_value(method: str, value: float, samples: int) -> None:
    def score(package: Any) -> object:
        metric = package.metrics.BLEU(smooth_method=method, smooth_value=value)
        return metric.corpus_score(HYPS, REFS, n_bootstrap=samples)

    found = same(score)
    no_logarithm = found[0] == "ValueError" and found[1].startswith(("math domain", "expected a positive"))
    assert no_logarithm == (value < 0 and method in ("floor", "add-k"))


CLOSE = ["the cat sat on the mat today", "it was a good day for us all"]
OTHERS = ["the cat sat on the mat now", "it was a good day for them all"]


@pytest.mark.parametrize("method", ["floor", "add-k", "exp", "none"])
@pytest.mark.parametrize("value", [-0.5, -1, 0, -12, math.inf, math.nan])
@pytest.mark.parametrize("texts", [(HYPS, REFS[0]), (CLOSE, OTHERS), (["q r"], ["a b"])])
@pytest.mark.parametrize("way", [[], ["--sentence-level"], ["--confidence", "--confidence-n", "5"]], ids=str)
def test_smooth_value_of_the_command(
    method: str,
    value: float,
    texts: tuple[list[str], list[str]],
    way: list[str],
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    files = [tmp_path / "hyp", tmp_path / "ref"]
    for path, lines in zip(files, texts, strict=True):
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    metric = sacrebleu.metrics.BLEU(
        smooth_method=method, smooth_value=value, effective_order=bool(way) and "level" in way[0]
    )
    hyps, refs = texts
    try:
        if way == ["--sentence-level"]:
            expected = [metric.sentence_score(*pair).score for pair in zip(hyps, zip(refs), strict=True)]
        else:
            expected = [metric.corpus_score(hyps, [refs]).score]
    except ValueError:  # its logarithm
        expected = []
    words = [str(files[1]), "-i", str(files[0]), "-s", method, "-sv", str(value), "-w", "17", *way]
    status = run([*words, "-f", "text"])
    shown = capfd.readouterr()
    assert [line.split(" = ")[1].split()[0] for line in shown.out.splitlines()] == [
        f"{score:.17f}" for score in expected
    ]
    assert status == (0 if expected else 1)
    assert ("smooth with 0 or more" in shown.err) == (not expected)


@pytest.mark.parametrize("word", ["nan", "inf", "Infinity", "1e400", "1_0", " 2", "٣", "x", ""])
def test_numbers_that_python_reads(word: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The command reads them as the original's does, and parbleu's own refuses those that are not finite."""
    for name, lines in (("ref", REFS[0]), ("hyp", HYPS)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    words = [str(tmp_path / "ref"), "-i", str(tmp_path / "hyp"), "-s", "floor", "-sv", word, "-b", "-w", "9"]
    theirs = subprocess.run(
        [sys.executable, "-m", "sacrebleu", *words], capture_output=True, text=True, check=False
    )
    assert run(words) == theirs.returncode
    ours = capfd.readouterr()
    assert ours.out == theirs.stdout
    assert ("invalid float value" in ours.err) == ("invalid float value" in theirs.stderr)
    assert main(["score", *words]) == 2


@pytest.mark.parametrize("value", [-0.5, math.inf, math.nan])
def test_smooth_value_of_parbleu(value: float) -> None:
    with pytest.raises(OptionError, match="smooth_value is"):
        BLEU(smooth_method="floor", smooth_value=value)
    with pytest.raises(OptionError, match="smooth_value is"):
        BLEU.compute_bleu([1, 0, 0, 0], [4, 3, 2, 1], 4, 4, "floor", value)


def test_an_infinite_mean() -> None:
    score = BLEU(smooth_method="floor", smooth_value=1e300).corpus_score(
        HYPS, REFS, intervals=True, n_samples=10
    )
    assert score.interval is not None
    assert score.interval[0] == math.inf


@samples_of_numpy_2
def test_an_empty_reference_in_samples() -> None:
    """Where only some samples have references, the original mixes number types and stops."""
    hyps, refs = ["a b", "c"], [["", ""], ["a b", None]]
    for name in ("CHRF", "TER"):
        call = getattr(sacrebleu.metrics, name)().corpus_score
        with pytest.raises(TypeError, match="coerce"):
            call(hyps, refs, n_bootstrap=7)
        score = getattr(face.metrics, name)().corpus_score(hyps, refs, n_bootstrap=7)
        assert 0 < score._mean <= 100


def test_no_order_of_characters() -> None:
    with pytest.raises(IndexError):
        sacrebleu.metrics.CHRF(char_order=0).corpus_score(HYPS, REFS)
    assert face.metrics.CHRF(char_order=0).corpus_score(HYPS, REFS).score == 0
