"""`parbleu study select`: chooses the segments that people should judge."""

from __future__ import annotations

from parbleu._base.progress import Clock
from parbleu._cli.analyze.analysis_options import SCORED_TEXT_OPTIONS, read_texts
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import SEED, THREADS, read_resampling, samples_option
from parbleu._cli.shell.options import Arguments, Option
from parbleu.analysis._annotation_choice import CONSISTENCY, choose_segments
from parbleu.tables import Result


@ResultCommand(
    "{REF... -i HYP... | --evalset SET -l PAIR} --size N [--method NAME] [-f FORMAT] [-o FILE]",
    "Chooses the segments whose human scores tell most about systems, lists them, and says what the choice\n"
    "gives up. With --gold, human scores that are there already, as of an evaluation set, it simulates how\n"
    "well each method orders the systems, with random choice as the yardstick.",
    """\
  parbleu study select ref.txt -i a.txt b.txt c.txt --size 100
  parbleu study select ref.txt -i a.txt b.txt c.txt --size 100 --method variance+diversity -f tsv
  parbleu study select --evalset wmt24 -l en-cs --size 100 --gold esa""",
    *SCORED_TEXT_OPTIONS,
    Option("--size", "number of segments to choose", int),
    Option(
        "--method",
        "variance of a metric's scores between systems, consistency of their order with that of all "
        "segments, diversity of the outputs, word-diversity, difficulty, or random; A+B takes the mean rank "
        f"by two methods or more, A*B the product of their utilities (default: {CONSISTENCY})",
        default=CONSISTENCY,
    ),
    Option(
        "--metrics -m",
        "the metric or scorer of the scores, or a name of --scores (default: chrf)",
        default="chrf",
    ),
    Option(
        "--random-share",
        "draw this part of the segments at random, from 0 to 1 (default: 0)",
        float,
        default=0.0,
    ),
    Option("--gold -g", "human scores for the simulation, a name of --scores or of the evaluation set"),
    samples_option("draws of the simulation", 200),
    SEED,
    THREADS,
    tables="forgone segments simulation",
    common="-i --evalset -t -l --size --method -m --gold -f -o",
)
def select(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    if arguments.size is None:
        raise UsageError("name the number of segments to choose, such as --size 100")
    if arguments.gold is None:
        select.refuse_beside("without --gold", arguments, "n_samples")
    texts = read_texts(arguments)
    with Clock("Choosing segments"):
        return choose_segments(
            texts,
            arguments.size,
            arguments.method,
            metric=arguments.metrics,
            random_share=arguments.random_share,
            gold=arguments.gold,
            resampling=read_resampling(arguments),
        )
