"""Tests scorers in processes of their own: noise, death, hanging, memory, several processes."""

import json
import sys
import weakref
from contextlib import contextmanager
from pathlib import Path

import pytest

from parbleu._cli.main import main
from parbleu.errors import FormatError, OptionError, ScorerError
from parbleu.scorers import ErrorSpan, ScorerItem, make_scorer, score_items
from parbleu.scorers._scoring_run import check_for_parts
from parbleu.scorers._segment_cache import SegmentCache
from parbleu.scorers._worker_host import scored
from printed_json import check_result

NOTHING = SegmentCache(None)

pytestmark = pytest.mark.usefixtures("warnings")


def scores(name, words):
    scorer = make_scorer(name)
    try:
        return score_items(scorer, [ScorerItem(word) for word in words], cache=NOTHING)
    finally:
        scorer.close()


def numbers(run):
    return [each.score for each in run.scores]


def test_noise_spans_and_missing_scores(lengths, warnings):
    run = scores("lengths", ["one", "nan", "none", "span", "span", ""])
    assert numbers(run) == [3, None, None, 1, 1, 0]
    assert run.scores[3].spans == (ErrorSpan(0, 2, "major", 0.5),)
    assert run.n_cut == 2
    assert run.n_computed == 5
    assert any("no finite number" in message for message in warnings)
    assert any("did not see all" in message for message in warnings)


def test_a_bar_advances_with_each_batch(lengths):
    steps = []

    @contextmanager
    def bar(what, total):
        steps.append((what, total))
        yield steps.append

    scorer = make_scorer("lengths:batch=3")
    given = [ScorerItem("w" * count) for count in range(7)]
    try:
        score_items(scorer, [*given, *given], cache=NOTHING, progress=bar)
    finally:
        scorer.close()
    assert [step for step in steps if step] == [("lengths", 7), 3, 3, 1]
    assert "show_share" not in vars(scorer)


def test_texts_arrive_as_they_are(tmp_path, monkeypatch):
    texts = ["ä жук 字 \U0001f600", "\ud800 alone", "a\u2028b\r\n\tc\x00", '"quoted" \\']
    (tmp_path / "sums.py").write_text(
        "def value(text): return sum(n * ord(c) for n, c in enumerate(text, 1))\n"
        "def score(items): return [value(item['hypothesis']) for item in items]\n"
    )
    (tmp_path / "sums.json").write_text(
        json.dumps({"about": "sums", "file": "sums.py", "version": "1", "reference": "unused"})
    )
    monkeypatch.setenv("PARBLEU_SCORERS", str(tmp_path))
    expected = [sum(n * ord(c) for n, c in enumerate(text, 1)) for text in texts]
    assert numbers(scores("sums", texts)) == expected


def test_death_in_the_middle_changes_no_other_score(lengths, warnings):
    words = ["w" * count for count in range(9)] + ["memory"]
    expected = numbers(scores("lengths", words))
    run = scores("lengths:batch=5", [*words, "kill"])
    assert numbers(run) == [*expected, None]
    assert "SIGKILL" in run.scores[-1].problem
    assert any("smaller batches" in message for message in warnings)


def test_a_hanging_process_is_ended(lengths):
    run = scores("lengths:timeout=0.7:batch=1", ["a", "hang", "bcd"])
    assert numbers(run) == [1, None, 3]
    assert run.scores[1].problem == "took more than 0.7 seconds"


PLACES = """
def load(options):
    global whole
    whole = options["together"] == "yes"

def score(items):
    return [place + (100 if whole else 0) for place, _ in enumerate(items)]
"""


def test_a_scorer_that_takes_whole_systems(tmp_path, monkeypatch, kept, capsys):
    """It gets equal and empty segments, too, each system alone and in order, and nothing is kept."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARBLEU_SCORERS", str(tmp_path))
    description = {"about": "places", "file": "places.py", "version": "1", "source": "required", "batch": 2}
    Path("places.py").write_text(PLACES)
    Path("places.json").write_text(
        json.dumps({**description, "options": {"together": "no"}, "whole": "together"})
    )
    for name, text in (("ref", "a\nb\n\nd\n"), ("src", "a\n\n\nb\n"), ("one", "a\na\na\nb\n")):
        Path(name).write_text(text)
    words = ["score", "ref", "-i", "one", "ref", "--source", "src", "-m", "places:together=yes", "-f", "json"]
    for _ in range(2):
        assert main([*words, "--segments", "s.jsonl"]) == 0
        rows = check_result(capsys.readouterr().out)["scores"]["rows"]
        assert [row["places"] for row in rows] == [101.5, 101.5]
        lines = [json.loads(line) for line in Path("s.jsonl").read_text().splitlines()]
        for name in ("one", "ref"):
            assert [line[f"{name}:places"] for line in lines] == [100, 101, 102, 103]
    assert SegmentCache(kept).contents() == []
    Path("places.json").write_text(json.dumps({**description, "whole": "together"}))
    with pytest.raises(FormatError, match="whole is the name of one of the options, not 'together'"):
        make_scorer("places")


ONCE = """
import os, pathlib, signal, time

def score(items):
    marker = pathlib.Path(__file__).with_name("happened")
    if any(item["hypothesis"] == "wwwww" for item in items) and not marker.exists():
        marker.touch()
        if {how!r} == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if {how!r} == "hang":
            time.sleep(60)
        raise MemoryError("out of memory")
    return [len(item["hypothesis"]) / 3 for item in items]
"""


@pytest.mark.long
@pytest.mark.parametrize("how", ["kill", "hang", "memory"])
@pytest.mark.parametrize("workers", [1, 2])
def test_what_happens_once_changes_no_score(how, workers, lengths):
    folder = lengths(timeout=4, batch=4, workers=workers).parent
    (folder / "lengths.py").write_text(ONCE.replace("{how!r}", repr(how)))
    words = ["w" * count for count in range(20)]
    assert numbers(scores("lengths", words)) == [count / 3 for count in range(20)]
    assert (folder / "happened").exists()


class Big:
    """An object to which a weak reference is possible."""


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (MemoryError, ""),
        (RuntimeError, "CUDA out of memory. Tried to allocate 20.00 MiB"),
        (RuntimeError, "DefaultCPUAllocator: can't allocate memory: you tried to allocate 4096 bytes"),
        (RuntimeError, "DefaultCPUAllocator: not enough memory: you tried to allocate 4096 bytes"),
    ],
)
def test_what_ran_out_of_memory_is_free_before_its_halves_are_scored(kind, message):
    held = []

    def score(items):
        assert not [each for each in held if each() is not None]
        big = Big()
        held.append(weakref.ref(big))
        if len(items) > 1:
            raise kind(message)
        return [1.0]

    assert scored(score, [{}, {}, {}]) == [1.0, 1.0, 1.0]
    assert len(held) == 5
    with pytest.raises(KeyError):
        scored(lambda items: [item["score"] for item in items], [{}])


def test_two_scorers_with_contradictory_packages(lengths, tmp_path, monkeypatch, capsys):
    """Each worker sees the NumPy of its own environment; the run that has both sees its own."""
    folder = lengths().parent
    for name, version in (("old", "1.26.4"), ("new", "3.0.0")):
        package = tmp_path / name / "numpy"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(f"__version__ = {version!r}\n")
        info = tmp_path / name / f"numpy-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: numpy\nVersion: {version}\n")
        (folder / f"{name}.py").write_text(
            "import numpy\ndef score(items): return [float(numpy.__version__[0])] * len(items)\n"
        )
        (folder / f"{name}.json").write_text(
            json.dumps(
                {
                    "about": name,
                    "file": f"{name}.py",
                    "version": "1",
                    "reference": "unused",
                    "packages": ["numpy"],
                    "environment": {"PYTHONPATH": str(tmp_path / name)},
                }
            )
        )
    monkeypatch.chdir(tmp_path)
    for name in ("ref", "hyp"):
        (tmp_path / name).write_text("a\nb\n")
    words = "score ref -i hyp hyp --names x y -m old new chrf -f json"
    assert main(words.split()) == 0
    table = check_result(capsys.readouterr().out)["scores"]
    assert [(row["old"], row["new"]) for row in table["rows"]] == [(1, 3), (1, 3)]
    assert "|numpy:1.26.4|" in table["facts"]["old signature"]
    assert "|numpy:3.0.0|" in table["facts"]["new signature"]


def test_several_processes_give_the_same(lengths):
    words = ["w" * count for count in range(20)]
    assert numbers(scores("lengths:workers=2:batch=3", words)) == list(range(20))


def test_what_the_scorer_raises_is_told(lengths):
    with pytest.raises(ScorerError, match="KeyError: 'what'"):
        scores("lengths", ["a", "raise"])
    lengths(options={"broken": True})
    with pytest.raises(ScorerError, match="no weights"):
        scores("lengths", ["a"])


def test_one_death_after_the_other_ends_the_run(lengths):
    with pytest.raises(ScorerError, match="one segment after the other"):
        scores("lengths:batch=1", [f"kill {number}" for number in range(9)])


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"abuot": "x"}, "no key 'abuot'"),
        ({"batch": "many"}, "batch is 'many'"),
        ({"source": "maybe"}, "required, optional or unused"),
        ({"file": "other.py"}, "there is no .*other.py"),
        ({"python": "no-such-python"}, "there is no no-such-python"),
        ({"range": [1]}, "range is the lowest and the highest score, not"),
        ({"range": [1, "2"]}, "range is the lowest"),
        ({"languages": [1]}, "languages is a list of names"),
        ({"packages": [1]}, "packages is a list of names"),
        ({"environment": {"A": 1}}, "environment is an object of variables"),
    ],
)
def test_wrong_descriptions(lengths, keys, message):
    lengths(**keys)
    with pytest.raises(FormatError, match=message):
        make_scorer("lengths").check()


def test_the_identity_names_versions(lengths):
    lengths(packages=["numpy", "no-such-package"], options={"size": "small"})
    found = make_scorer("lengths:size=large").identity()
    assert found["no-such-package"] == "none"
    assert found["numpy"][0].isdigit()
    assert found["options"] == '{"size": "large"}'
    with pytest.raises(OptionError, match="no option 'sise'"):
        make_scorer("lengths:sise=large")


def test_the_identity_names_the_environment_and_python(lengths):
    plain = make_scorer("lengths").identity()
    assert "environment" not in plain
    lengths(environment={"A": "1", "B": "2"})
    first = make_scorer("lengths").identity()
    lengths(environment={"B": "2", "A": "1"})
    assert make_scorer("lengths").identity() == first
    lengths(environment={"A": "3", "B": "2"})
    assert make_scorer("lengths").identity() != first
    lengths(python=sys.executable)
    assert make_scorer("lengths").identity()["python"].startswith(plain["python"] + "@")


def test_the_identity_of_a_folder_is_its_content(lengths, tmp_path):
    lengths(options={"model": ""})
    for name in ("here", "there"):
        (tmp_path / name / "model" / "part").mkdir(parents=True)
        (tmp_path / name / "model" / "part" / "weights").write_text("1")
    here, there = (make_scorer(f"lengths:{tmp_path / name / 'model'}") for name in ("here", "there"))
    assert here.identity() == there.identity()
    (tmp_path / "there" / "model" / "part" / "weights").write_text("22")
    assert here.identity() != there.identity()
    (tmp_path / "here" / "model" / "more").write_text("")
    assert here.identity()["model"].startswith("model@")
    assert len({here.identity()["model"], there.identity()["model"]}) == 2


@pytest.mark.parametrize("spans", ["[[0, 1]]", "[5]", "5", '[["a", 1, "minor"]]', '[[0, 1, "minor", "x"]]'])
def test_wrong_spans(lengths, spans):
    with pytest.raises(ScorerError, match="lengths: spans are "):
        scores("lengths", [f"spans {spans}"])


def test_a_python_is_looked_for_and_may_fail(lengths, tmp_path, monkeypatch):
    python = tmp_path / "bin" / "some-python"
    python.parent.mkdir()
    python.write_text("#!/bin/sh\necho first >&2\necho no luck >&2\nexit 3\n")
    python.chmod(0o755)
    monkeypatch.setenv("PATH", str(python.parent), prepend=":")
    lengths(python="some-python")
    scorer = make_scorer("lengths")
    scorer.check()
    with pytest.raises(ScorerError, match=f"{python} does not say its versions: no luck$"):
        scorer.identity()
    python.write_text("#!/bin/sh\necho noise\n")
    with pytest.raises(ScorerError, match="it writes something else"):
        scorer.identity()


CONTEXTS = """
def load(options):
    global device
    device = options.get("device", "its own")

def score(items):
    return [len(item["context"] or "") + (1000 if device == "cpu:1" else 0) for item in items]
"""
DOCUMENTS = ["hypothesis,reference,source,doc", "a,a,one,d", "b,b,two,d", "c,c,three,e"]


@pytest.fixture
def contexts(tmp_path, monkeypatch, kept):
    monkeypatch.chdir(tmp_path)
    Path("contexts.py").write_text(CONTEXTS)
    description = {"about": "lengths of documents", "file": "contexts.py", "version": "1"}
    Path("contexts.json").write_text(json.dumps({**description, "source": "required", "context": "required"}))
    Path("table.csv").write_text("".join(f"{line}\n" for line in DOCUMENTS))
    monkeypatch.setenv("PARBLEU_SCORERS", str(tmp_path))


COLUMNS = ["--hyp", "hypothesis", "--ref", "reference", "--source", "source"]


def test_a_scorer_gets_the_source_of_the_document(contexts, capsys):
    words = ["score", "table.csv", *COLUMNS, "--document", "doc", "-m", "contexts", "-f", "json"]
    assert main(words) == 0
    [row] = check_result(capsys.readouterr().out)["scores"]["rows"]
    assert row["contexts"] == pytest.approx((7 + 7 + 5) / 3)  # the lines of "d" and the break between them
    assert main(["score", "table.csv", *COLUMNS, "-m", "contexts"]) == 1
    assert "needs the source of whole documents" in capsys.readouterr().err
    with pytest.raises(OptionError, match="whole documents, which are not at hand"):
        check_for_parts(make_scorer("contexts"))


def test_processes_get_their_devices_in_turn(contexts):
    for devices, kind, expected in (("cpu:0", "cpu", {7}), ("cpu:0,cpu:1", "cpu", {7, 1007})):
        scorer = make_scorer(f"contexts:batch=1:devices={devices}")  # a process for each
        try:
            items = [ScorerItem(str(number), "one", "r", "one\ntwo") for number in range(40)]
            run = score_items(scorer, items, cache=NOTHING)
        finally:
            scorer.close()
        assert set(numbers(run)) == expected
        assert run.identity["device"] == kind
