"""`parbleu study select`: chooses the segments that people should judge."""

from __future__ import annotations

from parbleu.analysis.annotation_choice import CONSISTENCY, choose_segments
from parbleu.base.log import shows_progress
from parbleu.base.progress import Clock
from parbleu.cli.analyze.analysis_options import TEXT_OPTIONS, read_texts
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.corpus_options import SEED, THREADS
from parbleu.cli.shell.options import Option
from parbleu.cli.shell.result_output import RESULT_OPTIONS, show_result

COMMAND = Command(
    "{REF... -i HYP... | --evalset SET -l PAIR} --size N [--method NAME] [-f FORMAT] [-o FILE]",
    "Chooses the segments whose human scores tell most about systems, lists them, and says what the choice\n"
    "gives up. With --gold, human scores that are there already, as of an evaluation set, it simulates how\n"
    "well each method orders the systems, with random choice as the yardstick.",
    """\
  parbleu study select ref.txt -i a.txt b.txt c.txt --size 100
  parbleu study select ref.txt -i a.txt b.txt c.txt --size 100 --method variance+diversity -f tsv
  parbleu study select --evalset wmt24 -l en-cs --size 100 --gold esa""",
    *TEXT_OPTIONS,
    Option("--size", "number of segments to choose", int, metavar="N"),
    Option(
        "--method",
        "variance of a metric's scores between systems, consistency of their order with that of all "
        "segments, diversity of the outputs, word-diversity, difficulty, or random; A+B takes the mean rank "
        f"by two methods or more, A*B the product of their utilities (default: {CONSISTENCY})",
        default=CONSISTENCY,
        metavar="NAME",
    ),
    Option("--metrics -m", "the metric of the scores, or a name of --scores (default: chrf)", default="chrf"),
    Option(
        "--random-share",
        "draw this part of the segments at random, from 0 to 1 (default: 0)",
        float,
        default=0.0,
    ),
    Option("--gold -g", "human scores for the simulation, a name of --scores or of the evaluation set"),
    Option("--n-samples -n", "draws of the simulation (default: 200)", int, default=200, metavar="N"),
    SEED,
    THREADS,
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    if arguments.size is None:
        raise CommandError("name the number of segments to choose, such as --size 100", status=2)
    texts = read_texts(arguments)
    with Clock("Choosing segments", shows_progress()):
        found = choose_segments(
            texts,
            arguments.size,
            arguments.method,
            metric=arguments.metrics,
            random_share=arguments.random_share,
            **arguments.chosen("gold", "n_samples", "seed", "threads"),
        )
    show_result(found, arguments, console)
    return 0
