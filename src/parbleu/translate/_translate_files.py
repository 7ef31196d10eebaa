"""Translates a source into a file or a stream."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

from parbleu._base.log import inform
from parbleu._io.atomic import replacing
from parbleu.errors import OptionError
from parbleu.text._languages import split_pair
from parbleu.translate._engine import Engine, Settings
from parbleu.translate._engine_driver import Batching, windows
from parbleu.translate._engines import ENGINES, make_engine
from parbleu.translate._output_files import (
    OutputFiles,
    Tally,
    as_json,
    as_nbest,
    as_text,
    check_finished,
    make_record,
    now,
    read_finished,
    warn_of_losses,
)
from parbleu.translate._resumable_run import Run
from parbleu.translate._source_texts import TextSource, as_source
from parbleu.typing import SegmentsLike

Path = str | os.PathLike[str]


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """The options of a run that do not depend on the engine.

    Attributes:
        resume: whether to continue an earlier run of the same engine, settings and source that stopped, if
            there is one; if that run is finished, nothing is done. It needs an output in a file.
        overwrite: whether to replace the files of finished and unfinished runs.
        nbest_file: the file of the n best translations, with a JSON object on each line; None for no such
            file.
        record_file: the file of the record of the run; None for the output's name and ".json", or for no
            record if the output is a stream.
        batching: the sizes of windows and batches; None for the defaults.

    Raises:
        OptionError: `resume` and `overwrite` contradict each other.
    """

    resume: bool = False
    overwrite: bool = False
    nbest_file: Path | None = None
    record_file: Path | None = None
    batching: Batching = field(default_factory=Batching)

    def __post_init__(self) -> None:
        if self.resume and self.overwrite:
            raise OptionError("resume continues an earlier run, overwrite replaces its files: choose one")


DEFAULT = RunOptions()


def translate_file(
    source: SegmentsLike | TextSource,
    output: Path,
    engine: Engine,
    options: RunOptions = DEFAULT,
    *,
    advance: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Translates into a file, which has as many lines as there are segments, and appears when it is whole.

    Until then the journal, `output` and ".journal", holds the finished part. If the run is interrupted, the
    run that resumes it loses one batch at most.

    Args:
        source: the path of a file of plain text, SGML or XML; "-" for standard input; a `TextSource`, as a
            test set; or any stream of segments that `parbleu.text.as_segments` takes.
        output: the path of the output; a device or a pipe is written to directly.
        engine: the engine that translates.
        options: the other files, and whether to resume or to overwrite.
        advance: called with the number of newly finished segments, also those of earlier runs.

    Returns:
        The record, which is also in its file: engine, model and settings, checksums of source and output,
        numbers of truncated segments, dates and times.

    Raises:
        UnfinishedFileError: files exist and may be neither resumed nor replaced, or another process writes
            them, or there is nothing like this run to resume.
        TranslationError: the engine fails.
        UnreadableFileError: the source cannot be read.
        UndecodableLineError: a line of the source is not valid in its encoding.
        InputTypeError: a segment is not a string.
        UnwritableFileError: the output cannot be written.
        OptionError: two files have the same name.
    """
    source = as_source(source)
    files = OutputFiles(output, options.nbest_file, options.record_file, source.files())
    if files.journal is None:
        with replacing(output) as device:

            def write(text: str) -> None:
                device.write(text.encode())
                device.flush()

            return translate_stream(source, write, engine, options, advance=advance)
    segments = source.segments()
    record = read_finished(files) if options.resume else None
    if record is not None:
        check_finished(record, files, engine, segments)
        inform(f"{files.output} is finished: nothing is left to do")
        return record
    with Run(files, engine, resume=options.resume, overwrite=options.overwrite) as run:
        remaining = run.skip(segments)
        if advance is not None:
            advance(run.tally.lines)
        for window, translations in windows(
            remaining, engine, options.batching, advance, run.tally.lines, run
        ):
            run.add(window, translations)
        record = run.finish(source.facts)
    warn_of_losses(record)
    return record


def translate_stream(
    source: SegmentsLike | TextSource,
    write: Callable[[str], Any],
    engine: Engine,
    options: RunOptions = DEFAULT,
    *,
    advance: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Translates into a stream, a window at a time. An interrupted run cannot be resumed.

    Args:
        source: the path of a file of plain text, SGML or XML; "-" for standard input; a `TextSource`, as a
            test set; or any stream of segments that `parbleu.text.as_segments` takes.
        write: called with text of whole lines.
        engine: the engine that translates.
        options: the other files, and whether to overwrite them.
        advance: called with the number of newly finished segments.

    Returns:
        The record: engine, model and settings, checksums of source and output, numbers of truncated segments,
        dates and times.

    Raises:
        UnfinishedFileError: one of the other files exists, and `options` do not overwrite it.
        TranslationError: the engine fails.
        UnreadableFileError: the source cannot be read.
        UndecodableLineError: a line of the source is not valid in its encoding.
        InputTypeError: a segment is not a string.
        UnwritableFileError: a file cannot be written.
        OptionError: two files have the same name.
    """
    source = as_source(source)
    OutputFiles(None, options.nbest_file, options.record_file, source.files()).check(options.overwrite)
    tally = Tally()
    checksum = sha256()
    begun = now()
    with nullcontext() if options.nbest_file is None else replacing(options.nbest_file) as nbest:
        for segments, translations in windows(source.segments(), engine, options.batching, advance):
            text = as_text(translations, tally.lines)
            if nbest is not None:
                nbest.write(as_nbest(translations, tally.lines).encode())
            checksum.update(text.encode())
            tally.add(segments, translations)
            write(text)
    output = {"name": None, "sha256": checksum.hexdigest()}
    record = make_record(tally, engine, source.facts, output, begun)
    if options.record_file is not None:
        with replacing(options.record_file) as file:
            file.write(as_json(record))
    warn_of_losses(record)
    return record


@dataclass(frozen=True, kw_only=True)
class TranslationJob:
    """A checked translation job, before the model is loaded.

    Attributes:
        source: the source.
        output: the path of the output; None for a stream.
        engine: the name of the engine.
        settings: the settings of the engine.
        language_pair: the languages, such as "en-de", if the settings name none and the engine uses them.
        options: the other files, and whether to resume or to overwrite.
    """

    source: TextSource
    output: Path | None
    engine: str
    settings: Settings
    language_pair: str | None = None
    options: RunOptions = DEFAULT

    def run(
        self, write: Callable[[str], Any], advance: Callable[[int], None] | None = None
    ) -> dict[str, Any]:
        """Translates, and returns the record.

        Everything else is checked before the model is loaded, which can take long.

        Args:
            write: called with text of whole lines, if `output` is None.
            advance: called with the number of newly finished segments.

        Raises:
            UnfinishedFileError: files exist and may be neither resumed nor replaced.
            ParbleuError: the engine cannot be loaded or fails, or a file cannot be read or written.
        """
        options = self.options
        files = OutputFiles(self.output, options.nbest_file, options.record_file, self.source.files())
        if not (options.resume and files.are_there()):
            files.check(options.overwrite)
        self.source.check()
        with make_engine(self.engine, **self._settings()) as engine:
            if self.output is None:
                return translate_stream(self.source, write, engine, options, advance=advance)
            return translate_file(self.source, self.output, engine, options, advance=advance)

    def _settings(self) -> dict[str, Any]:
        settings = asdict(self.settings)
        if self.language_pair is not None:
            source, target = split_pair(self.language_pair)
            for name, language in (("source_language", source), ("target_language", target)):
                if settings[name] is None and name in ENGINES[self.engine].uses:
                    settings[name] = language
        return settings
