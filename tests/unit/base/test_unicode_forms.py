"""Tests that texts have the forms that `unicodedata` finds, without its time for many marks."""

import random
import unicodedata

import pytest

from parbleu._base import unicode_forms
from parbleu._base.unicode_forms import LONG, unicode_form

MARKS = "\u0300\u0316\u0327\u0344\u05b0\u3099\u0f71\u0f73\u0f81\u0345"
LETTERS = "aeé\u1ec7が가\u1100\u1161\ufb01Å"


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_forms_are_those_of_unicodedata(form):
    chance = random.Random(form)
    for count in (1, LONG - 1, LONG + 1, 2 * LONG):
        marks = chance.choices(MARKS, k=count)
        text = "".join([*chance.choices(LETTERS, k=9), *marks, *chance.choices(LETTERS + MARKS, k=LONG)])
        assert unicode_form(form, text) == unicodedata.normalize(form, text)
        assert unicode_form(form, text[::-1]) == unicodedata.normalize(form, text[::-1])


def test_marks_are_sorted_before_they_are_inserted(monkeypatch):
    seen = []
    monkeypatch.setattr(
        unicode_forms, "normalize", lambda form, text: seen.append(text) or unicodedata.normalize(form, text)
    )
    unicode_form("NFC", "a" + "\u0300\u0f73\u0316" * LONG)
    classes = [unicodedata.combining(mark) for mark in seen[-1]]
    assert classes == sorted(classes)
    assert len(seen[-1]) == 1 + 4 * LONG
