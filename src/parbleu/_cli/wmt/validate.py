"""`parbleu wmt validate`: checks files of a shared task before the deadline."""

from __future__ import annotations

from parbleu import wmt
from parbleu._base.wording import counted
from parbleu._cli.shell.command import CheckCommand
from parbleu._cli.shell.console import Console
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.result_output import show_lines
from parbleu.wmt._faults import lines_of_faults
from parbleu.wmt._validation import MOST_FAULTS, format_names


@CheckCommand(
    "FILE... [--from FORMAT] [--against FILE] [--fail-on-warnings] [-f FORMAT] [-o FILE]",
    "Checks files of WMT's shared tasks and prints a line FILE:LINE: SEVERITY: CHECK: PROBLEM for each\n"
    "fault, all of them. The exit status is 0 if there is no error, 1 if there is one, and 2 if a file\n"
    "cannot be read.",
    """\
  parbleu wmt validate MySystem.jsonl --against wmt26-genmt.jsonl
  parbleu wmt validate predictions.jsonl --against mteval-test26.jsonl -f json
  parbleu wmt validate annotations.json --fail-on-warnings""",
    Option(
        "files", "the files; compressed ones are read, too, and - is standard input", many="*", reads="FILE"
    ),
    Option(
        "--from",
        "format of the files (default: what each looks like)",
        metavar="FORMAT",
        choices=format_names(),
        dest="from_format",
    ),
    Option(
        "--against",
        "the input that the files answer: the test set, the input of an evaluation task, texts with terms",
        reads="FILE",
    ),
    Option(
        "--most-faults",
        f"list so many faults of one kind of a file (default: {MOST_FAULTS}, and as text the first of those "
        "that are alike)",
        int,
    ),
    Option("--fail-on-warnings", "warnings count as errors", bool),
    tables="faults files",
)
def validate(arguments: Arguments, console: Console) -> int:
    """Runs the command; returns the exit status: 1 if there is an error."""
    result = wmt.validate(
        arguments.files,
        arguments.from_format,
        against=arguments.against,
        most_faults=MOST_FAULTS if arguments.most_faults is None else arguments.most_faults,
    )
    lines = lines_of_faults(result.faults) if arguments.most_faults is None else map(str, result.faults)
    show_lines(lines, result, arguments, console)
    for file in result.files:
        console.inform(f"{file.file}: {file.format}")
    if n_unlisted := result.n_errors + result.n_warnings - len(result.faults):
        console.inform(
            f"and {counted(n_unlisted, 'more fault')} of the same kinds (--most-faults lists more)"
        )
    n_lines = counted(sum(file.n_lines for file in result.files), "line")
    errors, warnings = counted(result.n_errors, "error"), counted(result.n_warnings, "warning")
    console.inform(f"{counted(len(result.files), 'file')}, {n_lines}: {errors}, {warnings}")
    return 1 if result.n_errors or (arguments.fail_on_warnings and result.n_warnings) else 0
