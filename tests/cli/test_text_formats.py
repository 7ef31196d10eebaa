"""Tests what commands and the library say of files that are no text with a segment on each line."""

import pytest

import parbleu
from parbleu.errors import FormatError

FIRST = (
    "1\n00:00:01,000 --> 00:00:02,000\nThe tug waits.\n\n2\n00:00:03,000 --> 00:00:04,000\nThe crane turns.\n"
)
SECOND = FIRST.replace("waits", "leaves").replace("crane", "gate")


@pytest.fixture
def files(tmp_path):
    """Two files of subtitles, and lines."""
    for name, text in {"a": FIRST, "b": SECOND, "lines": "a\n" * 7}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ["score", "a", "-i", "b"],
        ["score", "a", "-i", "b", "-b"],
        ["score", "lines", "-i", "b", "-m", "chrf"],
        ["score", "a", "a", "-i", "b", "b", "--names", "x", "y", "-pbs"],
        ["score", "lines", "-i", "lines", "--source", "a"],
        ["score", "a", "-nr", "2", "-i", "lines"],
        ["gate", "lines", "lines", "--ref", "a"],
        ["analyze", "words", "a", "-i", "b"],
        ["study", "tokenization", "a", "-i", "b"],
        ["report", "a", "-i", "b", "-o", "page.html"],
    ],
)
def test_subtitles_are_refused(run, files, words):
    done = run(*words, cwd=files)
    assert done.status != 0
    name = "a" if "a" in words else "b"
    assert f"{name}: this is SubRip subtitles; it is read where its name ends in .srt" in done.err + done.out
    assert len(done.err.strip().splitlines()) <= 1


def test_standard_input_is_refused(run, files):
    done = run("score", "lines", stdin=SECOND.encode(), cwd=files)
    assert "standard input: this is SubRip subtitles" in done.err
    assert done.status == 1


def test_force_scores_the_lines(run, files):
    assert run("score", "a", "-i", "b", "-b", "--force", cwd=files).status == 0


def test_check_says_the_same(run, files):
    done = run("check", "a", cwd=files)
    assert done.out.startswith(
        "a:1: encoding: this is SubRip subtitles; it is read where its name ends in .srt"
    )
    assert done.status == 1


def test_paths_in_python(files):
    for call in (
        lambda: parbleu.BLEU().corpus_score(files / "b", [files / "a"]),
        lambda: parbleu.compare({"b": files / "b"}, [files / "a"]),
        lambda: parbleu.text.as_segments(files / "a"),
    ):
        with pytest.raises(FormatError, match="this is SubRip subtitles"):
            call()
    (files / "rows").write_text('{"mt": "tug"}\n')
    with pytest.raises(FormatError, match="this is JSON lines: write the column that is meant as lines, by"):
        parbleu.text.as_segments(files / "rows")
    lines = SECOND.splitlines()
    assert parbleu.BLEU().corpus_score(lines, [FIRST.splitlines()]).score > 50
