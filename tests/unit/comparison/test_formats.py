"""Every format: the same text each time, and names that mean something to it."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from typing import Any

import pandas
import polars
import pytest

import parbleu
from parbleu.comparison.formats import FORMATS
from parbleu.comparison.records import columns
from parbleu.comparison.result import Comparison, MetricComparison, PairTest, SystemScore
from parbleu.errors import InputTypeError, MissingDependencyError, UnknownNameError

HOSTILE = ("A|B_c*d`e", '<b>&"50%$#{}~^\\', "two\nlines,\ttab")


def made(names: tuple[str, str, str] = ("base", "new", "old")) -> Comparison:
    """A comparison with every field set, by hand."""
    base, new, old = names
    bleu = MetricComparison(
        name="BLEU",
        signature="nrefs:1|bs:1000|seed:12345",
        short_signature="#:1|bs:1000|rs:12345",
        higher_is_better=True,
        decimals=2,
        scores=(
            SystemScore(base, 30.126, 30.2, 1.25, 29.0, 31.5, None, (2, 2), 2),
            SystemScore(new, 33.5, 33.4, 1.5, 32.0, 35.0, 0.001, (1, 1), 1),
            SystemScore(old, 30.126, 30.2, 1.25, 29.0, 31.5, 0.001, (2, 3), 2),
        ),
        pairs=(
            PairTest(base, new, 3.374, 0.001, 0.002, 0.004, 3),
            PairTest(base, old, 0.0, 0.001, 1.0, 1.0, 1000),
            PairTest(new, old, -3.374, 0.001, 0.002, 0.004, 0),
        ),
    )
    ter = MetricComparison(
        name="TER",
        signature="nrefs:1|seed:12345",
        short_signature="#:1|rs:12345",
        higher_is_better=False,
        decimals=1,
        scores=(
            SystemScore(base, 60.0, 60.1, 2.0, 58.0, 62.0, None, (1, 3), 1),
            SystemScore(new, 61.0, 61.1, 2.0, 59.0, 63.0, 0.2, (1, 3), 1),
            SystemScore(old, 60.0, 60.1, 2.0, 58.0, 62.0, 0.0499, (1, 3), 1),
        ),
    )
    return Comparison(names, (bleu, ter), 100, "bootstrap", 1000, 1000, "12345", 0.05, True)


def plain() -> Comparison:
    """One without test and intervals."""
    metric = MetricComparison("x", "sig", "s", True, 4, (SystemScore("a", 0.12345), SystemScore("b", 0.5)))
    return Comparison(("a", "b"), (metric,), 10)


MARKDOWN = r"""
| System | BLEU ↑ | p | rank | cluster | TER ↓ | p | rank | cluster |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| base (baseline) | 30.13 ± 1.25 |  | 2 | 2 | **60.0 ± 2.0** |  | 1–3 | 1 |
| new | **33.50 ± 1.50** | 0.0010\* | 1 | 1 | 61.0 ± 2.0 | 0.2000 | 1–3 | 1 |
| old | 30.13 ± 1.25 | 0.0010 | 2–3 | 2 | **60.0 ± 2.0** | 0.0499 | 1–3 | 1 |

- Paired bootstrap test of all pairs of systems, 1000 samples.
- p: against base; \* p ≤ 0.05.
- ±: half the width of the 95 % interval of 1000 bootstrap samples' scores.
- rank, cluster: from differences with p \< 0.05, calibrated and corrected for the number of pairs (Holm).
- BLEU: `nrefs:1|bs:1000|seed:12345`
- TER: `nrefs:1|seed:12345`
"""

MARKDOWN_PAIRS = r"""
| Metric | First | Second | Difference | p | p (calibrated) | p (Holm) | Ties |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |
| BLEU | base | new | +3.374 | 0.0010 | 0.0020 | 0.0040 | 3 |
| BLEU | base | old | +0.000 | 0.0010 | 1.0000 | 1.0000 | 1000 |
| BLEU | new | old | -3.374 | 0.0010 | 0.0020 | 0.0040 | 0 |
"""

LATEX = r"""
\begin{tabular}{lrrrrrrrr}
\toprule
System & \multicolumn{4}{c}{BLEU $\uparrow$} & \multicolumn{4}{c}{TER $\downarrow$} \\
\cmidrule(lr){2-5}\cmidrule(lr){6-9}
 &  & p & rank & cluster &  & p & rank & cluster \\
\midrule
base (baseline) & 30.13 $\pm$ 1.25 &  & 2 & 2 & \textbf{60.0 $\pm$ 2.0} &  & 1--3 & 1 \\
new & \textbf{33.50 $\pm$ 1.50} & 0.0010* & 1 & 1 & 61.0 $\pm$ 2.0 & 0.2000 & 1--3 & 1 \\
old & 30.13 $\pm$ 1.25 & 0.0010 & 2--3 & 2 & \textbf{60.0 $\pm$ 2.0} & 0.0499 & 1--3 & 1 \\
\bottomrule
\end{tabular}

{\footnotesize\raggedright\noindent
Paired bootstrap test of all pairs of systems, 1000 samples.\\
p: against base; * p $\le$ 0.05.\\
$\pm$: half the width of the 95 \% interval of 1000 bootstrap samples' scores.\\
"""


def test_markdown() -> None:
    assert made().to_markdown() == str(made()) == MARKDOWN.lstrip("\n")
    assert MARKDOWN_PAIRS in made().to_markdown(width=3, pairs=True)
    assert "| a | 0.1235 |\n| b | **0.5000** |\n\n- x: `sig`\n" in plain().to_markdown(pairs=True)
    assert "| a | 0.12 |" in plain().to_markdown(width=2)


def test_markdown_shows_names_as_they_are() -> None:
    rows = made(HOSTILE).to_markdown().splitlines()[2:5]
    assert rows[0].startswith(r"| A\|B\_c\*d\`e (baseline) | 30.13")
    assert rows[1].startswith(r'| \<b\>\&"50%\$\#{}\~^\\ | **33.50')
    assert rows[2].startswith("| two lines,\ttab | 30.13")
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {10}


def test_latex() -> None:
    assert made().to_latex().startswith(LATEX.lstrip("\n"))
    assert r"BLEU: nrefs:1\textbar\allowbreak{}bs:1000\textbar\allowbreak{}seed:12345\\" in made().to_latex()
    assert made().to_latex().count(r"\begin{tabular}") == 1
    assert r"BLEU & base & old & +0.00 & 0.0010 & 1.0000 & 1.0000 & 1000 \\" in made().to_latex(pairs=True)
    assert "cmidrule" not in plain().to_latex()


def test_latex_shows_names_as_they_are() -> None:
    lines = made(HOSTILE).to_latex().splitlines()
    assert lines[6].startswith(r"A\textbar{}B\_c*d`e (baseline) & 30.13 $\pm$")
    name = r"\textless{}b\textgreater{}\&\textquotedbl{}50\%\$\#\{\}\textasciitilde{}\textasciicircum{}"
    assert lines[7].startswith(name + r"\textbackslash{} & \textbf{33.50")
    assert lines[8].startswith("two lines,\ttab & 30.13")
    assert {len(re.findall(r"(?<!\\)&", line)) for line in lines[6:9]} == {8}


class Reader(HTMLParser):
    """Checks that elements nest, and collects rows of cells."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data


@pytest.mark.parametrize("names", [("base", "new", "old"), HOSTILE])
def test_html(names: tuple[str, str, str]) -> None:
    found = made(names)
    reader = Reader()
    reader.feed(found.to_html(pairs=True))
    assert reader.open == []
    assert reader.rows[0] == ["System", "BLEU ↑", "TER ↓"]
    assert reader.rows[1] == ["score", "p", "rank", "cluster"] * 2
    assert [row[0] for row in reader.rows[2:5]] == [f"{names[0]} (baseline)", *names[1:]]
    assert reader.rows[3][1:] == ["33.50 ± 1.50", "0.0010*", "1", "1", "61.0 ± 2.0", "0.2000", "1–3", "1"]
    assert reader.rows[-1] == ["BLEU", names[1], names[2], "-3.37", "0.0010", "0.0020", "0.0040", "0"]
    assert found.to_html().count("<strong>") == 3
    assert found._repr_html_() == found.to_html()
    assert "<th rowspan" not in plain().to_html()


@pytest.mark.parametrize("names", [("base", "new", "old"), HOSTILE])
@pytest.mark.parametrize("pairs", [False, True, "both"])
def test_separated_values(names: tuple[str, str, str], pairs: bool | str) -> None:
    found = made(names)
    for text, delimiter in ((found.to_csv(pairs), ","), (found.to_tsv(pairs), "\t")):
        rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter))
        expected = found.records(pairs)
        assert [list(row) for row in rows] == [list(row) for row in expected]
        for row, record in zip(rows, expected, strict=True):
            assert row == {key: "" if value is None else str(value) for key, value in record.items()}


def test_tables_of_data() -> None:
    found = made()
    for pairs, shape in ((False, (6, 12)), (True, (3, 9)), ("both", (9, 19))):
        assert found.to_pandas(pairs).shape == found.to_polars(pairs).shape == shape
        assert found.to_polars(pairs).to_dicts() == found.records(pairs)
    assert found.to_polars()["score"].dtype == polars.Float64
    assert found.to_pandas()["p_value"].isna().tolist() == [True, False, False] * 2
    assert plain().to_pandas(True).columns.tolist() == list(found.records(True)[0])
    assert plain().to_polars(True).columns == list(found.records(True)[0])


@pytest.mark.parametrize("comparison", [made(), plain()], ids=["full", "empty"])
@pytest.mark.parametrize("pairs", [False, True, "both"])
def test_columns_have_their_types_even_where_they_are_empty(
    comparison: Comparison, pairs: bool | str
) -> None:
    kinds = {str: ("String", "object"), float: ("Float64", "float64"), int: ("Int64", "Int64")}
    expected = [kinds[kind] for kind in columns(pairs).values()]
    assert [str(kind) for kind in comparison.to_polars(pairs).dtypes] == [name for name, _ in expected]
    found = comparison.to_pandas(pairs).dtypes
    for kind, (_, name) in zip(found, expected, strict=True):
        assert pandas.api.types.is_string_dtype(kind) if name == "object" else str(kind) == name


def test_records_of_both_kinds() -> None:
    found = made()
    both = found.records("both")
    assert [row["row"] for row in both] == ["system"] * 6 + ["pair"] * 3
    for row, single in zip(both, found.records() + found.records(True), strict=True):
        assert {key: value for key, value in row.items() if value is not None} == {
            "row": row["row"],
            **{key: value for key, value in single.items() if value is not None},
        }
    with pytest.raises(UnknownNameError, match="both"):
        found.to_csv("bothh")


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_library_that_is_not_there(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingDependencyError, match=f"pip install {library}"):
        getattr(made(), f"to_{library}")()


def test_json() -> None:
    found = made(HOSTILE)
    values = json.loads(found.to_json())
    assert values == found.to_dict()
    assert values["baseline"] == HOSTILE[0]
    assert values["metrics"][0]["scores"][0]["rank"] == [2, 2]
    assert values["metrics"][0]["pairs"][1]["n_equal"] == 1000
    assert found.to_json(indent=None).count("\n") == 1


@pytest.mark.parametrize("comparison", [made(HOSTILE), plain()], ids=["made", "plain"])
def test_what_is_saved_can_be_read(comparison: Comparison) -> None:
    assert Comparison.from_dict(comparison.to_dict()) == comparison
    assert Comparison.from_dict(json.loads(comparison.to_json())) == comparison


@pytest.mark.parametrize(
    "values", [{}, [], {"systems": ["a"], "metrics": [{}]}, {**plain().to_dict(), "more": 1}], ids=str
)
def test_what_is_no_comparison_is_not_read(values: Any) -> None:
    with pytest.raises(InputTypeError, match="no saved comparison"):
        Comparison.from_dict(values)


@pytest.mark.parametrize(
    ("sort", "order"),
    [("BLEU", ["new", "base (baseline)", "old"]), ("TER", ["base (baseline)", "old", "new"])],
)
def test_sorted_rows(sort: str, order: list[str]) -> None:
    rows = made().to_markdown(sort=sort).splitlines()[2:5]
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows] == order
    assert made().to_latex(sort=sort).splitlines()[6].startswith(order[0])
    assert f'<tr><td style="text-align: left">{order[0]}' in made().to_html(sort=sort)
    with pytest.raises(UnknownNameError, match="unknown metric 'TRE'"):
        made().to_markdown(sort="TRE")


def test_real_numbers_survive(systems: Any, references: Any) -> None:
    found = parbleu.compare(systems, references, ["bleu", "ter"], test="bootstrap", n_samples=50)
    rows = csv.DictReader(io.StringIO(found.to_csv()))
    for row, score in zip(rows, found["BLEU"].scores, strict=False):
        assert (float(row["score"]), float(row["mean"]), float(row["low"])) == (
            score.score,
            score.mean,
            score.low,
        )
    assert json.loads(found.to_json()) == found.to_dict()


def test_output_is_stable() -> None:
    """Not even the seed of Python's hashes changes a byte."""
    code = (
        "import parbleu\n"
        "s = {n: [n + ' x y z', 'a b c d'] for n in 'abcdef'}\n"
        "r = [['a x y z', 'a b c e']]\n"
        "c = parbleu.compare(s, r, ['ter', 'bleu'], test='randomization', n_samples=20, all_pairs=True)\n"
        "from parbleu.comparison.formats import FORMATS\n"
        "print(*[c.render(name) for name in FORMATS])"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(texts) == 1
    assert len(texts.pop()) > 5000


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_format_ends_its_last_line(name: str) -> None:
    for comparison in (made(), plain()):
        text = comparison.render(name)
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
        assert text == comparison.render(name)


def test_unknown_formats_are_explained() -> None:
    with pytest.raises(UnknownNameError, match="unknown format 'markdwon': did you mean 'markdown'"):
        made().render("markdwon")
