"""Reading several files of ratings, and choosing among the judgements."""

import pytest

from parbleu.errors import FormatError, OptionError, RatingError, UnknownNameError
from parbleu.human import Judgement, read_ratings, select_judgements
from parbleu.human.formats._base import Format

HEADER = "system,segment,score,rater\n"


@pytest.fixture
def files(tmp_path):
    """Two tables of scores, and one with a wrong line."""
    for name, rows in (("one", "A,1,90,ann\n"), ("two", "A,1,80,ben\n"), ("torn", "A,1,x,ann\nA,2,3,cat\n")):
        (tmp_path / f"{name}.csv").write_text(HEADER + rows)
    return tmp_path


def test_several_files_count_as_one(files):
    found = read_ratings([files / "one.csv", str(files / "two.csv")])
    assert [(each.rater, each.score) for each in found] == [("ann", 90), ("ben", 80)]
    assert read_ratings(files / "one.csv") == found[:1]


def test_wrong_lines(files, caplog):
    with pytest.raises(FormatError, match=r"torn\.csv:2: the score 'x' is not a number"):
        read_ratings(files / "torn.csv")
    (kept,) = read_ratings(files / "torn.csv", lenient=True)
    assert kept.rater == "cat"
    first, second = caplog.messages
    assert first == f"left out: {files / 'torn.csv'}:2: the score 'x' is not a number"
    assert second.startswith("left out 1 line beside 1 judgement: scores are of what is left")


def test_what_is_refused(files):
    with pytest.raises(OptionError, match="standard input has no file name"):
        read_ratings("-")
    (files / "empty.csv").write_text(HEADER)
    with pytest.raises(RatingError, match=r"no judgements in .*empty\.csv"):
        read_ratings(files / "empty.csv")


class Careless(Format):
    """A format that does not check its lines."""

    def read(self, path, problems=None):
        with open(path) as file:
            for line in file:
                system, segment = line.split()
                yield Judgement(system=system, segment=int(segment))


@pytest.mark.parametrize("line", ["A", "A x"])
def test_a_format_that_does_not_check_its_lines(tmp_path, line):
    (tmp_path / "file").write_text(f"{line}\n")
    with pytest.raises(
        FormatError, match=r"file: the format Careless cannot read this file \(.*\); name another"
    ):
        read_ratings(tmp_path / "file", Careless())


def test_language_pairs(files):
    row = "ann,A,0,TGT,eng,{},90,d,False,[],0,0\n"
    (files / "esa.csv").write_text(row.format("jpn") + row.format("zho"))
    with pytest.raises(OptionError, match=r"language pairs \(-l, language_pair=\): eng-jpn or eng-zho"):
        read_ratings(files / "esa.csv")
    (found,) = read_ratings(files / "esa.csv", language_pair="en-ja")
    assert found.language_pair == "eng-jpn"
    for other in ("en-de", "a pair-", "en"):
        with pytest.raises(RatingError, match=f"there is no {other} here, but eng-jpn, eng-zho"):
            read_ratings(files / "esa.csv", language_pair=other)
    assert len(read_ratings(files / "one.csv", language_pair="en-de")) == 1  # which does not say
    assert len(read_ratings(files / "esa.csv", language_pair="eng-zho")) == 1
    assert len(read_ratings(files / "esa.csv", language_pair="en-zh_CN")) == 1


def test_selected_judgements():
    judgements = [Judgement(system, 0, rater) for system in "AB" for rater in ("ann", None)]
    assert select_judgements(judgements) == judgements
    assert select_judgements(judgements, system="B", rater="ann") == [judgements[2]]
    with pytest.raises(UnknownNameError, match="unknown rater 'eve': choose from ann"):
        select_judgements(judgements, rater="eve")
