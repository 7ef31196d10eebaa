"""Files of shared tasks: what the real Pearmut wrote and counted, and official files of evaluation tasks."""

from collections import Counter

import pytest

from parbleu.human import human_scores, read_judgements
from parbleu.wmt import align_paragraphs, validate


@pytest.fixture(scope="module")
def pearmut(read_golden):
    return read_golden("wmt25-26/pearmut")


def test_lines_and_scores_of_pearmut(oracles, pearmut):
    """The lines that a reset of their user leaves, and the means of Pearmut's own dashboard."""
    path = oracles / "data" / pearmut["pearmut_log"].removeprefix("data/")
    judgements = read_judgements(path)
    [lines] = [campaign["lines"] for campaign in pearmut["active_per_user_reset"].values()]
    assert {judgement.rater for judgement in judgements} <= {user for user, _ in lines}
    by_user = Counter(user for user, _ in lines)
    documents = {(judgement.rater, judgement.document) for judgement in judgements}
    assert Counter(user for user, _ in documents) == by_user
    scores = human_scores(judgements).system_scores()
    for row in pearmut["pearmut_1.1.6_dashboard"]:
        assert scores[row["model"]] == pytest.approx(row["score"], abs=1e-12)
        assert sum(judgement.system == row["model"] for judgement in judgements) == row["count"]


def test_error_spans_of_pearmut_are_half_open_code_points(oracles, pearmut):
    path = oracles / "data" / pearmut["pearmut_log"].removeprefix("data/")
    errors = [
        (error, judgement.hypothesis)
        for judgement in read_judgements(path)
        for error in judgement.rating.errors
    ]
    beyond = [text for error, text in errors if any(ord(character) > 0xFFFF for character in text)]
    assert errors
    assert beyond
    for error, text in errors:
        if not error.is_missing:
            start, end = error.original
            units = text.encode("utf-16-le")
            assert error.span(text) == units[2 * start : 2 * end + 2].decode("utf-16-le")


def test_tables_of_the_evaluation_tasks(oracles):
    folder = oracles / "data" / "wmt25"
    for name, n_rows in (("mteval-task1/gold.tsv", 120), ("mteval-task2/task2_refs.tsv", 120)):
        judgements = read_judgements(folder / name)
        assert len(judgements) == n_rows
    assert any(error.is_missing for judgement in judgements for error in judgement.rating.errors)


def test_paragraphs_align_as_by_the_first_script(read_golden):
    cases = read_golden("wmt25-26/alignment_first_version")["cases"]
    assert len(cases) == 50
    for case in cases:
        made = align_paragraphs(case["src"], case["tgt"], "wmt26-first")
        key = "merged" if len(case["tgt"]) >= len(case["src"]) else "split"
        assert (None if made.failed else made.texts) == case[key]
        assert len(made.texts) == len(case["src"])


@pytest.mark.parametrize(
    ("files", "kinds", "checks"),
    [
        ("wmt25/systems/*.jsonl", {"wmt25-system"}, set()),
        ("wmt26/systems/*.jsonl", {"wmt26-system"}, set()),
        ("wmt25/automatic_scores/en-is_IS.jsonl", {"wmt25-scores"}, set()),
        ("wmt25/humeval/wmt25-one-record.*.jsonl", {"wmt-humeval"}, set()),
        ("wmt25/humeval/appraise-esa.*.csv", {"esa"}, set()),
        ("wmt26/pearmut/annotations.json", {"pearmut"}, set()),
        ("wmt26/participants.cut.jsonl", {"wmt26-participants"}, set()),
        ("wmt26/blindset-two-documents.cut.jsonl", {"wmt26-blindset"}, set()),
        ("wmt26/terminology/terms.*.json", {"wmt26-terms"}, set()),
        ("wmt25/terminology/*.ende.*.jsonl", {"wmt25-terminology"}, set()),
        ("wmt25/terminology/track2.full_data_2016.jsonl", {"wmt25-terminology"}, {"terms"}),
        ("wmt25/mteval-task1/*.tsv", {"wmt25-mteval"}, set()),
        ("wmt25/mteval-task2/task2_refs.tsv", {"wmt25-mteval"}, {"quotes", "offsets"}),
    ],
)
def test_published_files_are_valid(oracles, files, kinds, checks):
    """The faults that some have are real ones."""
    paths = sorted((oracles / "data").glob(files))
    made = validate(paths)
    assert {file.format for file in made.files} == kinds
    assert {fault.check for fault in made.faults} == checks
