"""`parbleu meta score`: computes and stores BLEU, chrF, chrF++ and TER of an evaluation set's systems."""

from __future__ import annotations

from parbleu._base.progress import progress_bar
from parbleu._cli.meta.meta_options import chosen_evalset
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.corpus_options import THREADS
from parbleu._cli.shell.evalset_options import DATA, LANGUAGE_PAIR, TEST_SET, one_set
from parbleu._cli.shell.metric_names import MetricsAndScorers, listed_names
from parbleu._cli.shell.options import Option, changed_option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.evalset._file_layout import directories_of
from parbleu.evalset._levels import FINEST_FIRST
from parbleu.evalset._metric_scoring import USUAL, score_metrics, stored_name
from parbleu.tables import Result

COMMAND = ResultCommand(
    "-t SET -l PAIR [-m METRIC...] [-r REF...]",
    "Computes metrics for all systems of an evaluation set and stores them as metric scores.\n"
    "Scores of documents, domains and systems are corpus scores, and means of scorers; those for which\n"
    "lower is better, such as TER, are stored negated.",
    """\
  parbleu meta score -t wmt24 -l en-cs                     all four metrics, the standard reference
  parbleu meta score -t mine -l en-de -m BLEU TER -r refB
  parbleu meta score -t wmt24 -l en-cs -m comet:Unbabel/wmt22-comet-da
  parbleu meta score -t wmt24 -l en-cs --overwrite --into mine    into another data directory""",
    TEST_SET,
    LANGUAGE_PAIR,
    Option(
        "--metrics -m",
        "metrics to compute (default: the first four); scorers, too",
        many="+",
        choices=MetricsAndScorers(USUAL, str),
        split=lambda word: [stored_name(name) for name in listed_names(word)],
    ),
    Option(
        "--ref -r",
        "the references, used together (default: the standard one)",
        many="+",
        metavar="NAME",
        dest="references",
        unlisted="--references",
    ),
    Option("--levels", "what to score (default: all)", many="+", default=FINEST_FIRST, choices=FINEST_FIRST),
    Option("--means", "average segments for documents and domains", bool),
    Option("--tokenize", "tokenizer of BLEU (default: that of the language)"),
    Option("--overwrite", "replace existing scores", bool),
    Option(
        "--into",
        "the data directory to write to (default: that of the set)",
        metavar="DIR",
        writes="METRIC SCORES",
    ),
    THREADS,
    changed_option(DATA, reads="TEXTS OF EVALUATION SET", writes="METRIC SCORES OF SET"),
    common="-t -l -m --references --levels --means --overwrite --into -f -o",
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    test_set, _ = one_set(arguments)
    return score_metrics(
        chosen_evalset(arguments),
        arguments.into or directories_of(test_set, arguments.data)[0],
        arguments.metrics or USUAL,
        arguments.references,
        **arguments.chosen("levels", "tokenize", "means", "overwrite", "threads"),
        progress=progress_bar,
    )
