"""`parbleu wmt run`: from the raw files of a shared task to rankings, tables, an evaluation set and pages."""

from __future__ import annotations

from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.options import Arguments, Option
from parbleu.tables import Result
from parbleu.wmt._task_run import run_task


@ResultCommand(
    "TASK.toml [--into FOLDER] [--again] [-f FORMAT] [-o FILE]",
    "Runs a shared task from its settings: for each language pair rankings as published and as they should\n"
    "be, means by domain, an evaluation set and a page; if they say so, AutoRank, scores of predicted\n"
    "spans and labels, the use of terms, and a meta-evaluation. What did not change since the last run\n"
    "stays; one that was interrupted goes on. The folder of outputs has a record of inputs and versions.",
    """\
  parbleu wmt run task.toml
  parbleu wmt run examples/wmt/task.toml --into build/demo/wmt --again""",
    Option("task", "the settings, a file in TOML", many="*", metavar="TASK.toml", reads="TASK"),
    Option(
        "--into",
        "the folder to write (default: that of the settings, or results beside them)",
        metavar="FOLDER",
        writes="FILE or FOLDER",
    ),
    Option("--again", "compute everything, also what did not change", bool),
)
def run(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    if len(arguments.task) != 1:
        raise UsageError("name one file of settings (parbleu wmt run task.toml)")
    [task] = arguments.task
    words = ["parbleu", "wmt", "run", task]
    words += ["--into", arguments.into] if arguments.into else []
    words += ["--again"] if arguments.again else []
    return run_task(task, output=arguments.into, again=arguments.again, command=words)
