"""`parbleu data get`: downloads and converts test sets."""

from __future__ import annotations

from parbleu.cli.data.downloads import MODEL, SETS, split_models
from parbleu.cli.data.shared import PAIR, choose, one_line, one_set
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.errors import ParbleuError
from parbleu.testsets.pair_files import PairFiles
from parbleu.text.tokenizers.spm import SpmTokenizer, model_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.testsets.catalogue_entry import Entry

COMMAND = Command(
    "SET... [-l PAIR]",
    "Downloads test sets and converts their language pairs to text, so that scoring needs no network.\n"
    "What is in the cache already is not fetched again. Status 1 if something could not be had.",
    """\
  parbleu data get wmt24                 all its language pairs
  parbleu data get wmt23/en-de wmt24     one pair, and all pairs
  parbleu data get all -l en-de          every set that has en-de
  parbleu data get models/flores200      the model of -tok flores200
  PARBLEU_MIRROR=/media/stick parbleu data get wmt24""",
    SETS,
    PAIR,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status. What fails does not keep the rest from being fetched."""
    values = COMMAND.read(words, console.program)
    one_set(values["sets"], "parbleu data get wmt24")
    sets, models = split_models(values["sets"])
    chosen = choose(sets, values["langpair"])
    return max(_get_models(models, console), _get_sets(chosen, console))


def _get_models(models: list[str], console: Console) -> int:
    status = 0
    for name in models:
        try:
            SpmTokenizer(name)
        except ParbleuError as problem:  # noqa: PERF203 - one failure does not keep the rest away
            status = 1
            console.say(f"{MODEL}/{name}: {one_line(problem)}")
        else:
            console.show(f"{MODEL}/{name}: {model_path(name)}")
    return status


def _get_sets(chosen: list[tuple[Entry, list[str]]], console: Console) -> int:
    status = 0
    for entry, pairs in chosen:
        told = ""
        for pair in pairs:
            try:
                names = list(PairFiles(entry, pair).lasting_paths())
            except ParbleuError as problem:  # noqa: PERF203 - one failure does not keep the rest away
                status = 1
                if str(problem) != told:
                    console.say(f"{entry.name}/{pair}: {one_line(problem)}")
                told = str(problem)
            else:
                console.show(f"{entry.name}/{pair}: {', '.join(names)}")
    return status
