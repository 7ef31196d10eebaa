"""Refuses options of `parbleu score` that do not go together with language pairs, groups or statistics."""

from __future__ import annotations

from parbleu._cli.score.score_options import ScoreArguments
from parbleu._cli.shell.console import CommandError, UsageError
from parbleu._cli.shell.corpus_options import TAGS
from parbleu._cli.shell.options import Arguments
from parbleu._cli.shell.table_options import GROUP_OPTIONS
from parbleu._comparison.pair_scores import PairScores
from parbleu.text._languages import certain_pair

OF_MERGE = ("confidence", "test", "baseline", "region", "runs", "output", "plot", "bib", "fail_under", "sort")
WITHOUT = ("sentence_level", "segments", "detail", "scores", "sign_test_set", "draws_documents", "train")
OF_ONE_PAIR = (
    *("sentence_level", "segments", "statistics", "detail", "confidence", "scores", "names", "bib"),
    *("baseline", "region", "runs", "source", "shard", "resegment", "resegment_like", "join", "documents"),
    *("line_breaks", "train", "leave_out", "mt_in"),
)
CALLED = {"confidence": "--intervals", "test": "a test", "draws_documents": "--unit document or --documents"}
"""What sets these values, where that is no option of the same name."""


def check_all_scored(result: PairScores, where: str = "") -> None:
    """Ends the command with status 1 if a pair could not be scored; `where` ends the message."""
    if result.problems:
        counts = f"{len(result.problems)} of {len(result.pairs)}"
        raise CommandError(f"{counts} language pairs could not be scored{where}", status=1)


def check_output_of_pairs(arguments: Arguments, other: str = "") -> None:
    """Refuses `--hyps` without one test set, or beside other output; `other` is a further way to use it."""
    if arguments.test_set is None or "," in arguments.test_set:
        raise UsageError(f"--hyps needs one test set: -t SET{other}")
    pairs = [str(arguments.language_pair), *arguments.refs]
    if len(pairs) > 1 and all("-" in pair and certain_pair(pair) for pair in pairs):
        raise UsageError(f"language pairs are joined by commas: -l {','.join(pairs)}")
    if arguments.refs or arguments.input is not None:
        raise UsageError("--hyps names the output of each language pair: leave out references and -i")


def of_one_pair(name: str) -> UsageError:
    """Returns the error of an option, by the name of its value, that does not go together with `--hyps`."""
    return UsageError(f"--{name.replace('_', '-')} is for one language pair: leave out --hyps")


def check_pair_options(arguments: ScoreArguments) -> None:
    """Refuses what is not for many language pairs."""
    check_output_of_pairs(arguments, "; or references, and {doc} in the pattern")
    if arguments.num_refs != 1 or arguments.ref_encoding is not None:
        raise UsageError("-nr and --ref-encoding are of files of references: leave them out beside --hyps")
    for name in (*OF_ONE_PAIR, *(option.dest for option in GROUP_OPTIONS), "sort"):
        if getattr(arguments, name, None):  # those of tables are there if they are given
            raise of_one_pair(name)
    if arguments.tags != TAGS.default:
        raise of_one_pair("tags")
    if arguments.scorers:
        raise UsageError("scorers are for one language pair: leave out --hyps")
    resamples = arguments.test is not None or arguments.samples is not None or arguments.unit == "document"
    if resamples or arguments.fail_under is not None or arguments.fail_if_worse:
        raise UsageError("tests and limits are of one language pair: leave out --hyps")


def check_group_options(arguments: ScoreArguments) -> None:
    """Refuses what is of systems in columns only."""
    for name in ("sentence_level", "segments", "statistics", "detail", "score_only", "runs"):
        if getattr(arguments, name):
            raise CommandError(
                f"--{name.replace('_', '-')} needs a column for each system: leave out --system, --by, "
                "--score-columns and columns of language pairs (--language-pair)"
            )
    if arguments.documents and not arguments.groups_documents:
        raise CommandError(
            "--documents reads a file of lines: name the column by --document-column, with --unit document"
        )
    if arguments.scores:
        raise CommandError("--scores reads files: name columns of the table by --score-columns")


def check_shard_options(arguments: ScoreArguments) -> None:
    """Refuses what statistics do not keep, or what is printed once all shards are merged."""
    for name in (*OF_MERGE, *WITHOUT):
        option = CALLED.get(name, f"--{name.replace('_', '-')}")
        value = getattr(arguments, name)
        if value and name in OF_MERGE:
            raise CommandError(f"{option} belongs to `parbleu merge`, which reads what --statistics writes")
        if value:
            raise CommandError(f"statistics keep nothing of {option}: leave it out")
    if arguments.scorers:
        raise CommandError(
            "--statistics keeps counts, which add up to the score of a whole, and scorers have none: leave "
            "them out; --segments FILE writes their scores, and --scores NAME=FILE reads those of the whole"
        )
