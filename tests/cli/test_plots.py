"""Tests `--plot`: which commands draw, and what they refuse before any work."""

import pytest

TEXTS = {
    "ref": "the cat sat on the mat\na dog\n",
    "one": "the cat is on the mat\na dog\n",
    "two": "a cat by a mat\nthe dog\n",
}


@pytest.fixture
def folder(tmp_path):
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text * 10)
    (tmp_path / "ratings.csv").write_text("system,segment,score\n" + "a,1,90\na,2,80\nb,1,70\nb,2,85\n")
    return tmp_path


@pytest.mark.needs("matplotlib")
@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (
            ["score", "ref", "-f", "json", "-i", "one", "two", "-m", "bleu", "ter"],
            [">BLEU<", ">TER<", "lower is better"],
        ),
        (
            ["score", "ref", "-i", "one", "two", "-pbs", "-n", "50", "-f", "json"],
            ["95 % interval", ">baseline<"],
        ),
        (["score", "ref", "-i", "one", "two", "--all-pairs", "-n", "50", "-f", "latex"], ["95 % interval"]),
        (["score", "ref", "-i", "one"], [">BLEU<", ">one<"]),
        (["human", "scores", "ratings.csv"], [">score<", ">a<"]),
    ],
    ids=lambda value: " ".join(value) if value[0] in ("score", "human") else "",
)
def test_pictures(run, folder, words, shown):
    printed = run(*words, "--plot", "picture.svg", cwd=folder)
    assert (printed.status, printed.err) == (0, "")
    if words[-1] != "one":  # one system is compared with none, to have a table with a column for each metric
        assert printed.out == run(*words, cwd=folder).out
    picture = (folder / "picture.svg").read_text(encoding="utf-8")
    for part in shown:
        assert part in picture


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--plot", "picture.gif"], "picture.gif: a picture's name ends in .svg, .png, .pdf"),
        (["--plot", "nowhere/picture.svg"], "there is no directory nowhere"),
        (["--plot", "ref"], "--plot would overwrite ref"),
    ],
)
def test_pictures_that_cannot_be_written(run, folder, words, message):
    failed = run("score", "ref", "-i", "one", "two", *words, cwd=folder)
    assert failed.status != 0
    assert message in failed.err
    assert failed.out == ""
