"""Tests `--signature`, which configures a command line by a printed signature."""

import pytest

from printed_json import printed_tables

SHOWN = {
    "BLEU": "nrefs:2|case:lc|eff:no|tok:intl|smooth:floor[0.25]|version:2.6.0",
    "chrF3++": "#:2|c:lc|e:yes|nc:5|nw:2|s:yes|v:2.6.0",
    "TER": "TER|nrefs:2|case:mixed|tok:tercom|norm:yes|punct:no|asian:yes|version:2.6.0 = 40.1",
}


def test_it_says_all(run, corpus):
    flags = ["-lc", "-tok", "intl", "-s", "floor", "-sv", "0.25", "--chrf-lowercase", "-cc", "5", "-cw", "2"]
    flags += ["--chrf-whitespace", "--chrf-beta", "3", "--ter-case-sensitive", "--ter-normalized"]
    flags += ["--ter-no-punct", "--ter-asian-support", "-m", "bleu", "chrf", "ter"]
    words = ["score", "a", "b", "-i", "hyp", "-w", "9", "-f", "json"]
    signatures = [SHOWN["BLEU"], f"chrF3++|{SHOWN['chrF3++']}", SHOWN["TER"]]
    expected = run(*words, *flags, cwd=corpus)
    assert run(*words, "--signature", *signatures, cwd=corpus) == expected
    assert run(*words, *flags, "--force", "--signature", *signatures, cwd=corpus) == expected
    assert [row["metric"] for row in printed_tables(expected.out)["rows"]] == ["BLEU", "chrF3++", "TER"]


def test_a_flag_may_say_what_the_signature_does_not(run, corpus):
    words = ["score", "a", "b", "-i", "hyp", "-b", "-w", "9"]
    with_beta = [*words, "--chrf-beta", "3", "--signature", SHOWN["chrF3++"]]
    named = [*words, "--signature", f"chrF3++|{SHOWN['chrF3++']}"]
    assert run(*with_beta, cwd=corpus) == run(*named, cwd=corpus)


@pytest.mark.parametrize(
    ("items", "systems", "flags"),
    [
        ("bs:30|seed:7", ["hyp"], ["-ci", "-cin", "30"]),
        ("bs:30|seed:7", ["hyp", "b"], ["-pbs", "-pbsn", "30"]),
        ("ar:30|seed:7", ["hyp", "b"], ["-par", "-parn", "30"]),
    ],
)
def test_resampling(run, corpus, items, systems, flags):
    words = ["score", "a", "-i", *systems]
    signature = f"nrefs:1|{items}|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
    expected = run(*words, *flags, cwd=corpus, env={"SACREBLEU_SEED": "7"})
    assert expected.status == 0
    assert run(*words, "--signature", signature, cwd=corpus) == expected
    assert run(*words, *flags, "--signature", signature, cwd=corpus) == expected


PLAIN = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp"


@pytest.mark.parametrize(
    ("signature", "words", "message"),
    [
        (PLAIN, ["-tok", "zh"], "--tokenize contradicts the signature, which is 'nrefs:1|case:mixed"),
        (PLAIN, ["-m", "chrf"], "--metrics contradicts the signature, which describes bleu"),
        (PLAIN, ["-l", "en-zh"], "--language-pair contradicts the signature, which says tok:13a"),
        (PLAIN, ["-sl"], "--sentence-level contradicts the signature, which says eff:no"),
        (PLAIN.replace("1", "2", 1), [], "the number of references, 1, contradicts the signature"),
        (f"{PLAIN}|bs:5", ["-n", "7"], "--n-samples contradicts the signature, which says bs:5"),
        (f"{PLAIN}|bs:5", ["-cin", "1000"], "--confidence-n contradicts the signature, which says bs:5"),
        (f"{PLAIN}|bs:5", ["-par"], "--paired-ar contradicts the signature, which says bs:5"),
        (f"{PLAIN}|ar:5", ["-pbs"], "--paired-bs contradicts the signature, which says ar:5"),
        (f"{PLAIN}|ar:5|bs:5", [], "only parbleu.compare() gives intervals"),
        (f"{PLAIN}|bs:x", [], "bs:x in the signature is not a number"),
        (f"{PLAIN}|seed:8", [], "SACREBLEU_SEED=7 contradicts the signature, which says seed:8"),
        ("nrefs:1|case:mixed|tok:13b", [], "tok"),
    ],
)
def test_contradictions(run, corpus, signature, words, message):
    command = ["score", "a", "-i", "hyp", "--signature", signature, *words]
    result = run(*command, cwd=corpus, env={"SACREBLEU_SEED": "7"})
    assert (result.status, result.out) == (1, "")
    assert message in result.err
    assert result.err.count("\n") == 1


def test_signatures_that_differ(run, corpus):
    two = ["--signature", PLAIN, "nrefs:2|case:lc|tok:tercom|norm:no|punct:yes|asian:no"]
    result = run("score", "a", "-i", "hyp", *two, cwd=corpus)
    assert "the signatures differ: nrefs:1 and nrefs:2" in result.err
    twice = run("score", "a", "-i", "hyp", "--signature", PLAIN, PLAIN, cwd=corpus)
    assert "--signature describes BLEU twice" in twice.err


def test_other_versions_are_told(run, corpus):
    result = run("score", "a", "-i", "hyp", "-b", "--signature", f"{PLAIN}|version:2.4.0", cwd=corpus)
    assert result.status == 0
    assert result.err == "parbleu: the signature is of version 2.4.0; these numbers are those of 2.6.0\n"


def test_the_longest_ngrams_are_signed_where_they_are_given(run, tmp_path):
    (tmp_path / "ref").write_text("the ship waits here\n")
    (tmp_path / "hyp").write_text("the ship waited here\n")
    done = run("score", "ref", "-i", "hyp", "--max-ngram-order", "1", "-f", "text", cwd=tmp_path)
    assert "75.0" in done.out
    assert "|smooth:exp|order:1|" in done.out
    signature = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|order:1|version:2.6.0"
    assert (
        run("score", "ref", "-i", "hyp", "--signature", signature, "-f", "text", cwd=tmp_path).out == done.out
    )
    assert "order" not in run("score", "ref", "-i", "hyp", "-f", "text", cwd=tmp_path).out


def test_a_signature_of_a_test_set_without_a_pair(run, corpus):
    done = run("score", "-i", "hyp", "-t", "wmt23", "--signature", PLAIN, cwd=corpus)
    assert done == (2, "", "parbleu: a test set needs a language pair: -t SET -l PAIR\n")
