"""Configures Sphinx for the pages that `tools/make_docs.py` collects; `make docs` calls it."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

from pygments.lexers.data import JsonLexer
from sphinx.application import Sphinx

from parbleu import __version__

project = "parbleu"
author = copyright = "The parbleu developers"  # noqa: A001 - the word of Sphinx
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]

# Pages are found in these places, whatever else is linked beside them.
include_patterns = ["*.md", "*.rst", "docs/*.md", "examples/README.md", "api/*.rst", "commands/*.rst"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]

# Docstrings write code between single backticks.
default_role = "literal"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
python_maximum_signature_line_length = 100
# Each page of Python lists its names at its top; in the side bar they would double the time of a build.
toc_object_entries = False

# Dashes of options stay two.
smartquotes = False
html_theme = "furo"
html_title = f"parbleu {__version__}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_show_sphinx = False
html_copy_source = False
# Summaries of found pages would be requests for files, which browsers refuse for pages without a server:
# `site.js` takes excerpts from the script that `write_texts` writes.
html_show_search_summary = False


def spell(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Makes reStructuredText of a docstring: its markup is code in backticks, sections, indented examples."""
    written: list[str] = []
    example, last = False, ""
    for line in lines:
        blank, deeper = not line.strip(), depth(line) > depth(last)
        if not blank and deeper and written and not written[-1].strip():
            example = True
            written += [" " * depth(last) + "::", ""]
        elif not blank and example and not deeper:
            example = False
        written.append(line if example else MARKUP.sub(lambda found: found[1] or "\\" + found[2], line))
        last = last if blank or example else line
    lines[:] = written


def spell_types(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Does the same for the types of attributes, which Napoleon adds."""
    lines[:] = [line.replace("_]", r"\_]") if line.startswith(":vartype") else line for line in lines]


def make_accessible(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    """Gives captions their level, and lets examples and tables that are too wide scroll by the keyboard."""
    for part in ("body", "furo_navigation_tree"):
        text = context.get(part, "").replace('role="heading"', 'role="heading" aria-level="2"')
        text = text.replace("<pre>", '<pre tabindex="0">')
        context[part] = text.replace('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper')


def write_texts(app: Sphinx, problem: Exception | None) -> None:
    """Writes the text of each page into a script, for excerpts in the results of a search."""
    if problem is not None or app.builder.name != "html":
        return
    out = Path(app.outdir)
    texts = {}
    for page in sorted(app.env.found_docs):
        content = (out / f"{page}.html").read_text(encoding="utf-8")
        article = re.search(r"<article[^>]*>(.*?)</article>", content, re.DOTALL)
        plain = unescape(re.sub(r"<[^>]+>", "", article[1] if article else ""))
        texts[page] = " ".join(plain.replace("\u00b6", "").split())
    script = f"window.pageTexts = {json.dumps(texts, ensure_ascii=False)};\n"
    (out / "_static" / "page_texts.js").write_text(script, encoding="utf-8")


def depth(line: str) -> int:
    """Returns how far a line is indented."""
    return len(line) - len(line.lstrip())


MARKUP = re.compile(r"(`[^`]*`)|([*|]|(?<=\w)_(?!\w))")
"""Code, or a character that would be markup."""


def setup(app: Sphinx) -> None:
    """Connects the functions above, and names the language of examples with a JSON value a line."""
    app.connect("autodoc-process-docstring", spell, priority=400)
    app.connect("autodoc-process-docstring", spell_types, priority=600)
    app.connect("html-page-context", make_accessible, priority=900)
    app.connect("build-finished", write_texts)
    app.add_lexer("jsonl", JsonLexer)
