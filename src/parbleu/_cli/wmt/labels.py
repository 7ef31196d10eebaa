"""`parbleu wmt labels`: scores how well translations without errors, or critical ones, are predicted."""

from __future__ import annotations

from collections.abc import Sequence

from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import named_files, named_files_argument, read_bootstrap
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.rating_options import FROM, RATINGS_PAIR, ratings_of_pair
from parbleu._cli.wmt.rank import DRAWING, ITEM_SAMPLES
from parbleu.errors import RatingError
from parbleu.human._judgement import Judgement
from parbleu.tables import Result
from parbleu.wmt._task_scores import CRITICAL_SCORE, ERROR_FREE_SCORE, LABEL_TASKS, mean_scores, score_labels


@ResultCommand(
    "NAME=FILE... --gold FILE... [--task TASK] [--threshold SCORE] [-l PAIR] [-f FORMAT] [-o FILE]",
    "Scores how well predicted scores tell which translations are free of errors (precision, recall, F1,\n"
    f"MCC): those with a mean score by people from {ERROR_FREE_SCORE:g} on and no marked error; with --task\n"
    f"criticality, how well they find critical ones, with a mean score below {CRITICAL_SCORE:g}.",
    """\
  parbleu wmt labels mine=predictions.tsv other=other.tsv --gold ratings.jsonl
  parbleu wmt labels mine=predictions.tsv --gold ratings.jsonl --task criticality --threshold 20""",
    named_files_argument("predictions", "files of predicted scores, each with a name"),
    Option("--gold", "files with the scores of people", many="+", reads="FILE"),
    FROM,
    RATINGS_PAIR,
    Option(
        "--task",
        "error-free or criticality (default: error-free)",
        default="error-free",
        choices=tuple(LABEL_TASKS),
        metavar="TASK",
    ),
    Option(
        "--threshold",
        "the score from which a translation is free of errors, or below which it is critical "
        f"(default: {ERROR_FREE_SCORE:g}, {CRITICAL_SCORE:g})",
        float,
    ),
    ITEM_SAMPLES,
    *DRAWING,
    tables="error_free error_free_differences criticality criticality_differences",
)
def labels(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    files = named_files(arguments.predictions)
    if not files or not arguments.gold:
        raise UsageError("give predictions as NAME=FILE, and the scores of people by --gold FILE")

    def judgements(paths: Sequence[str]) -> list[Judgement]:
        own = ratings_of_pair(paths, arguments)
        if not own:
            of_pair = f" of {arguments.language_pair}" if arguments.language_pair else ""
            raise RatingError(f"{', '.join(paths)}: there is no score{of_pair}: give files with scores")
        try:
            mean_scores(own)
        except RatingError as problem:
            raise RatingError(f"{', '.join(paths)}: {problem}") from None
        return own

    return score_labels(
        judgements(arguments.gold),
        {name: judgements([path]) for name, path in files.items()},
        arguments.task,
        threshold=arguments.threshold,
        resampling=read_bootstrap(arguments),
    )
