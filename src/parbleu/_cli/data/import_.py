"""`parbleu data import`: imports downloads that were made on another machine."""

from __future__ import annotations

from parbleu._cli.shell.console import Console, UsageError
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu._cli.shell.result_output import result_options, show_result
from parbleu.testsets._cache_contents import import_files

COMMAND = ResultCommand(
    "FILE... [-f FORMAT]",
    "Puts downloads from another machine into the cache. A file is recognized by its checksum, whatever\n"
    "its name is; where the catalogue has no checksum, by its name. The files themselves stay unchanged.\n"
    "Status 1 if a file is not recognized.",
    """\
  parbleu data import data_onlyxml.tar.gz
  parbleu data import /media/stick/*
  parbleu data plan wmt24 -f tsv | tail -n +2 | cut -f 2      which URLs to fetch, on another machine""",
    Option("files", "downloads", many="*", reads="FILE"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    if not arguments.files:
        raise UsageError("name the downloaded files (parbleu data plan SET lists what a test set needs)")
    imported = import_files(arguments.files)
    show_result(imported, result_options(arguments), console)
    problems = [file.problem for file in imported.files if file.problem]
    for problem in problems:
        console.say(problem)
    return int(bool(problems))
