"""`parbleu check`: checks files of segments before they are used; names file and line of what is wrong."""

from __future__ import annotations

from parbleu._base.alike_lines import lines_of_kinds
from parbleu._base.wording import counted
from parbleu._cli.shell.command import CheckCommand
from parbleu._cli.shell.console import Console
from parbleu._cli.shell.corpus_options import LANGUAGE_PAIR
from parbleu._cli.shell.options import Arguments, Option, changed_option
from parbleu._cli.shell.result_output import show_lines
from parbleu._cli.shell.training_options import line_file
from parbleu.analysis._file_checks import CHECKS, CHECKS_OF_LINES, Finding, check_files


@CheckCommand(
    "FILE... [--parallel] [--train FILE...] [--checks NAME...] [-f FORMAT] [-o FILE]",
    "Checks files with a segment on each line, or with units, such as XLIFF and subtitles, and prints a\n"
    "line FILE:LINE: CHECK: PROBLEM for each problem; of units LINE counts them. Of many problems of a\n"
    "check in a file the first have lines, and one says how many more there are: formats other than\n"
    "text have all. The exit status is 0 if there is no problem, 1 if there is one, and 2 if a file\n"
    "cannot be read.",
    """\
  parbleu check ref.txt src.txt --parallel
  parbleu check test.txt --train train.en.gz train.more.en
  parbleu check *.txt --checks encoding nfc -f json""",
    Option("files", "the files; compressed ones are read, too", many="*", reads="FILE"),
    Option("--parallel", "lines of the same number belong together: compare numbers of lines", bool),
    Option(
        "--train",
        "files of training data: find lines that are in them, too",
        many="+",
        default=(),
        reads="FILE",
    ),
    Option("--checks", "what is looked for (default: all)", many="+", choices=CHECKS),
    changed_option(
        LANGUAGE_PAIR,
        help="of TMX, TTML, XLIFF and .xcstrings of several languages: which to read, such as en-de",
    ),
    tables="findings",
)
def check(arguments: Arguments, console: Console) -> int:
    """Runs the command; returns the exit status: 1 if something is wrong in a file."""
    for path in arguments.train:
        line_file(path)
    chosen = arguments.chosen("parallel", "train", "checks", "language_pair")
    result = check_files(arguments.files, **chosen)
    lines = lines_of_kinds(result.found, _kind, _line_of_others)
    show_lines(lines, result, arguments, console)
    files = counted(len(result.lines), "file")
    problems = counted(len(result.found), "problem") if result.found else "nothing wrong"
    n_lines = counted(sum(result.lines.values()), "line")
    console.inform(f"{files}, {n_lines}: {problems}")
    return 1 if result.found else 0


def _kind(finding: Finding) -> tuple[str, str]:
    """Returns the check; of one that judges a whole file what it says, too."""
    return finding.check, "" if finding.check in CHECKS_OF_LINES else finding.message


def _line_of_others(findings: list[Finding]) -> str:
    """Returns the line that stands for findings of a check in a file behind the first ones."""
    first, last = findings[0], findings[-1]
    count = len(findings)
    return (
        f"{first.file}:{first.line}: {first.check}: {count} more up to line {last.line} (-f json lists all)"
    )
