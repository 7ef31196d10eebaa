"""Tests that each detector finds what is broken, and nothing in good output."""

import sys
import unicodedata
from dataclasses import replace

import pytest

from extras import extra
from parbleu.analysis import DETECTORS, Limits, check_data, compared_texts
from parbleu.analysis._broken_output import (
    addresses_of,
    balanced,
    final_mark,
    numbers_of,
    placeholders_of,
    repeats_at_once,
)
from parbleu.errors import MissingDependencyError, OptionError, UnknownNameError

SOURCE = "Der Hund <b>bellt</b> um 1.000,5 Uhr bei {name} laut, siehe https://a.example/b (heute)."
REFERENCE = "The dog <b>barks</b> at 1,000.5 hours near {name} loudly, see https://a.example/b (today)."


def found(hypothesis, check, source=SOURCE, reference=REFERENCE, **limits):
    """Whether a check finds the first of two segments, of which the second is good."""
    texts = compared_texts(
        {"a": [hypothesis, "All is well here."]},
        [[reference, "All is good here."]],
        source=[source, "Hier ist alles gut."],
    )
    segments = check_data(texts, [check], limits=limits).found[check]["a"]
    assert segments in ((), (0,))
    return segments == (0,)


BROKEN = {
    "empty": " \u3000 ",
    "identical": REFERENCE,
    "copied": SOURCE.upper().replace(" ", "  "),
    "partly_copied": SOURCE.replace("Hund", "dog"),
    "wrong_script": "Собака лает в 1,000.5 часов громко",
    "wrong_length": "The dog barks.",
    "oscillating": "The dog " + "of the " * 12,
    "repeating": "the dog barks at the dog barks at the dog barks at us",
    "looping": "The dog barks. " * 30,
    "detached": "Zwölf Boxkämpfer jagen Viktor quer über 36 Schiffe und qualmen " * 2,
    "wrong_numbers": REFERENCE.replace("1,000.5", "1,000.6"),
    "missing_addresses": REFERENCE.replace("https://a.example/b", "the page"),
    "missing_markup": REFERENCE.replace("</b>", ""),
    "missing_placeholders": REFERENCE.replace("{name}", "the name"),
    "unbalanced": REFERENCE.replace("(", ""),
    "final_mark": REFERENCE.replace(").", ")?"),
    "bad_characters": REFERENCE.replace("dog", "dÃ¶g"),
}


@pytest.mark.parametrize("check", BROKEN)
def test_what_is_broken_is_found_and_what_is_good_is_not(check):
    assert found(BROKEN[check], check)
    assert not found(
        "A dog <b>barks</b> at 1000.5 hours near {name}, loud, see https://a.example/b (now).", check
    )


@pytest.mark.parametrize("check", sorted(set(BROKEN) - {"empty", "identical", "looping", "bad_characters"}))
def test_what_the_reference_has_too_is_not_broken(check):
    """Checks that compare leave alone what the reference does; others are counted for it, too."""
    if check in ("oscillating", "repeating"):
        assert not found(BROKEN[check], check, source=BROKEN[check])
    else:
        assert not found(BROKEN[check], check, reference=BROKEN[check])


@pytest.mark.parametrize(
    ("source", "output"),
    [
        ("%d von %s", "%d of %s"),
        ("{0}: {1}", "{0}: {1}"),
        ("<b>%s</b>", "<b>%s</b>"),
        ("https://a.example/b", "https://a.example/b"),
        (
            "Siehe {name} unter <code>x</code>: https://a.example",
            "Look at {name} under <code>x</code>, https://a.example",
        ),
    ],
)
def test_what_stays_as_it_is_is_not_copied(source, output):
    """The letters of placeholders, markup and addresses counted as words of the source."""
    for check in ("copied", "partly_copied"):
        assert not found(output, check, source, reference="Something else.")


def test_words_beside_what_stays_are_copied():
    assert found("Bitte %s öffnen", "copied", "Bitte %s öffnen")
    assert found("Bitte %s open", "partly_copied", "Bitte %s öffnen", reference="Please open %s")


def test_references_are_counted_too():
    texts = compared_texts({"a": ["x"]}, [["two  words"], ["\x01"]], source=["two words"])
    result = check_data(texts)
    assert result.found["copied"] == {"a": (), "reference 1": (0,), "reference 2": ()}
    assert result.found["bad_characters"]["reference 2"] == (0,)


def test_lines_that_belong_together():
    lines = [f"this is sentence number {word} of the text" for word in "abcdefghijklmnopqrstuvwxyzäöüßéèáà"]
    texts = compared_texts(
        {"good": lines, "late": ["", *lines[:-1]], "same": [lines[0]] * len(lines)},
        [lines],
        source=[line[::-1] for line in lines],
    )
    result = check_data(texts, ["shifted", "same_output", "as_before"], limits={"window": 10})
    shifted, same, before = (result.found[name] for name in ("shifted", "same_output", "as_before"))
    assert shifted["good"] == same["good"] == before["good"] == ()
    assert len(shifted["late"]) > 25
    assert len(same["same"]) == len(lines)
    assert before["same"] == tuple(range(1, len(lines)))


def test_without_a_source():
    texts = compared_texts({"a": ["x", ""]}, [["x", "y"]])
    result = check_data(texts)
    assert result.found["copied"]["a"] is None
    assert result.found["empty"]["a"] == (1,)
    # A single reference has nothing to be compared with.
    assert result.found["wrong_length"]["reference"] is None
    counts, segments = result.tables()
    assert dict(zip(counts.column("check"), counts.column("a"), strict=True))["copied"] is None
    assert any("need a source" in note for note in counts.notes)
    assert ("empty", "a", 2, "") in segments.rows


def test_limits_are_printed_and_change_what_is_found():
    assert not found("a " * 30, "wrong_length")
    assert found("a " * 30, "wrong_length", shortest=0.9)
    texts = compared_texts({"a": ["x"]}, [["y"]])
    table = check_data(texts, limits=replace(Limits(), longest=3)).tables()[0]
    assert (
        "longest 3" in dict(zip(table.column("check"), table.column("limits"), strict=True))["wrong_length"]
    )


def test_parts():
    assert numbers_of("1.000,5 and 1,000.5, 3-4 ٣٤, x2") == {"10005": 2, "3": 1, "4": 1, "34": 1, "2": 1}
    assert addresses_of("see (https://a.example/b). Or me@x.example, www.y.example!") == {
        "https://a.example/b": 1,
        "me@x.example": 1,
        "www.y.example": 1,
    }
    assert placeholders_of("{0} %s %1$d %(name)s ${x} 100% sure") == {
        "{0}": 1,
        "%s": 1,
        "%1$d": 1,
        "%(name)s": 1,
        "${x}": 1,
    }
    assert balanced("(a [b] 「c」)")
    assert not balanced("a)")
    assert not balanced("(a]")
    assert not balanced('"a')
    assert [final_mark(text) for text in ("a.", "a。", "a.”", "a?!", "a", "")] == [".", ".", ".", "!", "", ""]


def test_loops():
    assert repeats_at_once("xabcabcabcy", 3)
    assert not repeats_at_once("abcabc", 3)
    assert not repeats_at_once("", 3)


def test_language():
    extra("py3langid")
    texts = compared_texts(
        {
            "a": [
                "Das ist ohne jeden Zweifel ein deutscher Satz.",
                "This is beyond doubt an English sentence.",
                "Ja",
            ]
        },
        [["This is without any doubt an English sentence.", "This is an English sentence.", "Yes"]],
    )
    assert check_data(texts, language="en").found["wrong_language"]["a"] == (0,)
    assert "wrong_language" not in check_data(texts).found


def test_language_without_its_package(monkeypatch):
    from parbleu.text import _identified_language as languages

    monkeypatch.setattr(languages, "_classifiers", [])
    monkeypatch.setitem(sys.modules, "py3langid", None)
    texts = compared_texts({"a": ["This is beyond doubt an English sentence."]}, [["x"]])
    with pytest.raises(MissingDependencyError, match="py3langid"):
        check_data(texts, language="de")


def test_refusals():
    texts = compared_texts({"a": ["x"]}, [["y"]])
    with pytest.raises(UnknownNameError, match="check 'emty'"):
        check_data(texts, ["emty"])
    with pytest.raises(OptionError, match="needs a source"):
        check_data(texts, ["copied"])
    with pytest.raises(UnknownNameError, match="limit"):
        check_data(texts, limits={"width": 3})


def test_bad_characters_are_those_of_their_categories():
    characters = [chr(code) for code in (*range(0x300), *range(0x300, 0x110000, 97), 0xD800, 0xE000, 0xFFFD)]
    normal = [unicodedata.normalize("NFC", character) for character in characters]
    wanted = tuple(
        place
        for place, character in enumerate(normal)
        if character == "\ufffd"
        or (character != "\t" and unicodedata.category(character[0]) in ("Cc", "Cs", "Co", "Cn"))
    )
    texts = compared_texts({"a": [f"a {character} b" for character in characters]}, [["x"] * len(characters)])
    assert check_data(texts, ["bad_characters"]).found["bad_characters"]["a"] == wanted


def test_all_detectors_take_hostile_text():
    hostile = ["", " ", "\0", "\ud800", "\u2028", "a" * 100000, "😀" * 50, "\u202eabc", "\r\n", "(" * 5000]
    texts = compared_texts({"a": hostile}, [hostile[::-1]], source=hostile)
    result = check_data(texts, [name for name in DETECTORS if name != "wrong_language"])
    assert 3 in result.found["bad_characters"]["a"]
    assert result.found["empty"]["a"] == (0, 1, 4, 8)


def test_systems_keep_their_names_in_tables():
    texts = compared_texts({"my_system": [REFERENCE]}, [[REFERENCE]])
    [counts, *_] = check_data(texts, ["empty"]).tables()
    assert [column.title for column in counts.columns if column.name == "my_system"] == ["my_system"]
