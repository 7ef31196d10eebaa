"""Tests `parbleu score --statistics` and `parbleu merge`, which score a corpus by shards."""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import slurm_cluster
from extras import extra

extra("pyarrow")

WORDS = ["the", "a", "cat", "dog", "sat", "on", "mat", "tree", "house", "red", ",", ".", "größer", "我们"]
METRICS = ["-m", "ter", "chrf++", "bleu"]


@pytest.fixture
def corpus(tmp_path):
    draw = random.Random(5)
    lines = {"ref": [" ".join(draw.choices(WORDS, k=draw.randint(1, 12))) for _ in range(101)]}
    lines["ref2"] = [" ".join(draw.choices(WORDS, k=5)) for _ in range(101)]
    for name, share in (("a", 0.2), ("b", 0.35)):
        lines[name] = [
            " ".join(draw.choice(WORDS) if draw.random() < share else word for word in line.split())
            for line in lines["ref"]
        ]
    for name, texts in lines.items():
        (tmp_path / name).write_text("\n".join(texts) + "\n", encoding="utf-8")
    return tmp_path


def write_shards(run, corpus, count, *words):
    for number in range(1, count + 1):
        done = run(
            "score",
            *words,
            *METRICS,
            "--shard",
            f"{number}/{count}",
            "--statistics",
            f"{number}.parquet",
            cwd=corpus,
        )
        assert done == (0, "", "")
    files = [f"{number}.parquet" for number in range(1, count + 1)]
    random.Random(count).shuffle(files)
    return files


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 7, 40])
def test_shards_are_scored_as_the_corpus(run, corpus, count):
    words = ["ref", "ref2", "-i", "a"]
    files = write_shards(run, corpus, count, *words)
    for options in ([], ["-f", "json"], ["-ci", "-n", "50"], ["-f", "text", "--short"], ["-b", "-w", "9"]):
        wanted = run("score", *words, *METRICS, *options, cwd=corpus)
        assert wanted.status == 0
        assert run("merge", *files, *options, cwd=corpus) == wanted


@pytest.mark.parametrize("words", [("-m", "bleu-2", "bleu"), ("-m", "chrf", "--resegment")])
def test_what_signatures_tell_besides_options_is_kept(run, corpus, words):
    wanted = run("score", "ref", "-i", "a", *words, "-q", cwd=corpus)
    assert (wanted.status, wanted.err) == (0, "")
    run("score", "ref", "-i", "a", *words, "--statistics", "counted.parquet", "-q", cwd=corpus)
    assert run("merge", "counted.parquet", cwd=corpus) == wanted


def test_several_systems_are_tested_as_in_one_process(run, corpus):
    words = ["ref", "-i", "a", "b"]
    files = write_shards(run, corpus, 5, *words)
    for options in (
        [],
        ["-pbs", "-n", "40"],
        ["-par", "-n", "40", "-f", "latex"],
        ["--all-pairs", "-n", "40", "--seed", "3", "-f", "json", "--baseline", "b"],
        ["-f", "markdown", "--sort", "bleu", "--decimals", "TER=3"],
    ):
        wanted = run("score", *words, *METRICS, *options, cwd=corpus)
        assert wanted.status == 0
        assert run("merge", *files, *options, cwd=corpus) == wanted
    failing = ["-b", "--fail-under", "BLEU=99"]
    assert run("merge", *files, *failing[1:], cwd=corpus).status == 3


@pytest.mark.parametrize(
    "words",
    [
        "ref -i a",
        "ref -i a -m bleu chrf -ci -f json --segments out.tsv",
        "t.jsonl --hyp mt --ref r",
        "t.jsonl --hyp mt --ref r --by half",
    ],
)
def test_sort_needs_several_systems(run, corpus, words):
    (corpus / "t.jsonl").write_text(
        '{"half": 1, "mt": "a b", "r": "a b"}\n{"half": 2, "mt": "c", "r": "b"}\n'
    )
    refused = run("score", *words.split(), "--sort", "bleu", cwd=corpus)
    assert (refused.status, refused.out) == (1, "")
    assert "--sort orders systems by their scores, and there is one" in refused.err
    files = write_shards(run, corpus, 2, "ref", "-i", "a")
    assert run("merge", *files, "--sort", "bleu", cwd=corpus) == refused
    shard = run("score", "ref", "-i", "a", "b", "--statistics", "s", "--sort", "bleu", cwd=corpus)
    assert "--sort belongs to `parbleu merge`" in shard.err


def test_columns_of_a_table_are_counted(run, corpus):
    lines = {name: (corpus / name).read_text(encoding="utf-8").splitlines() for name in ("ref", "a")}
    rows = [{"r": ref, "mt": mt} for ref, mt in zip(lines["ref"], lines["a"], strict=True)]
    (corpus / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    files = write_shards(run, corpus, 3, "t.jsonl", "--hyp", "mt", "--ref", "r")
    wanted = run("score", "ref", "-i", "a", *METRICS, "-b", cwd=corpus)
    assert run("merge", *files, "-b", cwd=corpus).out == wanted.out


def test_a_text_that_is_too_long_is_named_by_its_place_in_the_file(run, tmp_path):
    (tmp_path / "ref").write_text("a\n" * 6)
    (tmp_path / "hyp").write_text("a\n" * 4 + "a " * (2**20 + 1) + "\na\n")
    words = ["score", "ref", "-i", "hyp", "-m", "ter"]
    whole = run(*words, cwd=tmp_path)
    assert run(*words, "--shard", "2/3", "--statistics", "s", cwd=tmp_path) == whole
    assert "segment 4 (counted from 0) is too long" in whole.err


def test_what_is_not_one_corpus_is_refused(run, corpus):
    files = write_shards(run, corpus, 3, "ref", "-i", "a")

    def other(name, *words):
        assert run("score", *words, "--statistics", name, cwd=corpus).status == 0

    def refused(*words):
        done = run("merge", *words, cwd=corpus)
        assert (done.status, done.out, done.err.count("\n")) == (1, "", 1)
        return done.err

    assert "1 of 3 shards are missing: 2; run them again" in refused("1.parquet", "3.parquet")
    shutil.copy(corpus / "2.parquet", corpus / "again.parquet")
    assert "are the same shard, 2/3" in refused(*files, "again.parquet")
    other("half.parquet", "ref", "-i", "a", *METRICS, "--shard", "1/2")
    assert "shards of 2 and of 3 shards: segments overlap" in refused(*files, "half.parquet")
    other("low.parquet", "ref", "-i", "a", *METRICS, "-lc", "--shard", "2/3")
    found = refused("1.parquet", "low.parquet")
    assert "different signatures, so they are not of one run: bleu: case:lc" in found
    other("b.parquet", "ref", "-i", "b", *METRICS, "--shard", "2/3")
    assert "different inputs, so they are not of one run: b: " in refused("1.parquet", "b.parquet")
    (corpus / "a").write_text((corpus / "b").read_text(encoding="utf-8"), encoding="utf-8")
    other("changed.parquet", "ref", "-i", "a", *METRICS, "--shard", "2/3")
    assert "different inputs" in refused("1.parquet", "changed.parquet")
    (corpus / "cut.parquet").write_bytes((corpus / "1.parquet").read_bytes()[:-9])
    assert "cannot read cut.parquet: it is not Parquet, or damaged" in refused("cut.parquet")
    assert "cannot read none.parquet: No such file or directory" in refused("none.parquet")
    assert "no such file" in refused("none.parquet").lower()


def test_options_that_contradict_are_refused(run, corpus):
    for words, problem in (
        (["--shard", "1/2"], "--shard needs a file"),
        (["--shard", "3/2", "--statistics", "s"], "such as 3/100, not '3/2'"),
        (["--shard", "x", "--statistics", "s"], "such as 3/100, not 'x'"),
        (["-ci", "--statistics", "s"], "--intervals belongs to `parbleu merge`"),
        (["--baseline", "x", "--statistics", "s"], "--baseline belongs to `parbleu merge`"),
        (["--region", "1", "--statistics", "s"], "--region belongs to `parbleu merge`"),
        (["--runs", "x", "--statistics", "s"], "--runs belongs to `parbleu merge`"),
        (["-sl", "--statistics", "s"], "leave it out"),
        (["--train", "ref", "--statistics", "s"], "leave it out"),
        (["--documents", "ref", "--statistics", "s"], "leave it out"),
        (["--statistics", "a"], "--statistics would overwrite a"),
        (["--statistics", "no/s"], "there is no directory no"),
    ):
        done = run("score", "ref", "-i", "a", *words, cwd=corpus)
        assert done.status
        assert problem in done.err
        assert not (corpus / "s").exists()
    done = run("score", "ref", "--statistics", "s", stdin=b"x\n", cwd=corpus)
    assert "--statistics needs files" in done.err
    assert run("score", "ref", "-i", "a", "--statistics", "s", cwd=corpus).status == 0
    for words, status, problem in (
        (["--baseline", "x"], 1, "unknown system 'x': choose from a"),
        (["--region", "1"], 1, "goes with explain (--explain)"),
        (["--unit", "document"], 2, "unrecognized arguments: --unit document"),
    ):
        done = run("merge", "s", *words, cwd=corpus)
        assert (done.status, done.out) == (status, "")
        assert problem in done.err
    assert run("merge", "s", "--baseline", "a", cwd=corpus) == run("merge", "s", cwd=corpus)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--runs", "s"], "2 outputs, and 1 name"),
        (["--runs", "s", "s", "t"], "2 outputs, and 3 names"),
        (["--runs", "s", "t", "--baseline", "b"], "leave out --baseline"),
    ],
)
def test_runs_are_those_of_the_systems(run, corpus, words, text):
    """As in parbleu score; runs in the order of the outputs would be those of other systems."""
    assert run("score", "ref", "-i", "a", "b", "--statistics", "s", cwd=corpus).status == 0
    for result in (
        run("merge", "s", *words, cwd=corpus),
        run("score", "ref", "-i", "a", "b", *words, cwd=corpus),
    ):
        assert result.status == 1
        assert text in result.err
        assert result.err.count("\n") == 1


def test_a_segment_without_reference_is_counted_in_the_corpus(run, tmp_path):
    rows = [{"r": "x", "mt": "x"}] * 9 + [{"r": None, "mt": "x"}]
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    done = run(
        "score", "t.jsonl", "--hyp", "mt", "--ref", "r", "--statistics", "s", "--shard", "1/3", cwd=tmp_path
    )
    assert done.status == 1
    assert "10" in done.err
    assert not (tmp_path / "s").exists()


MAKEFILE = """\
SHARDS := 1 2 3 4

result.json: $(SHARDS:%=%.parquet)
\tparbleu merge $^ --intervals --n-samples 50 -f json -o $@

%.parquet: ref a
\tparbleu score ref -i a -m chrf --shard $*/4 --statistics $@
"""
XARGS = """\
seq 4 | xargs -P 2 -I {} parbleu score ref -i a -m chrf --shard {}/4 --statistics {}.parquet
parbleu merge [1-4].parquet --intervals --n-samples 50 -f json -o result.json
"""


SLURM = """\
shards=$(sbatch --parsable --array=1-4 --output=shard-%a.log --wrap='parbleu score ref -i a -m chrf \\
    --shard $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT --statistics $SLURM_ARRAY_TASK_ID.parquet')
sbatch --dependency=afterok:$shards --kill-on-invalid-dep=yes --output=merge.log --wait \\
    --wrap='parbleu merge [1-4].parquet --intervals --n-samples 50 -f json -o result.json'
"""


@pytest.fixture
def with_parbleu(corpus):
    """The environment of programs that find this parbleu."""
    scripts = corpus / "scripts"
    scripts.mkdir()
    (scripts / "parbleu").write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -m parbleu "$@"\n', encoding="utf-8"
    )
    (scripts / "parbleu").chmod(0o755)
    return {**os.environ, "PATH": f"{scripts}:{os.environ['PATH']}"}


@pytest.mark.long
@pytest.mark.parametrize("program", ["make", "xargs"])
def test_make_and_xargs_score_shards(run, corpus, program, with_parbleu):
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program}")
    (corpus / "Makefile").write_text(MAKEFILE, encoding="utf-8")
    command = "make -s -j 2" if program == "make" else XARGS
    subprocess.run(command, shell=True, check=True, cwd=corpus, env=with_parbleu)
    _is_the_score_of_one_process(run, corpus)


@pytest.mark.skipif(not slurm_cluster.is_here(), reason="SLURM is not here, or this user may not start it")
def test_slurm_scores_shards(run, corpus, with_parbleu):
    with slurm_cluster.cluster(corpus / "slurm") as environment:
        environment["PATH"] = f"{with_parbleu['PATH']}:{environment['PATH']}"
        done = subprocess.run(SLURM, shell=True, cwd=corpus, env=environment, timeout=300, check=False)
    logs = "".join(path.read_text(encoding="utf-8") for path in corpus.glob("*.log"))
    assert (done.returncode, logs) == (0, "")
    _is_the_score_of_one_process(run, corpus)


def _is_the_score_of_one_process(run, corpus):
    words = ["-m", "chrf", "-ci", "-n", "50", "-f", "json", "-o", "one.json"]
    run("score", "ref", "-i", "a", *words, cwd=corpus)
    assert (corpus / "result.json").read_bytes() == (corpus / "one.json").read_bytes()


def test_the_page_shows_these_programs():
    page = (Path(__file__).parents[2] / "docs" / "scale.md").read_text(encoding="utf-8")
    for program in (MAKEFILE, XARGS, SLURM):
        assert "".join(f"    {line}\n" if line else "\n" for line in program.split("\n")[:-1]) in page


def test_files_must_be_named(run):
    done = run("merge", "--all-pairs")
    assert (done.status, done.out) == (1, "")
    assert "name the statistics of all shards" in done.err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_names_of_files_that_are_not_utf_8(run, corpus):
    extra("jinja2")
    texts = [os.fsdecode(name) for name in (b"r\xffef", b"a\xff", b"b\xff")]
    for name, text in zip(("ref", "a", "b"), texts, strict=True):
        (corpus / name).rename(corpus / text)
    reference, *systems = texts
    options = [reference, "-i", *systems]
    shard, page = os.fsdecode(b"st\xff"), os.fsdecode(b"page\xff.html")
    assert run("score", *options, "--statistics", shard, cwd=corpus).status == 0
    assert run("merge", shard, cwd=corpus) == run("score", *options, cwd=corpus)
    assert run("report", *options, "-q", "-o", page, cwd=corpus).status == 0
    assert b"a\\udcff" in (corpus / page).read_bytes()
