"""Implements `--statistics` and `--shard`, which write the statistics of a part of a corpus to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu._base.wording import counted
from parbleu._cli.shell.console import CommandError
from parbleu.scale._shard_files import Shard, input_digests, write_shard

if TYPE_CHECKING:
    from parbleu._cli.score.result_printer import ResultPrinter
    from parbleu._cli.score.score_request import ScoreRequest
    from parbleu._inputs.corpus import CorpusReader


def write_statistics(
    path: str, shard_text: str | None, request: ScoreRequest, printer: ResultPrinter, reader: CorpusReader
) -> None:
    """Writes the statistics of a shard of the corpus to a file.

    Args:
        path: of the file.
        shard_text: which segments the shard has: "I/N"; None for all.
        request: the metrics, the names of the texts, and the files of output.
        printer: what says that the file is written.
        reader: of the corpus.

    Raises:
        CommandError: texts come from standard input.
    """
    shard = Shard() if shard_text is None else Shard.parse(shard_text)
    texts = request.texts
    files = [*texts.references, *(() if texts.columns is not None else texts.systems or ["-"])]
    if "-" in files:
        raise CommandError("--statistics needs files, since every shard reads all of them: name them by -i")
    inputs = input_digests(files)
    for name in ("test_set", "language_pair", "origlang", "subset"):
        if texts.test_set is not None and getattr(texts, name) is not None:
            inputs[f"--{name.replace('_', '-')}"] = getattr(texts, name)
    chosen = request.metrics
    metrics = [
        (name, chosen.make_metric(name, chosen.options_of(name))) for name in dict.fromkeys(chosen.names)
    ]
    n_written = write_shard(
        path,
        shard,
        reader.parts(),
        metrics,
        systems=reader.names(),
        files=request.files,
        inputs=inputs,
        threads=request.sampling.threads,
    )
    if shard.number == 1:
        reader.warn_of_text([metric for _, metric in metrics])
    if request.verbose:
        printer.console.inform(f"{path}: shard {shard}, {counted(n_written)}")
