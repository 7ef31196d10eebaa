"""`parbleu study permutations`: how many reorderings of the words BLEU does not see."""

from __future__ import annotations

from os.path import realpath

from parbleu.base.log import shows_progress
from parbleu.base.progress import Clock
from parbleu.cli.meta.output import put
from parbleu.cli.score.argument_checks import target_language
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option, format_option
from parbleu.cli.shell.overwrite_check import refuse_overwriting
from parbleu.cli.study.inputs import arguments_of, of_score, read_sides, sides
from parbleu.cli.study.permutations_report import FORMATS, Findings
from parbleu.io.atomic import check_place
from parbleu.metrics.bleu import BLEU, MAX_NGRAM_ORDER
from parbleu.study.permutation_sampling import SEED, equal_corpus, sample
from parbleu.study.permutation_study import permutations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu._core import Segments
    from parbleu.cli.score.score_options import Arguments

COMMAND = Command(
    "{REF... | -t SET -l PAIR} -i HYP... [--sample N] [-f FORMAT]",
    "Cuts each hypothesis where two neighbouring tokens are neighbours in no reference, and counts the\n"
    "orders of the pieces: none of them lowers BLEU.",
    """\
  parbleu study permutations ref.txt -i hyp.txt
  parbleu study permutations ref.A.txt ref.B.txt -i a.txt b.txt --sample 20 --seed 1
  parbleu study permutations -t wmt24 -l en-de -i hyp.txt -f html > page.html
  parbleu study permutations ref.txt -i hyp.txt --write-sample shuffled.txt --plot picture.svg""",
    *sides(),
    *of_score("--lowercase", "--tokenize"),
    Option(
        ("--max-order",),
        "max_order",
        f"the longest n-grams that BLEU counts; with 1 every word can move (default: {MAX_NGRAM_ORDER})",
        int,
        default=MAX_NGRAM_ORDER,
        metavar="N",
    ),
    Option(
        ("--top",),
        "top",
        "show so many segments of each system, the most permutable first (default: 5)",
        int,
        default=5,
    ),
    Option(
        ("--sample",), "sample", "draw so many reorderings, score them with every metric", int, metavar="N"
    ),
    Option(("--seed",), "seed", f"of the random numbers (default: {SEED})", int, default=SEED),
    Option(
        ("--write-sample",),
        "written",
        "write the output in other orders of equal BLEU; a file for each system",
        many="+",
        metavar="FILE",
    ),
    Option(("--plot",), "plot", "draw histogram, counts against length, top segments", metavar="FILE"),
    *of_score("--force", "--quiet"),
    format_option(FORMATS),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status.

    Raises:
        CommandError: files are not named, or numbers out of range.
        ParbleuError: the files do not fit together, or cannot be read or written.
    """
    values = COMMAND.read(words, console.program)
    arguments = arguments_of(values, console)
    _check(values)
    tokenize = _tokenizer(arguments)
    systems, references = read_sides(arguments, console)
    written = values["written"] or ()
    if written and len(written) != len(systems):
        raise CommandError(
            f"--write-sample needs a file for each of {len(systems)} systems, not {len(written)}", status=2
        )
    with Clock(f"Reordering {len(systems)} systems", shows_progress()):
        found = [_study(name, output, references, tokenize, arguments) for name, output in systems.items()]
    for one, path in zip(found, written, strict=False):  # if any are wanted
        texts, one.moved = equal_corpus(one.study, values["seed"])
        one.written = path
        put((f"{text}\n" for text in texts), path, console)
    if values["plot"] is not None:
        from parbleu.study.permutation_plot import draw

        named = {one.system: one.study for one in found}
        draw(named if len(named) > 1 else found[0].study, values["plot"])
    console.write(FORMATS[values["format"]](found))
    return 0


def _study(
    name: str, output: Segments, references: list[Segments], tokenize: str, arguments: Arguments
) -> Findings:
    values = arguments.values
    lowercase = arguments.of_metric("bleu").get("lowercase", False)
    study = permutations(output, references, tokenize, lowercase=lowercase, max_order=values["max_order"])
    found = Findings(name, study, values["top"])
    if values["sample"] is not None:
        found.sample = sample(study, values["sample"], values["seed"])
    return found


def _check(values: dict[str, Any]) -> None:
    """Checks what a run would otherwise find out after its work."""
    if values["sample"] is not None and values["sample"] < 1:
        raise CommandError("--sample needs a number from 1", status=2)
    if values["top"] < 0:
        raise CommandError("--top needs a number from 0", status=2)
    if values["max_order"] < 1:
        raise CommandError("--max-order needs a number from 1", status=2)
    _check_written(values)
    if values["plot"] is not None:
        from parbleu.study.permutation_plot import check

        check(values["plot"])


def _check_written(values: dict[str, Any]) -> None:
    """Checks the names of the files that a corpus of equal BLEU goes to."""
    paths = values["written"] or ()
    for path in paths:
        if path == "-":
            raise CommandError("--write-sample needs a file: standard output has the counts", status=2)
        if path.endswith(".gz"):
            raise CommandError(f"{path}: what is written is not compressed; leave out .gz", status=2)
        refuse_overwriting(path, [*values["refs"], *(values["input"] or ())], "--write-sample")
        check_place(path)
    every = [*map(realpath, paths), *(() if values["plot"] is None else (realpath(values["plot"]),))]
    if len({*every}) < len(every):
        raise CommandError("--write-sample and --plot write different files: give each its own", status=2)


def _tokenizer(arguments: Arguments) -> str:
    """Returns the name of BLEU's tokenizer: the one given, or the target language's own."""
    pair = arguments.langpair
    language = "" if pair is None else target_language(pair)
    return BLEU(tokenize=arguments.of_metric("bleu").get("tokenize"), trg_lang=language).tokenizer_name
