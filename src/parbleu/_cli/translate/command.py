"""`parbleu translate`: translates a file, standard input or a test set."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial

from parbleu._base import log
from parbleu._base.progress import Progress
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.console import Console, UsageError
from parbleu._cli.shell.overwrite_check import identity
from parbleu._cli.translate.translate_options import COMMAND, SETTINGS
from parbleu.text._table_files.table_opening import table_paths
from parbleu.translate._engine import Settings
from parbleu.translate._engine_driver import Batching
from parbleu.translate._source_texts import FileSource, TableSource, TestSetSource, TextSource
from parbleu.translate._translate_files import RunOptions, TranslationJob


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    _check(arguments, console)
    job = _job(arguments)
    if log.shows_progress():
        _run_with_progress(job, console)
    else:
        job.run(console.write_text)
    return 0


def _check(arguments: Arguments, console: Console) -> None:
    """Refuses command lines that make no sense."""
    one = len(arguments.source) == 1 or (arguments.column is not None and arguments.source)
    if bool(one) == (arguments.test_set is not None):
        raise UsageError(
            f"name one file to translate, - for standard input, or a test set (-t): {console.program.name} "
            "--help"
        )
    if arguments.column is not None and arguments.test_set is not None:
        raise UsageError("--src names a column of a table: name the table's file")
    if arguments.test_set is not None and arguments.language_pair is None:
        raise UsageError("a test set (-t) needs a language pair (-l), such as -l en-de")
    if arguments.test_set is None and (arguments.origlang is not None or arguments.subset is not None):
        raise UsageError("--origlang and --subset choose segments of a test set (-t)")
    if arguments.output is None and arguments.resume:
        raise UsageError("--resume needs the output in a file: add -o FILE")
    if (arguments.nbest is None) != (arguments.nbest_file is None):
        raise UsageError("--nbest N needs --nbest-file FILE, and --nbest-file needs --nbest N: give both")
    if arguments.language_pair is not None and "-" not in arguments.language_pair:
        raise UsageError(
            f"{arguments.language_pair!r} is not a language pair: give source and target, such as de-en"
        )


def _job(arguments: Arguments) -> TranslationJob:
    source: TextSource
    if arguments.test_set is not None:
        source = TestSetSource(
            arguments.test_set, arguments.language_pair, arguments.origlang, arguments.subset
        )
    else:
        if arguments.column is not None:
            source = TableSource(_tables(arguments), arguments.column, arguments.encoding or "utf-8")
        else:
            (word,) = arguments.source
            source = FileSource(None if word == "-" else word, arguments.encoding)
    return TranslationJob(
        source=source,
        output=arguments.output,
        engine=arguments.engine,
        settings=Settings(**arguments.chosen(*SETTINGS)),
        language_pair=arguments.language_pair,
        options=RunOptions(
            **arguments.chosen("resume", "overwrite", "nbest_file"),
            record_file=arguments.record,
            batching=Batching(
                tokens=arguments.batch_tokens, segments=arguments.batch_segments, window=arguments.window
            ),
        ),
    )


def _tables(arguments: Arguments) -> tuple[str, ...]:
    """Returns the files of the table; a pattern such as "*.jsonl" leaves out those that are written."""
    record = arguments.record or (f"{arguments.output}.json" if arguments.output else None)
    named = (arguments.output, arguments.nbest_file, record)
    written = {identity(path) for path in named if path is not None}
    paths = []
    for word in arguments.source:
        for path in table_paths([word]):
            if path == word or identity(path) not in written:
                paths.append(path)
            else:
                log.inform(f"{path} is no source, though {word} names it: it is written")
    if not paths:
        raise UsageError("the source is no other file than the output: give that another name")
    return tuple(paths)


def _run_with_progress(job: TranslationJob, console: Console) -> None:
    """Shows a bar once the work has lasted a second, and messages above it."""
    bar = Progress(job.source.count(), "Translating", " segments")

    def above(say: Callable[..., None]) -> Callable[..., None]:
        def said(*line: str) -> None:
            bar.clear()
            say(*line)

        return said

    with closing(bar):
        work = partial(job.run, console.write_text, bar.advance)
        log.diverted(work, above(console.warn), above(console.inform))
