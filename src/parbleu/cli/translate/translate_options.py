"""The options of `parbleu translate`."""

from __future__ import annotations

from typing import Any

from parbleu.cli.shell.command import Command
from parbleu.cli.shell.options import Group, Option, output_option
from parbleu.translate.engine import DEVICES
from parbleu.translate.engine_driver import BATCH_SEGMENTS, BATCH_TOKENS
from parbleu.translate.engines import ENGINES
from parbleu.translate.engines.http import CONCURRENCY, RETRIES, TIMEOUT
from parbleu.translate.engines.local_engine import BEAM

DEFAULT_ENGINE = "ctranslate2"


def _setting(name: str, help: str, kind: type = str, *more: str, **rest: Any) -> Option:  # noqa: A002
    """An option whose value goes to the engine, as the setting of that name."""
    return Option((f"--{name.replace('_', '-')}", *more), name, help, kind, **rest)


_SOURCE = (
    Option((), "source", "file to translate, or - for standard input", many="*", default=(), metavar="SRC"),
    Option(("--test-set", "-t"), "test_set", "translate a test set instead", metavar="SET"),
    Option(
        ("--language-pair", "-l"), "language_pair", "of test set and model, such as en-de", metavar="PAIR"
    ),
    Option(("--origlang",), "origlang", "the test set's segments written in this language", metavar="LANG"),
    Option(("--subset",), "subset", "the test set's segments of documents that match", metavar="REGEX"),
    Option(("--encoding", "-e"), "encoding", "of the source file (default: utf-8)"),
)

_OUTPUT = (
    output_option("where to"),
    Option(("--resume",), "resume", "go on where a run was stopped", bool, default=False, rivals="there"),
    Option(("--overwrite",), "overwrite", "replace what is there", bool, default=False, rivals="there"),
    Option(("--nbest-file",), "nbest_file", "write n best translations, as lines of JSON", metavar="FILE"),
    Option(("--record",), "record", "write what made them (default: OUTPUT.json)", metavar="FILE"),
    Option(("--quiet", "-q"), "quiet", "no progress, and warnings without our name", bool, default=False),
)

_ENGINE = Option(
    ("--engine",),
    "engine",
    f"what translates: {', '.join(ENGINES)} (default: {DEFAULT_ENGINE})",
    default=DEFAULT_ENGINE,
)

_MODEL = (
    _setting("model", "directory of the model, or the name that a hub or server knows"),
    _setting("revision", "of a model with a name", metavar="ID"),
    _setting("source_language", "if not that of -l", str, "-sl", metavar="LANG"),
    _setting("target_language", "if not that of -l", str, "-tl", metavar="LANG"),
    _setting("beam", f"hypotheses that the search keeps; 1 is greedy (default: {BEAM})", int),
    _setting("length_penalty", "exponent of the length by which scores are divided", float),
    _setting("max_length", "tokens of a translation at most", int),
    _setting("max_source", "tokens of a source segment; longer ones lose their ends", int),
    _setting("nbest", "translations of each segment, for --nbest-file", int),
    _setting("seed", "of random numbers, where there are any", int),
)

_PROGRAMS = (
    _setting("command", "for --engine command: reads a segment a line, writes a line each", metavar="CMD"),
    _setting("url", "for --engine http: an OpenAI-compatible server", metavar="URL"),
    _setting("prompt", "what a language model is told, with {source}; @FILE reads it", metavar="TEXT"),
    _setting("temperature", "of what a language model draws; at 0, the default, it draws nothing", float),
    _setting("api_key_variable", "environment variable with the server's key (default: OPENAI_API_KEY)"),
    _setting("concurrency", f"requests at once (default: {CONCURRENCY})", int),
    _setting(
        "timeout",
        f"seconds for one answer (default: {TIMEOUT:g}), or for one run of a command (default: no limit)",
        float,
    ),
    _setting("retries", f"of a request that fails (default: {RETRIES})", int),
)

_SPEED = (
    _setting("device", "where to compute: auto, the default, takes a GPU if there is one", choices=DEVICES),
    _setting("compute_type", "which numbers to compute with, such as int8", metavar="TYPE"),
    _setting("threads", "of the processor", int),
    Option(
        ("--batch-tokens",),
        "batch_tokens",
        f"of a batch at most (default: {BATCH_TOKENS})",
        int,
        default=BATCH_TOKENS,
    ),
    Option(
        ("--batch-segments",),
        "batch_segments",
        f"of a batch at most (default: {BATCH_SEGMENTS})",
        int,
        default=BATCH_SEGMENTS,
    ),
    Option(("--window",), "window", "segments among which batches are made, and written at once", int),
)

SETTINGS = tuple(option.dest for option in (*_MODEL, *_PROGRAMS, *_SPEED[:3]))
"""The names of the values that go to the engine."""

COMMAND = Command(
    "{SRC | -t SET -l PAIR} [-o FILE] [--engine NAME] [option...]",
    "Translates a file, standard input or a test set: a line for each line, in order. A run that was\n"
    "stopped goes on with --resume. OUTPUT.json tells what made the translations: model, settings, date.",
    """\
  parbleu translate src.txt -o hyp.txt --model DIR -l de-en
  parbleu translate src.txt -o hyp.txt --model DIR -l de-en --resume     after Ctrl-C, a crash, a full disk
  parbleu translate -t wmt24 -l en-de -o hyp.txt --model DIR
  parbleu translate src.txt --model DIR -l de-en | parbleu score ref.txt
  parbleu translate src.txt -o hyp.txt --engine command --command 'my-translator --fast'
  parbleu translate src.txt -o hyp.txt --model DIR --nbest 8 --nbest-file hyp.nbest.jsonl""",
    *_SOURCE,
    groups=(
        Group("output", lambda: _OUTPUT),
        Group("engine and model", lambda: (_ENGINE, *_MODEL)),
        Group("programs and servers", lambda: _PROGRAMS),
        Group("speed", lambda: _SPEED),
    ),
)
