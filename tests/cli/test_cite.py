"""Tests `parbleu cite`, and `--debug`, which shows where an error comes from."""

import pytest

from parbleu._cli.main import main
from parbleu._comparison.citations import cited_works
from parbleu.errors import OptionError

BLEU = "nrefs:1|bs:1000|seed:12345|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
CHRF = "nrefs:1|ar:10000|seed:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.6.0"


def test_works_of_signatures_each_once():
    assert list(cited_works().entries) == ["parbleu"]
    assert list(cited_works([BLEU, CHRF]).entries) == [
        *("parbleu", "papineni-etal-2002-bleu", "post-2018-call", "koehn-2004-statistical"),
        *("popovic-2015-chrf", "popovic-2017-chrf", "riezler-maxwell-2005-pitfalls"),
    ]


@pytest.mark.parametrize(
    ("tokenizer", "works"),
    [
        ("ja-mecab-0.996-IPA", ["kudo-etal-2004-applying"]),
        ("flores200", ["kudo-richardson-2018-sentencepiece", "nllb-2022-language"]),
        ("13a", []),
    ],
)
def test_works_of_tokenizers(tokenizer, works):
    found = list(cited_works(BLEU.replace("13a", tokenizer)).entries)
    assert found == ["parbleu", "papineni-etal-2002-bleu", *works, "post-2018-call", "koehn-2004-statistical"]


def test_works_of_test_sets():
    signature = "nrefs:1|test:wmt19,somebodys|lang:en-de|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
    *_, last = cited_works(signature).entries.items()
    assert last[0] == "ws-2019-machine"
    assert last[1].startswith("@proceedings{ws-2019-machine,")


def test_no_signature():
    with pytest.raises(OptionError, match=r"'36\.5' is no signature"):
        cited_works("36.5")


def test_the_command(capsys):
    assert main(["cite", BLEU]) == 0
    entries = capsys.readouterr().out.split("\n\n")
    assert entries[0].startswith("@software{parbleu,\n")
    assert "".join(entries).count("\n@inproceedings{") == 3


def test_debug_shows_where_an_error_comes_from(capsys, tmp_path):
    missing = str(tmp_path / "no such file")
    assert main(["score", missing, "-i", missing]) == 1
    line = capsys.readouterr().err
    assert len(line.splitlines()) == 1
    for words in (["--debug", "score", missing], ["score", missing, "--debug"]):
        assert main([*words, "-i", missing]) == 1
        told = capsys.readouterr().err
        assert told.startswith("Traceback (most recent call last):\n")
        assert told.endswith(line)


def test_nothing_in_a_traceback_acts_on_a_terminal(capsys):
    assert main(["--debug", "score", "no\x1b[31mfile"]) == 1
    told = capsys.readouterr().err
    assert "Traceback" in told
    assert "\x1b" not in told


def test_debug_behind_two_dashes_is_a_file(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hyp").write_text("a b c d\n")
    assert main(["score", "-i", "hyp", "--", "--debug"]) == 1
    assert capsys.readouterr().err.startswith("parbleu: cannot read --debug: ")
