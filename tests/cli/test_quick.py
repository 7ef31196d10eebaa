"""Tests that what answers frequent command lines quickly never contradicts what answers all of them."""

import gzip

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parbleu
from parbleu._base import log
from parbleu._cli import score
from parbleu._cli.score.command import COMMAND
from parbleu._cli.shell.command import read_quickly
from parbleu._cli.shell.console import CommandError, Program
from parbleu._cli.shell.parser import make_parser
from parbleu._cli.shell.result_output import decimals, limits
from parbleu.metrics import _bleu as bleu_module

PROGRAM = Program("parbleu score", "parbleu: ", "parbleu 0")
FLAGS = [flag for group in COMMAND.table.groups for option in group.options() for flag in option.flags]
LONG = [flag for flag in FLAGS if flag.startswith("--")]
VALUES = [
    "ref.txt",
    "hyp.txt",
    "bleu",
    "chrf",
    "ter",
    "13a",
    "zh",
    "floor",
    "json",
    "text",
    "2",
    "4",
    "0.5",
    "-",
    "-1",
]


def quick(words):
    return read_quickly(words, COMMAND.table)


PARSER = make_parser(PROGRAM, COMMAND.table, "", "", "")


def slow(words):
    return vars(PARSER.parse_args(words))


word = st.one_of(
    st.sampled_from(FLAGS),
    st.sampled_from(VALUES),
    st.builds("{}={}".format, st.sampled_from(LONG), st.sampled_from(VALUES)),
    st.builds(lambda flag, length: flag[:length], st.sampled_from(FLAGS), st.integers(1, 12)),
    st.builds("{}{}".format, st.sampled_from(FLAGS), st.sampled_from(VALUES)),
    st.sampled_from(
        ["", "--", "-h", "-V", "-bq", "--width=", "a b", "-a b", "--no", "=", "-x=1", " 3", "1_0", "١"]
    ),
)


@pytest.mark.long
@settings(max_examples=500)
@given(st.lists(word, max_size=8))
def test_same_answer_or_none(words):
    values = quick(words)
    if values is not None:
        assert values == slow(words)


@pytest.mark.long
@settings(max_examples=150)
@given(st.data())
def test_sensible_lines_are_read_quickly(data):
    """Flags with values of their kind: the quick reader must not be so shy that it never answers."""
    words = data.draw(st.lists(st.sampled_from(["a", "b.txt", "c.gz"]), min_size=1, max_size=3))
    options = [option for group in COMMAND.table.groups for option in group.options() if option.flags]
    # Options that exclude each other, or one twice, are no sensible line.
    alike = st.lists(st.sampled_from(options), max_size=5, unique_by=lambda one: one.rivals or one.dest)
    for option in data.draw(alike):
        words.append(data.draw(st.sampled_from(option.flags)))
        if option.kind is bool:
            continue
        kinds = {int: ["0", "12"], float: ["0.5", "2"], decimals: ["3", "BLEU=1,chrf=2"]}
        kinds[limits] = ["40", "BLEU=40.5"]
        values = list(option.choices) if option.choices is not None else kinds.get(option.kind, ["some"])
        some = st.lists(st.sampled_from(values), min_size=1, max_size=3 if option.many else 1)
        words += data.draw(some)
    values = quick(words)
    assert values is not None
    assert values == slow(words)


@pytest.mark.parametrize(
    "words",
    [
        ["ref", "-i", "hyp", "--metric", "chrf"],
        ["ref", "-i", "hyp", "-w4"],
        ["ref", "-i", "hyp", "-w", "four"],
        ["ref", "-i", "hyp", "-w"],
        ["ref", "-i", "hyp", "-m"],
        ["ref", "-i", "hyp", "-m", "werr"],
        ["ref", "-b", "ref2"],
        ["ref", "-i", "hyp", "--score-only=yes"],
        ["ref", "--", "-i"],
        ["ref", "-pbs", "-w", "2", "-par"],
        ["ref", "-w", "2", "-w", "4"],
        ["--help"],
    ],
)
def test_the_unusual_is_left_to_argparse(words):
    assert quick(words) is None


def test_abbreviations_work():
    assert slow(["ref", "--inp", "hyp", "--metr", "chrf", "--chrf-wo", "2"])["metrics"] == ["chrf"]


@pytest.mark.parametrize(
    ("words", "flag"),
    [("-tok zh -tok 13a", "-tok"), ("--decimals BLEU=2 -w 3", "-w"), ("-o a --output b", "--output")],
)
def test_a_warning_says_that_the_last_of_several_values_counts(caplog, monkeypatch, words, flag):
    monkeypatch.setattr(log, "_sent", set())
    *_, option, value = words.split()
    assert slow(["ref", *words.split()]) == slow(["ref", option, value])
    assert caplog.messages == [f"{flag} is given several times with different values: the last one counts"]


def test_an_option_may_be_given_again_with_the_same_value(caplog):
    words = ["ref", "-w", "2", "--width", "2"]
    assert slow(words) == slow(words[:3])
    assert slow(words) == slow(words)
    assert not caplog.messages


def test_the_face_takes_the_last_value_and_says_nothing(caplog):
    words = ["ref", "-w", "2", "-w", "4"]
    face = make_parser(Program("sacrebleu", "", "", "2.6.0"), COMMAND.table, "", "", "")
    assert vars(face.parse_args(words))["decimals"] == 4
    assert read_quickly(words, COMMAND.table, whole=True)["decimals"] == 4
    assert not caplog.messages


def test_near_miss():
    with pytest.raises(CommandError, match=r"unrecognized arguments: --metrix \(did you mean --metrics\?\)"):
        slow(["ref", "--metrix"])


LINES = [
    f"The {noun} bit the {other}, {n} times."
    for n, noun in enumerate(["dog", "man", "cat", "mouse"] * 40)
    for other in ("owl", "bee")
]
TEXTS = {
    "ref": LINES,
    "other": [line.replace("The", "A") for line in LINES],
    "hyp": [line.replace("bit", "bites") for line in LINES],
    "short": LINES[:-1],
    "tokenized": [line.replace(".", " .") for line in LINES],
    "table": [f"{line}\t{line}" for line in LINES],
    "zh": ["狗咬了那个人。", "这并不奇怪。", "那个人刚咬了他。"] * 5,
    "blank": ["", *LINES[1:-1], ""],
}
PLAIN_LINES = [
    "ref -i hyp -b",
    "ref other -b -i hyp -m bleu",
    "ref -i hyp -m chrf -b",
    "ref -m chrf++ -b -i hyp",
    "ref other -i hyp -b -m ter",
    "ref -i blank -b",
    "ref -i short -b",
    "ref -i tokenized -b",
    "ref -i ref -b",
    "ref -i table -b",
    "ref -i windows -b",
    "ref -i latin -b",
    "ref -i empty -b",
    "ref -i missing -b",
    "ref -i packed -b",
    "ref -i . -b",
    "zh -i zh -m chrf -b",
    "ref -i hyp -b -m wer",
    "ref -i hyp -b -m",
    "-i hyp -b",
    "ref -b -i",
    "ref other -i hyp",
    "ref -m chrf -i hyp",
    "ref -i hyp -m chrf++",
    "ref -i hyp -m ter",
    "ref -i tokenized",
    "ref -i ref",
    "ref -i table",
    "ref -i windows",
    "ref -i empty",
]


@pytest.fixture
def texts(tmp_path):
    for name, lines in TEXTS.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (tmp_path / "windows").write_bytes("".join(f"{line}\r\n" for line in TEXTS["hyp"]).encode())
    (tmp_path / "latin").write_bytes(b"caf\xe9\n" * len(LINES))
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "packed").write_bytes(gzip.compress((tmp_path / "hyp").read_bytes()))
    return tmp_path


@pytest.mark.parametrize("line", PLAIN_LINES)
def test_plain_lines_print_what_the_command_prints(run, texts, monkeypatch, line):
    quickly = run("score", *line.split(), cwd=texts)
    monkeypatch.setattr(score, "run_plain", lambda *_: None)
    assert run("score", *line.split(), cwd=texts) == quickly


def test_plain_lines_load_no_options(run, texts, monkeypatch):
    monkeypatch.delattr("parbleu._cli.score.command.run")
    for line in (*PLAIN_LINES[:6], *PLAIN_LINES[21:25]):
        assert run("score", *line.split(), cwd=texts).status == 0


def test_plain_lines_score_with_the_defaults_of_the_metrics():
    bleu = parbleu.BLEU()
    assert bleu.engine is not None
    assert score.PLAIN["bleu"][2] == (
        bleu.tokenizer_name,
        bleu.lowercase,
        bleu.max_ngram_order,
        *bleu._formula,
    )
    assert score.TOKENIZED_PERIODS == bleu_module.TOKENIZED_PERIODS
    for name, metric in (
        ("chrf", parbleu.CHRF()),
        ("chrf++", parbleu.CHRF(word_order=2)),
        ("ter", parbleu.TER()),
    ):
        assert score.PLAIN[name] == (
            metric.score_name,
            type(metric.engine).__name__,
            tuple(metric.options.values()),
        )
