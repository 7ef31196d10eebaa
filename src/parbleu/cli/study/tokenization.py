"""`parbleu study tokenization`: what scores owe to tokenizer, case, smoothing and implementation."""

from __future__ import annotations

from parbleu.base.log import shows_progress
from parbleu.base.progress import Clock
from parbleu.cli.score.argument_checks import MOST_DECIMALS, target_language
from parbleu.cli.score.score_options import METRIC_NAMES
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option, format_option
from parbleu.cli.shell.termination import orderly
from parbleu.cli.study.inputs import arguments_of, of_score, read_sides, sides
from parbleu.cli.study.tokenization_report import FORMATS
from parbleu.study.command_tokenizer import TIMEOUT, FilterCommand
from parbleu.study.file_tokenizers import HuggingFaceFile, PieceFile
from parbleu.study.sensitivity import tokenization
from parbleu.study.varied_settings import ONE_SIDE, VARIED, default_tokenizers
from parbleu.text.tokenizers import TOKENIZERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ALL = "all"


def _test_option(flags: tuple[str, ...], dest: str, text: str) -> Option:
    return Option(flags, dest, text, bool, default=False, rivals="test")


COMMAND = Command(
    "{REF... | -t SET -l PAIR} -i HYP... [--vary tokenizer|case|smoothing|variant|metric|all] [-f FORMAT]",
    "Scores the same output in many settings: what do scores, ranks and significance owe to the tokenizer,\n"
    "or to another setting that papers do not always tell?",
    """\
  parbleu study tokenization ref.txt -i a.txt b.txt
  parbleu study tokenization ref.txt -i a.txt b.txt --vary all -f markdown
  parbleu study tokenization ref.txt -i a.txt b.txt --tokenize 13a flores200 --spm my.model --command './cut'
  parbleu study tokenization ref.txt -i a.txt b.txt --vary tokenizer -m ter chrf++
  parbleu study tokenization ref.txt -i a.txt --tokenize 13a char --one-side hyp""",
    *sides(),
    Option(
        ("--vary",),
        "vary",
        "what is set otherwise; variant is other tools' rules (default: tokenizer metric)",
        many="+",
        default=("tokenizer", "metric"),
        choices=(*VARIED, ALL),
    ),
    Option(
        ("--tokenize", "-tok"),
        "tokenizers",
        "tokenizers, the usual one first: the others are compared with it, and it cuts where something else "
        "varies (default: those that need no download)",
        many="+",
        choices=TOKENIZERS,
        repeats=True,
    ),
    Option(("--spm",), "pieces", "also these SentencePiece models", many="+", metavar="FILE", repeats=True),
    Option(
        ("--hf",), "hugging_face", "also these tokenizer.json files", many="+", metavar="FILE", repeats=True
    ),
    Option(
        ("--command",),
        "commands",
        "also this command, which writes the tokens of each line that it reads in a line",
        many="+",
        metavar="CMD",
        repeats=True,
    ),
    Option(
        ("--timeout",),
        "timeout",
        f"seconds that a command may take (default: {TIMEOUT:g})",
        float,
        default=TIMEOUT,
    ),
    Option(
        ("--one-side",),
        "one_side",
        "a mistake, to see what it does: all tokenizers but the usual one cut this side only, and then that "
        "one cuts both",
        choices=ONE_SIDE,
    ),
    Option(
        ("--metrics", "-m"),
        "metrics",
        "the metrics beside bleu, which is always there (default: chrf ter); those named here also score "
        "what each tokenizer makes of the text",
        many="+",
        choices=(*METRIC_NAMES, "chrf++"),
    ),
    *of_score("--lowercase", "--smooth-method", "--smooth-value", "--force"),
    _test_option(
        ("--paired-bs", "-pbs"), "bootstrap", "test all pairs of systems by paired bootstrap (default)"
    ),
    _test_option(("--paired-ar", "-par"), "randomization", "test them by paired approximate randomization"),
    _test_option(("--no-test",), "untested", "test nothing"),
    *of_score("--paired-bs-n", "--paired-ar-n"),
    Option(
        ("--seed",),
        "seed",
        "of the test, or none for a new one each time (default: SACREBLEU_SEED, or 12345)",
        metavar="N",
    ),
    *of_score("--threads", "--quiet"),
    Option(("--width", "-w"), "width", "decimals of scores (default: 2)", int, default=2, metavar="N"),
    Option(("--plot",), "plot", "draw scores and ranks in every setting", metavar="FILE"),
    format_option(FORMATS),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status.

    Raises:
        CommandError: files are not named, or options make no sense.
        ParbleuError: files do not fit together, or cannot be read; a tokenizer cannot be had.
    """
    values = COMMAND.read(words, console.program)
    arguments = arguments_of(values, console)
    _check(values)
    tokenizers = _tokenizers(values)
    systems, references = read_sides(arguments, console)
    vary, metrics = _varied(values)
    with orderly(), Clock(f"Scoring {len(systems)} systems", shows_progress()):
        found = tokenization(
            systems,
            references,
            tokenizers,
            vary=vary,
            one_side=values["one_side"],
            metrics=metrics,
            test=_test(values),
            n_samples=_samples(values),
            seed=_seed(values["seed"]),
            threads=arguments.threads,
            **arguments.of_metric("bleu"),
        )
    if values["plot"] is not None:
        from parbleu.study.line_plot import draw_settings

        draw_settings(found, values["plot"])
    console.write(FORMATS[values["format"]](found, values["width"]))
    return 0


def _varied(values: dict[str, Any]) -> tuple[list[str], list[str] | None]:
    """Returns what varies, and the metrics beside BLEU; None for the usual ones.

    Raises:
        CommandError: nothing but the metric is to vary, and it is BLEU.
    """
    vary = list(VARIED if ALL in values["vary"] else values["vary"])
    if values["metrics"] is None:
        return vary, None
    metrics = [name for name in dict.fromkeys(values["metrics"]) if name != "bleu"]
    if metrics:
        return vary, metrics
    vary = [each for each in vary if each != "metric"]
    if not vary:
        raise CommandError("BLEU is there in any case: name metrics beside it, such as -m chrf ter", status=2)
    return vary, None


def _check(values: dict[str, Any]) -> None:
    """Checks what a run would otherwise find out after its work."""
    if not 0 <= values["width"] <= MOST_DECIMALS:
        raise CommandError(f"--width is a number of decimals, at most {MOST_DECIMALS}", status=2)
    if not values["timeout"] > 0:
        raise CommandError("--timeout is a number of seconds above 0", status=2)
    if values["plot"] is not None:
        from parbleu.study.permutation_plot import check

        check(values["plot"])


def _tokenizers(values: dict[str, Any]) -> list[Any]:
    """Returns the tokenizers, those in files and commands after those with names."""
    language = "" if values["langpair"] is None else target_language(values["langpair"])
    found: list[Any] = list(values["tokenizers"] or default_tokenizers(language))
    found += map(PieceFile, values["pieces"] or ())
    found += map(HuggingFaceFile, values["hugging_face"] or ())
    found += (FilterCommand(command, values["timeout"]) for command in values["commands"] or ())
    return found


def _test(values: dict[str, Any]) -> str | None:
    if values["untested"]:
        return None
    return "randomization" if values["randomization"] else "bootstrap"


def _samples(values: dict[str, Any]) -> int | None:
    test = _test(values)
    if test is None:
        return None
    count: int = values["paired_bs_n" if test == "bootstrap" else "paired_ar_n"]
    return count if count > 0 else None


def _seed(text: str | None) -> int | str | None:
    if text is None or not text.isdecimal():
        return text  # none is a seed, too
    return int(text)
