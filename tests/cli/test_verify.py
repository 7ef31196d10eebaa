"""Tests `--verify`, which computes a saved result again."""

import json
import re

import pytest

import parbleu

OPTIONS = ["-m", "bleu", "chrf", "-lc", "-cw", "2", "-s", "floor"]


def saved(facts, row):
    """Returns JSON of a result with these facts and this row."""
    return json.dumps({"schema": 1, "tables": {"scores": {"facts": facts, "rows": [row]}}})


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture(params=["parbleu", "sacrebleu"])
def program(request):
    """The command that prints the result."""
    return request.param


@pytest.fixture
def result(run, corpus, program, sacrebleu):
    """Keeps what a command prints in a file, whose path it returns."""

    def keep(*words, **more):
        if program == "sacrebleu":
            printed = run("a", "b", *words, cwd=corpus, command=sacrebleu, **more)
        else:
            printed = run("score", "a", "b", "-f", "json", *words, cwd=corpus, **more)
        assert printed.status == 0
        (corpus / "result.json").write_text(printed.out, encoding="utf-8")
        return corpus / "result.json"

    return keep


@pytest.mark.parametrize(
    ("more", "again"),
    [
        (["--explain", "--region", "2", "-pbsn", "50"], []),
        (["--explain", "-par", "-parn", "200"], []),
        (["--explain", "--train", "hyp"], ["--train", "hyp"]),
        (["--runs", "x", "y", "-n", "30", "--seed", "3"], ["--runs", "x", "y"]),
        (["-pbs", "--unit", "document", "--documents", "docs"], ["--documents", "docs"]),
    ],
)
def test_what_differences_mean_is_computed_again(run, corpus, more, again):
    count = len(lines(corpus / "hyp"))
    (corpus / "docs").write_text("".join(f"{place // 2}\n" for place in range(count)), encoding="utf-8")
    words = ["score", "a", "-i", "hyp", "b", "-m", "chrf", "-q"]
    assert run(*words, *more, "-f", "json", "-o", "result.json", cwd=corpus).status == 0
    verified = run(*words, "--verify", "result.json", *again, cwd=corpus)
    assert (verified.status, verified.out) == (0, "result.json: the same numbers\n")
    if again:
        assert run(*words, "--verify", "result.json", cwd=corpus).status != 0


@pytest.mark.parametrize(
    "words",
    [
        ["-m", "bleu-1", "bleu-2"],
        ["-m", "bleu-4"],
        ["-m", "bleu", "bleu-4", "bleu-1", "-lc"],
        ["-m", "chrf", "chrf++", "-cc", "4"],
        ["-m", "chrf+", "chrf++", "-pbs", "-n", "50"],
        ["-m", "wer", "bleu-2", "-ci", "-n", "50"],
    ],
)
def test_metrics_that_are_one_with_other_options(run, corpus, words):
    """A result states which of them it has, so that nothing needs to be repeated."""
    systems = ["hyp", "b"] if "-pbs" in words else ["hyp"]
    made = run("score", "a", "-i", *systems, *words, "-q", "-f", "json", "-o", "result.json", cwd=corpus)
    assert made.status == 0
    for again in ([], words[: next((n for n, word in enumerate(words) if n and word[0] == "-"), None)]):
        verified = run("score", "a", "-i", *systems, *again, "-q", "--verify", "result.json", cwd=corpus)
        assert verified == (0, "result.json: the same numbers\n", "")


@pytest.mark.parametrize(
    ("signatures", "message"),
    [
        (
            [
                "nrefs:1|case:lc|eff:no|tok:13a|smooth:exp|order:2",
                "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp",
            ],
            "differ in --lowercase",
        ),
        (
            ["nrefs:1|case:lc|eff:no|tok:13a|smooth:exp", "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp"],
            "BLEU twice",
        ),
    ],
)
def test_signatures_that_one_command_line_cannot_say(run, corpus, signatures, message):
    found = run("score", "a", "-i", "hyp", "--signature", *signatures, cwd=corpus)
    assert (found.status, found.out) == (1, "")
    assert message in found.err


@pytest.mark.long
@pytest.mark.parametrize("width", ["0", "1", "2", "9"])
@pytest.mark.parametrize("more", [[], ["-ci", "-cin", "40"], ["-m", "ter"]])
def test_signatures_suffice(run, corpus, result, more, width):
    path = result("-i", "hyp", *OPTIONS, *more, "-w", width, env={"SACREBLEU_SEED": "5"})
    verified = run("score", "a", "b", "-i", "hyp", "--verify", path.name, cwd=corpus)
    assert verified == (0, "result.json: the same numbers\n", "")


def test_options_that_repeat(run, corpus, result):
    """A file that is no table of scores is told, beside a result that is verified."""
    path = result("-i", "hyp")
    words = ["a", "b", "-i", "hyp", "--verify", path.name, "--scores", "COMET=none.tsv"]
    done = run("score", *words, cwd=corpus)
    assert done.status
    assert "none.tsv" in done.err


@pytest.mark.long
@pytest.mark.parametrize("more", [[], ["-w", "4"], ["-pbs", "-pbsn", "30"], ["-par", "--all-pairs"]])
def test_several_systems_need_their_options(run, corpus, result, more):
    words = ["-i", "hyp", "a", *OPTIONS, *more]
    path = result(*words, "-q")
    again = run("score", "a", "b", *words, "-q", "--verify", path.name, cwd=corpus)
    assert again == (0, "result.json: the same numbers\n", "")
    changed = run("score", "a", "b", *words, "-cc", "3", "-q", "--verify", path.name, cwd=corpus)
    assert (changed.status, changed.out) == (1, "")
    assert "chrF2++" in changed.err


@pytest.mark.long
@pytest.mark.parametrize("test", [["-pbs", "-pbsn", "180"], ["-par", "-parn", "190"]])
def test_all_pairs_tell_how_they_were_made(run, corpus, result, test):
    path = result("-i", "hyp", "a", "b", *OPTIONS, *test, "--all-pairs", "-q", env={"SACREBLEU_SEED": "5"})
    words = ["score", "a", "b", "-q", "--verify", path.name]
    assert run(*words, "-i", "hyp", "a", "b", cwd=corpus) == (0, "result.json: the same numbers\n", "")
    for more in (["--all-pairs", *test], ["-m", "chrf", "bleu"]):
        assert run(*words, *more, "-i", "hyp", "a", "b", cwd=corpus).status == 0
    for more in (["-cw", "1"], [test[1], "31"], ["-par" if test[0] == "-pbs" else "-pbs"], ["-m", "bleu"]):
        refused = run(*words, *more, "-i", "hyp", "a", "b", cwd=corpus)
        assert (refused.status, refused.out) == (1, "")
        assert "contradicts the signature" in refused.err
    assert run(*words, "-i", "b", "hyp", "a", cwd=corpus) == (0, "result.json: the same numbers\n", "")
    words.remove("-q")
    told = run(*words, "-i", "hyp", "b", "a", cwd=corpus)
    assert (told.status, told.out) == (0, "result.json: the same numbers\n")
    assert "result.json has the systems in another order, hyp, a, b: compared by name" in told.err
    swapped = run(*words, "-i", "hyp", "a", "b", "--names", "a", "hyp", "b", "-q", cwd=corpus)
    assert swapped.status == 1
    assert "result.json: tables scores rows hyp " in swapped.err
    assert swapped.err.count("\n") == 4
    assert max(map(len, swapped.err.splitlines())) < 120
    assert re.search(r"result.json: [0-9]+ other values differ, too\n$", swapped.err)


def test_another_signature_is_told_by_its_items(run, corpus, result):
    path = result("-i", "hyp", "a", "-m", "bleu", "-pbs", "-pbsn", "30", "--all-pairs", "-q")
    values = json.loads(path.read_text())
    facts = values["tables"]["scores"]["facts"]
    facts["BLEU signature"] = facts["BLEU signature"].replace("tok:13a", "tok:intl")
    path.write_text(json.dumps(values))
    words = ["score", "a", "b", "-q", "-i", "hyp", "a", "--verify", path.name, "--signature"]
    again = run(*words, "BLEU|nrefs:2|bs:30|seed:12345|case:mixed|eff:no|tok:13a|smooth:exp", cwd=corpus)
    assert "signature is tok:intl, but computed again it is tok:13a\n" in again.err


@pytest.mark.parametrize("test", [None, "bootstrap", "randomization"])
@pytest.mark.parametrize("all_pairs", [False, True])
def test_what_the_library_saved(run, corpus, test, all_pairs):
    streams = {name: (corpus / name).read_text().splitlines() for name in ("hyp", "a", "b")}
    options = {"test": test, "all_pairs": all_pairs and test is not None, "alpha": 0.3, "seed": 8}
    found = parbleu.compare(streams, [streams["a"]], ["bleu", "chrf++"], **options)
    (corpus / "result.json").write_text(found.to_json())
    words = ["score", "a", "-i", "hyp", "a", "b", "-q", "--verify", "result.json"]
    assert run(*words, cwd=corpus) == (0, "result.json: the same numbers\n", "")


@pytest.mark.parametrize("program", ["sacrebleu"], indirect=True)
@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (["-pbs", "-pbsn", "30"], "--paired-bs"),
        (["-par", "-parn", "30"], "--paired-ar"),
        (["-m", "bleu", "ter"], "--metrics bleu ter"),
        (
            ["-m", "chrf", "-cw", "2", "--chrf-beta", "3"],
            "--metrics chrf --chrf-beta 3 --chrf-word-order 2",
        ),
    ],
)
def test_a_table_without_its_options(run, corpus, result, words, missing):
    path = result("-i", "hyp", "a", "-q", *words)
    command = ["score", "a", "b", "-q", "-i", "hyp", "a", "--verify", path.name]
    bare = run(*command, cwd=corpus)
    assert (bare.status, bare.out, bare.err.count("\n")) == (1, "", 1)
    assert f"repeat the options that made it: {missing}, and all others" in bare.err
    assert run(*command, *words, cwd=corpus).status == 0
    path.write_text(json.dumps(json.loads(path.read_text()), sort_keys=True))  # "system" is the last key
    assert run(*command, *words, cwd=corpus).status == 0


@pytest.mark.parametrize("program", ["sacrebleu"], indirect=True)
def test_a_table_without_its_metric(run, corpus, result):
    """Options of the metric that are there already are not asked for."""
    path = result("-i", "hyp", "a", "-q", "-m", "chrf", "-cw", "2")
    bare = run("score", "a", "b", "-q", "-i", "hyp", "a", "-cw", "2", "--verify", path.name, cwd=corpus)
    assert "repeat the options that made it: --metrics chrf, and all others" in bare.err


@pytest.mark.parametrize("program", ["sacrebleu"], indirect=True)
def test_a_table_with_other_options(run, corpus, result):
    path = result("-i", "hyp", "a", "-q", "-pbs", "-pbsn", "30")
    command = ["score", "a", "b", "-q", "-i", "hyp", "a", "-pbs", "--verify", path.name]
    *told, hint = run(*command, cwd=corpus).err.splitlines()
    assert told[0].startswith("result.json: Baseline: hyp BLEU mean is ")
    assert len(told) == 3
    assert hint.startswith("sacreBLEU's JSON of systems does not say how it was made")


@pytest.mark.parametrize("more", [[], ["-pbs", "-pbsn", "9"], ["-pbs", "-pbsn", "9", "--all-pairs"]])
def test_another_number_of_systems(run, corpus, result, more):
    path = result("-i", "hyp", "a", "-q", *more)
    refused = run("score", "a", "b", "-i", "hyp", "a", "b", *more, "--verify", path.name, cwd=corpus)
    assert (refused.status, refused.out) == (1, "")
    assert refused.err == "parbleu: result.json is a result of 2 systems, but -i/--input names 3\n"
    path = result("-i", "hyp")
    refused = run("score", "a", "b", "-i", "hyp", "a", *more, "--verify", path.name, cwd=corpus)
    assert refused.err == "parbleu: result.json is a result of 1 system, but -i/--input names 2\n"


@pytest.mark.parametrize("more", [[], ["-pbs", "-pbsn", "9"], ["-pbs", "-pbsn", "9", "--all-pairs"]])
def test_names_of_the_same_files(run, corpus, result, more):
    path = result("-i", "hyp", str(corpus / "a"), "./b", "-q", *more)
    command = ["score", "a", "b", "-q", *more, "--verify", str(path), "-i"]
    for names in (["hyp", "a", "b"], [str(corpus / name) for name in ("hyp", "a", "b")]):
        assert run(*command, *names, cwd=corpus).status == 0
    assert run(*command, "b", "a", "hyp", cwd=corpus).status == 0  # they are compared by name
    assert run(*command, "a", "hyp", "b", "--names", "hyp", "a", "b", cwd=corpus).status == 1


@pytest.mark.long
@pytest.mark.parametrize("more", [[], ["-pbs", "-pbsn", "9"], ["-pbs", "-pbsn", "9", "--all-pairs"]])
def test_names_that_are_no_paths(run, corpus, result, more):
    path = result("-i", "hyp", "a", "--names", "First One", "Zweites", "-q", *more)
    command = ["score", "a", "b", "-q", *more, "--verify", path.name]
    assert run(*command, "-i", "hyp", "a", cwd=corpus).status == 0
    assert run(*command, "-i", "a", "hyp", cwd=corpus).status == 1
    other = run(*command, "-i", "hyp", "a", "--names", "First One", "Third", cwd=corpus)
    assert '"Zweites", but computed again it is "Third"' in other.err
    pasted = (f"{x}\t{y}" for x, y in zip(*(lines(corpus / name) for name in ("hyp", "a")), strict=True))
    assert run(*command, cwd=corpus, stdin="\n".join(pasted).encode()).status == 0


@pytest.mark.parametrize(
    "words", [["-ci", "-cin", "9"], ["a", "-pbs", "-pbsn", "9"], ["a", "-par", "-parn", "9", "--all-pairs"]]
)
def test_a_random_seed_cannot_be_verified(run, corpus, result, words):
    path = result("-i", "hyp", *words, "-q", env={"SACREBLEU_SEED": "none"})
    command = ["score", "a", "b", "-q", "-i", "hyp", *words, "--verify", path.name]
    refused = run(*command, cwd=corpus, env={"SACREBLEU_SEED": "none"})
    assert (refused.status, refused.out, refused.err.count("\n")) == (1, "", 1)
    assert "a new one each time: its samples cannot be drawn again" in refused.err


@pytest.mark.parametrize("program", ["sacrebleu"], indirect=True)
def test_sacrebleu_s_own_version_does_not_matter(run, corpus, result):
    path = result("-i", "hyp")
    values = json.loads(path.read_text())
    values["version"] = "2.6.0"
    values["signature"] = values["signature"].partition("+parbleu")[0]
    path.write_text(json.dumps(values))
    assert run("score", "a", "b", "-i", "hyp", "--verify", path.name, cwd=corpus).status == 0


def test_differences_are_told(run, corpus, result):
    path = result("-i", "hyp", *OPTIONS)
    values = json.loads(path.read_text())
    shown = values[1]["score"]
    values[1]["score"] = round(shown + 0.1, 1)
    path.write_text(json.dumps(values))
    verified = run("score", "a", "b", "-i", "hyp", "--verify", path.name, cwd=corpus)
    assert (verified.status, verified.out) == (1, "")
    start = "parbleu: result.json: chrF2++ score is "
    assert verified.err == f"{start}{round(shown + 0.1, 1)}, but computed again it is {shown}\n"


def test_scores_of_another_tool_are_given_again(run, corpus):
    count = len(lines(corpus / "hyp"))
    for name, first in (("good", 0.5), ("other", 0.75)):
        rows = "".join(f"{value}\n" for value in (first, *[0.25] * (count - 1)))
        (corpus / f"{name}.csv").write_text(f"hyp\n{rows}", encoding="utf-8")
    words = ["score", "a", "-i", "hyp", "-m", "chrf", "-q"]
    given = ["--scores", "X=good.csv"]
    assert run(*words, *given, "-f", "json", "-o", "x.json", cwd=corpus).status == 0
    verify = [*words, "--verify", "x.json"]
    assert run(*verify, *given, cwd=corpus)[:2] == (0, "x.json: the same numbers\n")
    assert "x.json: X score is " in run(*verify, "--scores", "X=other.csv", cwd=corpus).err
    for more in ([], ["--scores", "Y=good.csv"]):
        told = "x.json has scores of X that were given, not computed: give them again, --scores X=FILE\n"
        assert run(*verify, *more, cwd=corpus) == (1, "", told)


def test_names_of_a_result_take_no_reference(run, corpus):
    """The systems of the result are called like files that are there."""
    words = ["score", "a", "-i", "hyp", "b", "-f", "json", "-o", "result.json"]
    assert run(*words, cwd=corpus).status == 0
    refused = run("score", "--verify", "result.json", cwd=corpus)
    assert (refused.status, "--names" in refused.err) == (2, False)
    assert "name the references before -i" in refused.err


def test_a_signature_is_no_result(run, corpus):
    refused = run("score", "a", "b", "-i", "hyp", "--verify", "BLEU|nrefs:2|tok:13a", cwd=corpus)
    assert refused.status == 1
    assert refused.err.endswith("such file or directory; --signature computes a score by one\n")


def test_another_text_is_told(run, corpus, result, program):
    path = result("-i", "hyp")
    verified = run("score", "a", "b", "-i", "b", "--verify", path.name, cwd=corpus)
    assert verified.status == 1
    assert " score is " in verified.err
    assert "verbose_score is " in verified.err
    assert ("unrounded is " in verified.err) is (program == "parbleu")


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        (None, [], "cannot read result.json: No such file or directory"),
        ("{", [], "result.json is not JSON"),
        ("[17.8]", [], "result.json is not a result of -f json"),
        ("[]", [], "result.json is not a result of -f json"),
        ('{"name": "BLEU", "signature": "nrefs:1|tok:13a"}', [], "the number of references, 2, contradicts"),
        ('{"name": "BLEU", "signature": "nrefs:2|tok:13a"}', ["-lc"], "--lowercase contradicts"),
        ("[{}]", ["-sl"], "--verify needs whole results"),
        (saved({}, {}), [], "it has no right table of scores: [0]: there is no 'system'"),
        ('{"schema": 1, "tables": {"scores": {"facts": {}, "rows": []}}}', [], "no systems"),
        ('{"schema": 2, "tables": {}}', [], "result.json is not a result of -f json: its schema is 2, not 1"),
        ("{}", ["-b"], "--verify needs whole results"),
        ("[" * 200_000, [], "result.json is not JSON: "),
        ('{"a":' * 200_000 + "1" + "}" * 200_000, [], "not JSON: its brackets are nested deeper than 100"),
        ("[" * 900 + "]" * 900, [], "not JSON: its brackets are nested deeper than 100"),
        ('{"schema": 1, "tables": {"scores": 1}}', [], "it has no right table of scores"),
        ('{"schema": 1, "tables": 3}', [], "it has no right table of scores"),
        ('{"schema": 1, "tables": {"segments": {}}}', [], "it has the tables segments, and none of scores"),
        (
            '{"schema": 1, "tables": {"scores": {"facts": {}, "rows": [{"system": "a"}]}, "pairs": 1}}',
            [],
            "it has no right table of scores",
        ),
        (saved({"n_segments": 1}, {"system": []}), [], "scores: [0].system: text is expected, not a list"),
        (saved({"n_segments": 1, "alpha": "x"}, {"system": "hyp"}), [], "scores.facts.alpha: a number is"),
        (
            '{"name": "BLEU", "signature": "nrefs:2|bs:99999999999999999999|seed:1|tok:13a"}',
            [],
            "at most 100,000",
        ),
    ],
)
def test_what_cannot_be_verified(run, corpus, text, words, message):
    if text is not None:
        (corpus / "result.json").write_text(text)
    verified = run("score", "a", "b", "-i", "hyp", *words, "--verify", "result.json", cwd=corpus)
    assert (verified.status, verified.out) == (1, "")
    assert message in verified.err
    assert verified.err.count("\n") == 1
