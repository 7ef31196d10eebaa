"""Tests the signs that the sides of a corpus do not fit each other."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest

from parbleu._core import LineSampler, Segments, cut_lines, writing_differences
from parbleu.text._corpus_sample import CorpusSample, drift, likeness
from parbleu.text._expected_language import foreign_script, scripts_of, unlike_language
from slow_text_checks import SlowSample

LINES = [" ".join(f"{stem}{number}" for stem in "abcdef") for number in range(400)]


def found(system: list[str], *references: list[str]) -> list[str]:
    sampler = LineSampler()
    sampler.add([Segments(system)], [Segments(side) for side in references], [], 0)
    names = [f"ref{n}" for n in range(len(references))]
    lines = sampler.mismatches(["hyp"], names, equal=True)
    assert SlowSample(sampler).mismatches(["hyp"], names) == lines
    assert not (references and lines) or sampler.spellings() is None
    return lines


def sampled(system: list[str], references: list[str]) -> CorpusSample:
    sample = CorpusSample()
    sample.add([Segments(system)], [Segments(references)])
    return sample


def changed(lines: list[str]) -> list[str]:
    """Returns other lines with most of the words."""
    return [line.replace("a", "x") for line in lines]


def test_nothing_is_said_of_lines_that_match() -> None:
    assert found(changed(LINES), LINES) == []


def test_nothing_is_said_of_bad_output() -> None:
    assert found([f"nothing of it {number}" for number in range(len(LINES))], LINES) == []


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ("I'm sorry, but I can't help.", "% of the segments of hyp are the same text: \"I'm sorry, but"),
        ("m\ufffdr {}", "% of the segments of hyp have the character U+FFFD"),
        ("m ⁇ r {}", "% of the segments of hyp have ⁇, which SentencePiece writes"),
        ("{} ||| a1 b1 ||| -0.5", "% of the segments of hyp have ' ||| ' as n-best lists"),
    ],
)
def test_what_is_no_translation(output: str, told: str) -> None:
    lines = changed(LINES)
    lines[::4] = [output.format(number) for number in range(0, len(LINES), 4)]
    [line] = found(lines, LINES)
    share, _, rest = line.removeprefix("about ").partition(" ")
    assert rest.startswith(told)
    assert 20 <= int(share) <= 30
    assert found(lines, [LINES[0], *[output.format(1)] * 8, *LINES[9:]]) == []


@pytest.mark.parametrize(
    ("odd", "told"),
    [
        (lambda line: f"{line} {line}", "are a text twice"),
        (lambda line: line + f" {line[-30:]}" * 9, "repeat their last words again and again"),
        (lambda line: line.replace("a", "?"), "have '?' inside words"),
        (lambda line: f"{line} \u1019\u1014\u1039", "are in the encoding of the font Zawgyi"),
        (lambda line: f".\u05e9\u05dc\u05d5\u05dd {line}", "begin with a full stop"),
    ],
)
def test_odd_lines(odd: Callable[[str], str], told: str) -> None:
    """A reference that has such lines, too, makes them usual."""
    reference = [f"where the harbour wall ends a crane lifts crate number {line} and waits" for line in LINES]
    output = [odd(line) if number % 3 == 0 else line for number, line in enumerate(reference)]
    assert any(f"% of the segments of hyp {told}" in line for line in found(output, reference))
    assert not any(told in line for line in found(output, output[::-1]))


@pytest.mark.parametrize(
    "output",
    [
        "…und dann kam er {}",
        ".NET {} it is",
        "!Hola {} amigo",
        "…\u05d0\u05d1\u05dc {}",
        "see https://a.b/watch?v=x{} there",
        "Why?Because it is {}",
        "你好吗?我很好 {}",
        "元気ですか?はい {}",
    ],
)
def test_lines_that_are_not_odd(output: str) -> None:
    assert found([output.format(line) for line in LINES], LINES) == []


@pytest.mark.parametrize("output", ["", "ja{}"])
def test_single_words_lack_no_blanks(output: str) -> None:
    lines = found([output.format(number) for number in range(len(LINES))], LINES)
    assert not any("no blanks" in line for line in lines)


def test_no_blanks_between_words() -> None:
    joined = [line.replace(" ", "") for line in LINES]
    assert "hyp has no blanks between words: every word counts as wrong" in found(joined, LINES)
    form = [line.replace(" ", "+") for line in LINES]
    [line] = found(form, LINES)
    assert line.startswith("hyp has + in place of blanks, as forms of the web are encoded: decode it, ")
    narrow = [line.replace(" ", "\u202f") for line in LINES]  # which part words as well
    assert not [line for line in found(narrow, LINES) if "no blanks" in line]
    assert not any("no blanks between words" in line for line in found(LINES, LINES[::-1]))


def test_simplified_and_traditional_characters() -> None:
    traditional = [
        "這個國家的人們說他們會來學習",
        "我們還沒發現問題的時間長了",
        "他對為什麼不過來的說法",
    ] * 20
    simplified = ["这个国家的人们说他们会来学习", "我们还没发现问题的时间长了", "他对为什么不过来的说法"] * 20
    told = (
        "about {} % of the Chinese characters of hyp that differ are traditional, and about 100 % of ref0's"
    )
    for half, share in ((0, 0), (30, 50)):
        lines = found([*traditional[:half], *simplified[half:]], traditional)
        assert any(line.startswith(told.format(share)) for line in lines), lines
    japanese = ["これは国の人々が来て学ぶ時間です", "問題を発見した"] * 30
    for same in (simplified, traditional, japanese):
        assert not any("Chinese characters" in line for line in found([f"{line}。" for line in same], same))


@pytest.mark.parametrize("begin", [0, 200])
@pytest.mark.parametrize(("lost", "where"), [(True, "later"), (False, "earlier")])
def test_shifted_lines(begin: int, lost: bool, where: str) -> None:
    lines = changed(LINES)
    if lost:
        lines = [*lines[:begin], *lines[begin + 1 :], "the end"]
    else:
        lines = [*lines[:begin], "something else", *lines[begin:-1]]
    [line] = found(lines, LINES)
    [start] = re.findall(r"^hyp and ref0 do not match line by line: from (.+) on, each line of the", line)
    assert start in [f"about line {201 + late}" for late in range(3)] if begin else start == "line 1"
    assert f"belongs to the reference one line {where}. Most likely " in line
    cause = "a line is missing in hyp, or one too many is in ref0" if lost else "one line too many is in hyp"
    assert cause in line
    assert line.endswith(f", at {start}")


@pytest.mark.parametrize(("first", "end"), [(100, 160), (340, 400)])
def test_lines_shifted_in_a_part(first: int, end: int) -> None:
    lines = changed(LINES)
    [line] = found([*lines[:first], *lines[first + 1 : end], "the end", *lines[end:]], LINES)
    part = r"to \d+" if end < len(LINES) else "on"
    begin = re.search(rf"from about line (\d+) {part}, each line", line)
    assert begin
    assert first < int(begin[1]) <= first + 3
    assert (
        "one line later. Most likely a line is missing in hyp, or one too many is in ref0, at about" in line
    )
    assert line.endswith(f"line {begin[1]}")


def test_lines_shifted_at_the_end_of_a_long_text() -> None:
    lines = [" ".join(f"{stem}{number}" for stem in "abcdef") for number in range(20_000)]
    output = [line.replace("a", "x") for line in lines]
    [told] = found([*output[:18_400], "x", *output[18_400:-1]], lines)
    assert "each line of the output belongs to the reference one line earlier" in told


@pytest.mark.parametrize("size", [100, 700, 10_000])
def test_a_sample_is_spread_evenly(size: int) -> None:
    sample = CorpusSample()
    lines = [str(number) for number in range(100_000)]
    for begin in range(0, len(lines), size):
        part = Segments(lines[begin : begin + size])
        sample.add([part], [part])
    numbers = [int(line) for line in sample.systems[0]]
    assert numbers == sample.places
    assert sample.n_lines == 100_000
    assert 200 < len(numbers) <= 512
    tenths = [
        sum(begin <= number < begin + 10_000 for number in numbers) for begin in range(0, 100_000, 10_000)
    ]
    assert min(tenths) > 0.07 * len(numbers)
    assert sum(number + 1 == later for number, later in pairwise(numbers)) >= len(numbers) // 2


@pytest.mark.parametrize("period", [2, 3, 7, 12, 16, 64, 100])
@pytest.mark.parametrize(("size", "expected"), [(1000, 0), (1000, 20_000), (20_000, 0)])
def test_shares_are_those_of_the_text(period: int, size: int, expected: int) -> None:
    """Neither a period nor a part of the text is missed, whatever it coincides with."""
    lines = ["" if place % period == 1 or place >= 18_000 else f"the line {place}" for place in range(20_000)]
    share = lines.count("") / len(lines)
    sample = CorpusSample()
    for begin in range(0, len(lines), size):
        part = Segments(lines[begin : begin + size])
        sample.add([part], [part], expected=expected)
    assert 200 < len(sample.places) <= 512
    assert sample.systems[0].count("") / len(sample.places) == pytest.approx(share, abs=0.05)


@pytest.mark.parametrize(("count", "is_told"), [(3, False), (4, True)])
def test_equal_segments_without_references(count: int, is_told: bool) -> None:
    told = found(["the ship waits"] * count + LINES[:20])
    assert any("are the same text: 'the ship waits'" in line for line in told) == is_told


def test_segments_that_references_repeat_as_often() -> None:
    repeated = ["the ship waits", "it looks on"] * 20
    assert found(repeated, ["the boat waits", "it looks on"] * 20) == []


def test_equal_sides() -> None:
    [line] = found(LINES, changed(LINES), LINES)
    assert line.startswith("hyp and the reference ref1 are the same text")


def test_equal_references() -> None:
    [line] = found(changed(LINES), LINES, LINES)
    assert line.startswith("ref1 and ref0 are the same reference")


def test_two_lines_may_be_equal() -> None:
    assert found(LINES[:2], LINES[:2]) == []


def test_byte_order_mark() -> None:
    [line] = found([f"\ufeff{LINES[0]}", *changed(LINES[1:])], LINES)
    assert line.startswith("hyp begins with a byte order mark")
    assert "utf-8-sig" in line


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("彼女は昨日東京へ行きました。", "ja"),
        ("她昨天去了北京。", "zh"),
        ("เขาไปตลาดเมื่อวานนี้", "th"),
        ("ລາວໄປຕະຫຼາດມື້ວານນີ້", "lo"),
        ("သူမနေ့ကဈေးသွားတယ်။", "my"),
        ("គាត់ទៅផ្សារម្សិលមិញ។", "km"),
        ("그는 어제 시장에 갔다.", ""),
        ("She said „yesterday“ – and went.", ""),
        ("Она ушла вчера.", ""),
        ("彼女 は 昨日 東京 へ 行き まし た 。", ""),
        ("In Tokyo (東京) it rained.", ""),
        ("", ""),
    ],
)
def test_language_without_blanks(text: str, language: str) -> None:
    assert sampled([text] * 4, [text] * 4).language_without_blanks == language


@pytest.mark.parametrize(
    ("text", "is_mostly"),
    [
        ("그는 어제 시장에 갔다.", True),
        ("그는 ABC, D！", False),  # a character beyond the letters
        ("힣" * 10 + "\ud7a4\ud7b0" * 4, True),
        ("힣" * 10 + "\ud7a4\ud7b0" * 5, False),  # what follows them is no letter
    ],
)
def test_is_korean(text: str, is_mostly: bool) -> None:
    assert (sampled([text] * 4, [text] * 4).language == "ko") == is_mostly


@pytest.mark.parametrize(("others", "language"), [("、。" * 8, "ja"), ("、。" * 9, "")])
def test_punctuation_beside_kana_is_no_kana(others: str, language: str) -> None:
    """It has the same first byte."""
    lines = ["のがでは" * 4 + others] * 4
    assert sampled(lines, lines).language_without_blanks == language


GERMAN, RUSSIAN = "Der Hafen liegt im Norden der Stadt.", "Она ушла вчера в порт."
CHINESE, THAI, KOREAN = "她昨天去了北京，明天回来。", "เขาไปตลาดเมื่อวานนี้", "그는 어제 시장에 갔다."
KANA = "彼女は昨日東京へ行きました。"


@pytest.mark.parametrize(
    ("text", "code", "look"),
    [
        (GERMAN, "zh", "are in Latin letters, not in Chinese characters"),
        (KANA, "zh_TW", "look Japanese (they have kana)"),
        (CHINESE, "jpn", "look Chinese (they have no kana)"),
        (CHINESE, "de", "look Chinese"),
        (KANA, "eng_Latn", "look Japanese"),
        (KOREAN, "ja", "are in Hangul, not in Chinese characters"),
        (RUSSIAN, "en", "are in Cyrillic letters, not in Latin letters"),
        (GERMAN, "sr_Cyrl", "are in Latin letters, not in Cyrillic letters"),
        (THAI, "lo", "are in Thai letters, not in Lao letters"),
        (CHINESE, "yue", ""),
        (KANA, "ja-JP", ""),
        (KOREAN, "kor_Hang", ""),
        (GERMAN, "en", ""),
        (GERMAN, "sr", ""),
        ("Tâi-oân-ōe sī Tâi-oân tē-it chōe lâng kóng ê gí-giân.", "nan", ""),
        (GERMAN, "xx", ""),
        (f"{CHINESE}{GERMAN}", "zh", ""),
        ("42", "zh", ""),
    ],
)
def test_text_that_is_evidently_in_another_language(text: str, code: str, look: str) -> None:
    assert unlike_language([text] * 9, code) == look


def test_a_sample_is_small_whatever_its_first_piece_has() -> None:
    sample = CorpusSample()
    for size in (1, 100_000, 7):
        part = Segments(list(map(str, range(size))))
        sample.add([part], [part])
        assert len(sample.places) <= 512


@pytest.mark.parametrize(("size", "expected"), [(400, 1000), (2000, 8000), (321, 0), (20_000, 30_000)])
def test_no_pair_is_looked_at_twice(size: int, expected: int) -> None:
    """Where fewer lines follow than were expected, as of a subset of a test set."""
    sample = LineSampler()
    part = Segments([""] * size)
    sample.add([part], [part], [], expected)
    pairs = sample.neighbours()
    assert len(pairs) > 30
    assert pairs == sorted(set(pairs))
    assert all(sample.places[at] + 1 == sample.places[at + 1] for at in pairs)


@pytest.mark.parametrize("text", ["El {}º piso, según la 1.ª ley", "For {} in ℝ, and the 𝐀", "{} is The end"])
@pytest.mark.parametrize("changed", [str.lower, str.upper])
def test_case(text: str, changed: Callable[[str], str]) -> None:
    """Some letters have one case alone."""
    lines = [text.format(number) for number in range(100)]
    sample = CorpusSample()
    sample.add([Segments([changed(line) for line in lines]), Segments(lines)], [Segments(lines)])
    assert sample.suspects() == [["case"], []]


def test_reasoning_without_an_end() -> None:
    output = [f"<think>What is {line}" if n % 5 == 0 else line for n, line in enumerate(changed(LINES))]
    [line] = found(output, LINES)
    [percent] = re.findall(r"^about (\d+) % of the segments of hyp are reasoning of a language model", line)
    assert 17 <= int(percent) <= 23
    [line] = found([f"analysisWe need {LINES[0]}", *changed(LINES[1:])], LINES)
    assert line.startswith("about 1 % of the segments of hyp are reasoning")
    assert found([f"<think>What?</think> {line}" for line in changed(LINES)], LINES) == []


def test_cut_reasoning_is_known_of_a_normalized_sample() -> None:
    sample = CorpusSample()
    sample.add([Segments(["<think>What", *LINES[:9]])], [Segments(LINES[:10])])
    sample = sample.normalized(["reasoning"])
    assert sample.systems[0][0] == ""
    assert [sum(cut) for cut in sample.cut_reasoning()] == [1]


def test_likeness() -> None:
    assert likeness("a b c d", "a b x y") == 0.5
    assert likeness("東京へ", "東京は") == 0.5
    assert likeness("", "") == 0


@pytest.mark.parametrize(
    ("lines", "others", "where"),
    [
        (changed(LINES), [*LINES, ""], "it ends in an empty line"),
        (changed(LINES), [*LINES, "", ""], "it ends in 2 empty lines"),
        (changed(LINES[:50]), LINES, "it goes on after line 50"),
        (changed(LINES[1:]), LINES, "it begins with 1 line that the other lacks"),
        (changed(LINES[:70] + LINES[71:]), LINES, "up to about line 70, and from there on shifted by 1"),
        (changed(LINES[:70] + LINES[72:]), LINES, "up to about line 70, and from there on shifted by 2"),
        (["nothing of it"] * 9, LINES, ""),
        ([], LINES, ""),
    ],
)
def test_drift(lines: list[str], others: list[str], where: str) -> None:
    assert where in drift(lines, others)
    assert bool(drift(lines, others)) == bool(where)


def test_lines_that_may_be_in_another_language() -> None:
    german = [f"Der {noun} {number} liegt seit gestern im Hafen" for number in range(9) for noun in "abcdefg"]
    dutch = [line.replace("Der", "De").replace("liegt seit", "ligt sinds") for line in german]
    polish = [f"Statek numer {number} stoi od wczoraj w porcie" for number in range(len(german))]
    sampler = LineSampler()
    half = [*german[:40], *polish[40:]]
    sampler.add([Segments(german), Segments(half), Segments(dutch)], [Segments(german)], [], 0)
    sample = CorpusSample(sampler)
    lines, references = sample.perhaps_foreign(1) or ([], [])
    assert set(lines) <= set(polish[40:])
    assert set(references) <= set(german)
    assert len(lines) / len(references) == pytest.approx(23 / 63, abs=0.02)
    assert sample.perhaps_foreign(0) is None
    assert sample.perhaps_foreign(2) is None  # most words are the same
    assert sampler.spellings() is None


def test_greek_signs_are_no_greek_text():
    scripts = scripts_of(["de", "ru"])
    signs = ["5 Ω", "α", "π ≈ 3.14", "μ = 5 Ω", "Welle 5 α"]
    assert [foreign_script(text, scripts) for text in signs] == [""] * 5
    for text, script in (("Ναι.", "Greek letters"), ("לא", "Hebrew letters"), ("α नहीं", "Devanagari")):
        assert foreign_script(text, scripts) == script
    assert foreign_script("Ναι.", scripts_of(["el"])) == ""


def test_places_and_names_that_a_sample_lacks():
    sampler = LineSampler()
    lines = Segments(["Der Kran dreht sich im Hafen."] * 60)
    sampler.add([lines], [lines], [], 60)
    own = (sampler.seems_unlike, sampler.seems_turned, sampler.perhaps_foreign, sampler.evident_foreign_part)
    for look in own:
        with pytest.raises(IndexError):
            look(1)
    with pytest.raises(IndexError):
        sampler.how_damaged(63, "ref")
    with pytest.raises(IndexError):
        sampler.how_unlike(1, ["mt"], ["ref"])
    for names in (([], ["ref"]), (["mt"], [])):
        with pytest.raises(ValueError, match="not as many names as streams"):
            sampler.mismatches(*names, True)
    for names in (([], ["ref"]), (["mt"], []), (["mt", "other"], ["ref"]), (["mt"], ["ref", "other"])):
        with pytest.raises(ValueError, match="not as many names as streams"):
            cut_lines([lines], [lines], *names, True)


@pytest.mark.parametrize("counts", [((), (9,)), ((9,), ()), ((8,), (9,)), ((9,), (8,)), ((9, 9), (9,))])
def test_other_lines_are_as_many_as_those_of_the_sample(counts: tuple[tuple[int, ...], ...]) -> None:
    sampler = LineSampler()
    sampler.add([Segments(LINES[:9])], [Segments(LINES[:9])], [], 0)
    with pytest.raises(ValueError, match="as many as those of the sample"):
        sampler.with_lines(*([Segments(["a"] * count) for count in side] for side in counts))


@pytest.mark.parametrize("counts", [(), (9,), (9, 3), (3, 9)])
def test_streams_that_cannot_be_compared(counts):
    streams = [Segments(["a"] * count) for count in counts]
    with pytest.raises(ValueError, match="references of as many lines"):
        writing_differences([(streams, ["nfc"])], object(), lambda _, texts: texts, False)


def test_text_without_blanks_is_no_cut_text_unless_its_letters_may_need_none() -> None:
    bare = [line.replace(" ", "") for line in LINES]
    assert not sampled(bare, LINES).is_odd()
    assert sampled(["我们今天去港口"] * 8, ["我们 今天 去 港口"] * 8).is_odd()
