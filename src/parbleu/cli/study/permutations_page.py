"""What `parbleu study permutations` prints as HTML: one page, which needs nothing else."""

from __future__ import annotations

from html import escape

from parbleu.base.wording import counted
from parbleu.cli.study.permutations_report import (
    MISLEADS,
    counts_table,
    scores_table,
    segments_table,
    title,
    told_samples,
    told_segment,
    told_written,
)
from parbleu.study.segment_blocks import KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.cli.meta.output import Cell, Report
    from parbleu.cli.study.permutations_report import Findings
    from parbleu.study.segment_blocks import Segment

_STYLE = """\
body { font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; line-height: 1.6 }
table { border-collapse: collapse } th, td { padding: 0.2em 0.8em; border-bottom: 1px solid #bbb }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums } th { text-align: left }
blockquote { margin: 0.5em 0 1.5em }
.block { background: #e8eef7; padding: 0.1em 0.3em; border-radius: 0.2em }
.cut { color: #b00020; font-weight: bold }"""

# Between blocks; a screen reader says it, and copied text has the bars of the other formats.
_CUT = ' <span class="cut" title="cut">|</span> '


def page(found: Sequence[Findings]) -> str:
    """Returns the page: counts, the most permutable segments with their cuts, scores of reorderings."""
    several = len(found) > 1
    body = [f"<h1>{escape(title(found))}</h1>", _table(counts_table(found), several)]
    body += [
        f"<dl>{''.join(f'<dt>{kind}</dt><dd>{escape(about)}</dd>' for kind, about in KINDS.items())}</dl>"
    ]
    body.append(f"<p>{escape(MISLEADS)}</p>")
    for one in found:
        if several:
            body.append(f"<h2>{escape(one.system)}: {counted(one.study.tokens, 'token')}</h2>")
        body += _segments(one)
    if found[0].sample is not None:
        body += [f"<p>{escape(told_samples(found))}</p>", _table(scores_table(found), several)]
    body += [f"<p>{escape(line)}</p>" for line in told_written(found)]
    head = f'<meta charset="utf-8">\n<title>{escape(title(found))}</title>\n<style>\n{_STYLE}\n</style>'
    lines = ["<!doctype html>", '<html lang="en">', f"<head>\n{head}\n</head>", "<body>", *body]
    return "\n".join([*lines, "</body>", "</html>"]) + "\n"


def _segments(one: Findings) -> list[str]:
    paragraphs = []
    for row in segments_table(one).rows:
        segment = one.study.segments[int(str(row[0]).removeprefix("line ")) - 1]
        # The text's own language decides where it begins.
        quoted = f'<blockquote dir="auto">{_marked(segment)}</blockquote>'
        paragraphs.append(f"<p>{escape(told_segment(row))}</p>\n{quoted}")
    return paragraphs


def _marked(segment: Segment) -> str:
    return _CUT.join(f'<span class="block">{escape(" ".join(block))}</span>' for block in segment.blocks)


def _table(report: Report, several: bool) -> str:
    words = 2 if several else 1
    styles = [""] * words + [' class="number"'] * (len(report.columns) - words)
    head = "".join(
        f"<th{style}>{escape(name)}</th>" for style, name in zip(styles, report.columns, strict=True)
    )
    lines = [f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>"]
    for row in report.rows:
        cells = (f"<td{style}>{escape(_shown(cell))}</td>" for style, cell in zip(styles, row, strict=True))
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return "\n".join([*lines, "</tbody>\n</table>"])


def _shown(cell: Cell) -> str:
    return f"{cell:.4f}" if isinstance(cell, float) else str(cell)
