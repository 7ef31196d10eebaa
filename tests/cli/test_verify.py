"""`--verify`: a result is computed again."""

import json

import pytest

OPTIONS = ["-m", "bleu", "chrf", "-lc", "-cw", "2", "-s", "floor"]


@pytest.fixture
def result(run, corpus):
    """Keeps what a command prints in a file; returns the command without its options, and the file."""

    def keep(*words, **more):
        printed = run("score", "a", "b", *words, cwd=corpus, **more)
        assert printed.status == 0
        (corpus / "result.json").write_text(printed.out, encoding="utf-8")
        return corpus / "result.json"

    return keep


@pytest.mark.parametrize("width", ["0", "1", "2", "9"])
@pytest.mark.parametrize("more", [[], ["-ci", "-cin", "40"], ["-m", "ter"]])
def test_signatures_suffice(run, corpus, result, more, width):
    path = result("-i", "hyp", *OPTIONS, *more, "-w", width, env={"SACREBLEU_SEED": "5"})
    verified = run("score", "a", "b", "-i", "hyp", "--verify", path.name, cwd=corpus)
    assert verified == (0, "result.json: the same numbers\n", "")


@pytest.mark.parametrize("more", [[], ["-w", "4"], ["-pbs", "-pbsn", "30"], ["-par", "--all-pairs"]])
def test_several_systems_need_their_options(run, corpus, result, more):
    words = ["-i", "hyp", "a", *OPTIONS, *more]
    path = result(*words, "-q")
    again = run("score", "a", "b", *words, "-q", "--verify", path.name, cwd=corpus)
    assert again == (0, "result.json: the same numbers\n", "")
    changed = run("score", "a", "b", *words, "-cc", "3", "-q", "--verify", path.name, cwd=corpus)
    assert (changed.status, changed.out) == (1, "")
    assert "chrF2++" in changed.err


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


def test_another_text_is_told(run, corpus, result):
    path = result("-i", "hyp")
    verified = run("score", "a", "b", "-i", "b", "--verify", path.name, cwd=corpus)
    assert verified.status == 1
    assert "result.json: score is " in verified.err
    assert "result.json: verbose_score is " in verified.err


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        (None, [], "cannot read result.json: No such file or directory"),
        ("{", [], "result.json is not JSON"),
        ("[17.8]", [], "result.json is no result of -f json"),
        ("[]", [], "result.json is no result of -f json"),
        ('{"name": "BLEU", "signature": "nrefs:1|tok:13a"}', [], "the number of references, 2, contradicts"),
        ('{"name": "BLEU", "signature": "nrefs:2|tok:13a"}', ["-lc"], "--lowercase contradicts"),
        ("[{}]", ["-sl"], "--verify needs whole results"),
        ("{}", ["-b"], "--verify needs whole results"),
    ],
)
def test_what_cannot_be_verified(run, corpus, text, words, message):
    if text is not None:
        (corpus / "result.json").write_text(text)
    verified = run("score", "a", "b", "-i", "hyp", *words, "--verify", "result.json", cwd=corpus)
    assert (verified.status, verified.out) == (1, "")
    assert message in verified.err
    assert verified.err.count("\n") == 1
