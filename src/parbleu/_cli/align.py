"""`parbleu align`: cuts output into the segments of references."""

from __future__ import annotations

from parbleu._base.log import warn
from parbleu._cli.shell.command import StatusCommand
from parbleu._cli.shell.console import Console, UsageError
from parbleu._cli.shell.corpus_options import LANGUAGE_PAIR, NORMALIZE, RESEGMENT_LIKE, TAGS, THREADS
from parbleu._cli.shell.options import Arguments, Option, changed_option
from parbleu._cli.shell.result_output import check_lines, write_output
from parbleu._inputs.regrouped_texts import cutter_of, inform_of_cut, side_texts, texts_to_cut, usual_unit
from parbleu.text._languages import doubtful_code, target_language
from parbleu.text._resegmentation import TOOLS, UNITS, Resegmentation, resegment


@StatusCommand(
    "HYP --ref REF... [--unit UNIT] [--documents FILE --hyp-documents FILE] [-o FILE]",
    "Cuts output that is segmented otherwise, such as of speech translation, into the segments of\n"
    "references: where the fewest edits turn it into them. Writes a line for each segment.",
    """\
  parbleu align asr.txt --ref ref.txt -o aligned.txt
  parbleu align asr.txt --ref ref.a.txt ref.b.txt --normalize lower no-punct -o aligned.txt
  parbleu align hyp.zh --ref ref.zh -l en-zh -o aligned.zh
  parbleu align hyp.srt --ref ref.srt --times -o aligned.txt
  parbleu align hyp.txt --ref ref.txt --documents ref.talks --hyp-documents hyp.talks -o aligned.txt""",
    Option(
        "hyp",
        "the output: lines, subtitles or a translator's file; - is standard input",
        many="*",
        metavar="HYP",
        reads="FILE",
    ),
    Option(
        "--ref -r",
        "references with the wanted segments",
        many="+",
        default=(),
        metavar="REF",
        reads="FILE",
        unlisted="--references",
    ),
    Option(
        "--unit",
        "what is compared: words between blanks (default), or characters (default of languages without "
        "blanks, by -l)",
        choices=UNITS,
    ),
    Option(
        "--documents",
        "a file with the document of each segment of the references: nothing is aligned beyond its document",
        reads="FILE",
    ),
    Option("--hyp-documents", "a file with the document of each line of the output", reads="FILE"),
    Option(
        "--times",
        "of subtitles: nothing is aligned beyond a moment at which neither file shows anything",
        bool,
    ),
    changed_option(
        RESEGMENT_LIKE,
        flags=("--like",),
        dest="like",
        help="cut as subtitle-edit-rate does for its AS-BLEU and the like; -l chooses parts of words in "
        "Chinese, Japanese and Korean, as suber-zh does",
        choices=TOOLS,
    ),
    changed_option(
        NORMALIZE,
        help="compare both sides normalized, such as by case no-punct; the text that is written is not",
    ),
    changed_option(
        LANGUAGE_PAIR,
        help="source-target, such as en-zh: tells whether words or characters are compared, and which of "
        "several languages are read",
    ),
    TAGS,
    THREADS,
    tables="resegmentation",
)
def align(arguments: Arguments, console: Console) -> int:
    """Runs the command; returns the exit status."""
    alignment = aligned(arguments)
    inform_of_cut(arguments.hyp[0], alignment)
    if arguments.format == "text":
        check_lines(arguments.tables, arguments.decimals)
        lines = "".join([f"{text}\n" for text in alignment.segments.to_list()])
        write_output([lines], arguments.output, console)
    else:
        align.show(alignment, arguments, console)
    return 0


def aligned(arguments: Arguments) -> Resegmentation:
    """Returns the output as a command line wants it cut."""
    if len(arguments.hyp) != 1 or not arguments.ref:
        raise UsageError("name the output and the references: parbleu align hyp.txt --ref ref.txt")
    options = arguments.language_pair, arguments.tags
    unit = arguments.unit or usual_unit(arguments.language_pair, arguments.like)
    is_usual = arguments.unit is None and arguments.language_pair is not None
    if is_usual and (problem := doubtful_code(target_language(arguments.language_pair))):
        warn(f"{problem}, so the unit is the {unit}")
    labels: list[list[str] | None]
    if arguments.times:
        if arguments.documents is not None or arguments.hyp_documents is not None:
            raise UsageError("--times finds what is aligned together itself: leave out --documents")
        from parbleu._inputs.timed_subtitles import between_pauses

        texts, *labels = between_pauses(arguments.hyp[0], arguments.ref[0], arguments.language_pair)
        labels.reverse()
    else:
        texts = texts_to_cut(arguments.hyp[0], *options)
        labels = [
            None if path is None else side_texts(path)
            for path in (arguments.documents, arguments.hyp_documents)
        ]
    return resegment(
        texts,
        [texts_to_cut(path, *options) for path in arguments.ref],
        documents=labels[0],
        text_documents=labels[1],
        unit=unit,
        normalize=arguments.normalize,
        like=cutter_of(arguments.like, arguments.language_pair),
        **arguments.chosen("threads"),
    )
