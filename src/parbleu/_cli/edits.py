"""`parbleu edits`: counts what people changed in translations."""

from __future__ import annotations

from parbleu._cli.analyze.analysis_options import TEXT_OPTIONS, read_texts
from parbleu._cli.shell.bleu_options import language_of
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import REFERENCES, THREADS, check_once
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.table_options import reads_table
from parbleu._inputs.unit_files import check_labels
from parbleu.analysis._post_edits import post_edits
from parbleu.metrics._ter import TER
from parbleu.tables import Result, Table


@ResultCommand(
    "{MT... POSTEDITED | POSTEDITED --mt-in alt-trans} [--by LABEL...] [-f FORMAT] [-o FILE]",
    "Counts what people changed in translations: HTER, edit rates of words and characters, segments that\n"
    "nobody touched, insertions, deletions, substitutions and shifts.",
    """\
  parbleu edits mt.txt post-edited.txt
  parbleu edits raw-mt.xlf post-edited.xlf --by document match
  parbleu edits job.sdlxliff --mt-in alt-trans --leave-out locked
  parbleu edits mt.txt post-edited.txt --edits -f csv -o edits.csv
  parbleu edits a.txt b.txt post-edited.txt --labels editor=names.txt --by editor""",
    Option(
        "refs",
        "the translations and, last, the post-edited text that they became",
        many="*",
        metavar="TEXT",
        reads="TABLE",
    ),
    *(option for option in TEXT_OPTIONS if option is not REFERENCES),
    Option(
        "--by",
        "also count for each group of segments with the same labels: document, match, editor or file of "
        "files of translators, or the names of --labels",
        many="+",
        default=(),
        metavar="LABEL",
    ),
    Option("--segments", "also print the edits of each segment", bool),
    Option("--edits", "also print every edit: its words before and after", bool),
    THREADS,
    next_step="parbleu report shows the texts side by side",
    tables="edits bands operations segments",
    common="-i --mt-in --hyp --ref -l --labels --by --edits -f -o",
)
def edits(arguments: Arguments) -> Result | tuple[Table, ...]:
    """Returns what the command prints."""
    files = list(arguments.refs)
    if arguments.input is None and arguments.evalset is None and not reads_table(arguments):
        if len(files) < 2 and arguments.mt_in is None:
            raise UsageError(
                "name the translations and, last, the post-edited text: parbleu edits mt.txt post-edited.txt "
                "or, of XLIFF that has both: parbleu edits post-edited.xlf --mt-in alt-trans"
            )
        if len(files) > 1:
            arguments = arguments.changed(refs=tuple(files[-1:]), input=files[:-1])
    check_once("--by", arguments.by)
    texts = read_texts(arguments, more_labels=tuple(arguments.by))
    check_labels(texts.labels, arguments.by)
    metric = TER(**TER().options_for(language_of(arguments, texts)) or {})
    metric.sign_input(**arguments.present("tags", "mt_in", "leave_out"))
    edits = post_edits(
        texts,
        by=arguments.by,
        metric=metric,
        segments=arguments.segments,
        operations=arguments.edits,
        **arguments.chosen("threads"),
    )
    if arguments.tables or arguments.format not in ("csv", "tsv"):
        return edits
    asked = {"segments": arguments.segments, "operations": arguments.edits}
    names = [name for name, is_asked in asked.items() if is_asked] or ["edits"]
    return tuple(table for table in edits.tables() if table.name in names)
