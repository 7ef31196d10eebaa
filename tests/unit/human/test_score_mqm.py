"""Tests segment scores from MQM tables where recordings have no row."""

import pytest

from parbleu.errors import FormatError, OptionError
from parbleu.human._score_mqm import MqmScore, score_mqm

MQM = "system\tdoc\tdoc_id\trater\tcategory\tseverity\tmisc\n"


@pytest.fixture
def table(tmp_path):
    def writer(*rows):
        path = tmp_path / "mqm.tsv"
        path.write_text(MQM + "".join("\t".join(row.split(" ")) + "\n" for row in rows))
        return str(path)

    return writer


def test_score_mqm_averages_raters_and_keeps_the_order_of_systems(table):
    path = table(
        "B d 2 zoe Style Minor -",
        "B d 1 zoe Style Major -",
        "B d 1 ann Fluency/Punctuation Minor -",
        "A d 1 ann Style Odd -",
        "B c 1 ann Non-translation! Major -",
    )
    scores = score_mqm(path)
    assert scores.segments == (
        MqmScore("B", "d", 1, -2.55, {"ann": 0.1, "zoe": 5.0}),
        MqmScore("B", "d", 2, -1.0, {"zoe": 1.0}),
        MqmScore("B", "c", 1, -25.0, {"ann": 25.0}),
        MqmScore("A", "d", 1, -0.0, {"ann": 0}),
    )
    (found,) = scores.tables()
    assert found.rows[1] == ("B", "d", 2, -1.0, None, 1.0)
    assert score_mqm(path, "minor:2,major:4", separator=",").segments[0].score == -3.0


def test_score_mqm_of_unbabel(table):
    path = table(
        'A d 1 ann Style Minor "{""mqm"": 90}"', 'A d 1 ann Style Minor "{""mqm"": 80}"',
        'A d 1 ben Style Major "{""mqm"": 95}"',
    )  # fmt: skip
    assert score_mqm(path, unbabel=True).segments == (
        MqmScore("A", "d", 1, 90.0, {"ann": 85.0, "ben": 95.0}),
    )
    recomputed = score_mqm(path, unbabel=True, recompute=True)
    assert recomputed.segments == (MqmScore("A", "d", 1, -3.5, {"ann": 2.0, "ben": 5.0}),)


def test_score_mqm_refuses_gaps_and_wrong_rows(table):
    path = table("A d 1 ann Style Minor -", "A d 3 ann Style Minor -")
    with pytest.raises(FormatError, match="A lacks segment 2 of d"):
        score_mqm(path)
    assert len(score_mqm(path, allow_gaps=True).segments) == 2
    with pytest.raises(FormatError, match=r"tsv:2: there is no 'seg'; the columns are system, doc"):
        score_mqm(path, segment_column="seg")
    with pytest.raises(FormatError, match=r"tsv:2: doc_id must be a whole number"):
        score_mqm(table("A d x ann Style Minor -"))
    with pytest.raises(OptionError, match="is not a weight"):
        score_mqm(path, "major")


def test_score_mqm_reads_marots_columns(tmp_path):
    """The last cell of the header is a note, which rows lack."""
    header = (
        "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\t# See the viewer\n"
    )
    (tmp_path / "marot.tsv").write_text(f"{header}A\td\t3\t7\tann\ts\tt\tStyle\tMajor\n")
    [score] = score_mqm(str(tmp_path / "marot.tsv")).segments
    assert (score.segment, score.score) == (3, -5.0)
