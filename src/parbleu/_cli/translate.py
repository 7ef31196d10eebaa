"""`parbleu translate`: translates a file, standard input or a test set."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any

from parbleu._base import log
from parbleu._base.progress import Progress
from parbleu._cli.shell.command import Command
from parbleu._cli.shell.console import Console, UsageError
from parbleu._cli.shell.corpus_options import ORIGLANG, SUBSET, THREADS
from parbleu._cli.shell.options import Arguments, Option, OptionGroup, output_option
from parbleu._cli.shell.overwrite_check import identity
from parbleu._cli.shell.result_output import QUIET, VERBOSE
from parbleu.fetch._endpoint.chat_protocol import CONCURRENCY, RETRIES, TIMEOUT
from parbleu.text._table_files.table_opening import table_paths
from parbleu.translate._engine import DEVICES, Settings
from parbleu.translate._engine_driver import BATCH_SEGMENTS, BATCH_TOKENS, Batching
from parbleu.translate._engines import ENGINES
from parbleu.translate._engines.local_engine import BEAM
from parbleu.translate._source_texts import FileSource, TableSource, TestSetSource, TextSource
from parbleu.translate._translate_files import RunOptions, TranslationJob

DEFAULT_ENGINE = "ctranslate2"


def _setting(name: str, help: str, kind: type = str, **rest: Any) -> Option:  # noqa: A002
    """Returns an option whose value goes to the engine, as the setting of that name."""
    return Option(f"--{name.replace('_', '-')}", help, kind, **rest)


_SOURCE = (
    Option("source", "file to translate, or - for standard input", many="*", metavar="SRC", reads="FILE"),
    Option("--test-set -t", "translate a test set instead", metavar="SET", reads="TEST SET"),
    Option("--language-pair -l", "languages of test set and model, such as en-de", metavar="PAIR"),
    ORIGLANG,
    SUBSET,
    Option(
        "--src",
        "the file is a table (JSON lines, CSV, TSV, Parquet, Arrow): its column of the source",
        metavar="COLUMN",
        dest="column",
    ),
    Option("--encoding -e", "encoding of the source file (default: utf-8)"),
)

_OUTPUT = (
    output_option("file for the translations", writes="TRANSLATIONS"),
    Option("--resume", "continue a run that was stopped", bool, rivals="there"),
    Option("--overwrite", "replace existing files", bool, rivals="there"),
    Option("--nbest-file", "file for the n best translations, in JSON", writes="FILE"),
    Option("--record", "file for the record of the run (default: OUTPUT.json)", writes="FILE"),
    VERBOSE,
    QUIET,
)

_ENGINE = Option(
    "--engine",
    f"program or library that translates (default: {DEFAULT_ENGINE})",
    default=DEFAULT_ENGINE,
    choices=ENGINES,
)

_MODEL = (
    _setting(
        "model", "directory of the model, or its name on the hub or server", metavar="NAME", reads="FILE"
    ),
    _setting("revision", "branch, tag or commit of a model on the hub", metavar="ID"),
    _setting("source_language", "source language, if not that of -l", metavar="LANG"),
    _setting("target_language", "target language, if not that of -l", metavar="LANG"),
    _setting("beam", f"hypotheses that the search keeps; 1 is greedy (default: {BEAM})", int),
    _setting("length_penalty", "exponent of the length by which scores are divided (default: 1)", float),
    _setting(
        "max_length", "most tokens of a translation (default: 512, or the model's limit if that is less)", int
    ),
    _setting(
        "max_source",
        "most tokens of a source segment; longer ones are truncated (default: the model's limit)",
        int,
    ),
    _setting("nbest", "number of translations of each segment, for --nbest-file (default: 1)", int),
    _setting("seed", "seed of random numbers, if the engine draws any", int),
)

_PROGRAMS = (
    _setting(
        "command",
        "for --engine command: a program that reads and writes lines",
        metavar="CMD",
        reads="COMMAND",
    ),
    _setting("url", "for --engine http: the API of an OpenAI-compatible server", metavar="URL"),
    _setting(
        "prompt",
        "prompt for a language model, with {source}; @FILE reads a file",
        metavar="TEXT",
        reads="@FILE",
    ),
    _setting("temperature", "sampling temperature of a language model (default: 0, no sampling)", float),
    _setting("api_key_variable", "environment variable with the server's key (default: OPENAI_API_KEY)"),
    _setting("concurrency", f"requests at the same time (default: {CONCURRENCY})", int),
    _setting(
        "timeout",
        f"seconds for one answer (default: {TIMEOUT:g}), or for one run of a command (default: no limit)",
        float,
    ),
    _setting("retries", f"repetitions of a request that fails (default: {RETRIES})", int),
)

_SPEED = (
    _setting("device", "device: auto, the default, is a GPU if there is one", choices=DEVICES),
    _setting("compute_type", "number format of the computation, such as int8", metavar="TYPE"),
    THREADS,
    Option("--batch-tokens", f"most tokens of a batch (default: {BATCH_TOKENS})", int, default=BATCH_TOKENS),
    Option(
        "--batch-segments",
        f"most segments of a batch (default: {BATCH_SEGMENTS})",
        int,
        default=BATCH_SEGMENTS,
    ),
    Option(
        "--window",
        "segments that are sorted into batches, and written, together (default: 1024; for a command 4096, "
        "for http 8 times --concurrency)",
        int,
    ),
)

SETTINGS = tuple(option.dest for option in (*_MODEL, *_PROGRAMS, *_SPEED[:3]))
"""The names of the values that go to the engine."""


@Command(
    "{SRC | -t SET -l PAIR} [-o FILE] [--engine NAME] [option...]",
    "Translates a file, standard input or a test set: a line for each line, in order. --resume continues\n"
    "a run that was stopped. OUTPUT.json records what made the translations: model, settings, date.",
    """\
  parbleu translate src.txt -o hyp.txt --model DIR -l de-en
  parbleu translate src.txt -o hyp.txt --model DIR -l de-en --resume     after Ctrl-C, a crash, a full disk
  parbleu translate outputs.parquet --src src -o hyp.txt --model DIR -l de-en
  parbleu translate -t wmt24 -l en-de -o hyp.txt --model DIR
  parbleu translate src.txt --model DIR -l de-en | parbleu score ref.txt
  parbleu translate src.txt -o hyp.txt --engine command --command 'my-translator --fast'
  parbleu translate src.txt -o hyp.txt --model DIR --nbest 8 --nbest-file hyp.nbest.jsonl""",
    *_SOURCE,
    groups=(
        OptionGroup("output", _OUTPUT),
        OptionGroup("engine and model", (_ENGINE, *_MODEL)),
        OptionGroup("programs and servers", _PROGRAMS),
        OptionGroup("speed", _SPEED),
    ),
    common="-t -l --engine --model --source-language --target-language --nbest --url --resume -o",
)
def translate(arguments: Arguments, console: Console) -> int:
    """Translates a source, and writes a line for each line of it."""
    _check(arguments)
    job = _job(arguments)
    if log.shows_progress():
        _run_with_progress(job, console)
    else:
        job.run(console.write_text)
    return 0


def _check(arguments: Arguments) -> None:
    """Refuses command lines that make no sense."""
    is_one_file = len(arguments.source) == 1 or (arguments.column is not None and arguments.source)
    if bool(is_one_file) == (arguments.test_set is not None):
        raise UsageError(
            f"name one file to translate, - for standard input, or a test set (-t): {arguments.program} "
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
