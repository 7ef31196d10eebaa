"""Tests how `parbleu score --metrics` understands names."""

import pytest

from printed_json import printed_tables


def scores(result):
    assert result.status == 0, result.err
    return [row["metric"] for row in printed_tables(result.out)["rows"]]


@pytest.fixture
def score(run, corpus):
    return lambda *words: run("score", "a", "-i", "hyp", *words, cwd=corpus)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["-m", "chrf++"], ["chrF2++"]),
        (["-m", "chrF2+"], ["chrF2+"]),
        (["-m", "BLEU"], ["BLEU"]),
        (["-m", "bleu,chrf"], ["BLEU", "chrF2"]),
        (["--metrics=TER,BLEU"], ["TER", "BLEU"]),
        (["-m", "ter", "-sh", "-m", "chrF2++", "chrf"], ["TER", "chrF2++", "chrF2"]),
        (["-m", "chrf", "chrF2", "chrf++", "-cw", "2"], ["chrF2++"]),
    ],
    ids=" ".join,
)
def test_names(score, words, names):
    assert scores(score("-f", "json", *words)) == names


def test_the_name_gives_the_numbers_of_the_option(score):
    assert score("-m", "chrf++").out == score("-m", "chrf", "-cw", "2").out
    assert score("-m", "chrf++", "-sl").out == score("-m", "chrf", "-cw", "2", "-sl").out


@pytest.mark.parametrize("name", ["spbleu", "spBLEU", "SP-BLEU", "sp_bleu"])
def test_bleu_of_subwords(run, corpus, small_models, name):
    env = {"SACREBLEU": str(small_models)}

    def score(*words):
        return run("score", "a", "-i", "hyp", *words, cwd=corpus, env=env)

    named = score("-m", "bleu", name, "chrf", "-f", "json", "-o", "named.json", "-q")
    assert named.status == 0, named.err
    first, second, _ = printed_tables((corpus / "named.json").read_text())["rows"]
    assert (first["metric"], second["metric"]) == ("BLEU", "spBLEU")
    assert ("|tok:13a|" in first["signature"], "|tok:flores200|" in second["signature"]) == (True, True)
    [chosen] = printed_tables(score("-tok", "flores200", "-f", "json").out)["rows"]
    assert (chosen["metric"], chosen["score"]) == ("BLEU", second["score"])
    assert score("--verify", "named.json").out == "named.json: the same numbers\n"
    again = score("--signature", f"spBLEU|{second['signature']}", "-f", "json")
    assert scores(again) == ["spBLEU"]
    assert scores(score("--signature", f"BLEU|{second['signature']}", "-f", "json")) == ["BLEU"]
    gate = run("gate", "hyp", "b", "--ref", "a", "-m", name, "-n", "100", cwd=corpus, env=env)
    assert "spBLEU signature: nrefs:1|" in gate.out, gate.err


def test_a_saved_result_by_name(score, corpus):
    (corpus / "saved.json").write_text(score("-m", "chrf++", "-f", "json").out)
    assert score("-m", "chrf++", "--verify", "saved.json").status == 0
    assert score("--verify", "saved.json").status == 0
    [row] = printed_tables((corpus / "saved.json").read_text())["rows"]
    signature = f"chrF2++|{row['signature']}"
    assert score("-m", "chrf++", "--signature", signature).out == score("-m", "chrf++").out
    assert "contradicts" in score("-m", "chrf+", "--signature", signature).err


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-m", "chrff"], "did you mean 'chrf'?"),
        (["-m", "gemba-da"], "did you mean 'judge:gemba-da'?"),
        (["-m", "yisi"], "passed by --scores yisi=FILE"),
        (["-m", "bleu,chrff"], "did you mean 'chrf'?"),
        (["-m", "SPBLEU", "-tok", "13a"], "spbleu means tokenize flores200, not 13a: use --metrics bleu"),
        (["-m", "BLUE"], "did you mean 'bleu'?"),
        (["-tok", "13b"], "did you mean '13a'?"),
        (["-m", "chrf++", "-cw", "1"], "chrf++ means word_order 2, not 1: use --metrics chrf"),
        (["-m"], "expected at least one argument"),
    ],
    ids=" ".join,
)
def test_wrong_names(score, words, message):
    found = score(*words)
    assert found.status != 0
    assert message in found.err
