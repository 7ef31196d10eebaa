"""What `parbleu study tokenization` prints, in text, Markdown, LaTeX, JSON, CSV and TSV."""

from __future__ import annotations

from parbleu.base.wording import counted
from parbleu.cli.score.text_grids import latex_grid, text_grid
from parbleu.stats.paired_tests import all_pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from parbleu.study.sensitivity_result import PairChange, Row, Section, Sensitivity

_TITLES = {
    "tokenizer": ("Tokenizer", "tokenizers"),
    "case": ("Case", "cases"),
    "smoothing": ("Smoothing", "smoothing methods"),
    "variant": ("Rules of", "implementations, each with its own default smoothing"),
    "metric": ("Metric", "metrics"),
}
_TESTS = {
    "bootstrap": "paired bootstrap, {} samples",
    "randomization": "paired approximate randomization, {} trials",
}
_NUMBERS = (
    "score",
    "rank",
    "hyp_tokens",
    "ref_tokens",
    "hyp_ref_ratio",
    "ref_hyp_ratio",
    "brevity_penalty",
)
"""What JSON and CSV tell of a system in a setting."""

NOTHING = "nothing"

MOST_PAIRS = 28
"""Of more pairs of systems than these, as eight have, only those are shown that something changes."""


class Table:
    """A table of text.

    Args:
        title: what stands above it.
        columns: their titles.
        rows: of cells.
        left: how many columns, from the left, are words and no numbers.
    """

    def __init__(
        self, title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1
    ) -> None:
        self.title = title
        self.columns = columns
        self.rows = rows
        self.alignments = "l" * left + "r" * (len(columns) - left)


def as_text(study: Sensitivity, width: int) -> str:
    """Returns tables for people."""
    grids = [
        f"{table.title}\n{text_grid(table.columns, table.rows, table.alignments)}"
        for table in _tables(study, width)
    ]
    signatures = [f"  {name}: {text}" for name, text in _signatures(study)]
    return "\n\n".join([_head(study), *grids, "\n".join([*_notes(study), "Signatures:", *signatures])]) + "\n"


def as_markdown(study: Sensitivity, width: int) -> str:
    """Returns the same tables in Markdown."""
    from parbleu.comparison.render_markdown import escape

    blocks = [escape(_head(study))]
    for table in _tables(study, width):
        rules = ["---" if side == "l" else "---:" for side in table.alignments]
        body = [[escape(cell) for cell in row] for row in (table.columns, *table.rows)]
        lines = [f"| {' | '.join(row)} |" for row in (body[0], rules, *body[1:])]
        blocks += [f"**{escape(table.title)}**", "\n".join(lines)]
    notes = [f"- {escape(note)}" for note in _notes(study)]
    notes += [f"- {escape(name)}: `{text}`" for name, text in _signatures(study)]
    return "\n\n".join([*blocks, "\n".join(notes)]) + "\n"


def as_latex(study: Sensitivity, width: int) -> str:
    """Returns the same tables in LaTeX, for the package `booktabs`; the rest are comments."""
    grids = [
        f"% {table.title}\n{latex_grid(table.columns, table.rows, table.alignments)}"
        for table in _tables(study, width)
    ]
    notes = [*_notes(study), *(f"{name}: {text}" for name, text in _signatures(study))]
    return "\n\n".join([f"% {_head(study)}", *grids, "\n".join(f"% {note}" for note in notes)]) + "\n"


def as_json(study: Sensitivity, width: int) -> str:  # noqa: ARG001 - all digits
    """Returns everything that was found, with all digits."""
    from json import dumps

    content = {
        "systems": study.systems,
        "segments": study.n_segments,
        "references": study.n_references,
        "one_side": study.one_side,
        "test": study.test,
        "n_samples": study.n_samples,
        "seed": study.seed,
        "alpha": study.alpha,
        "warnings": study.warnings,
        "sections": [_section_record(section) for section in study.sections],
    }
    return dumps(_finite(content), indent=1, ensure_ascii=False) + "\n"


def as_csv(study: Sensitivity, width: int, delimiter: str = ",") -> str:  # noqa: ARG001 - all digits
    """Returns a line for every section, setting and system, with all digits."""
    from parbleu.cli.meta.output import Report
    from parbleu.cli.meta.output import as_csv as table

    rows = [
        [section.varies, row.name, *record.values(), section.metric or row.name, row.signature]
        for section in study.sections
        for row in section.rows
        for record in _system_records(section, row)
    ]
    return table(Report(("varies", "setting", "system", *_NUMBERS, "metric", "signature"), rows), delimiter)


def as_tsv(study: Sensitivity, width: int) -> str:
    """Returns the same, with tabs between columns."""
    return as_csv(study, width, "\t")


FORMATS: dict[str, Callable[[Sensitivity, int], str]] = {
    "text": as_text,
    "json": as_json,
    "markdown": as_markdown,
    "latex": as_latex,
    "csv": as_csv,
    "tsv": as_tsv,
}


def _head(study: Sensitivity) -> str:
    references = "a varying number of references"
    if study.n_references != -1:
        references = counted(study.n_references, "reference")
    return f"{counted(len(study.systems), 'system')}, {counted(study.n_segments, 'segment')}, {references}"


def _tables(study: Sensitivity, width: int) -> list[Table]:
    tables = []
    for section in study.sections:
        tables.append(_scores(study, section, width))
        if section.name == "tokenizer":
            tables.append(_tokens(section))
        if section.spreads:
            tables.append(_spreads(section, width))
        if any(tau != 1 for row in section.taus for tau in row) and len(section.systems) > 1:
            tables.append(_taus(section))
        if section.changes:
            tables.append(_pairs(study, section, width))
    return [*(table for table in tables if table.rows), _summary(study, width)]


def _scores(study: Sensitivity, section: Section, width: int) -> Table:
    first, several = _TITLES[section.varies]
    side = f"; only the first cuts both sides, the others cut {study.one_side}" if study.one_side else ""
    ranked = len(section.systems) > 1
    if len(section.rows) == 1:
        several = first.lower()
    title = f"{len(section.rows)} {several}{side if section.varies == 'tokenizer' else ''}"
    rows = [[row.name, *_ranked(row, width, ranked)] for row in section.rows]
    scored = "score" if section.metric in ("BLEU", None) else f"{section.metric} of the tokens"
    return Table(f"{title}: {scored}{' (rank)' if ranked else ''}", [first, *section.systems], rows)


def _ranked(row: Row, width: int, ranked: bool) -> list[str]:
    return [
        f"{score:.{width}f}{f' ({rank})' if ranked else ''}"
        for score, rank in zip(row.scores, row.ranks, strict=True)
    ]


def _tokens(section: Section) -> Table:
    title = (
        "Tokens of hypotheses / of references = hyp_ref_ratio (brevity penalty); "
        "texts that the tokens do not spell"
    )
    rows = []
    for row in section.rows:
        columns = (row.lengths or (), row.hyp_ref_ratios or (), row.brevity_penalties or ())
        cells = [
            f"{ours} / {theirs} = {ratio:.3f} ({penalty:.3f})"
            for (ours, theirs), ratio, penalty in zip(*columns, strict=True)
        ]
        rows.append([row.name, *cells, str(row.changed)])
    return Table(title, [_TITLES["tokenizer"][0], *section.systems, "Changed"], rows)


def _spreads(section: Section, width: int) -> Table:
    rows = [
        [
            spread.system,
            f"{spread.lowest:.{width}f}",
            spread.lowest_in,
            f"{spread.highest:.{width}f}",
            spread.highest_in,
            f"{spread.difference:.{width}f}",
        ]
        for spread in section.spreads
    ]
    table = Table("Spread", ["System", "Lowest", "with", "Highest", "with", "Difference"], rows)
    table.alignments = "lrlrlr"
    return table


def _taus(section: Section) -> Table:
    rows = [
        [row.name, *("--" if tau is None else f"{tau:.2f}" for tau in taus)]
        for row, taus in zip(section.rows, section.taus, strict=True)
    ]
    return Table("Kendall's tau of the systems' scores", ["", *(row.name for row in section.rows)], rows)


def _pairs(study: Sensitivity, section: Section, width: int) -> Table:
    tested = f" (p, * below {study.alpha:g})" if study.test else ""
    title = f"Difference of two systems{tested}"
    pairs = all_pairs(len(section.systems))
    rows = []
    for number, (systems, change) in enumerate(zip(pairs, section.changes, strict=True)):
        if len(pairs) > MOST_PAIRS and changes_of(change) == NOTHING:
            continue
        cells = [_difference(study, row, systems, number, width) for row in section.rows]
        rows.append([f"{change.second} less {change.first}", *cells, changes_of(change)])
    columns = ["Systems", *(row.name for row in section.rows), "Changes"]
    if len(rows) < len(pairs):
        title += f"; without the {len(pairs) - len(rows)} of {len(pairs)} pairs that nothing changes"
    table = Table(title, columns, rows)
    table.alignments = table.alignments[:-1] + "l"
    return table


def _difference(study: Sensitivity, row: Row, systems: tuple[int, int], number: int, width: int) -> str:
    first, second = systems
    difference = f"{row.scores[second] - row.scores[first]:+.{width}f}"
    if not row.pairs:
        return difference
    value = row.pairs[number].p_holm
    return f"{difference} ({value:.3f}{'*' if value < study.alpha else ''})"


def changes_of(change: PairChange) -> str:
    """Returns what becomes of a pair of systems, in words."""
    if change.contradiction:
        return "order, both ways significant"
    told = {"order": change.order, "significance": change.significance}
    return ", ".join(word for word, is_so in told.items() if is_so) or NOTHING


def _summary(study: Sensitivity, width: int) -> Table:
    rows = []
    for section in study.sections:
        widest = max(section.spreads, key=lambda spread: spread.difference, default=None)
        spread = ["--", "--"] if widest is None else [f"{widest.difference:.{width}f}", widest.system]
        taus = [tau for row in section.taus for tau in row if tau is not None]
        changed = sum(changes_of(change) != NOTHING for change in section.changes)
        rows.append(
            [
                section.name,
                str(len(section.rows)),
                *spread,
                f"{min(taus):.2f}" if taus else "--",
                f"{changed} of {len(section.changes)}",
            ]
        )
    columns = ["What varies", "Settings", "Largest spread", "of", "Lowest tau", "Pairs changed"]
    table = Table("What scores, ranks and significance owe to it", columns, rows)
    table.alignments = "lrrlrr"
    return table


def _notes(study: Sensitivity) -> list[str]:
    if not study.test:
        return []
    how = _TESTS[study.test].format(study.n_samples)
    return [f"p: {how}, seed {study.seed}; calibrated, and corrected for the number of pairs (Holm)."]


def _signatures(study: Sensitivity) -> list[tuple[str, str]]:
    """Returns the name and the signature of every setting, the usual one once."""
    found: dict[str, str] = {}
    for section in study.sections:
        for row in section.rows:
            name = row.name if section.metric is None else f"{section.name} {row.name}"
            found.setdefault(row.signature, name)
    return [(name, signature) for signature, name in found.items()]


def _section_record(section: Section) -> dict[str, Any]:
    return {
        "varies": section.varies,
        "metric": section.metric,
        "rows": [
            {
                "name": row.name,
                "signature": row.signature,
                "higher_is_better": row.higher_is_better,
                "changed_texts": row.changed,
                "systems": _system_records(section, row),
                "pairs": [vars(pair) for pair in row.pairs],
            }
            for row in section.rows
        ],
        "tau": section.taus,
        "spread": [{**vars(spread), "difference": spread.difference} for spread in section.spreads],
        "changes": [vars(change) for change in section.changes],
    }


def _system_records(section: Section, row: Row) -> list[dict[str, Any]]:
    nothing = [None] * len(section.systems)
    columns = (
        row.scores,
        row.ranks,
        *(zip(*row.lengths, strict=True) if row.lengths else (nothing, nothing)),
        row.hyp_ref_ratios or nothing,
        row.ref_hyp_ratios or nothing,
        row.brevity_penalties or nothing,
    )
    return [
        {"system": system, **dict(zip(_NUMBERS, numbers, strict=True))}
        for system, *numbers in zip(section.systems, *columns, strict=True)
    ]


def _finite(value: Any) -> Any:
    """Returns a value without numbers that JSON does not have."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and value - value != 0 else value
