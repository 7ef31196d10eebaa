"""`parbleu analyze examples`: lists the segments where systems, or metrics, differ most."""

from __future__ import annotations

from parbleu._cli.analyze.analysis_options import SCORED_TEXT_OPTIONS, read_texts
from parbleu._cli.shell.bleu_options import metrics_or_scores_option
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.corpus_options import THREADS
from parbleu._cli.shell.options import Arguments, Option
from parbleu.analysis._examples import ORDERS, document_differences, find_examples
from parbleu.tables import Result

DOCUMENTS = "documents"


@ResultCommand(
    "{REF... | -t SET -l PAIR} -i HYP... [--by ORDER] [-m METRIC...] [-f FORMAT] [-o FILE]",
    "Lists the segments where two systems differ most by a metric, where all systems do, or where two\n"
    "metrics disagree, of which one may be human scores; with the edits from the closest reference.",
    """\
  parbleu analyze examples ref.txt -i a.txt b.txt
  parbleu analyze examples ref.txt -i a.txt b.txt c.txt --systems a c -m chrf ter
  parbleu analyze examples ref.txt -i a.txt b.txt c.txt --by spread
  parbleu analyze examples ref.txt -i a.txt b.txt --scores human=mqm.tsv --by metrics -m chrf human
  parbleu analyze examples -t wmt24 -l en-cs -i a.txt b.txt --by documents""",
    *SCORED_TEXT_OPTIONS,
    Option(
        "--by",
        "the difference of two systems, the spread of all, the ranks by two metrics, or the documents' means "
        "(default: difference)",
        default="difference",
        choices=(*ORDERS, DOCUMENTS),
    ),
    metrics_or_scores_option(
        "metrics, scorers, or names of --scores: the first sorts, for metrics the first two (default: those "
        "of --scores, or chrf)"
    ),
    Option(
        "--systems", "the two systems, or those that take part (default: the first two, or all)", many="+"
    ),
    Option("--only-document", "only segments of this document"),
    Option("--examples", "number of examples in each direction (default: 10)", int, default=10),
    THREADS,
    next_step="parbleu report REF -i A B -o report.html shows all segments side by side",
    tables="examples texts documents",
    common="-i --source -t -l -m --by --systems --examples -f -o",
)
def examples(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    if arguments.by == DOCUMENTS:
        examples.refuse_beside(f"with --by {DOCUMENTS}", arguments, "only_document")
    texts = read_texts(arguments)
    shared = {"systems": arguments.systems, "n_examples": arguments.examples, "threads": arguments.threads}
    if arguments.by == DOCUMENTS:
        return document_differences(texts, arguments.metrics, **shared)
    return find_examples(texts, arguments.by, arguments.metrics, document=arguments.only_document, **shared)
