"""Parses and writes names of metrics: a base name, a dash, and the references that the metric used.

    BLEU-refA           one reference
    BLEU-refA.refC      two of several
    BLEU-all            all, being at least three
    COMETKiwi-src       none

MT Metrics Eval joins two references in an arbitrary order. Here their order is that of the file's name, or
else sorted; a name is found with its references in any order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from parbleu.errors import EvalSetError, OptionError
from parbleu.metrics._metric_by_name import plain_name

FORMATS = ("spreadsheet", "latex", "full", "base")
USUAL_METRICS = ("BLEU", "chrF", "chrF++", "TER")
"""The metrics that are computed by default."""


def stored_name(metric: str) -> str:
    """Returns the name of a metric, in any case, as evaluation sets store its scores; scorers keep theirs."""
    stored = {name.lower(): name for name in USUAL_METRICS}
    return metric if ":" in metric else stored.get(plain_name(metric).lower(), metric)


def split_name(name: str) -> tuple[str, str]:
    """Splits the full name of a metric at its last dash: ("BLEU", "refA.refC").

    Raises:
        EvalSetError: there is no dash.
    """
    base, dash, references = name.rpartition("-")
    if not dash or not base or not references:
        raise EvalSetError(
            f"{name!r} is not the full name of a metric, which ends in a dash and the references used, "
            "as in BLEU-refA, BLEU-refA.refB, BLEU-all, COMETKiwi-src"
        )
    return base, references


def references_used(name: str, all_references: Iterable[str]) -> frozenset[str]:
    """Returns the references that a metric used, by its full name; raises EvalSetError if that is none."""
    references = split_name(name)[1]
    if references == "src":
        return frozenset()
    return frozenset(all_references if references == "all" else references.split("."))


def join_name(base: str, references: Iterable[str], all_references: Collection[str]) -> str:
    """Makes the full name of a metric.

    Args:
        base: the base name, such as "BLEU".
        references: the references that the metric used; a set is sorted.
        all_references: the references of the evaluation set.

    Raises:
        EvalSetError: the set does not have these references.
    """
    used = set(references)
    if used == {"all"}:
        used = set(all_references)
    if unknown := sorted(used.difference(all_references)):
        raise EvalSetError(
            f"there is no reference {', '.join(unknown)} for {base}; "
            f"there are {', '.join(sorted(all_references))}"
        )
    if not used:
        return f"{base}-src"
    if len(used) >= 3 and used == set(all_references):
        return f"{base}-all"
    if isinstance(references, (list, tuple)) and "all" not in references:
        return f"{base}-{'.'.join(dict.fromkeys(references))}"
    return f"{base}-{'.'.join(sorted(used))}"


def same_metric(name: str) -> str:
    """Returns the full name of a metric with its references sorted; metrics are looked up by it."""
    base, dash, references = name.rpartition("-")
    return f"{base}-{'.'.join(sorted(references.split('.')))}" if dash else name


def display_name(name: str, primary: Collection[str], fmt: str = "spreadsheet") -> str:
    r"""Returns the name of a metric in tables.

    Args:
        name: the full name of the metric, such as "BLEU-refA".
        primary: base names of the primary metrics.
        fmt: "spreadsheet": the base name with `*` before it unless the metric is primary, and `[noref]`
            behind it if no reference was used; "latex": the base name with `*` behind it if no reference was
            used, in `\textbf` if the metric is primary; "base": the base name; "full": the full name.

    Raises:
        EvalSetError: `name` is not a full name: it has no dash.
        OptionError: there is no such format.
    """
    base, references = split_name(name)
    no_reference = references == "src"
    if fmt == "full":
        return name
    if fmt == "base":
        return base
    if fmt == "spreadsheet":
        return f"{'' if base in primary else '*'}{base}{'[noref]' if no_reference else ''}"
    if fmt == "latex":
        shown = f"{base}*" if no_reference else base
        return f"\\textbf{{{shown}}}" if base in primary else shown
    raise OptionError(f"names of metrics are shown as {', '.join(FORMATS)}, not {fmt!r}")


def display_base(display: str) -> str:
    """Returns the base name of a metric that a spreadsheet shows as `*BASE[noref]`."""
    return display.removeprefix("*").removesuffix("[noref]")
