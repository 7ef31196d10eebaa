"""Tests that TextGrids and songs are read as packages write them."""

import pytest

from parbleu._inputs.unit_formats import UnitOptions, read_units

pytestmark = pytest.mark.frameworks

TEXTS = ["The tug waits.", 'Anna: "Öl, 5 %!"', "It rains."]
INTERVALS = [(0.0, 1.5, TEXTS[0]), (2.0, 3.25, TEXTS[1]), (61.5, 62.0, TEXTS[2])]
KEYS = ["0:00.000", "0:02.000", "1:01.500"]


def read(path):
    units = read_units(str(path), UnitOptions())
    assert [unit.key for unit in units] == KEYS
    assert [unit.target for unit in units] == TEXTS
    return [unit.times for unit in units]


@pytest.mark.parametrize("layout", ["long_textgrid", "short_textgrid"])
def test_textgrids_of_praatio(tmp_path, layout):
    from praatio import textgrid

    grid = textgrid.Textgrid()
    grid.addTier(textgrid.IntervalTier("sentence", INTERVALS, 0, 70))
    grid.addTier(textgrid.PointTier("click", [(1.0, 'a "b"')], 0, 70))
    grid.save(str(tmp_path / "a.TextGrid"), layout, includeBlankSpaces=True)
    assert read(tmp_path / "a.TextGrid") == [(begin, end) for begin, end, _ in INTERVALS]


def test_textgrids_of_textgrid(tmp_path):
    from textgrid import IntervalTier, TextGrid

    grid, tier = TextGrid(maxTime=70), IntervalTier("sentence", 0, 70)
    for interval in INTERVALS:
        tier.add(*interval)
    grid.append(tier)
    grid.write(str(tmp_path / "a.TextGrid"))
    assert read(tmp_path / "a.TextGrid") == [(begin, end) for begin, end, _ in INTERVALS]


def test_songs_of_pylrc(tmp_path):
    from pylrc.classes import LyricLine, Lyrics

    times = ("[00:00.00]", "[00:02.00]", "[01:01.50]")
    song = Lyrics(map(LyricLine, times, TEXTS))
    (tmp_path / "a.lrc").write_text(song.toLRC(), encoding="utf-8")
    assert read(tmp_path / "a.lrc") == [None] * len(TEXTS)
