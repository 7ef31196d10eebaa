"""`parbleu nbest rescore`: writes n-best lists with the scores of every candidate."""

from __future__ import annotations

from parbleu import nbest
from parbleu._cli.nbest.nbest_options import SCORED_OPTIONS, lists_and_references
from parbleu._cli.shell.command import Command
from parbleu._cli.shell.console import Console
from parbleu._cli.shell.options import Arguments, Option, output_option
from parbleu._cli.shell.result_output import QUIET, VERBOSE, write_output
from parbleu.nbest._nbest_scores import WRITTEN_FORMATS


@Command(
    "NBEST REF... [-m METRIC...] [--sort] [--to FORMAT] [-o FILE]",
    "Writes n-best lists with the score and the rank of each candidate by each metric, segment by segment.",
    """\
  parbleu nbest rescore hyp.nbest.jsonl ref.txt -o scored.jsonl
  parbleu nbest rescore hyp.nbest ref.txt -m bleu ter --to moses --sort -o by-bleu.nbest""",
    *SCORED_OPTIONS,
    Option("--sort", "the best candidate by the first metric comes first", bool),
    Option("--to", "the format that is written (default: json)", default="json", choices=WRITTEN_FORMATS),
    output_option("the file for the lists"),
    VERBOSE,
    QUIET,
    common="--ref --nbest-format --candidates -m -l -tok -lc --sort --to -o",
)
def rescore(arguments: Arguments, console: Console) -> int:
    """Writes n-best lists with the scores of every candidate."""
    lists, references, metrics = lists_and_references(arguments)
    rescored = nbest.rescore(lists, references, metrics, threads=arguments.threads)
    lines = (
        nbest_list.line(arguments.to, next(iter(nbest_list.scores)) if arguments.sort else None) + "\n"
        for nbest_list in rescored
    )
    write_output(lines, arguments.output, console)
    return 0
