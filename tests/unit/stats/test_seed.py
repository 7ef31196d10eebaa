import pytest

from parbleu.errors import OptionError
from parbleu.stats.resampling import read_seed


def test_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    assert read_seed() == ("12345", 12345)


@pytest.mark.parametrize(("text", "seed"), [("0", 0), (" 42 ", 42), ("1_000", 1000), (str(2**80), 2**80)])
def test_a_number(monkeypatch: pytest.MonkeyPatch, text: str, seed: int) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", text)
    assert read_seed() == (text, seed)


@pytest.mark.parametrize("text", ["none", "None", "NONE"])
def test_none_is_new_each_time(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", text)
    (shown, first), (_, second) = read_seed(), read_seed()
    assert shown == "none"
    assert first != second


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5"])
def test_not_a_seed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", text)
    with pytest.raises(OptionError, match="SACREBLEU_SEED"):
        read_seed()
