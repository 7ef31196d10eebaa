"""`parbleu study permutations`: counts the reorderings of words that do not lower BLEU."""

from __future__ import annotations

from parbleu import study
from parbleu._base.numbers import read_int
from parbleu._base.progress import Clock
from parbleu._base.wording import counted
from parbleu._cli.shell.bleu_options import bleu_options, language_of, metrics_option
from parbleu._cli.shell.command import StatusCommand
from parbleu._cli.shell.console import Console, UsageError
from parbleu._cli.shell.corpus_options import CORPUS_OPTIONS, SEED, read_corpus, samples_option
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.result_output import PLOT, write_output
from parbleu._cli.shell.table_options import TABLE_OPTIONS
from parbleu.metrics._bleu import BLEU, MAX_NGRAM_ORDER
from parbleu.study._permutation_study import USUAL

ALL = "all"


@StatusCommand(
    "{REF... | -t SET -l PAIR} -i HYP... [--n-samples N] [-f FORMAT]",
    "Cuts each hypothesis where two neighbouring tokens are neighbours in no reference, and counts the\n"
    "orders of the pieces: none of them lowers BLEU.",
    """\
  parbleu study permutations ref.txt -i hyp.txt
  parbleu study permutations ref.A.txt ref.B.txt -i a.txt b.txt --n-samples 20 --seed 1
  parbleu study permutations -t wmt24 -l en-de -i hyp.txt -f html -o tables.html
  parbleu study permutations ref.txt -i hyp.txt --equal-corpus shuffled.txt --plot picture.svg""",
    *CORPUS_OPTIONS,
    *TABLE_OPTIONS,
    *bleu_options("lowercase", "tokenize"),
    Option(
        "--max-order",
        f"the longest n-grams that BLEU counts; with 1 every word can move (default: {MAX_NGRAM_ORDER})",
        int,
        default=MAX_NGRAM_ORDER,
    ),
    Option(
        "--top",
        "number of segments to show for each system, those with most orders first, or all (default: 5)",
        lambda word: None if word == ALL else read_int(word),
        default=5,
        metavar="N",
    ),
    samples_option("number of random reorderings to draw and to score with every metric", 0),
    metrics_option("metrics that score the reorderings, besides bleu (default: chrf ter chrf++)", USUAL),
    SEED,
    Option(
        "--equal-corpus",
        "write the output in other orders of equal BLEU; a file for each system",
        many="+",
        writes="FILE",
    ),
    PLOT,
    *bleu_options("force"),
    tables="counts equal_corpora sample_scores sample_segments segments",
    common="-i --hyp --ref -t -l -n -m --plot -f -o",
)
def permutations(arguments: Arguments, console: Console) -> int:
    """Runs the command; returns the exit status."""
    written = arguments.equal_corpus or ()
    for path in written:
        if path == "-":
            raise UsageError("--equal-corpus needs a file: standard output has the counts")
        if path.endswith(".gz"):
            raise UsageError(f"{path}: the output is not compressed: leave out .gz")
    if not arguments.n_samples:
        permutations.refuse_beside("without --n-samples", arguments, "metrics")
    corpus = read_corpus(arguments)
    systems = corpus.systems
    tokenize = arguments.tokenize or BLEU.tokenizer_of(language_of(arguments, corpus))
    if written and len(written) != len(systems):
        raise UsageError(
            f"--equal-corpus needs a file for each of {len(systems)} systems, not {len(written)}"
        )
    with Clock(f"Reordering {counted(len(systems), 'system')}"):
        result = study.permutations(
            systems,
            corpus.references,
            tokenize=tokenize,
            equal_corpus=bool(written),
            **arguments.chosen("lowercase", "max_order", "n_samples", "seed", "top", "metrics"),
        )
    for system, path in zip(result.systems, written, strict=False):  # if any are wanted
        if system.equal_corpus is not None:
            write_output((f"{text}\n" for text in system.equal_corpus.texts), path, console)
    permutations.show(result, arguments, console)
    return 0
