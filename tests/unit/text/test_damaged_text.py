"""Tests what is said of output whose letters or words were damaged on their way."""

from __future__ import annotations

import pytest

import parbleu
from parbleu._core import LineSampler, Segments
from parbleu.metrics._corpus_warnings import corpus_warnings, sampled_warnings
from parbleu.text._corpus_sample import CorpusSample
from slow_text_checks import SlowSample

CZECH = [
    f"Přístav {number} leží už dávno na severu města, řekl včera muž ze žluté lodě." for number in range(90)
]
RUSSIAN = [f"Корабль {number} пришёл вчера в порт, и люди ждут его у моря." for number in range(90)]


def changed(lines: list[str]) -> list[str]:
    """Returns output of which a word is another one than in the references."""
    return [line.replace(" na ", " v ").replace(" и ", " а ") for line in lines]


def told(output: list[str], references: list[str]) -> list[str]:
    sampler = LineSampler()
    sampler.add([Segments(output)], [Segments(references)], [], 0)
    lines = list(corpus_warnings(CorpusSample(sampler), ["hyp"], ["ref"], [parbleu.BLEU()]))
    assert list(corpus_warnings(SlowSample(sampler), ["hyp"], ["ref"], [parbleu.BLEU()])) == lines
    assert not lines or sampler.spellings() is None
    return lines


def test_the_first_look_knows_the_target_language() -> None:
    """It says no less than the closer look; a metric need not know the language."""
    sampler = LineSampler()
    sampler.add([Segments(changed(RUSSIAN))], [Segments(RUSSIAN)], [], 0)
    for target, found in (("cs", True), ("ru", False), ("", False)):
        lines = sampled_warnings(sampler, ["hyp"], ["ref"], [parbleu.CHRF()], target=target)
        assert bool(lines) == found


@pytest.mark.parametrize("references", [CZECH, RUSSIAN])
def test_nothing_is_said_of_intact_text(references: list[str]) -> None:
    assert told(changed(references), references) == []


@pytest.mark.parametrize(
    ("references", "written_in", "read_as"),
    [
        (CZECH, "utf-8", "cp1251"),
        (CZECH, "utf-8", "iso8859-2"),
        (CZECH, "iso8859-2", "latin-1"),
        (CZECH, "cp1250", "cp1252"),
        (RUSSIAN, "cp1251", "koi8-r"),
    ],
)
def test_a_wrong_encoding_is_named(references: list[str], written_in: str, read_as: str) -> None:
    output = [line.encode(written_in, "ignore").decode(read_as, "ignore") for line in changed(references)]
    [line] = told(output, references)
    assert line.startswith("hyp has hardly any of the letters ")
    cause = f"it looks like {written_in} that was read as {read_as}: read it again, as {written_in}"
    assert line.endswith(f"; {cause}")


def test_letters_that_were_taken_out() -> None:
    [line] = told([line.encode("ascii", "ignore").decode() for line in changed(CZECH)], CZECH)
    assert line.endswith(" that ref has: look for what removes letters beyond ASCII")


@pytest.mark.parametrize("references", [CZECH, RUSSIAN])
def test_words_in_the_reverse_order(references: list[str]) -> None:
    output = [" ".join(reversed(line.split())) for line in changed(references)]
    assert told(output, references) == [
        "hyp has its words in the reverse order: write them from the first to the last"
    ]


def test_words_in_the_reverse_order_without_full_stops() -> None:
    references = [line.removesuffix(".").lower() for line in CZECH]
    output = [" ".join(reversed(line.split())) for line in changed(references)]
    assert told(output, references) == [
        "hyp has its words in the reverse order: write them from the first to the last"
    ]


def test_letters_that_another_encoding_lacks() -> None:
    [line] = told([line.encode("cp1252", "ignore").decode("cp1252") for line in changed(CZECH)], CZECH)
    assert line.endswith(" that ref has: look for what removes letters beyond ASCII")


def damage(output: list[str], references: list[str]) -> str:
    sampler = LineSampler()
    sampler.add([Segments(output)], [Segments(references)], [], 0)
    damage = sampler.how_damaged(0, "ref")
    assert SlowSample(sampler).how_damaged(0, "ref") == damage
    return damage


@pytest.mark.parametrize("names", [("hyp", "hyp2"), ("a", "b")])
def test_a_name_in_the_line_of_another_system(names: tuple[str, str]) -> None:
    """The line of the second system has the name of the first, as a part of its own or as a word."""
    output = [" ".join(reversed(line.split())) for line in changed(CZECH)]
    sampler = LineSampler()
    sampler.add([Segments(output), Segments(["\ufeff" + CZECH[0], *output[1:]])], [Segments(CZECH)], [], 0)
    first, *others = corpus_warnings(CorpusSample(sampler), names, ["ref"], [parbleu.BLEU()])
    assert first.startswith(f"{names[1]} begins with a byte order mark")
    assert f"{names[0]} has its words in the reverse order" in others[0]


def test_another_language_is_no_damage() -> None:
    """Its letters are read alike in several encodings, and its words of one letter are no rests of others."""
    finnish = [
        "Kaikki ihmiset syntyvät vapaina ja heidän on toimittava toisiaan kohtaan veljeyden hengessä."
    ] * 60
    swedish = ["Alla människor är födda fria, och de bör ha förnuft och handla i en god anda."] * 60
    assert damage(finnish, swedish) == ""
    croatian = ["Sva ljudska bića i ljudi i žene rađaju se slobodni i jednaki."] * 60
    romanian = ["Toate ființele umane și oamenii și femeile se nasc libere și egale."] * 60
    assert damage(croatian, romanian) == ""
