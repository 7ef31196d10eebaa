"""Tests that extensions work in every mode of every command, by entry point and by registry."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest

import parbleu
import toys
from parbleu._cli.main import main
from parbleu.errors import FormatError, InputTypeError, NoReferenceError, OptionError
from parbleu.human import read_ratings
from parbleu.human.formats import FORMATS as RATINGS
from parbleu.metrics import METRICS, _corpus_warnings, parameter
from parbleu.metrics._metric_by_name import metric_class
from parbleu.stats._correlations import CORRELATIONS
from parbleu.tables import FORMATS
from parbleu.text import NORMALIZATIONS
from parbleu.text import _tokenizers as tokenizers
from parbleu.translate._engines import ENGINES
from printed_json import printed_tables

REGISTRIES = {
    each.group: each
    for each in (METRICS, tokenizers.TOKENIZERS, NORMALIZATIONS, CORRELATIONS, RATINGS, ENGINES, FORMATS)
}


@pytest.fixture(params=["announced", "registered"])
def added(request, tmp_path, monkeypatch):
    """Adds all toys; returns a folder with files for them."""
    folder = toys.write_files(tmp_path)
    monkeypatch.setattr(toys, "SETS", folder / "sets")
    monkeypatch.setattr(tokenizers, "_made", {})
    monkeypatch.setattr(_corpus_warnings, "ANNOUNCED", [])  # which a process keeps
    for registry in REGISTRIES.values():
        monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
        monkeypatch.setattr(registry, "_registered", {})
    lines = ["[parbleu.testsets]", "toys = toys:test_sets"]
    for group, things in toys.TOYS.items():
        lines.append(f"[{group}]")
        for name, thing in things.items():
            lines.append(f"{name} = toys:{thing.__name__}")
            if request.param == "registered":
                REGISTRIES[group].register(name, thing)
    info = tmp_path / "packages" / "toys-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1\n")
    if request.param == "registered":
        monkeypatch.setenv("PARBLEU_TESTSETS", str(folder / "sets"))
    else:
        (info / "entry_points.txt").write_text("\n".join(lines))
        monkeypatch.syspath_prepend(info.parent)
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "cache"))
    monkeypatch.setenv("SACREBLEU_FORMAT", "")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def run(added, capsys):
    """Runs `parbleu WORDS`, which must succeed; returns what it prints."""

    def runner(words):
        status = main(words.split())
        said = capsys.readouterr()
        assert status == 0, said.err
        return said.out

    return runner


# --- metrics

MODES = {
    "": "Recall",
    "-f text": "Recall",
    "-b": "94.1",
    "-f markdown": "| Recall",
    "-f latex": "Recall",
    "-f csv": "Recall",
    "-sl": "Recall",
    "-sl -b": "100.0",
    "-sl -f csv": "Recall",
    "-ci -cin 20": "bs:20",
    "-ci -cin 20 -f json": '"unrounded_ci": ',
    "-ci -cin 20 --seed 3 -f text": "seed",
    "--segments out.tsv": "Recall",
    "--segments out.jsonl -b": "94.1",
    "-i a b": "Recall",
    "-i a b --segments out.tsv -f text": "Recall",
    "-i a b c -pbs -pbsn 20": "p_value",
    "-i a b c -pbs -pbsn 20 -f text": "Recall",
    "-i a b c -par -parn 20": "p_value",
    "-i a b c --all-pairs -pbsn 20 -f text": "Recall",
    "-i a b c --all-pairs -par -parn 20 -f tsv": "Recall",
    "-i a b c --names x y z --threads 2": "Recall",
    "-sh -f text": "least:1",
}


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES)
def test_a_metric_in_every_mode_of_score(run, mode):
    system = "" if "-i" in mode else "-i a"
    assert MODES[mode] in run(f"score ref {system} -m recall {mode}")


@pytest.mark.long
@pytest.mark.parametrize(
    "words", ["-i a -ci -cin 20", "-i a b -pbs -pbsn 20", "-i a b -par -parn 20", "-i a -sl"]
)
def test_a_metric_of_means(run, words):
    assert "length" in run(f"score ref -m meanlength {words}") or "MeanLength" in run(
        f"score ref -m meanlength {words}"
    )


def test_metrics_beside_each_other(run):
    found = printed_tables(run("score ref -i a -f json -m bleu recall meanlength ter"))
    assert [row["metric"] for row in found["rows"]] == ["BLEU", "Recall", "length", "TER"]


@pytest.mark.long
def test_the_flag_the_signature_and_the_verification_of_a_metric(run, added):
    [given] = printed_tables(run("score ref -i a -f json -m recall --recall-least 4"))["rows"]
    assert "|least:4|" in given["signature"]
    [plain] = printed_tables(run("score ref -i a -f json -m recall"))["rows"]
    assert given["score"] != plain["score"]
    signature = f"Recall|{given['signature']}"
    assert printed_tables(run(f"score ref -i a -f json --signature {signature}"))["rows"] == [given]
    (added / "result.json").write_text(run("score ref -i a -m recall --recall-least 4"), encoding="utf-8")
    run("score ref -i a --verify result.json")
    assert "--recall-least" in _help(["score", "--help-all"])


def _help(words):
    import contextlib
    import io

    told = io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.suppress(SystemExit):
        main(words)
    return told.getvalue()


def test_a_metric_in_studies(run):
    assert "Recall" in run("study tokenization ref -i a b c --vary metric -m recall --n-samples 20 --force")
    assert "recall" in run("study tokenization ref -i a b c -m recall --n-samples 20 -f json --force").lower()
    assert "Recall" in run("study permutations ref -i a --n-samples 3 -m recall ter")


def test_a_metric_of_an_evaluation_set(run):
    where = "-t toy -l de-en --data evalsets"
    assert "Recall-refA" in run(
        f"meta score {where} -m Recall MeanLength --levels segment system --into evalsets"
    )
    assert "Recall" in run(f"meta matrix {where} --all --n-samples 20")
    assert "Recall" in run(f"meta scores {where}")


def test_a_metric_in_python(added):
    hyps, refs = ["the cat", "a dog ran"], [["the cat sat", None], ["a cat", "the dog ran"]]
    metric = toys.Recall(least=2, references=refs)
    score = metric.corpus_score(hyps)
    assert str(score) == "Recall = 66.67"
    assert score.signature.format().startswith("nrefs:var|least:2|version:")
    assert metric.corpus_score(hyps, refs, intervals=True, n_samples=20).interval is not None
    assert metric.sentence_score("the cat", ["the cat sat", "a cat"]).score == pytest.approx(100 * 2 / 3)
    assert metric.segment_scores(hyps).tolist() == pytest.approx([100 * 2 / 3, 100 * 2 / 3])
    assert metric.pairwise_scores(hyps, ["the", "cat", "ran"]).shape == (2, 3)
    pieces = metric.accumulator()
    for place in range(2):
        pieces.add(hyps[place : place + 1], [stream[place : place + 1] for stream in refs])
    assert pieces.result().score == score.score
    for other in (pickle.loads(pickle.dumps(metric)), parbleu.from_signature(f"Recall|{score.signature}")):
        assert other.least == 2
        assert other.corpus_score(hyps, refs).score == score.score
    assert pickle.loads(pickle.dumps(score)).signature == score.signature
    found = parbleu.compare(
        {"a": hyps, "b": hyps[::-1]}, refs, ["recall", "bleu"], test="bootstrap", n_samples=20
    )
    assert found["Recall"]["a"].score == toys.Recall().corpus_score(hyps, refs).score
    assert "least: the shortest words that count" in toys.Recall.__doc__
    with pytest.raises(OptionError, match="least is at least 1, not 0"):
        toys.Recall(least=0)
    with pytest.raises(NoReferenceError, match="segment 1"):
        metric.corpus_score(hyps, [["a", None]])


def test_scores_below_zero_have_intervals():
    class Lost(toys.Recall):
        def _score(self, row):
            return -super()._score(row)

    score = Lost().corpus_score(["a b", "b c"], [["a d", "b c"]], intervals=True, n_samples=20)
    assert score.interval[0] < 0 < score.interval[1]
    assert "μ = -" in str(score)


def test_a_metric_whose_name_has_an_underscore(added, run):
    class Long_Words(parbleu.Metric):  # noqa: N801
        """The share of an output's characters that are in long words, in percent."""

        shortest: int = parameter(default=1, help="the shortest words that count")

        def _statistics(self, hypotheses, references):
            sizes = [[*map(len, text.split())] for text in hypotheses]
            return [[sum(size for size in own if size >= self.shortest), sum(own)] for own in sizes]

        def _score(self, row):
            return 100 * row[0] / row[1]

    METRICS.register("long_words", Long_Words)
    (added / "three").write_text("abc d\n" * 8, encoding="utf-8")
    line = "score three -i three -q -b -m long_words"
    assert (run(line), run(f"{line} --long-words-shortest 2")) == ("100.0\n", "75.0\n")


def test_what_is_no_metric(added, monkeypatch):
    with pytest.raises(OptionError, match="is built in"):
        METRICS.register("bleu", toys.Recall)
    METRICS.register("Precision", toys.Recall)
    with pytest.raises(InputTypeError, match="under the name of its class"):
        metric_class("precision")
    METRICS.register("number", 5)
    with pytest.raises(InputTypeError, match="not a subclass"):
        metric_class("number")


# --- the others


@pytest.mark.long
@pytest.mark.parametrize("mode", ["", "-sl", "-ci -cin 20", "-i b -pbs -pbsn 20", "--segments out.tsv"])
def test_a_tokenizer(run, mode):
    found = run(f"score ref -i a {mode} -tok shouting --force -f text".replace("-i a -i b", "-i a b"))
    assert "tok:shouting" in found
    text = parbleu.BLEU(tokenize="shouting").corpus_score(["a b c d e"], [["A B C D E"]])
    assert text.score == pytest.approx(100)
    again = parbleu.from_signature(f"BLEU|{text.signature}")
    assert again.tokenize == "shouting"


@pytest.mark.long
@pytest.mark.parametrize("mode", ["", "-sl", "-ci -cin 20", "-i b -pbs -pbsn 20", "--segments out.tsv"])
@pytest.mark.parametrize("metric", ["bleu", "recall"])
def test_a_normalization(run, mode, metric):
    words = f"score ref -i a {mode} -m {metric} --normalize one-animal --force -f text"
    assert "norm:one-animal" in run(words.replace("-i a -i b", "-i a b"))
    made = parbleu.BLEU(normalize="one-animal")
    score = made.corpus_score(["we saw two dogs now"], [["we saw two cats now"]])
    assert score.score == pytest.approx(100)
    assert parbleu.from_signature(f"BLEU|{score.signature}").normalize == "one-animal"


def test_a_tokenizer_in_studies(run):
    assert "shouting" in run("study tokenization ref -i a b c -tok 13a shouting --n-samples 20 --force")
    assert "shouting" in run("study permutations ref -i a --tokenize shouting -f json")


def test_a_normalization_in_a_study(run):
    words = "study tokenization ref -i a b --vary normalization --normalize one-animal nfc+one-animal --force"
    assert "|norm:nfc+one-animal|" in run(f"{words} --n-samples 20")


@pytest.mark.long
def test_a_correlation(run, added):
    where = "-t toy -l de-en --data evalsets"
    run(f"meta score {where} -m BLEU TER --levels segment system --into evalsets")
    for more in (
        "",
        "--level segment",
        "--level segment --average-by item",
        "--intervals",
        "--chance -f json",
    ):
        found = run(f"meta matrix {where} --all --n-samples 20 --correlation SignAgreement {more}")
        assert "SignAgreement" in found
    path = "evalsets/toy/metric-scores/de-en/BLEU-refA.seg.score"
    other = path.replace("BLEU", "TER")
    assert "SignAgreement" in run(f"meta correlate {path} {where} --correlation SignAgreement pearson")
    assert "SignAgreement" in run(
        f"meta compare {path} {other} {where} --correlation SignAgreement --n-samples 20"
    )
    evalset = parbleu.evalset.EvalSet("toy", "de-en", added / "evalsets")
    tasks = parbleu.meta.TaskSet(
        {"correlation": ["pearson", "SignAgreement"]},
        test_set="toy",
        language_pair="de-en",
        resampling=parbleu.Resampling(n_samples=10),
        primary=False,
        info={"de-en": evalset.info},
    )
    results = tasks.run({("toy", "de-en"): evalset})
    assert any("SignAgreement" in column.name for column in results.tables()[0].columns)
    assert results.results[1].range == (0.0, 1.0)


@pytest.mark.long
def test_a_test_set(run, added, capsys):
    pair = "-t toyset -l de-en"
    assert "toyset" in run("data list")
    assert "toyset" in run("score --list")
    assert "a toy" in run("data show toyset")
    assert "@misc{toy}" in run("data cite toyset")
    assert run(f"score {pair} --echo src").startswith("die Katze\n")
    run("data get toyset")
    run("data plan toyset")
    run("data verify toyset")
    assert run("data path toyset de-en src").strip()
    for mode in ("", "-ci -cin 20", "--detail", "--sign-test-set", "-sl -b", "-f text"):
        assert run(f"score {pair} -i a {mode}")
    assert "p_value" in run(f"score {pair} -i a b -pbs -pbsn 20")
    assert run(f"score {pair} -i a --detail -m recall")


def test_a_format_of_ratings(run, added):
    for words in ("scores", "scores -z", "agreement", "scores --level segment -f json"):
        assert run(f"human {words} some.stars")
        assert run(f"human {words} some.stars --from stars") == run(f"human {words} some.stars")
    run("human convert ratings some.stars --to stars --into other.stars")
    assert sorted((added / "other.stars").read_text().split("\n")) == sorted(
        (added / "some.stars").read_text().split("\n")
    )
    (added / "wrong.stars").write_text("A 1 ann ***\nA one ann **\n")
    with pytest.raises(FormatError, match=r"wrong\.stars:2: a line is SYSTEM SEGMENT RATER STARS"):
        read_ratings("wrong.stars")


def test_an_engine(run, added):
    run("translate src -o hyp -l de-en --engine backwards")
    assert (added / "hyp").read_text(encoding="utf-8").startswith("eztaK eid\n")
    assert json.loads((added / "hyp.json").read_text(encoding="utf-8"))["engine"] == "backwards"


COMMANDS = (
    "score ref -i a",
    "score ref -i a b",
    "score ref -i a b c --all-pairs -pbsn 20",
    "score ref -i a -sl",
    "data list",
    "data show toyset",
    "study tokenization ref -i a b c --n-samples 20 --force",
    "study permutations ref -i a",
    "human scores some.stars",
    "human agreement some.stars",
    "meta scores -t toy -l de-en --data evalsets",
    "meta show -t toy -l de-en --data evalsets",
    "meta list --data evalsets",
)


@pytest.mark.long
@pytest.mark.parametrize("words", COMMANDS)
def test_a_printed_format(run, words):
    assert ": " in run(f"{words} -f names").splitlines()[0]


@pytest.mark.long
def test_help_shows_what_was_added(added):
    for words, name in (
        ("score", "meanlength"),
        ("score", "shouting"),
        ("score", "names"),
        ("meta matrix", "SignAgreement"),
        ("meta score", "MeanLength"),
        ("human scores", "stars"),
        ("translate", "backwards"),
        ("study tokenization", "recall"),
    ):
        assert name in "".join(_help([*words.split(), "--help"]).split()), words


def test_numbers_are_those_of_a_loop(added):
    hyps = (added / "a").read_text().splitlines()
    refs = [(added / "ref").read_text().splitlines()]
    table = np.array(toys.Recall().statistics(hyps, refs))
    expected = 100 * table[:, 0].sum() / table[:, 1].sum()
    assert toys.Recall().corpus_score(hyps, refs).score == expected
