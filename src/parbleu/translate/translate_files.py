"""Translating from a file into a file, or into a stream."""

from __future__ import annotations

import os
from contextlib import nullcontext
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from parbleu.base.log import inform
from parbleu.errors import OptionError
from parbleu.io.atomic import replacing
from parbleu.translate.engine_driver import windows
from parbleu.translate.output_files import OutputFiles, as_json, as_nbest, as_text
from parbleu.translate.resumable_run import Run
from parbleu.translate.run_record import (
    Tally,
    check_finished,
    make_record,
    now,
    read_finished,
    warn_of_losses,
)
from parbleu.translate.source_texts import read_source

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from parbleu.translate.engine import Engine
    from parbleu.translate.engine_driver import Batching


def translate_file(
    source: Any,
    output: str | os.PathLike[str],
    engine: Engine,
    *,
    resume: bool = False,
    overwrite: bool = False,
    nbest_file: str | os.PathLike[str] | None = None,
    record_file: str | os.PathLike[str] | None = None,
    batching: Batching | None = None,
    facts: Mapping[str, Any] | None = None,
    advance: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Translates into a file, which has as many lines as there are segments, and appears when it is whole.

    Until then its journal, `output` and ".journal", has what is done. Whatever ends the run, the next one
    with `resume` loses one batch at most.

    Args:
        source: the path of a file, of text or in SGML or XML; "-" for standard input; or any stream of
            segments, as for `translate`.
        output: where to; a device or a pipe is written to as it is.
        engine: what translates.
        resume: go on where an earlier run of the same engine, settings and source stopped, if one did;
            if it came to its end, nothing is done.
        overwrite: replace what is there, of finished runs and of others.
        nbest_file: where the n best translations go: an object of JSON for each line.
        record_file: where the record of the run goes; by default `output` and ".json".
        batching: how much the engine gets at a time.
        facts: what the source is, for the record; by default the path of the file.
        advance: told how many more segments are done, also those of earlier runs.

    Returns:
        the record, which is in its file, too: engine, model and settings, checksums of source and output,
        numbers of lines with something truncated, dates and times.

    Raises:
        UnfinishedFileError: files are there and nobody said what to do with them, or another process writes
            them, or there is nothing like this run to resume.
        TranslationError: the engine fails.
        UnreadableFileError, UndecodableLine, InputTypeError: the source cannot be read.
        UnwritableFileError: the output cannot be written.
        OptionError: `resume` and `overwrite` contradict each other, or files have the same name.
    """
    if resume and overwrite:
        raise OptionError("resume goes on with what is there, overwrite replaces it: choose one")
    lines, path = read_source(source)
    facts = {"name": path} if facts is None else facts
    files = OutputFiles(output, nbest_file, record_file, path)
    if files.journal is None:
        with replacing(output) as device:

            def write(text: str) -> None:
                device.write(text.encode())
                device.flush()

            return translate_stream(
                lines,
                write,
                engine,
                overwrite=overwrite,
                nbest_file=nbest_file,
                record_file=record_file,
                batching=batching,
                facts=facts,
                advance=advance,
            )
    record = read_finished(files) if resume else None
    if record is not None:
        check_finished(record, files, engine, lines)
        inform(f"{files.output} is finished: nothing is left to do")
        return record
    with Run(files, engine, resume=resume, overwrite=overwrite) as run:
        rest = run.skip(lines)
        if advance is not None:
            advance(run.tally.lines)
        for segments, made in windows(rest, engine, batching, advance, run.tally.lines, run):
            run.add(segments, made)
        record = run.finish(facts)
    warn_of_losses(record)
    return record


def translate_stream(
    source: Any,
    write: Callable[[str], Any],
    engine: Engine,
    *,
    overwrite: bool = False,
    nbest_file: str | os.PathLike[str] | None = None,
    record_file: str | os.PathLike[str] | None = None,
    batching: Batching | None = None,
    facts: Mapping[str, Any] | None = None,
    advance: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Translates into a stream, a window at a time. Nothing can be resumed.

    Args:
        source: as for `translate_file`.
        write: takes text of whole lines.
        engine: likewise; so are the others.
        overwrite: replace the files of n best translations and of the record.
        nbest_file: where the n best translations go; it appears when it is whole.
        record_file: where the record goes; by default nowhere.
        batching: how much the engine gets at a time.
        facts: what the source is.
        advance: told how many more segments are done.

    Returns:
        the record.

    Raises:
        as `translate_file`, and what `write` raises.
    """
    lines, path = read_source(source)
    OutputFiles(None, nbest_file, record_file, path).check(overwrite)
    tally = Tally()
    checksum = sha256()
    begun = now()
    with nullcontext() if nbest_file is None else replacing(nbest_file) as nbest:
        for segments, made in windows(lines, engine, batching, advance):
            text = as_text(made, tally.lines)
            if nbest is not None:
                nbest.write(as_nbest(made, tally.lines).encode())
            checksum.update(text.encode())
            tally.add(segments, made)
            write(text)
    output = {"name": None, "sha256": checksum.hexdigest()}
    record = make_record(tally, engine, {"name": path} if facts is None else facts, output, begun)
    if record_file is not None:
        with replacing(record_file) as file:
            file.write(as_json(record))
    warn_of_losses(record)
    return record
