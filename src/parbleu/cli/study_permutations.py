"""`parbleu study permutations`: how many reorderings of the words BLEU does not see."""

from __future__ import annotations

from pathlib import Path

from parbleu.cli.command import Command
from parbleu.cli.console import CommandError, Console
from parbleu.cli.meta_output import put
from parbleu.cli.options import Option, format_option
from parbleu.cli.study_permutations_report import FORMATS, Findings
from parbleu.study.corpus import permutations
from parbleu.study.sampling import SEED, equal_corpus, sample
from parbleu.text.tokenizers import TOKENIZERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

COMMAND = Command(
    "REF... -i HYP [--sample N] [-f text|json|markdown]",
    "Cuts each hypothesis where two neighbouring tokens are neighbours in no reference, and counts the\n"
    "orders of the pieces: none of them lowers BLEU.",
    """\
  parbleu study permutations ref.txt -i hyp.txt
  parbleu study permutations ref.A.txt ref.B.txt -i hyp.txt --sample 20 --seed 1
  parbleu study permutations ref.txt -i hyp.txt --write-sample shuffled.txt --plot picture.svg""",
    Option((), "refs", "reference files; they stand before -i", many="*", default=(), metavar="REF"),
    Option(("--input", "-i"), "input", "the system's output, or - for standard input", metavar="HYP"),
    Option(("--tokenize", "-tok"), "tokenize", "tokenizer (default: 13a)", default="13a", choices=TOKENIZERS),
    Option(
        ("--top",),
        "top",
        "show so many segments, the most permutable first (default: 5)",
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
        "write the output in other orders of equal BLEU",
        metavar="FILE",
    ),
    Option(("--plot",), "plot", "draw histogram, counts against length, top segments", metavar="FILE"),
    format_option(FORMATS),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status.

    Raises:
        CommandError: files are not named, or numbers out of range.
        ParbleuError: the files do not fit together, or cannot be read or written.
    """
    values = COMMAND.read(words, console.program)
    _check(values, console)
    study = permutations(_source(values["input"]), list(map(Path, values["refs"])), values["tokenize"])
    findings = Findings(study, values["top"])
    if values["sample"] is not None:
        findings.sample = sample(study, values["sample"], values["seed"])
    if values["written"] is not None:
        texts, findings.moved = equal_corpus(study, values["seed"])
        findings.written = values["written"]
        put((f"{text}\n" for text in texts), values["written"], console)
    if values["plot"] is not None:
        from parbleu.study.pictures import draw

        draw(study, values["plot"])
    console.write(FORMATS[values["format"]](findings))
    return 0


def _check(values: dict[str, Any], console: Console) -> None:
    """Checks what a run would otherwise find out after its work."""
    if not values["refs"] or values["input"] is None:
        raise CommandError(
            f"name the references, and the output after -i ({console.program.name} --help)", status=2
        )
    if "-" in values["refs"]:
        raise CommandError("references are files; standard input can be the output: -i -", status=2)
    if values["sample"] is not None and values["sample"] < 1:
        raise CommandError("--sample needs a number from 1", status=2)
    if values["top"] < 0:
        raise CommandError("--top needs a number from 0", status=2)
    if values["plot"] is not None:
        from parbleu.study.pictures import check

        check(values["plot"])


def _source(path: str) -> Any:
    return path if path == "-" else Path(path)
