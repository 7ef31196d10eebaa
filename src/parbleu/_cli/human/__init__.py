"""`parbleu human`: human ratings: scores, agreement of raters, conversions."""

from __future__ import annotations

from parbleu import human
from parbleu._cli.shell.command import ResultCommand, StatusCommand
from parbleu._cli.shell.console import Console, UsageError
from parbleu._cli.shell.evalset_options import (
    DOCUMENTS,
    LANGUAGE_PAIR,
    NEW_DATA,
    OVERWRITE,
    SET_OPTIONS,
    SOURCE,
    SYSTEMS,
    TEST_SET,
    evalset_of,
    named_values,
    require,
)
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.rating_options import (
    NORMALIZE,
    RATER,
    RATINGS_PAIR,
    READING,
    SCHEME,
    SYSTEM,
    ratings_of,
    scores_of,
)
from parbleu._cli.shell.result_output import PLOT
from parbleu.tables import Result, Table


@ResultCommand(
    "FILE... [--across-segments] [--scheme SCHEME] [-z] [-f FORMAT] [-o FILE]",
    "Computes two measures of agreement. Pairwise accuracy is how often two raters prefer the same one of\n"
    "two translations of a segment, or both prefer none. Krippendorff's alpha of all raters is 1 for\n"
    "perfect agreement and 0 for agreement by chance.",
    """\
  parbleu human agreement mqm.tsv
  parbleu human agreement rater1.seg.rating rater2.seg.rating
  parbleu human agreement esa.csv --across-segments""",
    *READING,
    RATINGS_PAIR,
    Option("--across-segments", "compare translations of different segments, too", bool),
    Option(
        "--measurement",
        "the level of measurement for Krippendorff's alpha (default: interval)",
        default="interval",
        choices=("nominal", "ordinal", "interval", "ratio"),
        metavar="LEVEL",
    ),
    SCHEME,
    NORMALIZE,
    PLOT,
    common="--from --columns -l --across-segments --measurement --scheme --normalize --plot -f -o",
    tables="agreement",
)
def agreement(arguments: Arguments) -> Result:
    """Measures how far raters agree."""
    return human.agreement(
        scores_of(arguments), across_segments=arguments.across_segments, measurement=arguments.measurement
    )


@ResultCommand(
    "FILE... [--scheme SCHEME] [-z] [-f FORMAT] [-o FILE]",
    "Prints for each rater the number of judgements, their mean score, and how much higher it is than that\n"
    "of other raters; and the time of judgements, if the file says when they ended.",
    """\
  parbleu human raters mqm.tsv
  parbleu human raters esa.csv -l en-ja -f csv -o raters.csv""",
    *READING,
    RATINGS_PAIR,
    SCHEME,
    NORMALIZE,
    tables="raters",
)
def raters(arguments: Arguments) -> Result:
    """Describes each rater: counts, severity and time."""
    judgements = ratings_of(arguments)
    scored = human.human_scores(judgements, arguments.scheme, normalize=arguments.normalize)
    return human.rater_profiles(judgements, scored)


@ResultCommand(
    "FILE... [--system SYSTEM] [--rater RATER] [--counts] [-t SET -l PAIR] [-f FORMAT] [-o FILE]",
    "Lists the marked errors with the text that they mark. Files without texts take those\n"
    "of an evaluation set. Offsets count characters from 0, segments are counted from 1.",
    """\
  parbleu human show mqm.tsv --system A
  parbleu human show en-de.mqm.rater1.seg.rating -t wmt21.tedtalks -l en-de
  parbleu human show ratings.jsonl --counts -f csv""",
    *READING,
    SYSTEM,
    RATER,
    Option("--counts", "how often each system has errors of each severity and category", bool),
    *SET_OPTIONS,
    common="--from --columns -l --system --rater --counts -t --lenient -f -o",
    tables="error_counts errors",
)
def show(arguments: Arguments) -> Result | Table:
    """Lists the marked errors with the text that they mark."""
    from parbleu.human._evalset_ratings import with_texts

    judgements = ratings_of(arguments)
    if arguments.test_set is not None:
        judgements = with_texts(judgements, evalset_of(arguments))
    judgements = human.select_judgements(judgements, system=arguments.system, rater=arguments.rater)
    marked = human.marked_errors(judgements)
    return marked.counts() if arguments.counts else marked


@ResultCommand(
    "FILE... -t SET -l PAIR --references REF[=FILE]... [--source FILE] [--systems FILE...]",
    "Makes an evaluation set, as MT Metrics Eval and parbleu meta read it, of a human evaluation: texts,\n"
    "scores of segments, domains and systems, and the ratings of each rater. Texts that the ratings hold\n"
    "need no files: without --source, the set consists of the segments that were judged.",
    """\
  parbleu human evalset mqm.tsv -t mine -l en-de --references refA
  parbleu human evalset esa.csv -t mine -l en-de --references refA=ref.txt --source src.txt \\
      --systems outputs/ --documents docs.txt --data evalsets""",
    *READING,
    TEST_SET,
    LANGUAGE_PAIR,
    NEW_DATA,
    Option(
        "--references",
        "references, the first being standard; without a file, one that was judged like a system",
        many="+",
        default=(),
        metavar="REF[=FILE]",
        reads="NAME=FILE",
        unlisted="--ref -r",
    ),
    SOURCE,
    SYSTEMS,
    DOCUMENTS,
    SCHEME,
    NORMALIZE,
    Option("--human", "what the scores are called (default: as the scheme, or human)"),
    Option("--anonymize", "call raters rater1, rater2, ...", bool),
    OVERWRITE,
    common="--from --columns -t -l --source --references --systems --documents --scheme --overwrite",
)
def evalset(arguments: Arguments) -> Result:
    """Makes an evaluation set from a file of ratings."""
    from parbleu.evalset import Campaign, SetContents, write_campaign
    from parbleu.evalset._evalset_writer import output_files
    from parbleu.evalset._file_layout import data_directories

    require(arguments, test_set="-t SET", language_pair="-l PAIR", references="--references REF")
    judgements = ratings_of(arguments)
    files = named_values([word for word in arguments.references if "=" in word], "references")
    references = {word.partition("=")[0]: files.get(word.partition("=")[0]) for word in arguments.references}
    directory = arguments.data or data_directories()[0]
    written = write_campaign(
        directory,
        arguments.test_set,
        Campaign(
            arguments.language_pair,
            judgements,
            outputs=None if arguments.systems is None else output_files(arguments.systems),
            **arguments.chosen("source", "documents", "lenient"),
        ),
        arguments.scheme,
        references=references,
        human_name=arguments.human,
        **arguments.chosen("normalize", "anonymize", "overwrite"),
    )
    return SetContents(written)


@StatusCommand(
    "INPUT [OUTPUT] [-f FORMAT] [-o FILE]",
    "Checks the submission in INPUT/res and compares it with the gold scores in INPUT/ref. With OUTPUT it\n"
    "also writes OUTPUT/scores.txt and prints each step, as the site did.",
    "  parbleu human codalab input\n  parbleu human codalab input output",
    Option(
        "directories",
        "the directories",
        many="*",
        metavar="DIR",
        reads="SUBMISSION",
        writes="SUBMISSION SCORES",
    ),
    tables="submission_scores",
)
def codalab(arguments: Arguments, console: Console) -> int:
    """Scores a metric submission to WMT23, as the task's web site did."""
    from parbleu._io.atomic import make_directory, write_lines
    from parbleu.human._codalab import score_submission

    directories = arguments.directories
    if len(directories) not in (1, 2):
        raise UsageError(f"give one or two directories, {codalab.usage}")
    as_the_site = len(directories) == 2 and arguments.format == "text" and arguments.output is None
    scores = score_submission(directories[0], console.show if as_the_site else console.inform)
    if len(directories) == 2:
        make_directory(directories[1])
        write_lines(f"{directories[1]}/scores.txt", scores.lines)
    if not as_the_site:
        codalab.show(scores, arguments, console)
    return 0
