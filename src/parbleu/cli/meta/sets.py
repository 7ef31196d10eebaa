"""Which evaluation set a command line means."""

from __future__ import annotations

from parbleu.evalset.evaluation_set import EvalSet

LEVELS = ("sys", "domain", "doc")
"""What is averaged."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.cli.meta.mtme_flags import Flags


def load(flags: Flags, langpair: str | None = None) -> EvalSet:
    """Returns the evaluation set, with the metrics and primary metrics that were given.

    Args:
        flags: the command line.
        langpair: the language pair, if it names several.

    Raises:
        ParbleuError: there is no such set, or something is wrong with it.
    """
    pair = langpair or flags.language_pair
    evalset = EvalSet(flags.test_set or "", pair or "", flags.data)
    if flags.primary_metrics is not None:
        evalset.primary_metrics = frozenset(flags.primary_metrics.split(","))
    if flags.add_metrics_from_dir is not None:
        added = evalset.add_metrics_from(
            flags.add_metrics_from_dir, repair=True, derive=LEVELS if flags.derive else ()
        )
        if evalset.primary_metrics:  # otherwise all are primary
            evalset.primary_metrics |= {evalset.base_metric(name) for name in added}
    return evalset
