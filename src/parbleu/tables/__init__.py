"""Represents results as typed tables, and writes them as text, Markdown, LaTeX, HTML, JSON and others."""

from parbleu._base.lazy import lazy_attributes
from parbleu._base.registry import Registry

FORMATS = Registry(
    "format",
    {
        name: f"parbleu.tables._formats.{name}:write"
        for name in ("text", "markdown", "latex", "typst", "html", "csv", "tsv", "json")
    },
    "parbleu.formats",
)
"""Name -> function of the tables and the `Options` that returns an iterator of pieces of text."""

MOST_DECIMALS = 1074
"""No double has more decimals."""

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._display": "displays",
        "._dot_plot": "figure_of",
        "._figures": "write_figure",
        "._records": "cells_of column columns_of p_field record rows shown table_of",
        "._rendering": "bibliography pieces render",
        "._result": "Result",
        "._table": "Column Table",
    },
)
__all__ += ["FORMATS"]
