"""`parbleu human evalset`: makes an evaluation set from a file of ratings."""

from __future__ import annotations

from parbleu._cli.human.rating_options import NORMALIZE, READING, SCHEME, ratings_of
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.evalset_options import (
    DOCUMENTS,
    LANGUAGE_PAIR,
    NEW_DATA,
    OVERWRITE,
    SOURCE,
    SYSTEMS,
    TEST_SET,
    named_values,
    require,
)
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.evalset._campaign import Campaign, write_campaign
from parbleu.evalset._contents import SetContents
from parbleu.evalset._evalset_writer import output_files
from parbleu.evalset._file_layout import data_directories
from parbleu.tables import Result

COMMAND = ResultCommand(
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


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    require(arguments, test_set="-t SET", language_pair="-l PAIR", references="--references REF")
    judgements = ratings_of(arguments)
    files = named_values([word for word in arguments.references if "=" in word], "references")
    references = {word.partition("=")[0]: files.get(word.partition("=")[0]) for word in arguments.references}
    directory = arguments.data or data_directories()[0]
    evalset = write_campaign(
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
    return SetContents(evalset)
