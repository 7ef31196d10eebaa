"""A report: its verdict, data, choice of segments, judgements, and the page."""

import base64
import gzip
import json
import re
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import parbleu
from parbleu.analysis import NgramRanking, compared_texts, ngrams, words
from parbleu.errors import RatingError
from parbleu.human import Error, Judgement, Rating, human_scores
from parbleu.human._scoring_scheme import Scheme, WeightRule
from parbleu.report import Section, make_report
from parbleu.report._html_report import score_chart
from parbleu.report._page_data import packed, page_data
from parbleu.report._report_maker import chosen_segments
from parbleu.tables import Column, Table

REFERENCE = ["the cat sat on the mat", "a dog barked at night", "it rains all day long", "we met again"] * 5
GOOD = [*REFERENCE[:-1], "we met once again"]
BAD = ["a cat is there", "dogs at night", "rain", "we met"] * 5
HOSTILE = ["</script><img src=x onerror=alert(1)>", "\u2028 \u202e rtl", "😀 <b>", "a\ud800b"] * 5


@pytest.fixture(scope="module")
def texts():
    return compared_texts(
        {"good": GOOD, "bad": BAD},
        [REFERENCE],
        source=HOSTILE[:3] * 6 + ["x", "y"],
        labels={"document": ["one"] * 12 + ["two"] * 8},
    )


@pytest.fixture(scope="module")
def report(texts):
    return make_report(
        texts,
        ["bleu", "ter"],
        resampling=parbleu.Resampling(n_samples=200),
        page=parbleu.report.PageOptions(command="parbleu report"),
    )


def judged(system, segment, *errors, **more):
    return Judgement(system=system, segment=segment, rater="ann", rating=Rating(errors), **more)


def test_numbers_are_those_of_compare(texts, report):
    wanted = parbleu.compare(
        texts.systems, texts.references, ["bleu", "ter"], test="bootstrap", n_samples=200, all_pairs=True
    )
    assert report.comparison == wanted
    assert report.tables()[:2] == wanted.tables()
    sentence = parbleu.sentence_ter(BAD[0], [REFERENCE[0]]).score
    assert report.columns[1].scores["bad"][0] == pytest.approx(sentence)


def test_verdict(report):
    bleu, ter = report.verdict
    assert re.match(r"BLEU: good leads bad by \d+\.\d\d \(\d+\.\d\d against \d+\.\d\d\)\. ", bleu)
    assert re.search(r"The gap to it is significant \(p = 0\.0\d+, corrected for 2 tests\)\.", bleu)
    assert re.search(r"A true gap of \d+\.\d\d would be found in about 80 %", bleu)
    assert re.search(r"People prefer the better-scored .* in \d\d % of pairs, where 50 % is chance\.", bleu)
    assert ter.startswith("TER: good leads bad by ")
    assert ter.endswith("Whether people would notice it is not known (TER: no published table of agreement).")


def plain_report(systems, metrics=("bleu",), **more):
    return make_report(
        compared_texts(systems, [REFERENCE]),
        metrics,
        resampling=parbleu.Resampling(n_samples=200),
        page=parbleu.report.PageOptions(analyses=False),
        **more,
    )


def test_headline_of_a_winner(report):
    answer, others = report.headline
    assert re.fullmatch(
        r"good is best: \d+\.\d\d BLEU ahead of the next, bad; the difference holds; "
        r"people agree with such a difference in about \d of 10 cases\.",
        answer,
    )
    assert others == "good is also first by TER."


def test_headline_without_a_winner():
    near = [*REFERENCE[:-1], "we met"]
    systems = {"far": [*REFERENCE[:-2], "rain", "we met"], "near": near, "good": GOOD}
    answer, *others = plain_report(systems, ["chrf"]).headline
    assert answer.startswith("No clear winner: good is ")
    assert "ahead of near, which may be chance, as may its lead over far; people agree" in answer
    assert others == []
    answer, _ = plain_report({"one": BAD, "two": BAD}, ["bleu", "ter"]).headline
    assert re.fullmatch(r"one and two share the best score, \d+\.\d\d BLEU\.", answer)
    (answer,) = plain_report({"one": BAD}).headline
    assert re.fullmatch(r"one scores \d+\.\d\d BLEU on 20 segments\.", answer)


def test_headline_points_at_warnings_that_make_scores_meaningless():
    for told, is_told in (
        ("bad and ref do not match line by line: from line 1 on, each line of the output", True),
        ("bad and ref are written differently: quotes", False),
    ):
        found = make_report(
            compared_texts({"good": GOOD, "bad": BAD}, [REFERENCE]),
            ["bleu"],
            resampling=parbleu.Resampling(n_samples=200),
            page=parbleu.report.PageOptions(analyses=False, warnings=(told,)),
        )
        caution = "Such a score says little until the texts are mended: see the warning below."
        assert (found.headline[1:2] == (caution,)) is is_told
        assert "Shade: cluster" in found.html()
    page = plain_report({"one": BAD}).html()
    assert "cluster, the strongest" not in page
    assert "Bold: the best" not in page


def test_headline_of_what_is_not_known(texts):
    untested = make_report(texts, ["ter"], resampling=parbleu.Resampling("none"))
    assert untested.headline[0].endswith("ahead of bad; whether the difference holds was not tested.")
    few = make_report(texts, ["ter"], resampling=parbleu.Resampling(n_samples=200, alpha=0.001))
    assert "is not known, as too few samples were drawn." in few.headline[0]


def test_headline_tells_whom_people_put_first():
    judgements = [judged("good", 0, Error(0, 3, "Accuracy", "Major")), judged("bad", 0)]
    found = plain_report({"good": GOOD, "bad": BAD}, ["bleu", "chrf"], judgements=judgements)
    assert found.headline[1] == "good is also first by chrF2. First by people: bad."
    systems, panels = score_chart(found)
    assert systems == ["good", "bad"]
    assert [panel.metric for panel in panels] == ["BLEU ↑", "chrF2 ↑", "ratings ↑"]
    assert [mark.score for mark in panels[2].marks] == ["-5.00", "0.00"]
    assert [mark.at for mark in panels[2].marks] == [5, 95]


def test_chart_has_the_scores_intervals_and_clusters(report):
    systems, (bleu, ter) = score_chart(report)
    assert systems == ["good", "bad"]
    for panel, metric in zip((bleu, ter), report.comparison.metrics, strict=True):
        assert [mark.score for mark in panel.marks] == [f"{metric[name].score:.2f}" for name in systems]
        assert [mark.is_best for mark in panel.marks] == [True, False]
        assert panel.marks[0].tint > panel.marks[1].tint == 0
        for mark in panel.marks:
            assert 5 <= mark.ends[0] <= mark.at <= mark.ends[1] <= 95
    assert bleu.marks[0].at > bleu.marks[1].at
    assert ter.marks[0].at < ter.marks[1].at
    assert 1 < len(bleu.ticks) <= 5


def test_title_names_the_test_set_and_the_languages(texts):
    none = parbleu.Resampling("none")

    def made(texts, **page):
        return make_report(
            texts,
            ["bleu"],
            resampling=none,
            page=parbleu.report.PageOptions(analyses=False, **page),
        )

    assert made(texts).title == "Where the systems differ"
    assert made(texts, title="Ours").title == "Ours"
    languages = ["en-de"] * 12 + ["en-fr"] * 8
    several = texts.changed(labels={"language_pair": languages})
    assert made(several, test_set="wmt24").title == "wmt24 2 language pairs"
    one = made(texts.changed(language_pair="en-de"), test_set="wmt24", date="2026-02-03")
    assert one.title == "wmt24 en-de"
    assert one.about == ("20 segments", "2 systems", "1 metric", "2026-02-03")


def test_verdict_names_the_nearest_systems_first():
    systems = {"far": [*REFERENCE[:-2], "rain", "we met"], "near": [*REFERENCE[:-1], "we met"], "good": GOOD}
    found = make_report(
        compared_texts(systems, [REFERENCE]),
        ["chrf"],
        resampling=parbleu.Resampling(n_samples=200),
        page=parbleu.report.PageOptions(analyses=False),
    )
    assert "good leads near by" in found.verdict[0]
    assert re.search(r"The gap is not significant \(p = .*\), nor is that to far\.", found.verdict[0])


def test_verdict_of_too_few_samples(texts):
    (sentence,) = make_report(
        texts,
        ["bleu"],
        resampling=parbleu.Resampling(n_samples=200, alpha=0.001),
        page=parbleu.report.PageOptions(analyses=False),
    ).verdict
    assert "Whether the gap holds is not known. Too few samples for 1 test on " in sentence


def test_long_tables_are_folded(texts):
    long = Table("long", (Column("n", kind=int),), [(n,) for n in range(41)], title="Long")
    short = Table("short", (Column("n", kind=int),), [(n,) for n in range(40)], title="Short")
    page = make_report(
        texts,
        ["bleu"],
        resampling=parbleu.Resampling("none"),
        page=parbleu.report.PageOptions(analyses=False),
        sections=[Section("own", "Own", (long, short))],
    ).html()
    assert re.findall(r"<summary>(.*)</summary>\s*<div class=\"table\" data-table=\"(\w+)", page) == [
        ("Long: a table of 41 rows", "long")
    ]


def test_segments_without_errors_are_behind_their_number(texts):
    report = make_report(
        texts,
        ["bleu"],
        resampling=parbleu.Resampling("none"),
        judgements=[
            judged("good", 3),
            judged("good", 1, Error(0, 1, "style", "minor")),
            judged("bad", 2, Error(0, 1, "style", "minor")),
        ],
    )
    (section,) = [section for section in report.sections if section.name == "spans"]
    rows = section.tables[0].rows
    found = {rows[row][:3]: segments for (_, row, _), segments in section.behind.items()}
    assert found[("good", "no error", "no error")] == [3]
    assert found[("good", "minor", "style")] == [1]


def test_verdict_without_a_difference(texts):
    found = make_report(texts.changed(systems={"one": texts.systems["bad"], "two": texts.systems["bad"]}))
    assert found.verdict[0].startswith("BLEU: several systems have the best score, ")


def test_verdict_of_one_system(texts):
    found = make_report(texts.changed(systems={"good": texts.systems["good"]}), ["bleu"])
    assert found.verdict[0].endswith("on 20 segments.")
    assert found.comparison.test is None


def test_page_holds_everything_and_asks_for_nothing(report):
    page = report.html()
    assert page == report.html()
    assert "</script><img" not in page
    assert not re.search(r"(src|href)=[\"']?(https?:|//)", page)
    assert "default-src 'none'" in page
    assert '<th scope="row" dir="auto" style="text-align: left">good' in page
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)[1]
    assert sum(map(len, [*scripts, style])) <= 62 * 1024


def test_data_are_the_texts(texts, report):
    found = data_of(report.html())
    assert found == page_data(report)
    texts_of_page = texts_in(report.html())
    place = found["systems"].index("bad")
    assert [hypotheses[place] for _, _, hypotheses in texts_of_page] == BAD
    assert texts_of_page[0][:2] == [[HOSTILE[0]], [REFERENCE[0]]]
    assert found["numbers"] == list(range(1, 21))
    assert found["labels"] == [{"name": "document", "names": ["one", "two"], "of": [0] * 12 + [1] * 8}]


def data_of(page):
    text = re.search(r'id="page-data">([^<]*)</script>', page).group(1)
    return unpacked(text)


def texts_in(page):
    blocks = re.findall(r'class="texts">([^<]*)</script>', page)
    return [row for block in blocks for row in unpacked(block)]


def unpacked(text):
    return json.loads(gzip.decompress(base64.b64decode(text)))


def test_texts_stand_in_blocks_of_segments(texts, monkeypatch):
    monkeypatch.setattr("parbleu.report._page_data.BLOCK_TEXTS", 15)
    report = make_report(
        texts,
        ["bleu"],
        resampling=parbleu.Resampling("none"),
        page=parbleu.report.PageOptions(analyses=False),
    )
    blocks = re.findall(r'class="texts">([^<]*)</script>', report.html())
    assert [len(unpacked(block)) for block in blocks] == [7, 7, 6]
    assert data_of(report.html())["blockSize"] == 7
    assert [row[2][0] for row in texts_in(report.html())] == GOOD


def test_lone_surrogates_stay_single_characters():
    assert unpacked(packed({"text": "a\ud800b"}))["text"] == "a\ud800b"


def test_segments_behind_numbers(texts):
    table = Table("buckets", (Column("bucket"), Column("n", kind=int)), [("short", 2)])
    section = Section("buckets", "Buckets", (table,), behind={("buckets", 0, "n"): [3, 5]})
    found = make_report(texts, ["bleu"], sections=[section], page=parbleu.report.PageOptions(most_texts=None))
    assert page_data(found)["behind"]["buckets"] == [
        [0, ["n"], 2, "4,2"]
    ]  # segments 3 and 5, counted from -1
    half = replace(found, shown_segments=(1, 5))
    assert page_data(half)["behind"]["buckets"] == [[0, ["n"], 1, "2"]]


def test_every_number_has_its_segments(texts, report):
    sections = {section.name: section for section in report.sections}
    assert list(sections) == [
        "scores", "pairs", "distributions", "buckets", "words", "ngrams", "classes", "data", "paper"
    ]  # fmt: skip
    row = [cells[0] for cells in sections["data"].tables[0].rows].index("identical")
    equal = [place for place, text in enumerate(GOOD) if text == REFERENCE[place]]
    assert list(sections["data"].behind["checks", row, "good"]) == equal
    table = next(table for table in sections["ngrams"].tables if table.name == "match_first_0_1")
    segments = sections["ngrams"].behind["match_first_0_1", 0, "ngram"]
    assert segments
    assert all(table.rows[0][0] in REFERENCE[segment] for segment in segments)
    for section in report.sections:
        names = {table.name: table for table in section.tables}
        for name, row, column in section.behind:
            filled = not column or names[name].column(column)[row] is not None
            assert filled or not section.behind[name, row, column]


def test_analyses_are_those_of_the_library(texts, report):
    result = words(texts, "kind")
    (section,) = (section for section in report.sections if section.name == "words")
    table = next(table for table in section.tables if table.name == "words_kind")
    assert table.rows == result.tables()[0].rows
    place = result.buckets.index("word")
    assert section.behind["words_kind", place, "bad"] == result.segments("word", "bad", "missed")
    without = make_report(texts, ["bleu"], page=parbleu.report.PageOptions(analyses=False))
    assert "words" not in [section.name for section in without.sections]


def test_ratings(texts):
    judgements = [
        judged("good", 0, Error(0, 3, "Fluency", "Minor")),
        judged("bad", 0, Error(0, 3, "Accuracy", "Major"), Error(-1, -1, "Accuracy/Omission", "Minor")),
        judged("other", 0),
    ]
    found = make_report(texts, ["bleu"], judgements=judgements)
    (section,) = (section for section in found.sections if section.name == "ratings")
    assert section.tables[0] == human_scores(judgements).table("system")
    (spans,) = (section for section in found.sections if section.name == "spans")
    (row,) = (
        row for row, cells in enumerate(spans.tables[0].rows) if cells[:3] == ("bad", "Major", "Accuracy")
    )
    assert spans.behind["error_spans", row, ""] == [0]
    ratings = page_data(found)["ratings"]
    assert ratings["rows"] == [
        [0, 0, 0, None, [[0, 3, "Minor", "Fluency", 0, None]], 0],
        [
            1,
            0,
            0,
            None,
            [[0, 3, "Major", "Accuracy", 0, None], [-1, -1, "Minor", "Accuracy/Omission", 0, None]],
            0,
        ],
        [2, -1, 0, None, [], 1],  # of a system that the page does not compare, but its tables have
    ]
    assert ratings["systems"] == ["good", "bad", "other"]
    assert ratings["weights"]["major"] == 5


def test_costs_of_schemes_that_the_page_cannot_compute(texts):
    rule = WeightRule("grave", "^major:accuracy", 7.5)
    scheme = Scheme("own", "patterns", rules=(rule,))
    judgements = [
        judged("good", 0, Error(0, 3, "Accuracy", "Major")),
        judged("bad", 0, Error(0, 3, "Accuracy", "Minor")),
    ]
    found = make_report(
        texts, ["bleu"], judgements=judgements, scheme=scheme, page=parbleu.report.PageOptions(analyses=False)
    )
    assert [row[4][0][5] for row in page_data(found)["ratings"]["rows"]] == [7.5, 0]


def test_scores_by_language_pair(texts):
    languages = ["en-de"] * 7 + ["en-fr"] * 13
    found = make_report(
        texts.changed(labels={"language_pair": languages}),
        ["bleu", "ter"],
        resampling=parbleu.Resampling("none"),
    )
    section = found.sections[0]
    assert [table.name for table in section.tables] == ["scores", "languages"]
    table = section.tables[1]
    for row, (system, lines) in enumerate((("good", GOOD), ("bad", BAD))):
        parts = [(lines[:7], REFERENCE[:7]), (lines[7:], REFERENCE[7:])]
        bleu = [parbleu.corpus_bleu(own, [reference]).score for own, reference in parts]
        ter = [parbleu.corpus_ter(own, [reference]).score for own, reference in parts]
        wanted = (system, *bleu, sum(bleu) / 2, *ter, sum(ter) / 2)
        assert list(table.rows[row]) == [system, *map(pytest.approx, wanted[1:])]
        assert section.behind["languages", row, "TER_en-de"] == tuple(range(7))
    assert "Scores by language pair" in found.html()
    assert len(make_report(texts, ["bleu"], resampling=parbleu.Resampling("none")).sections[0].tables) == 1


def test_ngrams_of_all_pairs(monkeypatch):
    systems = {name: [*GOOD[:place], *BAD[place:]] for place, name in enumerate("abcdefg", 3)}
    texts = compared_texts(systems, [REFERENCE])
    (section,) = (
        each
        for each in make_report(texts, ["bleu"], resampling=parbleu.Resampling("none")).sections
        if each.name == "ngrams"
    )
    assert list(section.pairs) == list(combinations(range(7), 2))
    assert section.tables == section.pairs[0, 1].tables
    made = section.pairs[2, 5]
    wanted = ngrams(texts, "c", "f", kind="over", ranking=NgramRanking(top=15, by="log_odds"))
    assert [table.rows for table in made.tables[2:]] == [table.rows for table in wanted.tables()[:2]]
    for row, ngram in enumerate(wanted.more_of_first):
        assert made.behind["over_first_2_5", row, "first_count"] == wanted.segments(ngram.tokens, "first")
    monkeypatch.setattr("parbleu.report._analysis_sections.MOST_COMPARED", 15 * len(texts))
    (fewer,) = (
        each
        for each in make_report(texts, ["bleu"], resampling=parbleu.Resampling("none")).sections
        if each.name == "ngrams"
    )
    assert list(fewer.pairs) == list(combinations(range(1, 7), 2))  # a is the worst


def test_judgements_are_placed_by_document_and_text(texts):
    by_document = Judgement(
        system="bad", segment=19, document="two", place=1, rating=Rating(), hypothesis=BAD[13]
    )
    found = make_report(texts, ["bleu"], judgements=[by_document])
    assert found.judgements[0].segment == 13
    with pytest.raises(RatingError, match="'dogs' was judged, but the system's output is 'rain'"):
        make_report(texts, ["bleu"], judgements=[judged("bad", 2, hypothesis="dogs")])
    with pytest.raises(RatingError, match="the systems have 20 segments"):
        make_report(texts, ["bleu"], judgements=[judged("bad", 20)])
    with pytest.raises(RatingError, match="the ratings are of other, and the systems are called good, bad"):
        make_report(texts, ["bleu"], judgements=[judged("other", 2)])


def test_choice_of_segments(texts, report):
    assert chosen_segments(texts, report.columns, None, 1) == (None, "")
    assert chosen_segments(texts, report.columns, 40, 1) == (None, "")
    shown, sentence = chosen_segments(texts, report.columns, 16, 1)
    assert len(shown) == 8
    assert sorted(set(shown)) == list(shown)
    assert "8 of 20 segments" in sentence
    assert (shown, sentence) == chosen_segments(texts, report.columns, 16, 1)
    scores = np.array(list(report.columns[0].scores.values())).mean(axis=0)
    assert {int(scores.argmin()), int(scores.argmax())} <= set(shown)
    small = make_report(texts, ["bleu"], page=parbleu.report.PageOptions(most_texts=16))
    assert len(page_data(small)["numbers"]) == 8
    assert "8 of 20 segments" in small.html()


def test_write_replaces_the_file_or_leaves_it(report, tmp_path):
    path = tmp_path / "report.html"
    path.write_text("old")
    report.write(path)
    assert path.read_text(encoding="utf-8") == report.html()
    with pytest.raises(parbleu.ParbleuError):
        report.write(tmp_path / "missing" / "report.html")


def test_split_by_a_label(report, tmp_path):
    files = report.write_split(tmp_path / "page.html", "document")
    assert [path.rpartition("/")[2] for path in files] == ["page-1.html", "page-2.html", "page.html"]
    first, second, index = ((tmp_path / name).read_text(encoding="utf-8") for name in files)
    assert data_of(first)["numbers"] == list(range(1, 13))
    assert [hypotheses[1] for _, _, hypotheses in texts_in(second)] == BAD[12:]
    assert data_of(index)["numbers"] == []
    assert 'href="page-2.html#segments"' in index
    with pytest.raises(parbleu.errors.UnknownNameError):
        report.write_split(tmp_path / "other.html", "domain")
    assert not (tmp_path / "other.html").exists()
