"""`parbleu wmt autorank`: ranks systems by metrics, and chooses those that people rate."""

from __future__ import annotations

from parbleu import wmt
from parbleu._cli.shell.bleu_options import metrics_or_scores_option
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import read_bootstrap, samples_option
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.wmt.rank import DRAWING
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES
from parbleu.tables import Result
from parbleu.wmt._autorank import read_automatic_scores


@ResultCommand(
    "FILE... [-l PAIR] [--metrics NAME...] [--constrained NAME...] [-f FORMAT] [-o FILE]",
    "Ranks the systems of a language pair by the mean of scaled metric scores (AutoRank of WMT25), and says\n"
    "which systems the rule chooses for human evaluation. Metrics without spread, or without the scores of\n"
    "a system, are refused.",
    """\
  parbleu wmt autorank automatic_scores/*.jsonl -l cs-de_DE
  parbleu wmt autorank scores.jsonl -l en-is_IS --metrics chrF++ --tuned Algharb=MetricX""",
    Option("files", "files of automatic scores", many="*", reads="FILE"),
    Option("--language-pair -l", "the language pair (default: the only one there is)", metavar="PAIR"),
    metrics_or_scores_option("only these metrics (default: all)"),
    Option("--constrained", "the systems of the constrained track", many="+", metavar="NAME"),
    Option(
        "--tuned",
        "systems that were tuned to a metric, or re-rank with it",
        many="+",
        metavar="SYSTEM=METRIC",
    ),
    samples_option("bootstrap samples of intervals; 0 for none", BOOTSTRAP_SAMPLES),
    *DRAWING,
    tables="autorank metric_scales",
)
def autorank(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    if not arguments.files:
        raise UsageError("name files of automatic scores (parbleu wmt autorank FILE... [-l PAIR])")
    read = read_automatic_scores(arguments.files, arguments.language_pair, metrics=arguments.metrics)
    tuned: dict[str, list[str]] = {}
    for word in arguments.tuned or ():
        system, _, metric = word.partition("=")
        if not (system and metric):
            raise UsageError(f"--tuned: write SYSTEM=METRIC, not {word!r}")
        tuned.setdefault(system, []).append(metric)
    return wmt.autorank(
        read.scores,
        constrained=arguments.constrained,
        tuned=tuned,
        clusters=read.documents if arguments.unit == "document" else None,
        resampling=read_bootstrap(arguments),
    )
