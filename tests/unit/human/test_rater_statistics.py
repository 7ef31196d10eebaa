"""Tests the profiles of raters: counts, bias and times."""

import pytest

from parbleu.human import Error, Judgement, Rating, human_scores, rater_profiles, read_ratings

ERROR = Error.from_dict({"start": 0, "end": 1, "category": "Style", "severity": "Minor"})


def profiles(judgements, scheme="da"):
    found = rater_profiles(judgements, human_scores(judgements, scheme))
    return {each.rater: each for each in found.raters}


def test_counts_and_bias():
    found = profiles(
        [
            Judgement("A", 0, "ann", score=90),
            Judgement("A", 0, "ben", score=70),
            Judgement("A", 0, "cat", score=50),
            Judgement("B", 1, "ann", score=40),
            Judgement("B", 1, "ann", score=60),
        ]
    )
    ann = found["ann"]
    assert (ann.n_judgements, ann.n_systems, ann.n_segments, ann.n_shared) == (3, 2, 2, 1)
    assert (ann.mean, ann.bias, ann.shared_bias) == (70, 10, 30)
    assert (found["cat"].bias, found["cat"].shared_bias, found["cat"].deviation) == (-20, -30, None)
    assert ann.seconds is ann.n_errors is None


def test_errors_are_counted():
    found = profiles(
        [Judgement("A", 0, "ann", Rating((ERROR, ERROR))), Judgement("A", 1, "ben", Rating(()))], "mqm"
    )
    assert (found["ann"].n_errors, found["ben"].n_errors) == (2, 0)


def test_times_are_from_one_judgement_to_the_next():
    ends = [1000.0, 1030.0, 1040.0, 9000.0, 9020.0]
    found = profiles([Judgement("A", n, "ann", score=1, finished=end) for n, end in enumerate(ends)])
    assert found["ann"].seconds == 25  # of 30, 10, 7960 and 20
    assert found["ann"].hours == pytest.approx(60 / 3600)


def test_esa_says_when_judgements_end_and_what_is_left_out(tmp_path, caplog):
    rows = [
        "ann,A,0,TGT,eng,deu,80,doc,False,[],10,100",
        "ann,A,1,TGT,eng,deu,70,doc,False,[],110,150.5",
        "ann,A,1,TGT,eng,deu,75,doc,False,[],110,160.5",
        "ann,A,2,BAD,eng,deu,75,doc,False,[],110,160",
        "ann,A,2,TGT,eng,deu,75,doc#dup,False,[],110,160",
        "ann,A,2,TGT,eng,deu,75,doc,True,[],110,160",
        "ann,x-tutorial,2,TGT,eng,deu,75,x-tutorial,False,[],110,160",
    ]
    path = tmp_path / "esa.csv"
    path.write_text("\n".join(rows) + "\n")
    with caplog.at_level("INFO", logger="parbleu"):
        judgements = read_ratings(path)
    assert [(each.score, each.finished) for each in judgements] == [(80, 100), (75, 160.5)]
    for part in (
        "1 of type BAD",
        "1 of documents marked #dup",
        "1 judged again later",
        "1 of tutorials",
        "whole doc",
    ):
        assert part in caplog.text
    assert profiles(judgements)["ann"].seconds == 60.5


def test_semicolons_and_decimal_commas(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("system;segment;score\nA;1;87,5\nA;2;60\n")
    assert [each.score for each in read_ratings(path)] == [87.5, 60]
    path.write_text('system,segment,score\nA;B,1,"87,5"\n')
    with pytest.raises(Exception, match=r"scores.csv:2.*87,5"):
        read_ratings(path)


def test_judgements_that_a_scheme_cannot_score_are_counted(caplog):
    human_scores([Judgement("A", 0, "ann", score=1), Judgement("A", 1, "ann", Rating(()))], "da")
    assert "left out 1 judgement without a score, which the scheme da needs" in caplog.text


def test_profiles_of_no_judgements_are_a_table_without_rows():
    [table] = rater_profiles([], human_scores([Judgement("A", 0, "ann", score=1)], "da")).tables()
    assert (table.rows, [column.name for column in table.columns]) == ((), ["rater"])
