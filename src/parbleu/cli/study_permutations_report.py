"""What `parbleu study permutations` prints, in text, JSON and Markdown."""

from __future__ import annotations

from parbleu.study.segment import KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from parbleu.cli.meta_output import Report
    from parbleu.study.corpus import Permutations
    from parbleu.study.counts import Count
    from parbleu.study.sampling import Sample

MISLEADS = (
    "Every segment can be in any of its orders whatever the others do, so a corpus has the product of their "
    "numbers.\nThe sum, which is sometimes reported in its place, hardly exceeds its largest terms: it "
    "misleads, since it tells\nof one or two segments and not of the system."
)


class Findings:
    """What was found.

    Args:
        study: the corpus in blocks.
        top: how many segments are shown.

    Attributes:
        sample: scores of reorderings, if any were drawn.
        written: the file that a corpus of equal BLEU was written to, if one was.
        moved: the indices of its segments that are in another order.
    """

    def __init__(self, study: Permutations, top: int) -> None:
        self.study = study
        self.top = top
        self.sample: Sample | None = None
        self.written: str | None = None
        self.moved: list[int] = []


def as_text(findings: Findings) -> str:
    """Returns tables for people."""
    from parbleu.cli.grids import text_grid

    parts = [_title(findings), _grid(_counts(findings), text_grid), MISLEADS]
    shown = _top(findings)
    if shown.rows:
        parts.append("\n".join(f"{where}: {_told(counts)}\n  {text}" for where, *counts, text in shown.rows))
    if findings.sample is not None:
        parts += [_told_sample(findings.sample), _grid(_scores(findings.sample), text_grid)]
    if findings.written is not None:
        parts.append(_told_written(findings))
    return "\n\n".join(parts) + "\n"


def as_markdown(findings: Findings) -> str:
    """Returns the same tables in Markdown."""
    from parbleu.cli.meta_output import as_markdown as table

    parts = [_title(findings), table(_counts(findings)).rstrip(), MISLEADS]
    shown = _top(findings)
    if shown.rows:
        parts.append(table(shown).rstrip())
    if findings.sample is not None:
        parts += [_told_sample(findings.sample), table(_scores(findings.sample)).rstrip()]
    if findings.written is not None:
        parts.append(_told_written(findings))
    return "\n\n".join(parts) + "\n"


def as_json(findings: Findings) -> str:
    """Returns everything, all segments included. Exact numbers are strings, since JSON's readers round."""
    from json import dumps

    study = findings.study
    content = {
        "tokenize": study.tokenize,
        "references": len(study.references),
        "segments": len(study.segments),
        "tokens": study.tokens,
        "product": {kind: _number(study.count(kind)) for kind in KINDS},
        "sum": {kind: _number(study.sum(kind)) for kind in KINDS},
        "largest": {kind: _largest(study, kind) for kind in KINDS},
        "kinds": KINDS,
        "note": MISLEADS.replace("\n", " "),
        "sample": None if findings.sample is None else _sample_record(findings.sample),
        "written": None
        if findings.written is None
        else {"file": findings.written, "reordered": [index + 1 for index in findings.moved]},
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
    return dumps(content, indent=1, ensure_ascii=False) + "\n"


FORMATS: dict[str, Callable[[Findings], str]] = {
    "text": as_text,
    "json": as_json,
    "markdown": as_markdown,
}


def _title(findings: Findings) -> str:
    study = findings.study
    return (
        f"Reorderings that cannot lower BLEU: {_plural(len(study.segments), 'segment')}, "
        f"{_plural(study.tokens, 'token')} ({study.tokenize}), {_plural(len(study.references), 'reference')}"
    )


def _counts(findings: Findings) -> Report:
    from parbleu.cli.meta_output import Report

    study = findings.study
    rows: list[list[str | float | bool | None]] = []
    for kind in KINDS:
        product = study.count(kind)
        each, token = (product.log10 / size if size else 0.0 for size in (len(study.segments), study.tokens))
        largest = _largest(study, kind)
        rows.append([kind, str(product), each, token, str(study.sum(kind)), f"line {largest['line']}"])
    columns = ("Count", "Product", "log10 a segment", "log10 a token", "Sum", "Largest term")
    return Report(columns, rows)


def _top(findings: Findings) -> Report:
    from parbleu.cli.meta_output import Report

    study = findings.study
    rows: list[list[str | float | bool | None]] = []
    for index in study.most_permutable()[: findings.top]:
        segment = study.segments[index]
        if len(segment.blocks) < 2:  # as all that follow: nothing can move
            break
        counts = [str(study.counts(kind)[index]) for kind in KINDS]
        rows.append([f"line {index + 1}", segment.tokens, segment.matches, *counts, str(segment)])
    return Report(("Segment", "Tokens", "Matches", *KINDS, "Text"), rows)


def _scores(sample: Sample) -> Report:
    from parbleu.cli.meta_output import Report

    rows: list[list[str | float | bool | None]] = [
        [name, sample.original[name], min(scores), sum(scores) / len(scores), max(scores)]
        for name, scores in sample.scores.items()
    ]
    return Report(("Metric", "As it is", "Lowest", "Mean", "Highest"), rows)


def _grid(report: Report, draw: Callable[..., str]) -> str:
    rows = [[f"{cell:.4f}" if isinstance(cell, float) else str(cell) for cell in row] for row in report.rows]
    return draw(report.columns, rows, "l" + "r" * (len(report.columns) - 1))


def _told(counts: list[Any]) -> str:
    tokens, matches, *numbers = counts
    told = ", ".join(f"{kind} {number}" for kind, number in zip(KINDS, numbers, strict=True))
    return f"{_plural(tokens, 'token')}, {matches} matching bigrams; {told}"


def _told_sample(sample: Sample) -> str:
    number = len(next(iter(sample.scores.values())))
    reordered = sample.equal + sample.higher + sample.lower
    return (
        f"{_plural(number, 'random reordering')} (seed {sample.seed}), scored as tokens: "
        f"of {reordered} segments\n"
        f"{sample.equal} kept every count of BLEU, {sample.higher} raised one, {sample.lower} lowered one."
    )


def _told_written(findings: Findings) -> str:
    moved, everything = len(findings.moved), len(findings.study.segments)
    return f"{findings.written}: {moved} of {everything} segments in another order, with the same BLEU."


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
    index = study.most_permutable(kind)[0]
    return {"line": index + 1, **_number(study.counts(kind)[index])}


def _number(count: Count) -> dict[str, Any]:
    return {"log10": count.log10, "exact": None if count.exact is None else str(count.exact)}


def _plural(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
