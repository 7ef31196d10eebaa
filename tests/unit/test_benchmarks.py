"""Tests the arithmetic of the benchmarks; no test measures speed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from benchmarks import against, significance_levels
from benchmarks.groups.comparisons import TESTS, our_numbers, their_numbers, verdict
from benchmarks.groups.evalsets import NAME, PAIR
from benchmarks.growth import (
    INPUT,
    LONGEST,
    MOST,
    REASONS,
    SIZES,
    Curve,
    page,
    read_curves,
    table,
    write_curves,
)
from benchmarks.growth_commands import NOTHING, ROWS, without_row
from benchmarks.growth_files import Files, Size
from benchmarks.history import entry
from benchmarks.history import page as history_page
from benchmarks.measure import Group, Row, agreement, compare, run
from benchmarks.systems import SystemTexts, system_texts
from benchmarks.table import duration, markdown, short
from benchmarks.texts import Pairs, Texts, distinct

import parbleu.evalset
import parbleu.human
from numpy_versions import samples_of_numpy_2
from parbleu._cli.command_tree import walk


def test_ratios_are_of_the_same_round() -> None:
    row = Row("x", ours=[1.0, 2.0], theirs=[10.0, 40.0])
    assert row.ratios == [10.0, 20.0]


def test_work_is_repeated_in_turn_and_results_are_compared() -> None:
    turns = []

    def work(name: str) -> float:
        turns.append(name)
        return float(sum(range(300_000)))

    row = compare("sum", lambda: work("a"), lambda: work("b") + 0.5, 10, rounds=3, note="of numbers")
    assert "".join(turns).strip("ab") == ""
    assert "ba" in "".join(turns)
    assert len(row.ours) == len(row.theirs) == 3
    assert row.note == "differs by up to 0.5; of numbers"


@pytest.mark.parametrize(
    ("ratios", "moved"),
    [
        ([1.1, 1.2, 1.15], "faster"),
        ([0.8, 0.9, 0.85], "slower"),
        ([0.7, 1.4, 1.1], ""),
        ([1.0, 1.02, 1.01], ""),
    ],
)
def test_rows_that_moved_by_more_than_their_noise_are_marked(ratios: list[float], moved: str) -> None:
    assert against.verdict(ratios) == moved


def test_every_row_of_two_builds_does_work(monkeypatch: pytest.MonkeyPatch) -> None:
    few = Pairs("few", ["a cat sat", "on the mat"] * 8, ["the cat sat", "on a mat"] * 8)
    monkeypatch.setattr(Texts, "target", lambda *_: few)
    monkeypatch.setattr(against, "hostile", lambda _: few)
    seen = 0
    for name, make in against.rows(Texts()).items():
        try:
            work, units = make()
        except LookupError:  # a kernel that this machine has not
            continue
        if "mecab" not in name:
            assert work() == work(), name
        assert units > 0
        seen += 1
    assert seen > 12


@pytest.mark.parametrize(
    ("ours", "theirs", "verdict"),
    [
        (1.0, 1.0, "equal"),
        ([1.0, 2.0], [1.0, 2.0], "equal"),
        ([1.0, 2.0], [1.0, 2.25], "differs by up to 0.25"),
    ],
)
def test_agreement(ours: object, theirs: object, verdict: str) -> None:
    assert agreement(ours, theirs) == verdict


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(2.5, "2.5 s/run"), (0.0123, "12.3 ms/run"), (4.5e-6, "4.5 µs/run"), (0.0, "0 s/run")],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds, "run") == text


def test_tables() -> None:
    rows = [Row("BLEU", [1e-6], [2e-4], target="150x", note="equal"), Row("alone", [1.0], unit="run")]
    full = markdown(Group("Corpus scores", "Some text.", rows))
    assert "| BLEU | 1 µs/line | sacreBLEU: 200 µs/line | **200x** [200x–200x] | 150x | equal |" in full
    assert "| alone | 1 s/run | | |  |  |" in full
    assert short([Group("", "", rows)]).splitlines()[2:] == [
        "| BLEU | 1 µs/line | sacreBLEU: 200 µs/line | **200x** |"
    ]


def test_a_child_process_is_measured() -> None:
    done = run([sys.executable, "-c", "print(len(bytearray(80_000_000)) + sum(range(1_000_000)))"])
    assert done.output == "500079500000\n"
    assert done.seconds > 0
    assert done.peak > 80_000_000


def test_a_failing_child_process_ends_the_benchmark() -> None:
    with pytest.raises(SystemExit, match="status 3"):
        run([sys.executable, "-c", "raise SystemExit(3)"])


def test_no_line_occurs_twice() -> None:
    pairs = distinct("x", ["a", "b", "a", "c", ""], ["r", "r", "s", "t", "u"])
    assert (pairs.hyps, pairs.refs) == (["a", "c"], ["r", "t"])


def test_parts_and_repetitions() -> None:
    pairs = Pairs("x", ["a", "b", "c"], ["r", "s", "t"])
    assert pairs.first(2, 1).hyps == ["b", "c"]
    assert pairs.repeated(2).hyps == ["a", "b"]
    assert pairs.repeated(5).refs == ["r", "s", "t", "r", "s"]


def test_given_files_replace_the_texts(tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("one\ntwo  \n", encoding="utf-8")
    (tmp_path / "hyp").write_text("eins\nzwei\n", encoding="utf-8")
    texts = Texts(tmp_path / "ref", tmp_path / "hyp")
    assert texts.target("en") == Pairs("hyp", ["eins", "zwei"], ["one", "two"])
    assert not texts.has("en")


def test_more_systems_are_mixed_of_the_real_ones() -> None:
    real = {"A": [f"a{at}" for at in range(40)], "B": [f"b{at}" for at in range(40)]}
    texts = SystemTexts("x", [f"r{at}" for at in range(40)], real)
    mixed = texts.with_systems(5)
    assert mixed == texts.with_systems(5)
    assert list(mixed.systems) == ["A", "B", "mixed-02", "mixed-03", "mixed-04"]
    assert {name: mixed.systems[name] for name in real} == real
    for hyps in mixed.systems.values():
        assert all(
            hyp in segment for hyp, segment in zip(hyps, zip(*real.values(), strict=True), strict=True)
        )
    assert len({tuple(hyps) for hyps in mixed.systems.values()}) == 5
    assert list(texts.with_systems(1).systems) == ["A"]
    assert texts.first(2) == SystemTexts("x", ["r0", "r1"], {"A": ["a0", "a1"], "B": ["b0", "b1"]})


def test_one_given_system_becomes_two(tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("one more\ntwo\n", encoding="utf-8")
    (tmp_path / "hyp").write_text("eins mehr\nzwei\n", encoding="utf-8")
    texts = system_texts(Texts(tmp_path / "ref", tmp_path / "hyp"))
    assert texts.refs == ["one more", "two"]
    assert texts.systems == {"given": ["eins mehr", "zwei"], "without-last-words": ["eins", ""]}


@samples_of_numpy_2
def test_both_sides_of_a_comparison_say_the_same() -> None:
    """Of real runs; and p-values are told from the numbers beside them."""
    systems = {"A": ["the cat sat", "a dog ran off"], "B": ["the cat sits", "the dog ran"]}
    texts = SystemTexts("x", ["the cat sat", "the dog ran off"], systems)
    for test, kind, _ in TESTS:
        ours, theirs = our_numbers(texts, test, 40), their_numbers(texts, kind, 40)
        assert len(ours) == 6
        assert verdict(ours, theirs) == "p-values equal"
    metric, score, p_value, *interval = ours[1]
    others = [ours[0], (metric, score + 1, p_value, *interval), *ours[2:]]
    assert verdict(ours, others) == "p-values equal, scores or intervals differ"
    others = [ours[0], (metric, score, p_value / 2, *interval), *ours[2:]]
    assert verdict(ours, others) == "p-values differ"


def test_growth_is_that_of_the_largest_sizes_without_the_start(tmp_path):
    """A start of 0.05 s, and then time that grows with the square of the size; and what a file keeps."""
    curve = Curve("score, BLEU")
    for size in (10, 100, 1000):
        curve.taken[size] = (0.05 + (size / 500) ** 2, 10**7 * size, 1.5)
    assert curve.exponent(0.05) == pytest.approx(2)
    assert Curve("c", taken={1: curve.taken[1000]}).exponent(0.05) is None
    assert table("segments", [curve], 0.05).splitlines()[-1] == (
        "| score, BLEU | 0.05 s | 0.09 s | 4.05 s | n^2.00 | 100 to 10,000 MB |"
    )
    write_curves(tmp_path / "figures", {"segments": [curve]})
    (read, *others) = read_curves(tmp_path / "figures")["segments"]
    assert read == curve
    assert not any(other.taken for other in others)
    text = page({"segments": [curve]}, 0.05)
    assert "\n- score, BLEU: n^2.00 in segments" in text
    assert "`doctor`" in text
    assert "load 2 to 2, the median 2" in text


def test_growth_ends_where_time_or_memory_do():
    """By a line through the last two points, of the sizes' squares where that is the work."""
    sizes = [10, 100, 1000, 10_000]
    assert Curve("c").limit(sizes) == ""
    for work, seconds, peak, reason in (
        (1, (1, LONGEST / 10), 10, ""),
        (1, (1, LONGEST / 9), 10, "time"),
        (2, (LONGEST, LONGEST), 10, ""),
        (2, (0, LONGEST / 99), 10, "time"),
        (1, (1, 1), MOST / 11, ""),
        (1, (1, 1), MOST / 9, "memory"),
    ):
        curve = Curve("c", work, {10: (seconds[0], 0, 0), 100: (seconds[1], peak, 0)})
        assert curve.limit(sizes) == reason
        assert curve.limit(sizes[:2]) == ""
    curve = Curve("c", 1, {10: (1, 1, 0), 1000: (LONGEST / 6, 1, 0)})
    assert curve.limit(sizes) == ""  # the largest may take longer
    assert table("segments", [curve], 0).splitlines()[-1].startswith("| c | 1.00 s | 10.00 s |")


def test_files_of_growth_have_the_size_that_is_asked(tmp_path):
    files, size = Files(tmp_path), Size(50, 3)
    _, ref, *hyps = files.arguments("score {ref} {hyps}", size)
    assert [len(Path(path).read_text().splitlines()) for path in (ref, *hyps)] == [50] * 4
    assert Path(ref).read_text() != Path(hyps[0]).read_text()
    assert len(Path(files.lists(size)).read_text().splitlines()) == 50 * 8
    assert len(parbleu.human.read_judgements(files.ratings(size))) == 50 * 3 * 2
    assert len(parbleu.evalset.EvalSet(NAME, PAIR, files.set(size)).sys_outputs["system-2"]) == 50
    assert [Path(path).read_text().count("<seg") for path in (files.xml(size), *files.sgm(size))] == [
        250,
        50,
        50,
    ]


def test_commands_of_growth_name_files_that_can_be_made():
    for row in ROWS.values():
        assert row.work.keys() <= SIZES.keys() == INPUT.keys()
        assert all(hasattr(Files, name) for name in re.findall(r"{(\w+)}", row.words))
    assert {name for _, name in REASONS} <= ROWS.keys()


def test_each_command_has_a_row_or_reads_nothing_that_grows():
    assert without_row() == []
    nodes = {" ".join(node.words) for node in walk() if node.command is not None}
    assert set(NOTHING) <= nodes
    assert not any(row.words.startswith(tuple(f"{name} " for name in NOTHING)) for row in ROWS.values())


def test_the_history_marks_what_fell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_SHA", "0123456789abcdef")
    group = Group("Scores", "", [Row("BLEU", [1.0, 1.0], [300.0, 300.0]), Row("alone", [1.0])])
    run = entry([group])
    assert (run["commit"], run["ratios"]) == ("01234567", {"Scores: BLEU, sacreBLEU": 300.0})
    slower = {**run, "ratios": {"Scores: BLEU, sacreBLEU": 200.0, "Scores: new, NLTK": 2.5}}
    lines = history_page([run, run, slower]).splitlines()
    assert "| Scores: BLEU, sacreBLEU | 300x | 300x | **200x** |" in lines
    assert "| Scores: new, NLTK |  |  | 2.50x |" in lines
    assert len(history_page([run] * 20).splitlines()[5].split("01234567")) == 9


def test_simulated_levels_are_those_of_nulls() -> None:
    """Systems whose segments are assigned by a coin; the table has all tests, metrics and sizes."""
    counted = significance_levels.statistics(system_texts(Texts()).first(40).with_systems(2))
    [null] = significance_levels.nulls(counted, 12, 1, seed=3)
    for _, tables in null:
        assert [len(table) for table in tables] == [12, 12]
    first, second = null[0][1]
    [again] = significance_levels.nulls(counted, 12, 1, seed=3)
    assert (again[0][1][0] == first).all()
    assert not (first == second).all()
    by_size = {size: significance_levels.rates(counted, size, 3, seed=1) for size in (12, 6)}
    assert all(0 <= rate <= 100 for rates in by_size.values() for rate in rates.values())
    shown = significance_levels.table(by_size).splitlines()
    assert shown[0] == "| test | metric | 6 | 12 |"
    assert len(shown) == 2 + 4 * 3 + 3
