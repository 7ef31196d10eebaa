"""Implements `--statistics` and `--shard`, which write the statistics of a part of a corpus to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu._base.wording import counted
from parbleu._cli.shell.console import CommandError
from parbleu.scale._shard_files import Shard, input_digests, write_shard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu._cli.score.result_printer import ResultPrinter
    from parbleu._cli.score.score_options import ScoreArguments
    from parbleu._inputs.corpus import CorpusReader

OF_MERGE = ("confidence", "test", "baseline", "region", "runs", "output", "plot", "bib", "fail_under")
WITHOUT = ("sentence_level", "segments", "detail", "scores", "sign_test_set", "draws_documents", "train")
CALLED = {
    "confidence": "--intervals",
    "test": "a test",
    "draws_documents": "--unit document or --documents",
}
"""What sets these values, where that is no option of the same name."""


def write_statistics(
    arguments: ScoreArguments, printer: ResultPrinter, reader: CorpusReader, files: Sequence[str]
) -> None:
    """Writes the statistics of a shard of the corpus, whose output comes from these files."""
    shard = Shard() if arguments.shard is None else Shard.parse(arguments.shard)
    for name in (*OF_MERGE, *WITHOUT):
        option = CALLED.get(name, f"--{name.replace('_', '-')}")
        if getattr(arguments, name) and name in OF_MERGE:
            raise CommandError(f"{option} belongs to `parbleu merge`, which reads what --statistics writes")
        if getattr(arguments, name):
            raise CommandError(f"statistics keep nothing of {option}: leave it out")
    if arguments.scorers:
        raise CommandError(
            "--statistics keeps counts, which add up to the score of a whole, and scorers have none: leave "
            "them out; --segments FILE writes their scores, and --scores NAME=FILE reads those of the whole"
        )
    read = [*arguments.refs, *([] if arguments.reads_table else arguments.input or ["-"])]
    if "-" in read:
        raise CommandError("--statistics needs files, since every shard reads all of them: name them by -i")
    inputs = input_digests(read)
    for name in ("test_set", "language_pair", "origlang", "subset"):
        if arguments.test_set is not None and getattr(arguments, name) is not None:
            inputs[f"--{name.replace('_', '-')}"] = getattr(arguments, name)
    asked = dict.fromkeys(arguments.metrics)
    metrics = [(name, arguments.make_metric(name, arguments.of_metric(name))) for name in asked]
    n_written = write_shard(
        arguments.statistics,
        shard,
        reader.parts(),
        metrics,
        systems=reader.names(),
        files=files,
        inputs=inputs,
        threads=arguments.workers,
    )
    if shard.number == 1:
        reader.warn_of_text([metric for _, metric in metrics])
    if arguments.verbose:
        printer.console.inform(f"{arguments.statistics}: shard {shard}, {counted(n_written)}")
