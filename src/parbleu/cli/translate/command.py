"""`parbleu translate`: hypotheses of a file, standard input or a test set."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from parbleu.base import log
from parbleu.base.progress import Progress
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.termination import orderly
from parbleu.cli.translate.translate_options import COMMAND, SETTINGS
from parbleu.translate.engine import Settings
from parbleu.translate.engine_driver import Batching
from parbleu.translate.source_texts import FileSource, Source, TestSetSource
from parbleu.translate.translate_files import RunOptions, TranslationJob

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status.

    Raises:
        CommandError: the command line makes no sense.
        ParbleuError: the source cannot be read, the engine fails, or the output cannot be written.
    """
    values = COMMAND.read(words, console.program)
    if values["quiet"]:
        console.be_quiet()
    _check(values, console)
    job = _job(values)
    with orderly(), _progress(job.source, console) as advance:
        job.run(console.write, advance)
    return 0


def _check(values: dict[str, Any], console: Console) -> None:
    """Refuses command lines that make no sense."""
    if (len(values["source"]) == 1) == (values["test_set"] is not None):
        raise CommandError(
            f"name one file to translate, - for standard input, or a test set (-t): {console.program.name} "
            "--help",
            status=2,
        )
    if values["test_set"] is not None and values["language_pair"] is None:
        raise CommandError("a test set (-t) needs a language pair (-l), such as -l en-de", status=2)
    if values["test_set"] is None and (values["origlang"] is not None or values["subset"] is not None):
        raise CommandError("--origlang and --subset choose segments of a test set (-t)", status=2)
    if values["output"] is None and values["resume"]:
        raise CommandError("--resume is for output in a file: name it (-o FILE)", status=2)
    if (values["nbest"] is None) != (values["nbest_file"] is None):
        raise CommandError("--nbest N says how many, --nbest-file FILE where to: give both", status=2)
    if values["language_pair"] is not None and "-" not in values["language_pair"]:
        raise CommandError(f"{values['language_pair']!r} is no language pair, such as de-en", status=2)


def _job(values: dict[str, Any]) -> TranslationJob:
    source: Source
    if values["test_set"] is not None:
        source = TestSetSource(
            values["test_set"], values["language_pair"], values["origlang"], values["subset"]
        )
    else:
        (word,) = values["source"]
        source = FileSource(None if word == "-" else word, values["encoding"])
    return TranslationJob(
        source=source,
        output=values["output"],
        engine=values["engine"],
        settings=Settings(**{name: values[name] for name in SETTINGS}),
        language_pair=values["language_pair"],
        options=RunOptions(
            resume=values["resume"],
            overwrite=values["overwrite"],
            nbest_file=values["nbest_file"],
            record_file=values["record"],
            batching=Batching(
                tokens=values["batch_tokens"], segments=values["batch_segments"], window=values["window"]
            ),
        ),
    )


@contextmanager
def _progress(source: Source, console: Console) -> Iterator[Callable[[int], None] | None]:
    """Shows a bar once the work has lasted a second, and messages above it: a context around the work."""
    if not log.shows_progress():
        yield None
        return
    bar = Progress(source.count(), "Translating", " segments")

    def above(say: Callable[[str], None]) -> Callable[[str], None]:
        def said(line: str) -> None:
            bar.clear()
            say(line)

        return said

    log.listener, log.informed = above(console.say), above(console.inform)
    try:
        yield bar.advance
    finally:
        bar.close()
        log.listener, log.informed = console.say, console.inform
