"""`parbleu translate`: hypotheses of a file, standard input or a test set."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path

from parbleu import __version__
from parbleu.base import log
from parbleu.base.progress import Progress
from parbleu.cli.shell.console import CommandError, Console, Program
from parbleu.cli.shell.termination import orderly
from parbleu.cli.translate.translate_options import COMMAND, SETTINGS
from parbleu.io.atomic import is_device
from parbleu.io.lines import is_marked
from parbleu.translate.engine_driver import Batching
from parbleu.translate.engines import ENGINES, make_engine
from parbleu.translate.output_files import OutputFiles
from parbleu.translate.source_texts import open_text, read_source
from parbleu.translate.translate_files import translate_file, translate_stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

PROGRAM = Program("parbleu translate", "parbleu: ", f"parbleu {__version__}")


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status.

    Raises:
        CommandError: the command line makes no sense.
        ParbleuError: the source cannot be read, the engine fails, or the output cannot be written.
    """
    values = COMMAND.read(words, console.program)
    if values["quiet"]:
        console.prefix = ""
        log.quiet = True
    _check(values, console)
    output, overwrite = values["output"], values["overwrite"]
    source = Source(values)
    files = {"nbest_file": values["nbest_file"], "record_file": values["record"]}
    # Loading a model takes longer than finding out that it would be in vain.
    targets = OutputFiles(output, values["nbest_file"], values["record"], source.path)
    if not (values["resume"] and targets.are_there()):
        targets.check(overwrite)
    segments = source.segments()
    options = {**files, "overwrite": overwrite, "batching": _batching(values), "facts": source.facts}
    with (
        orderly(),
        make_engine(values["engine"], **_settings(values)) as engine,
        _progress(source, console) as options["advance"],
    ):
        if output is None:
            translate_stream(segments, console.write, engine, **options)
        else:
            translate_file(segments, output, engine, resume=values["resume"], **options)
    return 0


def _check(values: dict[str, Any], console: Console) -> None:
    """Refuses command lines that make no sense.

    Raises:
        CommandError: with the message for the user.
    """
    if (len(values["source"]) == 1) == (values["test_set"] is not None):
        raise CommandError(
            f"name one file to translate, - for standard input, or a test set (-t): {console.program.name} "
            "--help",
            status=2,
        )
    if values["test_set"] is not None and values["langpair"] is None:
        raise CommandError("a test set (-t) needs a language pair (-l), such as -l en-de", status=2)
    if values["test_set"] is None and (values["origlang"] is not None or values["subset"] is not None):
        raise CommandError("--origlang and --subset choose segments of a test set (-t)", status=2)
    if values["output"] is None and values["resume"]:
        raise CommandError("--resume is for output in a file: name it (-o FILE)", status=2)
    if (values["nbest"] is None) != (values["nbest_file"] is None):
        raise CommandError("--nbest N says how many, --nbest-file FILE where to: give both", status=2)
    if values["langpair"] is not None and "-" not in values["langpair"]:
        raise CommandError(f"{values['langpair']!r} is no language pair, such as de-en", status=2)


def _settings(values: dict[str, Any]) -> dict[str, Any]:
    """Returns what the engine is asked for; the languages of -l, if it wants to know them."""
    settings = {name: values[name] for name in SETTINGS}
    if values["langpair"] is not None:
        source, _, target = values["langpair"].partition("-")
        for name, language in (("source_language", source), ("target_language", target)):
            if settings[name] is None and name in ENGINES[values["engine"]].uses:
                settings[name] = language
    return settings


def _batching(values: dict[str, Any]) -> Batching:
    return Batching(tokens=values["batch_tokens"], segments=values["batch_segments"], window=values["window"])


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


class Source:
    """What is translated.

    Args:
        values: the command line.

    Attributes:
        path: the file, if it is one.
        facts: what the record says of it.
    """

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values
        self.path: str | None = None
        if values["test_set"] is None:
            (word,) = values["source"]
            self.path = None if word == "-" else word
            self.facts = {"name": self.path}
        else:
            keys = ("test_set", "langpair", "origlang", "subset")
            self.facts = {key: values[key] for key in keys if values[key] is not None}

    def segments(self) -> Iterator[str]:
        """Returns the segments.

        Raises:
            ParbleuError: they cannot be had.
        """
        values = self._values
        if values["test_set"] is None:
            if self.path is not None and not is_device(self.path):  # a pipe can be opened only once
                open_text(self.path, values["encoding"]).close()
            return read_source(self.path or "-", values["encoding"])[0]
        from parbleu.testsets.test_set import load

        testset = load(values["test_set"], values["langpair"], values["origlang"], values["subset"])
        return iter(testset.source)

    def count(self) -> int | None:
        """Returns the number of segments, if that is easily known."""
        if self._values["test_set"] is not None or is_marked(self.path or ""):
            return sum(1 for _ in self.segments())
        path = Path(self.path or "-")
        if self.path is None or not path.is_file() or path.suffix == ".gz":
            return None
        with path.open("rb") as file:
            return sum(1 for _ in file)
