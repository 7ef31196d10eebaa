"""Tests `parbleu nbest mbr` and `parbleu nbest`: what they print, write and refuse."""

import json
from pathlib import Path

import pytest

from parbleu.nbest import decode, oracles, read_nbest
from printed_json import printed_tables

FOLDER = Path(__file__).parents[2] / "examples" / "en-de"
SYSTEMS = [path.read_text(encoding="utf-8").splitlines() for path in sorted(FOLDER.glob("system.*.txt"))]


@pytest.fixture
def nbest(tmp_path):
    """A file of lists with the three systems' output of each line, as `parbleu translate` writes one."""
    path = tmp_path / "hyp.nbest.jsonl"
    rows = [
        {"line": number, "translations": texts, "scores": [-1.0, -2.0, -1.5]}
        for number, texts in enumerate(zip(*SYSTEMS, strict=True), 1)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def run(run):
    """Runs `parbleu`; paths may be among the words."""
    return lambda *words, **more: run(*map(str, words), **more)


def test_lines(run, nbest):
    found = run("nbest", "mbr", nbest)
    assert (found.status, found.err) == (0, "")
    assert found.out.splitlines() == decode(nbest).texts
    again = run("nbest", "mbr", stdin=nbest.read_bytes())
    assert again.out == found.out


def test_plain_lines_and_formats(run, nbest, tmp_path):
    lists = list(read_nbest(nbest))
    plain, moses = tmp_path / "plain.txt", tmp_path / "hyp.nbest"
    plain.write_text("".join(text + "\n" for each in lists for text in each.candidates), encoding="utf-8")
    moses.write_text(
        "".join(f"{each.segment} ||| {text}\n" for each in lists for text in each.candidates),
        encoding="utf-8",
    )
    expected = run("nbest", "mbr", nbest, "--utility", "bleu").out
    assert run("nbest", "mbr", plain, "--candidates", "3", "--utility", "bleu").out == expected
    assert run("nbest", "mbr", moses, "-m", "bleu").out == expected


def test_the_target_language_chooses_the_tokenizer(run, tmp_path):
    (lists := tmp_path / "zh.jsonl").write_text(
        json.dumps({"line": 1, "translations": ["狗咬人", "那只狗咬了人"]}) + "\n", encoding="utf-8"
    )
    (reference := tmp_path / "ref").write_text("狗咬了人\n", encoding="utf-8")
    for words in (["nbest", "mbr", lists], ["nbest", "oracle", lists, reference]):
        words = [*words, "-m", "bleu", "-f", "json"]
        found = run(*words, "-l", "en-zh")
        assert (found.status, found.err) == (0, "")
        assert found.out == run(*words, "-tok", "zh").out
        assert found.out == run(*words, "-l", "zh").out
        assert found.out != run(*words, "-tok", "13a").out
    assert "'en_zh' is not a language pair" in run("nbest", "mbr", lists, "-l", "en_zh").err


def test_weights_references_and_other_files(run, nbest, tmp_path):
    best, ranked = tmp_path / "best.txt", tmp_path / "ranked.jsonl"
    found = run(
        *("nbest", "mbr", nbest, "--pseudo-references", nbest),
        *("--weights", "probability", "--utility", "ter"),
        *("-o", best, "--ranked", ranked),
    )
    assert (found.status, found.out) == (0, "")
    decisions = decode(nbest, "ter", weights="probability")
    assert best.read_text(encoding="utf-8").splitlines() == decisions.texts
    for flag in ("--ref", "-r", "--references"):  # as it was called
        again = run("nbest", "mbr", nbest, flag, nbest, "--weights", "probability", "--utility", "ter")
        assert again.out.splitlines() == decisions.texts
    rows = [json.loads(line) for line in ranked.read_text(encoding="utf-8").splitlines()]
    for row, decision in zip(rows, decisions, strict=True):
        assert row["translations"][0] == decision.text
        assert row["utilities"] == sorted(decision.utilities)
    assert [each.segment for each in read_nbest(ranked)] == [each.segment for each in decisions]


def test_plain_lines_are_one_pseudo_reference_a_segment(run, nbest, tmp_path):
    (plain := tmp_path / "plain.txt").write_text("\n".join(SYSTEMS[0]) + "\n", encoding="utf-8")
    found = run("nbest", "mbr", nbest, "--pseudo-references", plain)
    assert (found.status, found.err) == (0, "")
    assert found.out.splitlines() == decode(nbest, references=[[text] for text in SYSTEMS[0]]).texts
    assert found.out.splitlines() == decode(nbest, references=plain).texts
    (twice := tmp_path / "twice.txt").write_text(plain.read_text(encoding="utf-8") * 2, encoding="utf-8")
    wrong = run("nbest", "mbr", nbest, "--pseudo-references", twice, "-o", tmp_path / "out.txt")
    assert (wrong.status, (tmp_path / "out.txt").exists()) == (1, False)
    assert "N (--reference-candidates N)" in wrong.err
    assert run("nbest", "mbr", nbest, "--pseudo-references", twice, "--reference-candidates", 2).status == 0


def test_pseudo_references_may_count_from_0(run, nbest, tmp_path):
    lists = list(read_nbest(nbest))
    (moses := tmp_path / "b.moses").write_text(
        "".join(f"{index} ||| {text}\n" for index, each in enumerate(lists) for text in each.candidates),
        encoding="utf-8",
    )
    found = run("nbest", "mbr", nbest, "--pseudo-references", moses)
    assert (found.status, found.err) == (0, "")
    assert found.out == run("nbest", "mbr", nbest).out
    assert run("nbest", "mbr", moses, "--pseudo-references", nbest).out == found.out
    text = moses.read_text(encoding="utf-8")
    moses.write_text(text[text.index("\n1 |||") + 1 :], encoding="utf-8")
    wrong = run("nbest", "mbr", moses, "--pseudo-references", nbest)
    assert wrong.status == 1


def test_tables(run, nbest):
    tables = printed_tables(run("nbest", "mbr", nbest, "--aggregate", "-f", "json").out)
    assert len(tables["chosen"]["rows"]) == len(SYSTEMS[0])
    assert len(tables["candidates"]["rows"]) == 3 * len(SYSTEMS[0])


@pytest.mark.needs("pyarrow")
def test_matrices(run, nbest, tmp_path):
    import pyarrow.feather

    assert run("nbest", "mbr", nbest, "--matrices", tmp_path / "m.arrow").status == 0
    assert len(pyarrow.feather.read_table(tmp_path / "m.arrow")) == 3 * len(SYSTEMS[0])


def test_oracle(run, nbest, tmp_path):
    texts = tmp_path / "oracle.txt"
    found = run("nbest", "oracle", nbest, FOLDER / "ref.A.txt", "-m", "chrf", "ter", "--texts", texts)
    assert found.out.startswith("Oracles of n-best lists\nmetric")
    references = [(FOLDER / "ref.A.txt").read_text(encoding="utf-8").splitlines()]
    expected = oracles(nbest, references, "chrf").texts("chrF2", "corpus_oracle")
    assert texts.read_text(encoding="utf-8").splitlines() == expected


def test_rescore(run, nbest, tmp_path):
    found = run("nbest", "rescore", nbest, FOLDER / "ref.A.txt", FOLDER / "ref.B.txt", "--sort")
    first = json.loads(found.out.splitlines()[0])
    assert first["ranks"]["BLEU"] == [1, 2, 3]
    moses = run("nbest", "rescore", nbest, FOLDER / "ref.A.txt", "--to", "moses", "-m", "ter").out
    assert moses.splitlines()[0].startswith("1 ||| ")
    assert " ||| TER= " in moses


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["a", "b"], 2, "name one file of n-best lists"),
        (["missing.jsonl"], 1, "cannot read missing.jsonl"),
        (["{nbest}", "-o", "{nbest}"], 1, "--output would overwrite"),
        (["{nbest}", "--nbest-format", "lines"], 2, "needs --candidates N"),
        (["{nbest}", "--candidates", "5"], 1, "instead of 5"),
        (["{nbest}", "--utility", "ter", "--aggregate"], 1, "leave the aggregation out"),
        (
            ["{nbest}", "--reference-candidates", "2"],
            2,
            "--reference-candidates needs --pseudo-references NBEST",
        ),
        (["-", "--references", "-"], 2, "only one of candidates and references"),
        (["{text}"], 1, "ref.A.txt:1: this line is no n-best list"),
    ],
)
def test_refused(run, nbest, words, status, message):
    given = [word.format(nbest=nbest, text=FOLDER / "ref.A.txt") for word in words]
    found = run("nbest", "mbr", *given)
    assert found.status == status
    assert message in found.err


def test_a_line_end_in_a_candidate(run, tmp_path):
    path = tmp_path / "n.jsonl"
    path.write_text('{"translations": ["a\\nb"]}\n', encoding="utf-8")
    found = run("nbest", "mbr", path, "-o", tmp_path / "out.txt")
    assert (found.status, found.out) == (1, "")
    assert "n.jsonl:1: the chosen candidate contains a line break" in found.err
    assert not (tmp_path / "out.txt").exists()


def test_references_are_needed(run, nbest):
    found = run("nbest", "oracle", nbest)
    assert (found.status, found.out) == (2, "")
    assert "at least one file of references" in found.err


def test_metrics_are_spelled_as_everywhere(run, tmp_path):
    (tmp_path / "n.txt").write_text("0 ||| the cat sat\n0 ||| the cat sits\n1 ||| a dog\n1 ||| the dog\n")
    for name, other in (("TER", "ter"), ("chrF2++", "chrf++"), ("BLEU", "bleu")):
        found = [run("nbest", "mbr", "n.txt", "-m", word, cwd=tmp_path) for word in (name, other)]
        assert (found[0].status, found[0].out) == (0, found[1].out)
    refused = run("nbest", "mbr", "n.txt", "-m", "bleu,chrf", cwd=tmp_path)
    assert (refused.status, "invalid choice: 'bleu,chrf'" in refused.err) == (2, True)


def test_a_choice_of_texts_needs_their_file(run, tmp_path):
    (tmp_path / "lists").write_text('{"candidates": ["a b", "a"]}\n')
    (tmp_path / "ref").write_text("a b\n")
    words = ("nbest", "oracle", "lists", "ref", "--choice", "worst")
    refused = run(*words, cwd=tmp_path)
    assert (refused.status, refused.err) == (
        2,
        "parbleu: --choice changes nothing without --texts: leave it out\n",
    )
    assert run(*words, "--texts", "out", cwd=tmp_path).status == 0
    assert (tmp_path / "out").read_text() == "a\n"
