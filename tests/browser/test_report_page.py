"""The page of a report, used as people use it."""

import base64
import gzip
import json
import random
import re
import statistics
import urllib.parse
import zlib
from string import ascii_uppercase

import pytest

from parbleu import Resampling
from parbleu.analysis import compared_texts
from parbleu.analysis._counted_spans import span_counts
from parbleu.human import human_scores
from parbleu.human._raters import rater_profiles
from parbleu.human._scoring_scheme import get_scheme
from parbleu.report import PageOptions, make_report
from parbleu.tables import render
from waiting import wait_until

pytestmark = pytest.mark.browser


def numbers(page):
    """The numbers of the segments that the page shows."""
    return [
        int(name.removeprefix("segment-"))
        for name in page.locator("article.segment").evaluate_all("found => found.map((each) => each.id)")
    ]


def read_lines(path):
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def found(page):
    return page.locator("#found").inner_text()


def test_opens_with_one_request_and_no_message(example, opened):
    page = opened(example[1])
    assert len(page.requests) == 1
    assert page.messages == []
    page.picture("report")


def test_shows_the_numbers_of_the_comparison(example, opened):
    report, path = example
    page = opened(path).page
    rows = page.locator('[data-table="scores"] tbody tr')
    for number, place in enumerate(report.comparison.order("BLEU")):
        system = report.comparison.systems[place]
        cells = rows.nth(number).locator("th, td").all_inner_texts()
        assert cells[0].startswith(system)
        for metric in report.comparison.metrics:
            assert any(cell.startswith(f"{metric[system].score:.2f}") for cell in cells)


def test_a_page_of_26_systems_stays_small_and_opens(oracles, opened, tmp_path):
    """15 systems of WMT24 and others whose segments are taken from these in turn, 998 segments each."""
    home = oracles / "data" / "evalsets" / "wmt24"
    outputs = [read_lines(path) for path in sorted((home / "system-outputs" / "en-cs").glob("*.txt"))][:15]
    while len(outputs) < 26:
        first = len(outputs)
        outputs.append([outputs[(first + place) % 15][place] for place in range(len(outputs[0]))])
    systems = {f"system {number}": texts for number, texts in enumerate(outputs)}
    references = [read_lines(home / "references" / "en-cs.refA.txt")]
    texts = compared_texts(systems, references, source=read_lines(home / "sources" / "en-cs.txt"))
    report = make_report(texts, ["bleu", "chrf"], resampling=Resampling(n_samples=6500))
    report.write(tmp_path / "page.html")
    assert (tmp_path / "page.html").stat().st_size < 5_000_000
    shown = opened(tmp_path / "page.html")
    assert shown.messages == []
    assert len(shown.requests) == 1
    assert shown.page.locator("table.matrix tbody tr").count() == 26
    assert not shown.page.locator('[data-table="pairs"]').is_visible()
    assert shown.page.locator('[data-table="pairs"] tbody tr').count() == 2 * 325
    shown.picture("report-26-systems")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_the_answer_stands_on_the_first_screen(example, opened, size):
    """Title, sentence and the whole chart, without scrolling; the link to the segments stays in sight."""
    report, path = example
    shown = opened(path, viewport={"width": size[0], "height": size[1]})
    page = shown.page
    assert page.locator(".headline").inner_text() == report.headline[0]
    for part in ("h1", ".headline", "table.chart", "nav a.main"):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= size[1], part
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    shown.picture(f"report-first-screen-{size[0]}")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator("nav a.main").click()
    page.wait_for_function("() => document.getElementById('segments').getBoundingClientRect().top < 100")


def test_chart_leads_to_segments(example, opened):
    report, path = example
    page = opened(path).page
    order = report.comparison.order("BLEU")
    assert page.locator(".chart tbody th").all_inner_texts() == [report.comparison.systems[n] for n in order]
    page.locator(".chart tbody tr").nth(2).locator("td[data-metric=TER] button").click()
    page.wait_for_function("() => location.hash.includes('sort=worst')")
    state = dict(urllib.parse.parse_qsl(page.evaluate("location.hash.slice(1)")))
    assert (state["second"], state["metric"]) == (report.comparison.systems[order[2]], "TER")


def test_columns_are_chosen(tmp_path, opened):
    """At first nothing scrolls sideways: 10 systems, 4 metrics, at 1280 pixels."""
    lines = [f"a line of text with number {number} and {number % 7}" for number in range(40)]
    systems = {
        f"system-{name}": [line if n % (3 + name) else line[name:] for n, line in enumerate(lines)]
        for name in range(10)
    }
    texts = compared_texts(systems, [lines])
    report = make_report(texts, ["bleu", "chrf", "chrf++", "ter"], resampling=Resampling(n_samples=100))
    report.write(tmp_path / "page.html")
    page = opened(tmp_path / "page.html", viewport={"width": 1280, "height": 800}).page
    wide = """() => [...document.querySelectorAll("div.table, .scroll")]
        .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.ariaLabel)"""
    assert page.evaluate(wide) == []
    headings = page.locator('[data-table="scores"] thead tr:nth-child(2) th:visible')
    assert headings.all_inner_texts() == ["score ↑", "rank"] * 3 + ["score ↓", "rank"]
    note = page.locator('[data-table="scores"] p', has_text="p (Holm): ")
    assert not note.is_visible()  # it explains a column that is not shown
    page.locator("select[name=columns]").select_option("chrF2++")
    assert headings.all_inner_texts() == ["score ↑", "p (Holm)", "rank", "cluster"]
    assert note.is_visible()
    other = opened(tmp_path / "page.html", page.evaluate("location.hash")).page
    assert other.locator('[data-table="scores"] thead tr:nth-child(2) th:visible').count() == 4
    page.locator("select[name=columns]").select_option("all")
    assert headings.count() == 16
    of_metric = page.locator("div.table[data-metric]:visible")
    assert of_metric.count() == 1
    for name in [of_metric.get_attribute("data-metric"), "TER"]:  # each table explains its signs
        page.locator("#buckets select[name=metric]").select_option(name)
        assert of_metric.get_attribute("data-metric") == name
        assert of_metric.locator("p", has_text="±: half the width").is_visible()


def test_language_pairs_are_a_map(tmp_path, opened):
    lines = [f"line {number} of both" for number in range(24)]
    texts = compared_texts(
        {"one": lines, "two": [line[2:] for line in lines]},
        [lines],
        labels={"language_pair": ["en-de"] * 12 + ["en-fr"] * 12},
    )
    make_report(
        texts, ["bleu", "chrf"], resampling=Resampling("none"), page=PageOptions(analyses=False)
    ).write(tmp_path / "page.html")
    page = opened(tmp_path / "page.html").page
    table = page.locator('[data-table="languages"]')
    assert table.locator("thead tr:nth-child(2) th:visible").all_inner_texts() == [
        "en-de ↑",
        "en-fr ↑",
        "mean ↑",
    ]
    shades = table.locator("tbody td:visible").evaluate_all(
        "cells => cells.map((e) => e.style.getPropertyValue('--heat'))"
    )
    assert shades[:2] == ["30%", "30%"]
    assert shades[3:5] == ["0%", "0%"]


def test_sorts_tables(example, opened):
    page = opened(example[1]).page
    names = '[data-table="scores"] tbody th'
    page.click('[data-table="scores"] thead th[scope="col"] button.sort >> nth=0')
    down = page.locator(names).all_inner_texts()
    page.click('[data-table="scores"] thead th[scope="col"] button.sort >> nth=0')
    up = page.locator(names).all_inner_texts()
    assert down == up[::-1] == sorted(up, reverse=True)
    assert page.locator('[data-table="scores"] th[aria-sort="ascending"]').count() == 1
    ter = [metric.name for metric in example[0].comparison.metrics].index("TER")
    page.locator('[data-table="scores"] thead tr:nth-child(2) button.sort').nth(4 * ter).click()
    scores = example[0].comparison["TER"].scores
    wanted = [score.system for score in sorted(scores, key=lambda score: -score.score)]
    assert [name.split("\n")[0].split(" ")[0] for name in page.locator(names).all_inner_texts()] == wanted


def test_filters_by_text_and_regular_expression(example, opened):
    report, path = example
    page = opened(path).page
    page.fill("#query", "spare")
    page.wait_for_function("() => document.getElementById('found').textContent.startsWith('1 of 48')")
    assert numbers(page) == [14]
    page.fill("#query", "^(Never mind|Nobody)")
    page.get_by_text("Filters and marks").click()
    page.get_by_label("regular expression").check()
    page.wait_for_function("() => /^[1-9]/.test(document.getElementById('found').textContent)")
    page.fill("#query", "(")
    page.wait_for_function(
        "() => document.getElementById('found').textContent.includes('no regular expression')"
    )
    page.get_by_role("button", name="Remove all filters").click()
    page.wait_for_function("() => document.getElementById('found').textContent.startsWith('48 of 48')")
    del report


def test_address_holds_the_view(example, opened):
    first = opened(example[1])
    page = first.page
    page.locator("#segment-list select[name=second]").select_option("literal")
    page.locator("#segment-list select[name=metric]").select_option("chrF2")
    page.locator("select[name=sort]").select_option("second-better")
    page.get_by_text("Filters and marks").click()
    page.locator("select[name=of]").select_option("difference")
    page.locator("input[name=high]").fill("-20")
    page.wait_for_function("() => document.getElementById('found').textContent !== '48 of 48 segments'")
    page.wait_for_function("() => location.hash.includes('high=-20')")
    wanted, shown, address = numbers(page), found(page), page.evaluate("location.hash")
    other = opened(example[1], address).page
    assert (numbers(other), found(other)) == (wanted, shown)
    chrf = next(column for column in example[0].columns if column.name == "chrF2")
    differences = [
        (second - one, number + 1)
        for number, (one, second) in enumerate(
            zip(chrf.scores["careful"], chrf.scores["literal"], strict=True)
        )
    ]
    chosen = sorted((-difference, number) for difference, number in differences if difference <= -20)
    assert wanted == [number for _, number in chosen][: len(wanted)]


def test_click_on_a_number_shows_its_segments(example, opened):
    page = opened(example[1]).page
    page.click('[data-table="buckets"] button.link')
    page.wait_for_function("() => document.getElementById('found').textContent.startsWith('2 of 48')")
    assert sorted(numbers(page)) == [14, 26]
    assert page.evaluate("document.activeElement.id") == "segments-title"


def test_systems_stand_in_one_order(opened, tmp_path):
    """In the chart, the scores and both sides of the matrix: the best by the first metric first."""
    reference = ["the cat sat on the mat today", "it was raining all day long"] * 20
    systems = {"worst": ["a dog"] * 40, "best": reference, "middle": ["the cat sat all day", *reference[1:]]}
    report = make_report(compared_texts(systems, [reference]), ["chrf"], resampling=Resampling(n_samples=20))
    report.write(tmp_path / "page.html")
    page = opened(tmp_path / "page.html").page
    ranked = ["best", "middle", "worst"]
    chart = page.locator(".chart tbody th").all_inner_texts()
    table = page.locator('[data-table="scores"] tbody tr :first-child:is(th, td)').all_inner_texts()
    sides = [page.locator(f"table.matrix {side} th").all_inner_texts() for side in ("thead", "tbody")]
    assert chart == [name.removesuffix(" (baseline)") for name in table] == sides[0] == sides[1] == ranked


@pytest.mark.parametrize("section", ["pairs", "why", "paper", "segments"])
def test_an_address_opens_at_its_section(example, opened, section):
    page = opened(example[1], f"#{section}").page
    wait_until(lambda: 0 <= page.locator(f"#{section}").bounding_box()["y"] < 100)


def test_matrix_chooses_the_pair(example, opened):
    page = opened(example[1]).page
    page.locator("select[name=cells]").select_option("won")
    page.click("table.matrix tbody tr:nth-child(2) td:nth-child(4) button")
    assert "first=careless" in page.evaluate("location.hash")
    assert "second=literal" in page.evaluate("location.hash")
    pair = example[0].comparison["BLEU"].pair("careless", "literal")
    text = page.locator("table.matrix tbody tr:nth-child(2) td:nth-child(4)").inner_text()
    assert text.startswith(f"{pair.difference:+.2f}")
    scores = example[0].columns[0].scores
    pairs = list(zip(scores["careless"], scores["literal"], strict=True))
    won = [sum(two > one for one, two in pairs), sum(two == one for one, two in pairs)]
    won.append(len(pairs) - sum(won))
    assert text.endswith("/".join(map(str, won)))
    shown = {}
    for number, count in enumerate(won):
        cell = page.locator("table.matrix tbody tr:nth-child(2) td:nth-child(4) small button")
        cell.nth(number).click()
        page.wait_for_function(
            f"() => document.getElementById('found').textContent.startsWith('{count} of 48')"
        )
        shown[number] = page.evaluate("location.hash")
    assert len(set(shown.values())) == 3


def test_every_number_leads_to_segments(example, opened):
    """Of all tables, folded ones too; zeros and dashes have no segments, and texts no link."""
    page = opened(example[1]).page
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    page.wait_for_function(
        "() => [...document.querySelectorAll('details')].every((each) => "
        "!each.querySelector('div.table') || each.querySelector('p.export'))"
    )
    dead = page.evaluate("""() => [...document.querySelectorAll("div.table td")].filter((cell) =>
        /^[-+]?[0-9.]*[1-9]/.test(cell.textContent) && !cell.querySelector("button") &&
        !cell.matches("[dir]")).map((cell) => [cell.closest("div.table").dataset.table, cell.textContent])""")
    assert dead == [["buckets", "3"]]  # our own table, which has segments behind one of its numbers
    assert page.locator("div.table td button.link").count() > 1000
    assert page.locator('[data-table="checks"] td').filter(has_text="-1").count() == 0


def test_links_show_the_segments_of_the_library(example, opened):
    report, path = example
    page = opened(path).page
    behind = {cell: segments for each in report.sections for cell, segments in each.behind.items()}
    for table, row, column in (
        ("segments_length_BLEU", 2, ""),
        ("words_kind", 2, "careless"),
        ("classes_reference", 3, "literal"),
        ("raters", 1, ""),
        ("error_spans", 4, ""),
        ("texts", 1, "segments"),
    ):
        wanted = sorted({number + 1 for number in behind[table, row, column]})
        page = opened(path, f"#cell={table}%3A{row}%3A{column}&sort=number").page
        assert found(page) == f"{len(wanted)} of 48 segments behind the number that was clicked"
        assert numbers(page) == wanted[: len(numbers(page))]


def test_address_holds_sorted_tables_and_weights(example, opened):
    page = opened(example[1]).page
    page.click('[data-table="words_length"] thead button.sort >> nth=3')
    page.get_by_label("major", exact=True).fill("10")
    page.wait_for_function("() => location.hash.includes('weights=')")
    shown = [
        page.locator(f"{table} tbody").inner_text()
        for table in ('[data-table="words_length"]', "#ratings [data-table=system_scores]")
    ]
    address = page.evaluate("location.hash")
    other = opened(example[1], address).page
    assert [
        other.locator(f"{table} tbody").inner_text()
        for table in ('[data-table="words_length"]', "#ratings [data-table=system_scores]")
    ] == shown
    assert other.locator('[data-table="words_length"] [aria-sort="descending"]').count() == 1
    other.get_by_role("button", name="Back to mqm").click()
    plain = opened(example[1]).page.locator("[data-table=system_scores] tbody").inner_text()
    other.wait_for_function("() => !location.hash.includes('weights=')")
    assert other.locator("[data-table=system_scores] tbody").inner_text() == plain != shown[1]
    broken = opened(example[1], "#weights=%7Bnonsense&table=words_length%3A99%3Aup")
    assert broken.messages == []
    assert broken.page.locator("[data-table=system_scores] tbody").inner_text() == plain


def test_weights_change_the_scores_of_segments(example, opened):
    report, path = example
    page = opened(path, "#metric=ratings&first=careful&second=careless&sort=worst").page
    per_segment = human_scores(report.judgements).segment_scores()["careless"]
    scores = {unit[1]: score for unit, score in per_segment.items()}
    worst = min(scores.values())
    card = page.locator("article.segment").first
    assert f"ratings {worst:.2f}" in card.inner_text()
    page.get_by_label("major", exact=True).fill("10")
    heavier = human_scores(
        report.judgements,
        "major:10 minor:1 neutral:0 major/non-translation!:25 minor/fluency/punctuation:0.1",
    ).segment_scores()["careless"]
    wanted = f"ratings {min(heavier.values()):.2f}"
    page.wait_for_function(f"() => document.querySelector('article.segment').innerText.includes('{wanted}')")


def test_sorts_by_disagreement_of_metrics(example, opened):
    """As `parbleu analyze examples --by metrics`, for the hypotheses of one system."""
    report, path = example
    page = opened(path, "#metric=BLEU&against=TER&second=careless&sort=metrics").page
    columns = {column.name: column for column in report.columns}
    shares = []
    for name in ("BLEU", "TER"):
        scores = columns[name].scores["careless"]
        sign = 1 if columns[name].higher_is_better else -1
        values = [sign * score for score in scores]
        shares.append(
            [sum(each < own for each in values) - sum(each > own for each in values) for own in values]
        )
    gaps = [abs(one - other) for one, other in zip(*shares, strict=True)]
    shown = [gaps[number - 1] for number in numbers(page)]
    assert shown == sorted(gaps, reverse=True)[: len(shown)]
    page.locator("select[name=against]").select_option("ratings")
    page.wait_for_function("() => location.hash.includes('against=ratings')")


def test_many_systems_are_drawn_in_small_blocks(tmp_path, opened):
    """So that the page always reacts: two segments of 26 systems at once, and their differences later."""
    lines = [f"segment {number} of a long list" for number in range(300)]
    systems = {f"s{number}": [f"{line} by {number}" for line in lines] for number in range(26)}
    texts = compared_texts(systems, [lines])
    make_report(
        texts,
        ["bleu"],
        page=PageOptions(analyses=False),
        resampling=Resampling(n_samples=20),
    ).write(tmp_path / "page.html")
    page = opened(tmp_path / "page.html", "#show=all&segment=100").page
    assert page.evaluate("document.activeElement.id") == "segment-100"
    assert 0 < len(numbers(page)) <= 5 * 2
    page.wait_for_function(
        "() => document.querySelectorAll('#segment-100 .hypothesis:has(mark.differs)').length === 26"
    )


def test_marks_differences_and_errors(example, opened):
    report, path = example
    page = opened(path, "#second=careless&compare=careful&segment=26").page
    card = page.locator("#segment-26")
    (missing,) = card.locator(".hypothesis mark.gap").evaluate_all("found => found.map((each) => each.title)")
    assert missing == "not here: nicht"
    rating = next(each for each in report.judgements if each.rating and each.rating.errors)
    page = opened(path, f"#first={rating.system}&compare=none&segment={rating.segment + 1}").page
    card = page.locator(f"#segment-{rating.segment + 1}")
    card.scroll_into_view_if_needed()
    key = (rating.system, rating.segment)
    rated = [each for each in report.judgements if (each.system, each.segment) == key]
    errors = [error for each in rated for error in each.rating.errors if error.start >= 0]
    spans = [rating.hypothesis[error.start : error.end] for error in errors]
    marked = card.locator(".hypothesis").first.locator("mark.error").all_inner_texts()
    assert marked
    assert all(any(text in span for span in spans) for text in marked)


def test_weights_recompute_all_tables_of_ratings(example, opened):
    """Scores of systems, means and biases of raters, and costs of errors, as the library computes them."""
    report, path = example
    page = opened(path).page

    def shown(table):
        rows = page.locator(f"[data-table={table}] tbody tr").all()
        return [row.locator("th, td").all_inner_texts() for row in rows]

    def wanted(scheme):
        scores = human_scores(report.judgements, scheme)
        profiles = rater_profiles(report.judgements, scores)
        counts = span_counts(report.judgements, scheme=get_scheme(scheme))
        tables = [scores.table("system"), *profiles.tables(), *counts.tables()]
        return {table.name: cells(table) for table in tables}

    def cells(table):
        found = []
        for row in table.rows:
            texts = []
            for column, value in zip(table.columns, row, strict=True):
                if not column.people:
                    continue
                if value is None:
                    texts.append("–")
                elif column.kind is float:
                    texts.append(f"{value:{'+' if column.signed and value > 0 else ''}.{column.decimals}f}")
                else:
                    texts.append(str(value))
            found.append(texts)
        return found

    plain = wanted("mqm")
    for table, rows in plain.items():
        assert sorted(shown(table)) == sorted(rows), table
    page.get_by_label("major", exact=True).fill("10")
    page.wait_for_function("() => location.hash.includes('weights=')")
    heavier = wanted("major:10 minor:1 neutral:0 major/non-translation!:25 minor/fluency/punctuation:0.1")
    for table, rows in heavier.items():
        assert sorted(shown(table)) == sorted(rows) != sorted(plain[table]), table
    page.locator("[data-table=raters] thead button.sort").nth(4).click()
    means = [float(row[4]) for row in shown("raters")]
    assert means == sorted(means, reverse=True)
    page.fill("#new-weight", "major/accuracy")
    page.get_by_role("button", name="Add a weight").click()
    page.get_by_label("major/accuracy", exact=True).fill("3")
    page.wait_for_function("() => location.hash.includes('major%2Faccuracy')")
    scheme = "major:10 major/accuracy:3 minor:1 neutral:0 major/non-translation!:25"
    for table, rows in wanted(f"{scheme} minor/fluency/punctuation:0.1").items():
        assert sorted(shown(table)) == sorted(rows), table
    page.get_by_role("button", name="Back to mqm").click()
    for table, rows in plain.items():
        assert sorted(shown(table)) == sorted(rows), table


def test_document_is_shown_in_order(example, opened):
    page = opened(example[1], "#sort=worst&first=careful&second=careless").page
    card = page.locator("article.segment").first
    number = int(card.get_attribute("id").removeprefix("segment-"))
    document = example[0].texts.labels["document"][number - 1]
    card.locator("button.label").first.click()
    page.wait_for_function("() => location.hash.includes('value=')")
    wanted = [
        place + 1 for place, label in enumerate(example[0].texts.labels["document"]) if label == document
    ]
    page.wait_for_function(
        f"() => document.getElementById('found').textContent.startsWith('{len(wanted)} of')"
    )
    assert numbers(page) == wanted
    assert page.evaluate("document.activeElement.id") == f"segment-{number}"


def test_saves_what_is_filtered(example, opened):
    report, path = example
    page = opened(path, "#query=spare").page
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as JSON lines").click()
    (line,) = download.value.path().read_text(encoding="utf-8").splitlines()
    saved = json.loads(line)
    assert saved["segment"] == 14
    assert saved["careless"] == report.texts.systems["careless"][13]
    assert saved["careless:BLEU"] == pytest.approx(report.columns[0].scores["careless"][13], rel=1e-5)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as TSV").click()
    head, row = download.value.path().read_text(encoding="utf-8").splitlines()
    assert dict(zip(head.split("\t"), row.split("\t"), strict=True))["source"] == report.texts.source[13]


def test_keyboard_from_the_verdict_to_a_segment(example, opened):
    page = opened(example[1]).page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.wait_for_selector("article.segment")
    page.evaluate("change({ sort: 'number' })")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.id") == "segment-1"
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.id") == "segment-2"
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.id") == "segment-1"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "query"
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    assert page.locator("dialog#help").is_visible()
    page.keyboard.press("Enter")
    assert not page.locator("dialog#help").is_visible()


def test_scrolling_shows_all_segments(example, opened):
    page = opened(example[1], "#sort=number").page
    for _ in range(40):
        page.keyboard.press("End")
        if len(numbers(page)) == 48:
            break
        page.wait_for_timeout(50)
    assert numbers(page) == list(range(1, 49))


def test_list_keeps_few_segments_in_the_page(tmp_path, opened):
    """Whatever the reader does, the browser lays out no more than five blocks of 20 segments."""
    lines = [f"segment {number} of a long list" for number in range(2000)]
    systems = {"one": lines, "other": [line.upper() for line in lines]}
    texts = compared_texts(systems, [lines], labels={"document": [f"d{n // 7}" for n in range(2000)]})
    make_report(
        texts,
        ["bleu"],
        page=PageOptions(analyses=False),
        resampling=Resampling(n_samples=20),
    ).write(tmp_path / "page.html")
    page = opened(tmp_path / "page.html").page
    most = 5 * 20
    seen = set()
    for place, wanted in ((-1, 160), (0, 1)):  # down, and up again
        for _ in range(100):
            shown = numbers(page)
            assert 0 < len(shown) <= most
            assert shown == list(range(shown[0], shown[0] + len(shown)))
            seen.update(shown)
            if wanted in shown:
                break
            page.evaluate(
                "(place) => [...document.querySelectorAll('article.segment')].at(place).scrollIntoView()",
                place,
            )
            page.wait_for_timeout(50)
        assert wanted in shown
        assert len(shown) == most
    assert seen >= set(range(1, 161))
    for changes in ("#segment=1500", "#sort=longest", "#query=1", "#show=all"):
        page = opened(tmp_path / "page.html", changes).page
        assert 0 < len(numbers(page)) <= most
        assert page.locator("#segment-list *").count() < 100 * most
    page = opened(tmp_path / "page.html", "#segment=1500").page
    assert page.evaluate("document.activeElement.id") == "segment-1500"
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.id") == "segment-1499"
    for _ in range(20):
        page.keyboard.press("k")
    assert page.evaluate("document.activeElement.id") == "segment-1479"


def test_ngrams_are_those_of_the_pair(example, opened):
    """Of any pair; a link to the segments behind one keeps them when another pair is chosen."""
    report, path = example
    (section,) = (each for each in report.sections if each.name == "ngrams")
    systems = report.comparison.systems
    for pair, made in section.pairs.items():
        first, second = (systems[place] for place in pair)
        page = opened(path, f"#first={first}&second={second}&sort=number").page
        shown = page.locator("#ngrams div.table")
        assert shown.locator("caption").all_inner_texts() == [table.title for table in made.tables]
        for number, table in enumerate(made.tables):
            rows = shown.nth(number).locator("tbody tr")
            assert rows.locator("th").all_inner_texts() == [row[0] for row in table.rows]
        behind = sorted({number + 1 for number in made.behind[made.tables[2].name, 0, "ngram"]})
        shown.nth(2).locator("tbody th button").first.click()
        page.wait_for_function("() => document.getElementById('found').textContent.includes('was clicked')")
        assert numbers(page) == behind[: len(numbers(page))]
        page.locator("#segment-list [data-key=x]").click()
        address = page.evaluate("location.hash")
        assert numbers(opened(path, address).page) == numbers(page)
        with page.expect_download() as saved:
            shown.first.get_by_role("button", name="LaTeX").click()
        assert saved.value.path().read_text("utf-8") == render(made.tables[0], "latex")
    other = opened(path, "#cell=match_first_1_2%3A0%3Angram").page
    made = section.pairs[1, 2].behind["match_first_1_2", 0, "ngram"]
    assert found(other).startswith(f"{len(set(made))} of 48 segments behind")


def test_click_on_a_score_shows_the_segments_of_the_system(example, opened):
    report, path = example
    page = opened(path).page
    system = report.comparison.systems[1]
    page.locator('[data-table="scores"] tbody tr').nth(1).locator("button.link").first.click()
    page.wait_for_function("() => location.hash.includes('sort=worst')")
    assert page.evaluate("document.activeElement.id") == "segments-title"
    scores = report.columns[0].scores[system]
    worst = sorted(range(len(scores)), key=lambda number: (scores[number], number))
    assert numbers(page) == [number + 1 for number in worst][: len(numbers(page))]
    page.locator('[data-table="pairs"] tbody button.link').first.click()
    page.wait_for_function("() => location.hash.includes('sort=second-better')")


def test_tables_are_saved_for_papers(example, opened):
    report, path = example
    page = opened(path).page
    for table, wanted in (
        ("scores", report.comparison.paper_table()),
        ("pairs", report.comparison.tables()[1]),
    ):
        for title, name in (("LaTeX", "tex"), ("Typst", "typ")):
            with page.expect_download() as saved:
                page.locator(f'[data-table="{table}"]').get_by_role("button", name=title, exact=True).click()
            assert saved.value.suggested_filename == f"{table}.{name}"
            assert saved.value.path().read_text("utf-8") == render(wanted, title.lower())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(example, opened, scheme):
    from axe_playwright_python.sync_playwright import Axe

    shown = opened(example[1], "#second=careless", color_scheme=scheme)
    shown.picture(f"report-{scheme}")
    results = Axe().run(shown.page)
    found = [each for each in results.response["violations"] if each["impact"] != "minor"]
    assert found == [], json.dumps(
        [(each["id"], [node["html"][:200] for node in each["nodes"][:3]]) for each in found]
    )


def test_long_names_fit_a_narrow_screen(tmp_path, opened):
    """As those of documents of WMT24."""
    long = "test-en-news_brisbanetimes.com.au.2024-01-16.national.queensland" * 2
    lines = [f"line {number}" for number in range(30)]
    texts = compared_texts({long: lines, f"{long}2": lines}, [lines], labels={"document": [long] * 30})
    make_report(texts, ["bleu"], resampling=Resampling(n_samples=20)).write(tmp_path / "page.html")
    page = opened(tmp_path / "page.html", viewport={"width": 320, "height": 640}).page
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_narrow_screen_and_print(example, opened):
    shown = opened(example[1], viewport={"width": 320, "height": 640})  # 400 % of 1280 pixels
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= 320
    shown.picture("report-narrow")
    shown.page.emulate_media(media="print")
    assert not shown.page.locator("nav").is_visible()
    assert shown.page.locator('[data-table="scores"]').is_visible()


def report_of(path, systems, word):
    """Writes the page of systems of 30 segments, each of which is worse than the one before."""
    reference = [" ".join(f"{word}{(line * 7 + at) % 23}" for at in range(12)) for line in range(30)]
    texts = compared_texts(
        {
            name: [line.replace("7", "8" * place) for line in reference]
            for place, name in enumerate(systems, 1)
        },
        [reference],
    )
    make_report(texts, ["bleu", "chrf", "ter"], resampling=Resampling(n_samples=20)).write(path)
    return path


def pages_of(page):
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize("systems", [["א", "ב"], [f"ONLINE-{letter}" for letter in ascii_uppercase]])
def test_the_summary_prints_on_two_pages(tmp_path, opened, systems):
    """Verdict, scores, pairs, people and signatures; other parts only where they were opened."""
    word = "מילה" if len(systems) == 2 else "word"
    page = opened(report_of(tmp_path / "page.html", systems, word)).page
    assert pages_of(page) <= 2
    page.emulate_media(media="print")
    box = page.locator(".matrix").bounding_box()
    assert box["x"] + box["width"] <= 1200
    for part in ("why", "data", "segments"):
        assert not page.locator(f"#{part}").is_visible()
    page.evaluate("location.hash = '#why'")
    assert page.locator("#why").is_visible()
    assert not page.locator("#segments").is_visible()
    page.emulate_media(media="screen")
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="Print").click()
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    assert page.locator("#segments article").first.is_visible()


def test_the_example_prints_on_two_pages(example, opened):
    assert pages_of(opened(example[1]).page) == 2  # with ratings


def test_sentences_with_names_from_right_to_left(tmp_path, opened):
    """They are English: the name of a system does not turn them around."""
    page = opened(report_of(tmp_path / "page.html", ["אבג", "דהו"], "מילה")).page
    assert page.locator(".headline").inner_text().startswith("אבג")
    assert page.evaluate("getComputedStyle(document.querySelector('.headline')).direction") == "ltr"
    names = "[...document.querySelectorAll('.line dt')].map((name) => getComputedStyle(name).textAlign)"
    assert set(page.evaluate(names)) == {"left"}


def test_names_of_metrics_stand_apart_on_a_phone(tmp_path, opened):
    lines = [f"line {number} of both" for number in range(24)]
    texts = compared_texts({"one": lines, "two": lines[::-1]}, [lines])
    report = make_report(texts, ["bleu", "chrf", "chrf++", "ter"], resampling=Resampling(n_samples=20))
    report.write(tmp_path / "page.html")
    page = opened(tmp_path / "page.html", viewport={"width": 390, "height": 844}).page
    headings = page.locator(".chart thead th")
    assert headings.count() == 4
    assert headings.evaluate_all("names => names.every((name) => name.scrollWidth <= name.clientWidth)")


def test_without_javascript(example, opened):
    page = opened(example[1], script=False).page
    assert page.locator(".headline").is_visible()
    assert page.locator(".chart circle").count() == 12  # three systems by three metrics and by people
    assert page.locator('[data-table="scores"] tbody tr').count() == 3
    assert page.get_by_text("Paired bootstrap test").first.is_visible()
    assert "Without JavaScript this page shows its tables" in page.locator("#verdict").inner_text()


def test_opens_without_decompression_streams(example, hostile, opened):
    """The page unpacks its data itself where the browser does not; to the same page."""
    for _, path in (example, hostile):
        shown = []
        for missing in (False, True):
            found = opened(path, "#query=e&sort=longest", without_streams=missing)
            assert found.page.evaluate("typeof DecompressionStream === 'undefined'") is missing
            assert found.messages == []
            found.page.wait_for_function("() => !document.querySelector('#loading:not([hidden])')")
            shown.append(found.page.locator("main").inner_text())
        assert shown[0] == shown[1]


def test_unpacks_what_gzip_packs(example, opened):
    """Stored blocks, fixed codes and codes of their own, long matches and far ones."""
    page = opened(example[1]).page
    chance = random.Random(7)
    noise = chance.randbytes(70_000)
    for content in (b"", b"a", noise, b"ab" * 40_000, noise + bytes(1000) + noise[40_000:], b"fixed code"):
        for level, strategy in ((0, 0), (1, 0), (9, 0), (9, zlib.Z_FIXED), (9, zlib.Z_HUFFMAN_ONLY)):
            packer = zlib.compressobj(level, wbits=31, strategy=strategy)
            text = base64.b64encode(packer.compress(content) + packer.flush()).decode()
            found = page.evaluate(
                "(text) => { let found = ''; "
                "for (const byte of inflated(packedBytes({ textContent: text }))) "
                "found += String.fromCharCode(byte); return btoa(found); }",
                text,
            )
            assert base64.b64decode(found) == content, (len(content), level, strategy)


def test_unpacking_ends_where_data_are_cut(example, opened):
    page = opened(example[1]).page
    packed = gzip.compress(random.Random(7).randbytes(5000) + b"ab" * 20_000)
    for size in (30, 2500, len(packed) - 9):
        text = base64.b64encode(packed[:size]).decode()
        page.evaluate("(text) => { try { inflated(packedBytes({ textContent: text })); } catch { } }", text)


def test_hostile_texts_are_inert(hostile, opened):
    shown = opened(hostile[1], "#show=all&compare=none&sort=number")
    page = shown.page
    assert shown.messages == []
    assert len(shown.requests) == 1
    assert page.evaluate("window.harmed") is None
    assert (
        page.locator("#segment-2 .hypothesis p").first.inner_text()
        == '<img src=x onerror="window.harmed = 1">'
    )
    assert page.locator("#segment-6 mark.error").all_inner_texts() == ["error"]
    assert (
        page.locator("#segment-7 .hypothesis p").first.evaluate("each => each.textContent.length")
        == 1_000_000
    )
    assert page.title() == "</title><b>harm"
    page.locator("select[name=compare]").select_option("reference")
    page.wait_for_function("() => location.hash.indexOf('compare') < 0")
    page.wait_for_function("() => document.querySelectorAll('mark.differs').length > 0")
    assert page.evaluate("window.harmed") is None
    shown.picture("report-hostile")


def filter_cases(report):
    """State of the page -> the segments that it shows, counted from 1, as the library tells."""
    texts, columns = report.texts, {column.name: column for column in report.columns}
    places = range(len(texts))
    systems = list(report.comparison.systems)
    bleu, ter = columns["BLEU"].scores, columns["TER"].scores
    first, second = systems[0], systems[2]
    pair = f"first={first}&second={second}"
    source, references, outputs = texts.source, texts.references, texts.systems

    def where(test):
        return [place + 1 for place in places if test(place)]

    def ordered(key):
        return [place + 1 for place in sorted(places, key=lambda place: (key(place), place))]

    def has(word, *sides):
        return where(lambda place: any(word in (side[place] or "").lower() for side in sides))

    def errors(test):
        wanted = set()
        for each in report.judgements:
            if each.system in (first, second) and each.rating is not None:
                wanted |= {each.segment for error in each.rating.errors if test(error)}
        return sorted(place + 1 for place in wanted)

    labels = texts.labels["document"]
    spread = [statistics.pstdev(scores[place] for scores in bleu.values()) for place in places]
    yield f"{pair}&query=the", has("the", source, *references, *outputs.values())
    yield f"{pair}&query=the&where=source", has("the", source)
    yield f"{pair}&query=nicht&where=reference", has("nicht", *references)
    yield f"{pair}&query=nicht&where=first", has("nicht", outputs[first])
    yield f"{pair}&query=nicht&where=second", has("nicht", outputs[second])
    pattern = re.compile(r"\b(und|der)\b.*[.?]$", re.IGNORECASE)
    yield (
        f"{pair}&query=%5Cb(und%7Cder)%5Cb.*%5B.%3F%5D%24&regex=1&where=second",
        where(lambda place: pattern.search(outputs[second][place])),
    )
    yield f"{pair}&label=document&value={labels[20]}", where(lambda place: labels[place] == labels[20])
    yield f"{pair}&low=15", where(lambda place: bleu[second][place] >= 15)
    yield f"{pair}&high=60&of=first", where(lambda place: bleu[first][place] <= 60)
    yield (
        f"{pair}&metric=TER&low=10&high=40&of=difference",
        where(lambda place: 10 <= ter[second][place] - ter[first][place] <= 40),
    )
    yield f"{pair}&severity=Major", errors(lambda error: error.severity == "Major")
    yield f"{pair}&category=Fluency%2FGrammar", errors(lambda error: error.category == "Fluency/Grammar")
    yield (
        f"{pair}&severity=Minor&category=Fluency%2FGrammar",
        errors(lambda error: (error.severity, error.category) == ("Minor", "Fluency/Grammar")),
    )
    yield f"{pair}&sort=difference", ordered(lambda place: -abs(bleu[first][place] - bleu[second][place]))
    yield f"{pair}&sort=second-better", ordered(lambda place: bleu[first][place] - bleu[second][place])
    yield f"{pair}&sort=first-better", ordered(lambda place: bleu[second][place] - bleu[first][place])
    yield f"{pair}&sort=worst", ordered(lambda place: bleu[second][place])
    yield f"{pair}&sort=best&metric=TER", ordered(lambda place: ter[second][place])
    yield f"{pair}&sort=worst&metric=TER", ordered(lambda place: -ter[second][place])
    yield f"{pair}&sort=longest", ordered(lambda place: -len(outputs[second][place].encode("utf-16")))
    yield f"{pair}&sort=disagreement", ordered(lambda place: -round(spread[place], 3))
    both = set(has("der", outputs[second])) & set(where(lambda place: bleu[second][place] >= 10))
    yield f"{pair}&query=der&where=second&low=10", sorted(both)


def test_every_filter_and_order(example, opened):
    """Each state shows the segments that the library tells, and stands in the controls and in the address."""
    report, path = example
    shown = opened(path)
    page = shown.page
    seen = set()
    for case, wanted in filter_cases(report):
        state = case if "sort=" in case else f"{case}&sort=number"
        page.evaluate("(state) => { location.hash = state; }", state)
        seen |= {word.partition("=")[0] for word in state.split("&")}
        page.wait_for_function(
            "(count) => document.getElementById('found').textContent.startsWith(`${count} of 48`)",
            arg=len(wanted),
        )
        page.wait_for_function(
            "(first) => document.querySelector('article.segment')?.id === first",
            arg=f"segment-{wanted[0]}",
        )
        if "disagreement" not in state:  # the page has rounded scores, by which others may be equal
            assert numbers(page) == wanted[: len(numbers(page))], state
        for key, value in urllib.parse.parse_qsl(state):
            if key == "label":
                continue
            name = f"label-{dict(urllib.parse.parse_qsl(state))['label']}" if key == "value" else key
            field = page.locator(f"#segment-list [name='{name}']")
            assert field.is_checked() if key == "regex" else field.input_value() == value, (state, key)
    page.get_by_role("button", name="Remove all filters").click()
    assert found(page).startswith("48 of 48")
    assert shown.messages == []
    known = page.evaluate("Object.keys(DEFAULTS)")
    elsewhere = {
        "show",
        "compare",
        "unit",
        "cell",
        "segment",
        "table",
        "weights",
        "against",
        "columns",
        "cells",
    }
    assert set(known) == seen | elsewhere


def test_every_control_changes_the_address(example, opened):
    """By hand, as a reader does; the same address then shows the same page elsewhere."""
    page, other = (opened(example[1]).page for _ in range(2))
    names = page.locator("#segment-list .controls [name]").evaluate_all(
        "found => found.map((each) => each.name)"
    )
    for each in (page, other):
        each.get_by_text("Filters and marks").click()
    assert len(names) == len(set(names)) > 12
    for name in names:
        begin = "#sort=metrics" if name == "against" else "#segments="
        page.evaluate("(hash) => { location.hash = hash; }", begin)
        field = page.locator(f"#segment-list [name='{name}']")
        field.locator("visible=true").wait_for()
        if field.get_attribute("type") == "checkbox":
            field.check()
        elif field.evaluate("each => each.tagName") == "SELECT":
            options = field.locator("option").evaluate_all("found => found.map((each) => each.value)")
            field.select_option(next(value for value in options[::-1] if value != field.input_value()))
        else:
            field.fill("1")
        key = "label" if name.startswith("label-") else name
        page.wait_for_function("(key) => location.hash.includes(`${key}=`)", arg=key)
        other.evaluate("(hash) => { location.hash = hash; }", page.evaluate("location.hash"))
        wait_until(lambda: len({each.locator("#segment-list").inner_text() for each in (page, other)}) == 1)
