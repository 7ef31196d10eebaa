"""Tables are those of `tabulate`, with which sacreBLEU prints."""

import tabulate
from hypothesis import given
from hypothesis import strategies as st

from parbleu.compat._sacrebleu_command.score_tables import latex_grid, text_grid

NAMES = {"l": "left", "r": "right", "c": "center"}
COLORED = [f"\x1b[{code}mab\x1b[0m" for code in (31, 33, 36)]
line = st.one_of(
    st.text("ab .%&$#_{}\\~^<>\"'|é日μ±0123", min_size=1, max_size=12).map(str.strip).filter(bool),
    st.sampled_from(COLORED),
)


@st.composite
def tables(draw, cells):
    columns = draw(st.integers(1, 4))
    alignments = draw(st.text("lrc", min_size=columns, max_size=columns))
    rows = st.lists(st.lists(cells, min_size=columns, max_size=columns), min_size=1, max_size=4)
    return draw(st.lists(line, min_size=columns, max_size=columns)), draw(rows), alignments


def drawn(titles, rows, alignments, name):
    tabulate.WIDE_CHARS_MODE = False  # sacreBLEU does not ask for the package that knows widths
    aligned = [NAMES[letter] for letter in alignments]
    return tabulate.tabulate(rows, headers=titles, tablefmt=name, colalign=aligned, disable_numparse=True)


@given(tables(st.lists(line, min_size=1, max_size=3).map("\n".join)))
def test_text(table):
    assert text_grid(*table) == drawn(*table, "fancy_grid")


@given(tables(line))
def test_latex(table):
    assert latex_grid(*table) == drawn(*table, "latex_booktabs")
