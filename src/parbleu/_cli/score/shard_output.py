"""Implements `--statistics` and `--shard`, which write the statistics of a part of a corpus to a file."""

from __future__ import annotations

from parbleu._base.wording import counted
from parbleu._cli.score.result_printer import ResultPrinter
from parbleu._cli.shell.console import CommandError
from parbleu._inputs.corpus import CorpusReader
from parbleu.scale._shard_files import Shard, input_digests, write_shard


def write_statistics(printer: ResultPrinter, reader: CorpusReader) -> None:
    """Writes the statistics of a shard of the corpus, or of all of it, to the file that `--statistics` names.

    Raises:
        CommandError: texts come from standard input.
    """
    arguments = printer.arguments
    shard = Shard() if arguments.shard is None else Shard.parse(arguments.shard)
    texts = arguments.texts
    files = [*texts.references, *(() if texts.columns is not None else texts.systems or ["-"])]
    if "-" in files:
        raise CommandError("--statistics needs files, since every shard reads all of them: name them by -i")
    inputs = input_digests(files)
    for name in ("test_set", "language_pair", "origlang", "subset"):
        if texts.test_set is not None and getattr(texts, name) is not None:
            inputs[f"--{name.replace('_', '-')}"] = getattr(texts, name)
    chosen = printer.metrics
    metrics = [
        (name, chosen.make_metric(name, chosen.options_of(name))) for name in dict.fromkeys(chosen.names)
    ]
    systems = reader.names()
    n_written = write_shard(
        arguments.statistics,
        shard,
        reader.parts(),
        metrics,
        systems=systems,
        files=arguments.files if len(arguments.files) == len(systems) else systems,
        inputs=inputs,
        threads=arguments.n_threads,
    )
    if shard.number == 1:
        reader.warn_of_text([metric for _, metric in metrics])
    if arguments.verbose:
        printer.console.inform(f"{arguments.statistics}: shard {shard}, {counted(n_written)}")
