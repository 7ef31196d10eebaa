"""The native tokenizers and their frozen tables; tests/golden compares them with sacreBLEU's."""

import unicodedata

import pytest

from parbleu import _core


@pytest.mark.skipif(unicodedata.unidata_version != "14.0.0", reason="str.lower has other tables here")
@pytest.mark.parametrize("width", [0x100, 0x10000, 0x110000])
def test_lower_case_is_pythons(width: int) -> None:
    everything = "".join(map(chr, range(width)))
    assert _core.lower(everything) == everything.lower()
    between = "Σ".join(map(chr, range(width)))
    assert _core.lower(between) == between.lower()


def test_names() -> None:
    assert _core.tokenizer_names() == ["none", "zh", "13a", "intl", "char"]
    with pytest.raises(ValueError, match="there is no native tokenizer 14a"):
        _core.tokenize("text", "14a")


@pytest.mark.parametrize(
    "text", ["", " ", "\x00", "a\u2028b", "\ud800.", "é, ÿ", "Привет, мир!", "中文。", "𝔘 . 5,5"]
)
def test_text_survives(text: str) -> None:
    """Whatever a tokenizer does, the characters that are not white space stay as they are."""
    for name in _core.tokenizer_names():
        assert "".join(_core.tokenize(text, name).split()) == "".join(text.split())
