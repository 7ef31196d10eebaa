"""`parbleu human convert`: converts between files of ratings and scores."""

from __future__ import annotations

from parbleu import human
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.evalset_options import SET_OPTIONS, evalset_of, require
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.rating_options import OVERWRITE, RATER, RATINGS_PAIR, READING, check_free, ratings_of
from parbleu.human._score_mqm import WEIGHTS
from parbleu.human.formats import FORMATS
from parbleu.tables import Result


@ResultCommand(
    "FILE... [--rater RATER] --to FORMAT --into FILE [--overwrite] [-f FORMAT] [-o FILE]",
    "Writes ratings in another format, and prints how many. What the format has no room for is left out.",
    """\
  parbleu human convert ratings mqm.tsv --to standalone --into mqm.jsonl
  parbleu human convert ratings mqm.tsv --rater anna --to seg-rating \\
      --into en-de.mqm.anna.seg.rating
  parbleu human convert ratings rater1.seg.rating rater2.seg.rating --to seg-rating --segments 998 \\
      --into en-de.mqm.merged.seg.rating""",
    *READING,
    RATINGS_PAIR,
    RATER,
    Option("--to", "the format", choices=FORMATS, metavar="FORMAT"),
    Option(
        "--segments",
        "how many segments the test set has, for seg-rating (default: up to the last one that was judged)",
        int,
    ),
    Option("--into", "the file to write", writes="FILE"),
    OVERWRITE,
    common="--from --columns -l --to --into --rater --segments --overwrite -f -o",
)
def ratings(arguments: Arguments) -> Result:
    """Converts one format of ratings to another."""
    from parbleu.human.formats._mt_metrics_eval import SegRating

    require(arguments, to="--to FORMAT", into="--into FILE")
    check_free(arguments, arguments.into)
    target = SegRating(arguments.segments) if arguments.to == "seg-rating" else arguments.to
    judgements = human.select_judgements(ratings_of(arguments), rater=arguments.rater)
    return human.write_judgements(arguments.into, judgements, target)


MOST = 10
"""How many translations a warning names."""


@ResultCommand(
    "FILE... -t SET -l PAIR --into DIR [--prefix PREFIX] [--anonymize] [--merge] [--overwrite] [-f FORMAT] "
    "[-o FILE]",
    "Writes DIR/PREFIXrater.seg.rating for each rater, or DIR/PREFIXmerged.seg.rating, and prints what it\n"
    "wrote.",
    "  parbleu human convert standalone-to-evalset mqm.jsonl -t wmt21.tedtalks -l en-de --into ratings \\\n"
    "      --prefix en-de.mqm.",
    Option("files", "standalone ratings: JSON lines", many="*", reads="FILE"),
    *SET_OPTIONS,
    Option("--into", "the directory to write to", metavar="DIR", writes="RATER FILES"),
    Option("--prefix", "prefix of the names of the files, such as en-de.mqm. (default: none)", default=""),
    Option("--anonymize", "call raters rater1, rater2, ...", bool),
    Option("--merge", "write one file; raters must not overlap", bool),
    Option("--lenient", "texts may differ from those of the set", bool),
    Option("--rater-names", "also write the old and new names of the raters to this file", writes="FILE"),
    OVERWRITE,
    common="-t -l --into --prefix --rater-names --anonymize --merge --overwrite -f -o",
)
def standalone_to_evalset(arguments: Arguments) -> Result:
    """Converts standalone ratings to an evaluation set's files."""
    from parbleu._base.log import warn
    from parbleu._base.wording import counted
    from parbleu.human._evalset_ratings import other_texts, write_evalset_ratings
    from parbleu.human.formats._mt_metrics_eval import read_standalone

    require(arguments, files="FILE", into="--into DIR")
    if arguments.rater_names:
        check_free(arguments, arguments.rater_names)
    judgements = read_standalone(arguments.files, checked=not arguments.lenient)
    texts = evalset_of(arguments)
    if arguments.lenient and (others := other_texts(judgements, texts)):
        warn(
            f"{counted(len(others), 'translation')} judged with other texts than those of the set: "
            f"{', '.join(others[:MOST])}{' ...' if len(others) > MOST else ''}; none is left out, and errors "
            "cost the same, but their offsets are of the other texts"
        )
    return write_evalset_ratings(
        arguments.into,
        judgements,
        texts,
        prefix=arguments.prefix,
        anonymize=arguments.anonymize,
        merged=arguments.merge,
        **arguments.chosen("lenient", "rater_names", "overwrite"),
    )


@ResultCommand(
    "FILE... -t SET -l PAIR --into FILE [--rater-names FILE] [--overwrite] [-f FORMAT] [-o FILE]",
    "Writes the ratings of an evaluation set as JSON lines with their texts, and prints how many.",
    "  parbleu human convert evalset-to-standalone en-de.mqm.rater1.seg.rating --into mqm.jsonl \\\n"
    "      -t wmt21.tedtalks -l en-de",
    Option("files", "files PAIR.NAME.RATER.seg.rating", many="*", reads="FILE"),
    *SET_OPTIONS,
    Option(
        "--rater-names",
        "file of raters' names that standalone-to-evalset wrote; the output has the original names",
        reads="FILE",
    ),
    Option("--into", "the file to write", writes="FILE"),
    OVERWRITE,
)
def evalset_to_standalone(arguments: Arguments) -> Result:
    """Converts an evaluation set's ratings to standalone ones."""
    from parbleu.human._evalset_ratings import read_evalset_ratings

    require(arguments, files="FILE", into="--into FILE")
    check_free(arguments, arguments.into)
    judgements = read_evalset_ratings(arguments.files, evalset_of(arguments), arguments.rater_names)
    return human.write_judgements(arguments.into, judgements, "standalone")


@ResultCommand(
    "FILE [--weights WEIGHTS] [--allow-gaps] [--unbabel [--recompute]] [-f FORMAT] [-o FILE]",
    "Scores the segments of a table of MQM as MT Metrics Eval does: the negated mean of the raters' sums.\n"
    "`parbleu human evalset` makes an evaluation set of the same table.",
    "  parbleu human convert score-mqm mqm.tsv --allow-gaps -f tsv",
    Option("files", "the table, or - for standard input", many="*", reads="FILE"),
    Option(
        "--weights",
        "weights of errors, SEVERITY[/CATEGORY[/SUBCATEGORY]]:WEIGHT; the longest match counts "
        f"(default: {WEIGHTS!r})",
        default=WEIGHTS,
    ),
    Option("--unbabel", "the table is Unbabel's, and stores scores in `misc`", bool),
    Option("--recompute", "compute them from weights all the same", bool),
    Option("--allow-gaps", "accept documents of which a system lacks segments", bool),
    Option(
        "--segment-column",
        "the column that counts a document's segments (default: doc_id)",
        default="doc_id",
        metavar="COLUMN",
    ),
    tables="mqm_scores",
)
def score_mqm(arguments: Arguments) -> Result:
    """Converts a table of MQM to segment scores."""
    from parbleu.human._rating_files import STANDARD_INPUT
    from parbleu.human._score_mqm import score_mqm

    if len(arguments.files) != 1:
        raise UsageError(f"give one table of MQM ({arguments.program} --help explains)")
    (file,) = arguments.files
    return score_mqm(
        STANDARD_INPUT if file == "-" else file,
        arguments.weights,
        **arguments.chosen("unbabel", "recompute", "allow_gaps", "segment_column"),
    )


@ResultCommand(
    "[FILE...] -t SET -l PAIR [--human] [--repair FILE] [-f FORMAT] [-o FILE]",
    "Checks that files of scores fit an evaluation set; without a file, that all of the set is right.",
    "  parbleu human convert verify-scores BLEU-refA.seg.score -t wmt24 -l en-de",
    Option("files", "BASE-REFS.LEVEL.score; PAIR.NAME.LEVEL.score", many="*", reads="FILE"),
    Option("--human", "they are human scores, not a metric's", bool),
    *SET_OPTIONS,
    Option(
        "--repair",
        "also write the scores to this file, with zeros for systems that lack scores",
        writes="FILE",
    ),
)
def verify_scores(arguments: Arguments) -> Result:
    """Checks a file of scores, or a whole evaluation set."""
    from parbleu.evalset._verify_scores import verify_scores

    evalset = evalset_of(arguments)
    return verify_scores(evalset, arguments.files, human=arguments.human, repaired=arguments.repair)
