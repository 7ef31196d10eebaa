"""What `parbleu study permutations` prints, in text, Markdown, LaTeX and JSON; HTML has a file of its own."""

from __future__ import annotations

from parbleu.base.wording import counted
from parbleu.cli.meta.output import Report
from parbleu.study.segment_blocks import KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from parbleu.cli.meta.output import Cell
    from parbleu.study.permutation_counts import Count
    from parbleu.study.permutation_sampling import Sample
    from parbleu.study.permutation_study import Permutations

MISLEADS = (
    "Every segment can be in any of its orders whatever the others do, so a corpus has the product of their "
    "numbers.\nThe sum, which is sometimes reported in its place, hardly exceeds its largest terms: it "
    "misleads, since it tells\nof one or two segments and not of the system."
)


class Findings:
    """What was found of one system.

    Args:
        system: its name.
        study: its output in blocks.
        top: how many segments are shown.

    Attributes:
        sample: scores of reorderings, if any were drawn.
        written: the file that a corpus of equal BLEU was written to, if one was.
        moved: the indices of its segments that are in another order.
    """

    def __init__(self, system: str, study: Permutations, top: int) -> None:
        self.system = system
        self.study = study
        self.top = top
        self.sample: Sample | None = None
        self.written: str | None = None
        self.moved: list[int] = []


def as_text(found: Sequence[Findings]) -> str:
    """Returns tables for people."""
    from parbleu.cli.score.text_grids import text_grid

    several = len(found) > 1
    parts = [title(found), _grid(counts_table(found), several, text_grid), MISLEADS]
    for one in found:
        shown = [f"{told_segment(row)}\n  {row[-1]}" for row in segments_table(one).rows]
        if several:
            shown.insert(0, f"{one.system}: {counted(one.study.tokens, 'token')}")
        if shown:
            parts.append("\n".join(shown))
    if found[0].sample is not None:
        parts += [told_samples(found), _grid(scores_table(found), several, text_grid)]
    parts += told_written(found)
    return "\n\n".join(parts) + "\n"


def as_markdown(found: Sequence[Findings]) -> str:
    """Returns the same tables in Markdown."""
    from parbleu.cli.meta.output import as_markdown as table
    from parbleu.comparison.render_markdown import escape

    parts = [title(found), table(counts_table(found)).rstrip(), MISLEADS]
    for one in found:
        shown = segments_table(one)
        if len(found) > 1:
            parts.append(f"**{escape(one.system)}**: {counted(one.study.tokens, 'token')}")
        if shown.rows:
            parts.append(table(shown).rstrip())
    if found[0].sample is not None:
        parts += [told_samples(found), table(scores_table(found)).rstrip()]
    parts += told_written(found)
    return "\n\n".join(parts) + "\n"


def as_latex(found: Sequence[Findings]) -> str:
    """Returns the tables of counts and scores in LaTeX, for the package `booktabs`; the rest are comments."""
    from parbleu.cli.meta.output import as_latex as table

    parts = [_comment(title(found)), table(counts_table(found)).rstrip(), _comment(MISLEADS)]
    if found[0].sample is not None:
        parts += [_comment(told_samples(found)), table(scores_table(found)).rstrip()]
    parts += map(_comment, told_written(found))
    return "\n\n".join(parts) + "\n"


def as_json(found: Sequence[Findings]) -> str:
    """Returns everything, all segments included: an object, or one that lists those of several systems.

    Exact numbers are strings, since JSON's readers round.
    """
    from json import dumps

    records = [_record(one) for one in found]
    content = records[0] if len(records) == 1 else {"systems": records}
    return dumps(content, indent=1, ensure_ascii=False) + "\n"


def as_html(found: Sequence[Findings]) -> str:
    """Returns a page that needs nothing else."""
    from parbleu.cli.study.permutations_page import page

    return page(found)


FORMATS: dict[str, Callable[[Sequence[Findings]], str]] = {
    "text": as_text,
    "json": as_json,
    "markdown": as_markdown,
    "html": as_html,
    "latex": as_latex,
}


def title(found: Sequence[Findings]) -> str:
    """Returns what was counted, and of what."""
    study = found[0].study
    size = [counted(len(study.segments), "segment")]
    size += [f"{len(found)} systems"] if len(found) > 1 else [counted(study.tokens, "token")]
    settings = [study.tokenize, *(["lower case"] if study.lowercase else [])]
    settings += [] if study.max_order == 4 else [f"n-grams up to {study.max_order}"]
    references = counted(len(study.references), "reference")
    return f"Reorderings that cannot lower BLEU: {', '.join(size)} ({', '.join(settings)}), {references}"


def counts_table(found: Sequence[Findings]) -> Report:
    """Returns a row for each count, of each system."""
    rows = []
    for one in found:
        for kind in KINDS:
            product = one.study.count(kind)
            means = _means(one.study, product)
            line = f"line {_largest(one.study, kind)['line']}"
            rows.append([one.system, kind, str(product), *means, str(one.study.sum(kind)), line])
    columns = ("System", "Count", "Product", "log10 a segment", "log10 a token", "Sum", "Largest term")
    return _of_one(columns, rows, len(found))


def segments_table(one: Findings) -> Report:
    """Returns a row for each of a system's most permutable segments, if anything in them can move."""
    study = one.study
    rows: list[list[Cell]] = []
    for index in study.most_permutable()[: one.top]:
        segment = study.segments[index]
        blocks = len(segment.blocks)
        if blocks < 2:  # as all that follow
            break
        counts = [str(study.counts(kind)[index]) for kind in KINDS]
        rows.append([f"line {index + 1}", segment.tokens, segment.matches, blocks, *counts, str(segment)])
    return Report(("Segment", "Tokens", "Matches", "Blocks", *KINDS, "Text"), rows)


def scores_table(found: Sequence[Findings]) -> Report:
    """Returns a row for each metric, of each system, that scored reorderings."""
    rows = [
        [one.system, name, one.sample.original[name], min(scores), sum(scores) / len(scores), max(scores)]
        for one in found
        if one.sample is not None
        for name, scores in one.sample.scores.items()
    ]
    return _of_one(("System", "Metric", "As it is", "Lowest", "Mean", "Highest"), rows, len(found))


def told_samples(found: Sequence[Findings]) -> str:
    """Returns what became of BLEU's counts in reordered segments."""
    samples = {one.system: one.sample for one in found if one.sample is not None}
    first = next(iter(samples.values()))
    number = counted(len(next(iter(first.scores.values()))), "random reordering")
    head = f"{number} (seed {first.seed}), scored as tokens:"
    told = [
        f"{sample.equal} kept every count of BLEU, {sample.higher} raised one, {sample.lower} lowered one."
        for sample in samples.values()
    ]
    sizes = [sample.equal + sample.higher + sample.lower for sample in samples.values()]
    if len(told) == 1:
        return f"{head} of {sizes[0]} segments\n{told[0]}"
    lines = [
        f"{system}: of {size} segments {line}"
        for system, size, line in zip(samples, sizes, told, strict=True)
    ]
    return "\n".join([head, *lines])


def told_written(found: Sequence[Findings]) -> list[str]:
    """Returns what was written, if anything was."""
    return [
        f"{one.written}: {len(one.moved)} of {len(one.study.segments)} segments in another order, with the "
        "same BLEU."
        for one in found
        if one.written is not None
    ]


def _of_one(columns: Sequence[str], rows: list[list[Any]], systems: int) -> Report:
    """Returns a table without its first column, which names the system, if there is only one."""
    first = 1 if systems == 1 else 0
    return Report(columns[first:], [row[first:] for row in rows])


def _grid(report: Report, several: bool, draw: Callable[..., str]) -> str:
    rows = [[f"{cell:.4f}" if isinstance(cell, float) else str(cell) for cell in row] for row in report.rows]
    words = 2 if several else 1
    return draw(report.columns, rows, "l" * words + "r" * (len(report.columns) - words))


def told_segment(row: Sequence[Any]) -> str:
    """Returns what the numbers in a row of `segments_table` say, in words."""
    where, tokens, matches, blocks, *numbers, _ = row
    told = ", ".join(f"{kind} {number}" for kind, number in zip(KINDS, numbers, strict=True))
    sizes = (counted(tokens, "token"), counted(matches, "matching bigram"), counted(blocks, "block"))
    return f"{where}: {', '.join(sizes)}; {told}"


def _comment(text: str) -> str:
    return "\n".join(f"% {line}" for line in text.splitlines())


def _record(one: Findings) -> dict[str, Any]:
    study = one.study
    return {
        "system": one.system,
        "tokenize": study.tokenize,
        "lowercase": study.lowercase,
        "max_order": study.max_order,
        "references": len(study.references),
        "segments": len(study.segments),
        "tokens": study.tokens,
        "product": {kind: _product_record(study, kind) for kind in KINDS},
        "sum": {kind: _number(study.sum(kind)) for kind in KINDS},
        "largest": {kind: _largest(study, kind) for kind in KINDS},
        "kinds": KINDS,
        "note": MISLEADS.replace("\n", " "),
        "sample": None if one.sample is None else _sample_record(one.sample),
        "written": None
        if one.written is None
        else {"file": one.written, "reordered": [index + 1 for index in one.moved]},
        "lines": [
            {
                "line": number,
                "tokens": segment.tokens,
                "matches": segment.matches,
                "blocks": [" ".join(block) for block in segment.blocks],
                **{kind: _number(study.counts(kind)[number - 1]) for kind in KINDS},
            }
            for number, segment in enumerate(study.segments, 1)
        ],
    }


def _means(study: Permutations, product: Count) -> list[float]:
    """Returns the logarithm of a corpus's number a segment, and a token."""
    return [product.log10 / size if size else 0.0 for size in (len(study.segments), study.tokens)]


def _product_record(study: Permutations, kind: str) -> dict[str, Any]:
    product = study.count(kind)
    of_segment, of_token = _means(study, product)
    return {**_number(product), "log10_a_segment": of_segment, "log10_a_token": of_token}


def _sample_record(sample: Sample) -> dict[str, Any]:
    return {
        "seed": sample.seed,
        "equal": sample.equal,
        "higher": sample.higher,
        "lower": sample.lower,
        "scores": {
            name: {"original": sample.original[name], "reordered": scores}
            for name, scores in sample.scores.items()
        },
    }


def _largest(study: Permutations, kind: str) -> dict[str, Any]:
    index = study.largest(kind)
    return {"line": index + 1, **_number(study.counts(kind)[index])}


def _number(count: Count) -> dict[str, Any]:
    return {"log10": count.log10, "exact": None if count.exact is None else str(count.exact)}
