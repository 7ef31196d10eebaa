"""Tests what normalizations make of the score of a sample."""

from unicodedata import normalize
from urllib.parse import quote

import pytest

from parbleu._core import (
    Segments,
    WritingDifference,
    engine_of_search,
    worded_differences,
    writing_differences,
)
from parbleu.text._corpus_sample import CorpusSample
from parbleu.text._normalizations import normalized_for_trial, words_of_normalization

REFERENCE = [f"so it {number} is, and so we go, not there, {number} times." for number in range(60)]


def found(lines: list[str], names: list[str]) -> WritingDifference | None:
    """Returns what normalizations make of the score of lines."""
    system = ([Segments(lines), Segments(REFERENCE)], names)
    [made] = writing_differences([system], engine_of_search([])[0], normalized_for_trial, False)
    return made


def test_text_without_punctuation_gains_by_its_loss() -> None:
    """Lines of other words that lack their last one lack a full stop, too, but lose where it counts less."""
    lacking = [line.replace(",", "").replace(".", "") for line in REFERENCE]
    made = found(lacking, ["no-punct"])
    assert made is not None
    assert (made.names, round(made.after)) == (["no-punct"], 100)
    cut = [line.replace("so", "yes").replace("go", "come").rpartition(" ")[0] for line in REFERENCE]
    assert found(cut, ["no-punct"]) is None


ENGLISH = "The old man {n} said “no” to his sister's friend in the harbour of Rome."
ARABIC = "وصلت السفينة رقم {n} إلى الميناء أمس وكان الأطفال يلعبون في الشارع."
PERSIAN = "دیروز {n} کشتی رسید و مردم می\u200cخواستند آن را ببینند و نمی\u200cدانستند کجاست."
GREEK = "Το πλοίο {n} έφτασε στο λιμάνι και όλοι είπαν τι ωραίο; Ναι."
THAI = "วันที่ {n} แม่ จอดเรือ ที่ ท่าเรือ เพราะ น้ำทะเล สูง มาก"
HAWAIIAN = "Ua hele ʻo ia {n} i ka hale ʻaina i Hawaiʻi."
MISTAKEN_YA = "رأى يحيي {n} في القرية يمشي في الشارع إلى بيتي الذي في المدينة."
CATALAN = "La il·lustració {n} és una col·laboració excel·lent i paral·lela."
DANISH = "Børnene {n} går på gaden en grå morgen og æder en rød ært."
VIETNAMESE = "Đội {n} đã đến thành phố Đà Nẵng để đón người dân."
GERMAN = "Das große Schiff {n} fährt früh über das Meer nach Süden."


@pytest.mark.parametrize(
    ("reference", "changed", "names"),
    [
        (ENGLISH, lambda line: line.title(), ("case",)),
        (ENGLISH, lambda line: line[0].lower() + line[1:].replace("Rome", "rome"), ("case",)),
        (ENGLISH, lambda line: line.replace("“", "``").replace("”", "''"), ("quotes",)),
        (ENGLISH, lambda line: line.replace("'", "`").replace("“", '"').replace("”", '"'), ("quotes",)),
        (ENGLISH, lambda line: line + "<br>", ("tags",)),
        (ENGLISH, lambda line: "en_XX " + line, ("special-tokens",)),
        (ENGLISH, lambda line: "de_DE " + line, ("special-tokens",)),
        (
            ENGLISH.replace("“no”", '"no"'),
            lambda line: '"' + line.replace('"', '""') + '"',
            ("enclosing-quotes",),
        ),
        (ENGLISH, lambda line: " ".join(f"{word}|X|{word}" for word in line.split()), ("factors",)),
        (ENGLISH, lambda line: line.replace(" ", "/NN "), ("factors",)),
        (ARABIC, lambda line: line.replace("إ", "ا").replace("أ", "ا"), ("alef",)),
        (MISTAKEN_YA, lambda line: line.replace("ي ", "ى "), ("arabic",)),
        (MISTAKEN_YA, lambda line: line.replace("ى", "ي"), ("arabic",)),
        (HAWAIIAN, lambda line: line.replace("ʻ", ""), ("okina",)),
        (CATALAN, lambda line: line.replace("l·l", "l.l"), ("catalan",)),
        (CATALAN, lambda line: line.replace("l·", "ŀ"), ("catalan",)),
        (DANISH, lambda line: line.replace("å", "aa").replace("ø", "oe").replace("æ", "ae"), ("digraphs",)),
        (DANISH, lambda line: line.replace("å", "a").replace("ø", "o").replace("æ", "æ"), ("diacritics",)),
        (GERMAN, lambda line: line.replace("ß", "ss").replace("ü", "ue").replace("ä", "ae"), ("german",)),
        (GERMAN, lambda line: line.replace("ß", "ß").replace("ü", "u").replace("ä", "a"), ("diacritics",)),
        (ENGLISH + " It took 12,345.5 days.", lambda line: line.replace(",", "'"), ("numbers",)),
        (
            ENGLISH + " It took 12,345.5 days.",
            lambda line: line.replace(",", ";").replace("5.5", "5,5").replace(";", "."),
            ("numbers",),
        ),
        (ENGLISH + " It took 12,345 days.", lambda line: line.replace(",", ""), ("numbers",)),
        # What sacremoses 0.2.0 makes of no-break spaces in English and in French.
        (
            ENGLISH + " It took 12\u00a0345\u00a0678 days.",
            lambda line: line.replace("\u00a0", "."),
            ("numbers",),
        ),
        (ENGLISH + " It took 12\u00a0345 days.", lambda line: line.replace("\u00a0", ","), ("numbers",)),
        (ENGLISH, lambda line: line + "<eos>", ("special-tokens",)),
        (ENGLISH, lambda line: line.replace("in", '<x id="1"/>in'), ("tags",)),
        (THAI, lambda line: line.replace("ที่", "ท่ี"), ("thai",)),
        (THAI, lambda line: line.replace("แ", "เเ"), ("thai",)),
        (THAI, lambda line: line.replace("ำ", "ํา"), ("thai",)),
        (ARABIC, lambda line: line.replace("سف", "سـف"), ("arabic",)),
        (PERSIAN, lambda line: line.replace("\u200c", " "), ("joiners",)),
        (PERSIAN, lambda line: line.replace("\u200c", ""), ("invisible",)),
        (GREEK, lambda line: line.replace("ί", "\u1f77").replace("έ", "\u1f73"), ("nfc",)),
        (GREEK, lambda line: line.replace(";", "\u037e"), ("nfc",)),
        (GREEK, lambda line: normalize("NFD", line).replace("\u0301", ""), ("diacritics",)),
        (GERMAN, lambda line: line.encode().decode("latin-1").encode().decode("latin-1"), ("mojibake",)),
        ("हिन्दी की {n} किताबें यहाँ रखी हैं।", lambda line: line.replace("न्द", "ंद").replace("ँ", "ं"), ("hindi",)),
        (
            "他在第{n}天说：价格涨了５％。",
            lambda line: line.replace("：", ":").replace("％", "%"),
            ("punctuation",),
        ),
        ("उसने {n} बार कहा: सब ठीक है।", lambda line: line.replace("ा: ", "ाः "), ("visarga",)),
        ("መርከብ {n} ትናንት ወደብ ደረሰ። ሰዎችም ሰላም ናቸው።", lambda line: line.replace("ሰ", "ሠ"), ("amharic",)),
        ("መርከብ {n} ትናንት ወደብ ደረሰ። ሰዎችም ሰላም ናቸው።", lambda line: line.replace("።", "፡፡"), ("amharic",)),
        (
            "Корабель {n} прийшов у порт, стоїть під мостом.",
            lambda line: line.replace("і", "i"),
            ("lookalikes",),
        ),
        (ENGLISH, lambda line: line.replace("a", "а").replace("e", "е"), ("lookalikes",)),
        (VIETNAMESE, lambda line: line.replace("Đ", "Ð"), ("eth",)),
        # What Apertium 3.8.3 writes before words that it does not know or cannot inflect.
        (ENGLISH, lambda line: line.replace("sister", "*sister").replace("old", "#old"), ("unknown-words",)),
        (VIETNAMESE, lambda line: line.replace("Đ", "Ð").replace("đ", "ð"), ("eth",)),
        (
            "Jirgin ruwa {n} ya isa ɓangaren ƙasa, ɗan yaro ya gan shi.",
            lambda line: line.replace("ɓ", "b").replace("ƙ", "k").replace("ɗ", "d"),
            ("diacritics",),
        ),
    ],
)
def test_ways_to_write_the_same(reference, changed, names) -> None:
    lines = [reference.format(n=n) for n in range(40)]
    sample = CorpusSample()
    sample.add([Segments([changed(line) for line in lines])], [Segments(lines)])
    [made] = sample.written_differently(engine_of_search([])[0])
    assert made is not None
    assert (made.names, round(made.after)) == ([*names], 100)


def test_text_with_what_looks_like_tags_of_words() -> None:
    lines = [f"{ENGLISH.format(n=n)} Type a|b c||d x_NN" for n in range(40)]
    output = [line.replace("sister", "brother").replace("old", "young") for line in lines]
    sample = CorpusSample()
    sample.add([Segments(output)], [Segments(lines)])
    assert sample.written_differently(engine_of_search([])[0]) == [None]


@pytest.mark.parametrize("where", ["output", "references"])
def test_stars_before_lines_are_no_marks_of_words(where) -> None:
    plain = [ENGLISH.format(n=n) for n in range(40)]
    starred = [f"*{line}" for line in plain[:-1]] + [plain[-1].replace("old", "*old")]
    lines, references = (starred, plain) if where == "output" else (plain, starred)
    sample = CorpusSample()
    sample.add([Segments(lines)], [Segments(references)])
    [made] = sample.written_differently(engine_of_search([])[0])
    assert made is None or "unknown-words" not in made.names


def test_letters_of_serbian_are_told_of_no_other_language() -> None:
    texts = (
        ("Моја жена {n} чита новине код куће.", "Moja žena {n} čita novine kod kuće."),
        (
            "Моя жена {n} читает новости в доме.",
            "Moja žena {n} čitaet novosti v dome.",
        ),
    )
    for (cyrillic, latin), is_serbian in zip(texts, (True, False), strict=True):
        sides = [[line.format(n=n) for n in range(40)] for line in (cyrillic, latin)]
        for output, reference in (sides, sides[::-1]):
            sample = CorpusSample()
            sample.add([Segments(output)], [Segments(reference)])
            assert ("serbian" in sample.suspects()[0]) == is_serbian


def test_names_of_files_that_are_no_utf_8() -> None:
    made = found([line.replace(",", "،") for line in REFERENCE], ["punctuation"])
    [line] = worded_differences([made], "BLEU", ["few\udcff"], "r\udcff", True, words_of_normalization)
    assert line.startswith("few\udcff and r\udcff are written differently: punctuation of another script")


@pytest.mark.parametrize(
    "line", ["вчера он сказал номер {n}, что придёт позже.", "Včera řekl {n}, že přijde později."]
)
def test_capitals_of_escapes_are_none_of_the_text(line: str) -> None:
    lines = [line.format(n=number) for number in range(40)]
    sample = CorpusSample()
    sample.add([Segments([quote(text, safe=" ,.") for text in lines])], [Segments(lines)])
    assert "percent-encoding" in sample.suspects()[0]
    assert "case" not in sample.suspects()[0]
