"""`parbleu nbest oracle`: scores the best and the worst translations that n-best lists hold."""

from __future__ import annotations

from parbleu._cli.nbest.nbest_options import SCORED_OPTIONS, lists_and_references
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.options import Arguments, Option
from parbleu._io.atomic import write_lines
from parbleu.nbest._oracle_search import CHOICES, oracles
from parbleu.tables import Result, Table


@ResultCommand(
    "NBEST REF... [-m METRIC...] [--texts FILE] [-f FORMAT] [-o FILE]",
    "Scores four choices from n-best lists: the first candidate of each list, the candidate with the best\n"
    "score (oracle), the candidates that give the whole corpus the best score (corpus_oracle), and\n"
    "the candidate with the worst score.",
    """\
  parbleu nbest oracle hyp.nbest.jsonl ref.txt
  parbleu nbest oracle hyp.nbest ref.A.txt ref.B.txt -m bleu chrf++ ter -f csv
  parbleu nbest oracle hyp.nbest.jsonl ref.txt -m chrf --texts oracle.txt""",
    *SCORED_OPTIONS,
    Option("--texts", "also write the translations that are chosen by the first metric", writes="FILE"),
    Option(
        "--choice",
        "the choice of translations that --texts writes (default: corpus_oracle)",
        default="corpus_oracle",
        choices=CHOICES,
    ),
    common="--ref --nbest-format --candidates -m -l -tok --texts --choice -f -o",
    tables="oracles segments",
)
def oracle(arguments: Arguments) -> Result | Table:
    """Returns what the command prints."""
    if arguments.texts is None:
        oracle.refuse_beside("without --texts", arguments, "choice")
    lists, references, metrics = lists_and_references(arguments)
    best = oracles(lists, references, metrics, threads=arguments.threads)
    if arguments.texts is not None:
        write_lines(arguments.texts, best.texts(best.oracles[0].metric, arguments.choice))
    return best.tables()[0] if arguments.format == "text" else best
