"""Tests windows, batches and order, and errors of faulty engines."""

from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.translate.engines_for_tests import Upper

from parbleu import translate
from parbleu.errors import InputTypeError, NotSegmentsError, OptionError, TranslationError
from parbleu.translate import Batching, Engine, Settings, Translation
from parbleu.translate._engine import BREAKS, in_one_column, on_one_line, without_controls


def clean(text):
    return in_one_column(without_controls(text))


def texts(source, engine, **batching):
    return [made.text for made in translate.translate(source, engine, batching=Batching(**batching))]


@given(st.lists(st.text(max_size=12), max_size=20), st.integers(1, 9), st.integers(1, 30), st.integers(1, 9))
def test_order_and_text_depend_on_no_batch(segments, window, tokens, size):
    engine = Upper()
    made = texts(segments, engine, window=window, tokens=tokens, segments=size)
    assert made == [clean(text.upper()) if text.strip() else "" for text in segments]
    assert all(len(line.splitlines()) <= 1 for line in made)
    for batch in engine.batches:
        assert all(text.strip() for text in batch)
        assert len(batch) <= size
        assert len(batch) == 1 or len(batch) * max(engine.lengths(batch)) <= tokens


def test_batches_hold_what_is_of_one_length():
    engine = Upper()
    texts(["a", "b c d", "", "e f g", "h", "i j k l"], engine, window=6, tokens=6)
    assert engine.batches == [["i j k l"], ["b c d", "e f g"], ["a", "h"]]


def test_an_engine_may_have_whole_windows():
    engine = Upper()
    engine.batched = False
    texts(["a", "b c d", " ", "e", "", ""], engine, window=3, tokens=1)
    assert engine.batches == [["a", "b c d"], ["e"]]


def test_no_more_is_read_than_a_window():
    numbers = count()
    endless = translate.translate((f"n {number}" for number in numbers), Upper())
    assert [made.text for made in islice(endless, 5)] == ["N 0", "N 1", "N 2", "N 3", "N 4"]
    assert next(numbers) == 2 * Upper.window


def test_any_stream_is_a_source(tmp_path):
    (tmp_path / "source").write_text("a\nb\n")
    assert texts(tmp_path / "source", Upper()) == ["A", "B"]
    assert texts(("a", "b"), Upper()) == ["A", "B"]
    with pytest.raises(InputTypeError, match=r"segment 5 \(counted from 0\) is None, not a string"):
        texts([*"abcde", None], Upper())
    with pytest.raises(NotSegmentsError):
        texts({"a"}, Upper())


def test_alternatives_and_progress():
    done = []
    (made,) = translate.translate(["a"], Upper(nbest=2), advance=done.append)
    assert made == Translation("A", -1.5, False, ("A", "A!"), (-1.5, -2.5))
    list(translate.translate(["a", "", "b"], Upper(), advance=done.append))
    assert sum(done) == 4


@pytest.mark.parametrize("end", [*BREAKS, "\r\n"])
def test_line_breaks_become_blanks(end):
    assert on_one_line(f"a{end}b") == "a b"
    assert on_one_line(f"{end}a{end}{end}b{end}") == "a  b"
    assert on_one_line(end) == ""


def test_a_tab_becomes_a_blank():
    class Table(Upper):
        def translate(self, segments):
            return [Translation("a\tb\n\tc", alternatives=("a\tb\n\tc", "\t"))]

    (made,) = translate.translate(["x"], Table())
    assert made == Translation("a b  c", alternatives=("a b  c", " "))


def test_what_is_no_character_can_be_written():
    assert on_one_line("a\ud83d\ude00 \ud83d b") == "a\U0001f600 \ufffd b"


class Broken(Engine):
    name = "broken"

    def __init__(self, answer):
        super().__init__(Settings())
        self.answer = answer

    def lengths(self, segments):
        return [1] * (len(segments) + (self.answer == "lengths"))

    def translate(self, segments):
        if self.answer == "third":
            problem = TranslationError("too hot")
            problem.segment = segments.index("c")
            raise problem
        return self.answer


def test_whatever_an_engine_raises_is_told():
    class Failing(Upper):
        def translate(self, segments):
            raise ZeroDivisionError("no room")

    with pytest.raises(TranslationError, match=r"^the engine upper failed: ZeroDivisionError: no room$"):
        texts(["a"], Failing())


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ([], "the engine broken did not return a translation for each of 3 segments: it is broken"),
        ([Translation("a")] * 4, "did not return a translation for each of 3 segments"),
        (["a", "b", "c"], "did not return a translation for each of 3 segments"),
        (None, "the engine broken failed: TypeError"),
        ("lengths", "returned 4 lengths for 3 segments"),
    ],
)
def test_an_engine_that_answers_something_else(answer, message):
    with pytest.raises(TranslationError, match=message):
        texts(["a", "b", "c"], Broken(answer))


def test_an_engine_that_answers_twice():
    class Twice(Upper):
        def stream(self, segments):
            yield {0: Translation("a")}
            yield {0: Translation("b")}

    with pytest.raises(TranslationError, match="did not return a translation for each of 2 segments"):
        texts(["a", "b"], Twice())


def test_a_segment_that_fails_is_named_by_its_line():
    with pytest.raises(TranslationError, match=r"^line 6: too hot$") as raised:
        texts(["x", "", "y", "", "z z z", "c"], BrokenLater())
    assert raised.value.segment == 5


class BrokenLater(Broken):
    window = 2

    def __init__(self):
        super().__init__("third")

    def translate(self, segments):
        return super().translate(segments) if "c" in segments else [Translation(text) for text in segments]


def test_settings_have_ranges():
    for wrong in ({"beam": 0}, {"nbest": -1}, {"timeout": 0.0}, {"timeout": float("nan")}, {"device": "tpu"}):
        with pytest.raises(OptionError, match=next(iter(wrong))):
            Settings(**wrong)
    for wrong in ({"tokens": 0}, {"segments": 0}, {"window": 0}):
        with pytest.raises(OptionError, match="a number from 1, not 0"):
            Batching(**wrong)


def test_engines_are_made_by_name():
    with translate.make_engine("command", command="cat") as engine:
        assert engine.describe() == {"command": "cat"}
    with pytest.raises(KeyError, match="command"):
        translate.make_engine("comand", command="cat")
