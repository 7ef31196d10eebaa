"""Tests conversions of offsets against a slow twin, through emoji, `<br>` and CR LF."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parbleu.human._offsets import APPRAISE, PEARMUT, OffsetRule

RULES = {
    "code points": OffsetRule(),
    "Appraise": APPRAISE,
    "Pearmut": PEARMUT,
    "all": OffsetRule(utf16=True, inclusive=True, breaks=True),
}
TEXTS = st.lists(
    st.sampled_from(["a", "é", "中", "🙂", "👩‍🚀", "<br>", "</br>", "\r\n", "\n", "<b", "r>", " "]),
    max_size=12,
).map("".join)


def characters(rule, text):
    """Each character as the tool shows it: its code points, and its units."""
    pattern = "</?br>|." if rule.breaks else "."
    for match in re.finditer(pattern, text, re.DOTALL):
        units = 1 if len(match[0]) > 1 or not rule.utf16 else len(match[0].encode("utf-16-le")) // 2
        yield match.span(), units


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@given(text=TEXTS, data=st.data())
def test_spans_of_whole_characters_convert_both_ways(rule, text, data):
    shown = list(characters(rule, text))
    units = [0]
    for _, count in shown:
        units.append(units[-1] + count)
    first = data.draw(st.integers(0, len(shown)))
    last = data.draw(st.integers(first, len(shown)))
    start = shown[first][0][0] if first < len(shown) else len(text)
    end = shown[last - 1][0][1] if last > first else start
    marks = units[first], units[last] - rule.inclusive
    assert rule.marks(text, start, end) == marks
    assert rule.span(text, *marks) == (start, end)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@given(text=TEXTS, data=st.data())
def test_what_is_marked_in_part_is_marked_whole(rule, text, data):
    shown = list(characters(rule, text))
    owners = [span for span, count in shown for _ in range(count)]
    start = data.draw(st.integers(0, max(0, len(owners) - 1)))
    end = data.draw(st.integers(start, max(start, len(owners))))
    if end > start:
        wanted = owners[start][0], owners[end - 1][1]
        assert rule.span(text, start, end - rule.inclusive) == wanted


def test_offsets_behind_the_text_stay_behind_it():
    assert PEARMUT.span("a🙂", 3, 4) == (2, 4)
    assert APPRAISE.span("a<br>b", 7, 7) == (10, 11)
