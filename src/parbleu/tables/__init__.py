"""Typed tables, and their writers in text, Markdown, LaTeX, Typst, HTML, CSV, TSV, JSON and data frames."""

from parbleu.tables.rendering import FORMATS, pieces, render
from parbleu.tables.result import Result
from parbleu.tables.table import Column, Table

__all__ = ["FORMATS", "Column", "Result", "Table", "pieces", "render"]
