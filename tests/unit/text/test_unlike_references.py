"""Tests what is said of output that is unlike its references as translations of the same text are not."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from parbleu._core import LineSampler, Segments
from parbleu.text._corpus_sample import CorpusSample
from slow_text_checks import SlowSample

SYLLABLES = [first + vowel + last for first in "bdfgklmprst" for vowel in "aeiou" for last in "nrst"]


def _sentence(number: int) -> str:
    chosen = random.Random(number)
    words = ["".join(chosen.choices(SYLLABLES, k=2)) for _ in range(9)]
    return f"{' '.join(words[:4]).capitalize()} of {' '.join(words[4:])}."


REFERENCES = [_sentence(number) for number in range(400)]
OUTPUT = [line.replace(" of ", " from the ") for line in REFERENCES]
JAPANESE = [f"彼女は昨日{number}回も東京の大きな駅へ行きました。" for number in range(60)]
CHINESE = [f"她昨天去了东京的大车站一共{number}次以上很多次。" for number in range(60)]


def told(output: list[str], references: list[str], *normalizations: str) -> str:
    sampler = LineSampler()
    sampler.add([Segments(output)], [Segments(references)], [], 0)
    sample = CorpusSample(sampler)
    looked_at = sample.normalized(normalizations) if normalizations else sample
    found = looked_at.how_unlike(0, ["hyp"], ["ref"])
    slow = SlowSample(sampler).normalized(normalizations) if normalizations else SlowSample(sampler)
    assert slow.how_unlike(0, ["hyp"], ["ref"]) == found
    assert not found or sample.seems_unlike(0)
    assert not found or sampler.spellings() is None
    return found


def shuffled(lines: list[str], first: int = 0, end: int = 400) -> list[str]:
    part = lines[first:end]
    random.Random(1).shuffle(part)
    return [*lines[:first], *part, *lines[end:]]


def test_nothing_is_said_of_translations() -> None:
    assert told(OUTPUT, REFERENCES) == ""
    assert told(JAPANESE, JAPANESE) == ""
    assert told([line[:-15] for line in OUTPUT], REFERENCES) == ""


@pytest.mark.parametrize(
    ("output", "words"),
    [
        (shuffled(OUTPUT), "the segments of hyp have no more words in common with their references than"),
        (shuffled(OUTPUT), "are they of another text, or in another order?"),
        (sorted(OUTPUT), "they are sorted"),
        ([line[::-1] for line in OUTPUT], "their characters are in the reverse order"),
        ([f"{number / 7:.4f}" for number in range(400)], "of another text"),
        (["    return x + 1;", "}"] * 200, "of another text"),
        ([OUTPUT[number - number % 2] for number in range(400)], "are the same as the segment before"),
        ([f"[de] {line}" for line in OUTPUT], "begin with '[de] '"),
        ([f"[de]\n{line}" for line in OUTPUT], r"begin with '[de]\n'"),
        ([f"{line}\n(ok)" if at % 3 else f"a\n{line}" for at, line in enumerate(OUTPUT)], r"with '.\n(ok)'"),
        ([f"doc.{number // 9} {line}" for number, line in enumerate(OUTPUT)], "begin with 'doc."),
        ([f"{number}: {line}" for number, line in enumerate(OUTPUT)], "begin with a number and ': '"),
        ([f"{number},{line}" for number, line in enumerate(OUTPUT)], "begin with a number and ','"),
        (
            [f"{line} Let me know if I can help!" for line in OUTPUT],
            "end with '. Let me know if I can help!'",
        ),
        ([f"{line} <end>" for line in OUTPUT], "end with '. <end>'"),
        ([line[:30] for line in OUTPUT], "times as many characters as those of ref: were they cut?"),
        (
            [f"{line} = {SYLLABLES[number % 220]} {line}" for number, line in enumerate(OUTPUT)],
            "what do they have besides the translation?",
        ),
        (
            [line if number % 2 else line[:20] for number, line in enumerate(OUTPUT)],
            "(segments 1, 13, 25, ...) are less than half as long as those of ref: were they cut?",
        ),
        (
            [line if number % 2 else f"{line} ({OUTPUT[number - 9]})" for number, line in enumerate(OUTPUT)],
            "(segments 1, 13, 25, ...) are more than twice as long as those of ref: what do they",
        ),
        (
            [line if number % 3 else "человек построил дом и дорогу" for number, line in enumerate(OUTPUT)],
            "% of the segments of hyp are in letters of another script than those of ref",
        ),
    ],
)
def test_what_is_unlike(output: list[str], words: str) -> None:
    assert words in told(output, REFERENCES)


def test_a_part_in_another_order() -> None:
    found = told(shuffled(OUTPUT, 100, 220), REFERENCES)
    assert "from about line" in found
    first, last = (int(word) for word in found.split() if word.isdigit())
    assert abs(first - 100) < 12
    assert abs(last - 220) < 12


def test_chinese_among_japanese() -> None:
    mixed = [CHINESE[number] if number % 3 == 0 else line for number, line in enumerate(JAPANESE)]
    assert "without kana, unlike those of ref: are they Chinese?" in told(mixed, JAPANESE)
    english = [REFERENCES[number] if number % 3 == 0 else line for number, line in enumerate(JAPANESE)]
    assert "in letters of another script" in told(english, JAPANESE)


@pytest.mark.parametrize("change", [lambda line: f"- {line}", lambda line: f"{line} (applause)"])
def test_what_references_have_too(change: Callable[[str], str]) -> None:
    assert told(list(map(change, OUTPUT)), list(map(change, REFERENCES))) == ""
    assert told(list(map(change, OUTPUT)), REFERENCES) != ""


@pytest.mark.parametrize(
    "change",
    [
        lambda number, line: f"So {line}" if number % 2 else line,  # words that another translator leaves out
        lambda number, line: f"{line[:-1]} in the assembly." if number % 2 else line,
        lambda number, line: f"Q: {line}" if number % 2 else line,
    ],
)
def test_words_that_references_lack(change: Callable[[int, str], str]) -> None:
    output = [change(number, line) for number, line in enumerate(OUTPUT)]
    questions = [f"F: {line}" if number % 2 else line for number, line in enumerate(REFERENCES)]
    assert told(output, questions if output[1].startswith("Q: ") else REFERENCES) == ""


def test_an_affix_of_some_lines_and_others_that_begin_so() -> None:
    output = [f"Translation: {line}" if number % 3 else line for number, line in enumerate(OUTPUT)]
    output[30:33] = ["Trust is good."] * 3
    assert "begin with 'Translation: '" in told(output, REFERENCES)


def test_an_affix_of_a_sixth_of_the_lines() -> None:
    """Sentences may begin with one word as often, on both sides."""
    ordinary = [f"The {line}" if number % 2 else line for number, line in enumerate(OUTPUT)]
    references = [f"The {line}" if number % 2 else line for number, line in enumerate(REFERENCES)]
    tagged = [f"[de] {line}" if number % 6 == 0 else line for number, line in enumerate(ordinary)]
    assert "begin with '[de] '" in told(tagged, references)
    ended = [f"{line} (Note: literal)" if number % 6 == 0 else line for number, line in enumerate(ordinary)]
    assert "end with '. (Note: literal)'" in told(ended, references)


def test_characters_in_the_reverse_order_share_pairs_with_their_references() -> None:
    references = [f"{line[:-1]} {''.join(line.split())[::-1]}." for line in REFERENCES]
    assert "their characters are in the reverse order" in told(
        [line[::-1] for line in references], references
    )


def test_lines_without_common_words() -> None:
    thanks, others = ["Danke.", "(Applaus)"] * 30, ["Vielen Dank.", "(Beifall)"] * 30
    assert told(thanks, others) == ""
    japanese = [
        f"彼は{number}回 Shamrock Rovers と Derry City の試合を見に行きました。" for number in range(60)
    ]
    output = [f"{number}回、彼は Shamrock Rovers と Derry City の試合を見た。" for number in range(60)]
    assert told(output, japanese) == ""


def test_labels_that_are_the_same_in_one_language() -> None:
    labels, others = (
        ["Datei", "Datei", "Ende", "Beenden"] * 20,
        ["Dateien", "Datei", "Beenden", "Schluss"] * 20,
    )
    assert told(labels, others) == ""


def test_references_that_some_lines_lack() -> None:
    assert told(OUTPUT, [line if number % 400 < 250 else "" for number, line in enumerate(REFERENCES)]) == ""


def test_what_normalizations_undo_is_not_told() -> None:
    output = [f"<2de> {line}" for line in OUTPUT]
    assert "begin with '<2de> '" in told(output, REFERENCES)
    assert told(output, REFERENCES, "special-tokens") == ""
