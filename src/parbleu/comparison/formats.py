"""How a comparison can be printed. To add a format: a file with `render`, and its line here."""

from __future__ import annotations

from parbleu.base.registry import Registry

FORMATS = Registry(
    "format",
    {
        "csv": "parbleu.comparison.render_csv:render",
        "html": "parbleu.comparison.render_html:render",
        "json": "parbleu.comparison.render_json:render",
        "latex": "parbleu.comparison.render_latex:render",
        "markdown": "parbleu.comparison.render_markdown:render",
        "tsv": "parbleu.comparison.render_tsv:render",
    },
    group="parbleu.formats",
)
"""Functions from a Comparison, and options by keyword, to text that ends with a line end."""
