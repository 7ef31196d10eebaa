"""How a comparison can be printed. To add a format: a file with `render`, and its line here."""

from __future__ import annotations

from parbleu.registry import Registry

FORMATS = Registry(
    "format",
    {
        "csv": "parbleu.comparing.render_csv:render",
        "html": "parbleu.comparing.render_html:render",
        "json": "parbleu.comparing.render_json:render",
        "latex": "parbleu.comparing.render_latex:render",
        "markdown": "parbleu.comparing.render_markdown:render",
        "tsv": "parbleu.comparing.render_tsv:render",
    },
    group="parbleu.formats",
)
"""Functions from a Comparison, and options by keyword, to text that ends with a line end."""
