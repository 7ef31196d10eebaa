"""`parbleu study exposure`: how much of a test set is in training data; scores by that."""

from __future__ import annotations

from parbleu import analysis
from parbleu._base.progress import Clock
from parbleu._cli.analyze.analysis_options import RESAMPLING, SCORED_TEXT_OPTIONS, read_texts
from parbleu._cli.shell.bleu_options import metrics_option
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import ALPHA, SEED, THREADS, read_bootstrap
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.training_options import compared_test_set, named_test_set, training_corpora
from parbleu.analysis._exposure_shards import read_exposures, save_exposure
from parbleu.analysis._training_exposure import exposure_scores
from parbleu.tables import Table


@ResultCommand(
    "{REF... | -t SET -l PAIR | TABLE --ref REF [--hyp HYP...]} [--source SRC] [-i HYP...] "
    "{--train | --merge} FILE... [option...]",
    "Finds for each segment of a test set the most similar line of training data, by character n-grams: of\n"
    "source, target, and both. With -i, scores systems on segments that are exactly, nearly or not in the\n"
    "training data, beside a translation memory.",
    """\
  parbleu study exposure ref.txt --source src.txt --train train.src train.tgt
  parbleu study exposure ref.txt --train train.tgt.gz
  parbleu study exposure -t wmt24 -l en-de --train shard1.en shard1.de shard2.en shard2.de
  parbleu study exposure ref.txt --source src.txt -i a.txt b.txt --train train.src train.tgt -o result.txt
  parbleu study exposure outputs.parquet --hyp a b --ref ref --src src --train train.src train.tgt
  parbleu study exposure ref.txt --source src.txt --train shard7.src shard7.tgt --save 7.json
  parbleu study exposure ref.txt --source src.txt --merge 1.json 2.json 3.json""",
    *SCORED_TEXT_OPTIONS,
    Option(
        "--train",
        "the training data, a segment on each line: with a source, files of source and target in turn; "
        "without one, files of the target",
        many="+",
        reads="FILE",
    ),
    Option("--save", "also write what was found in this shard of the training data", writes="FILE"),
    Option(
        "--merge",
        "instead of --train, results that --save has written, in the order of the shards",
        many="+",
        reads="FILE",
    ),
    metrics_option("metrics that score systems (default: bleu chrf)", ("bleu", "chrf"), scorers=True),
    Option("--per-segment", "also print the bin and the most similar lines of each segment", bool),
    RESAMPLING,
    ALPHA,
    SEED,
    THREADS,
    common="-i --source -t -l --hyp --ref --train --merge -f -o",
)
def exposure(arguments: Arguments) -> tuple[Table, ...]:
    """Returns what the command prints."""
    if bool(arguments.train) == bool(arguments.merge):
        raise UsageError("name the training data: --train train.src train.tgt, or --merge FILE...")
    resampling = read_bootstrap(arguments)
    texts = read_texts(arguments) if arguments.input or arguments.hyp or arguments.evalset else None
    if texts is None:
        source, references = compared_test_set(named_test_set(arguments))
    else:
        source, references = texts.source, texts.references
    if arguments.merge:
        exposed = read_exposures(arguments.merge, source, references, **arguments.chosen("lowercase"))
    else:
        training = training_corpora(arguments.train, source is not None)
        with Clock("Comparing with training data"):
            exposed = analysis.exposure(
                source, references, training, **arguments.chosen("lowercase", "threads")
            )
    if arguments.save is not None:
        save_exposure(exposed, arguments.save)
    tables = exposed.tables()
    if texts is not None:
        tables = exposure_scores(texts, exposed, arguments.metrics, resampling=resampling).tables()
    return (*tables, exposed.segment_table()) if arguments.per_segment else tables
