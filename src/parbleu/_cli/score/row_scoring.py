"""Scores what needs more than sums: several systems, single segments, and one with intervals or subsets."""

from __future__ import annotations

from parbleu._base.log import warn, warn_of_texts
from parbleu._base.progress import progress_bar
from parbleu._base.threads import thread_count
from parbleu._cli.shell.console import CommandError, UsageError
from parbleu._comparison.corpus_scores import announced, score_corpus
from parbleu.metrics._metric_by_name import metric_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from typing import Any

    from parbleu._cli.score.result_printer import ResultPrinter
    from parbleu._cli.score.score_options import ScoreArguments
    from parbleu._comparison.corpus_scores import OnPart
    from parbleu._comparison.resampled_scores import ResampledScores
    from parbleu._comparison.sentence_scores import SentenceScores
    from parbleu._inputs.corpus import Corpus, CorpusReader
    from parbleu._inputs.segment_scores import SegmentScores
    from parbleu.metrics import Metric


def score_rows(printer: ResultPrinter, reader: CorpusReader) -> None:
    """Scores one system or several, and prints the result."""
    arguments = printer.arguments
    if arguments.compares or not arguments.keeps_rows:
        _compare(printer, reader)
        return
    if arguments.tells_of_comparison and len(reader.names()) == 1:
        check_comparison(arguments, reader.names())
    if arguments.sentence_level:
        _score_sentences(printer, reader)
    else:
        _score_one(printer, reader)


def _score_one(printer: ResultPrinter, reader: CorpusReader) -> None:
    """Scores a system; standard input may turn out to hold several."""
    arguments, names = printer.arguments, reader.names()
    check_number(len(names), arguments)
    if len(names) != 1:
        _compare(printer, reader)
        return
    metrics = printer.metrics.make()
    with _segment_file(arguments, names, metrics) as on_part:
        scores = score_corpus(
            reader,
            metrics,
            resampling=arguments.of_intervals(),
            subsets=arguments.detail,
            threads=arguments.n_threads,
            short=arguments.short,
            on_part=on_part,
            progress=progress_bar,
        )
    printer.report_scores(scores, metrics)


def _compare(printer: ResultPrinter, reader: CorpusReader) -> None:
    """Scores several systems, and tests their differences if asked for."""
    from parbleu._comparison.resampled_scores import score_parts_and_resample

    arguments, names = printer.arguments, reader.names()
    count = len(names)
    check_number(count, arguments)
    names, paths = baseline_first_unless_runs(arguments, names, list(arguments.files))
    if arguments.verbose and count != 1:
        printer.console.inform(f"Found {count} systems.")
    if not count:
        for _ in reader.parts():
            pass  # files of unequal length are refused at the end
        if arguments.format != "json" or not arguments.is_face:
            raise CommandError("-i/--input names no system to score")
        printer.print_lines(["[]"])
        return
    if arguments.detail:
        warn("--detail is for one system; it adds nothing to a table of several")
    metrics = printer.metrics.make()
    files_of = dict(zip(names, paths if len(paths) == len(names) else names, strict=True))
    scores: list[Any] = [*arguments.texts.scores(files_of, reader.documents()).values()]
    parts = reader.parts() if reader.documents() is None else iter([reader.whole()])
    if printer.metrics.scorers:
        corpus = scored_by_scorers(printer.metrics.scorers, reader)
        scores += corpus.scores.values()
        parts = iter([corpus])
    units = _documents(arguments) if arguments.draws_documents else None
    arguments = _with_seen(arguments)

    def after_reading() -> None:
        reader.warn_of_text(metrics)
        if arguments.verbose and arguments.test is not None:
            _announce(printer.labels(names, paths), metrics, printer)

    kept: list[Corpus] = []
    if arguments.test is not None and arguments.runs is None:
        parts = _keeping(parts, kept)
    with _segment_file(arguments, names, metrics, scores) as on_part:
        resampled = score_parts_and_resample(
            announced(parts, on_part),
            names,
            [*metrics, *scores],
            arguments.resampling(),
            explanation=arguments.explanation(),
            units=units,
            runs=arguments.runs,
            after_reading=after_reading,
            progress=progress_bar,
        )
    _warn_of_changed_verdicts(reader, kept, [*metrics, *scores], resampled, units)
    printer.report_comparison(resampled, names, paths)


def _keeping(parts: Iterable[Corpus], kept: list[Corpus]) -> Iterator[Corpus]:
    """Yields parts of a corpus, and keeps them unless it is long."""
    from parbleu._comparison.compare_systems import MOST_TESTED_AGAIN

    n_segments = 0
    for part in parts:
        n_segments += len(part)
        if n_segments <= MOST_TESTED_AGAIN:
            kept.append(part)
        else:
            kept.clear()
        yield part


def _warn_of_changed_verdicts(
    reader: CorpusReader,
    parts: Sequence[Corpus],
    metrics: Sequence[Any],
    resampled: ResampledScores,
    units: Sequence[str | None] | None,
) -> None:
    """Warns if other differences are significant once texts that are written differently are normalized."""
    samples = [sample for sample, _ in reader.samples.values() if parts and sample.spellings() != []]
    if not samples:
        return
    from parbleu.text._corpus_sample import CorpusSample

    suspects = [name for sample in samples for names in CorpusSample(sample).suspects() for name in names]
    if not suspects:
        return
    from parbleu._comparison.compare_systems import assemble, changed_verdicts
    from parbleu._inputs.corpus import LEAVE_OUT

    line = changed_verdicts(assemble(resampled), resampled.resampling, parts, metrics, suspects, units)
    if line:
        warn_of_texts(line, LEAVE_OUT)


def scored_by_scorers(scorers: Sequence[str], reader: CorpusReader) -> Corpus:
    """Returns the whole corpus with the segment scores of scorers."""
    from parbleu._inputs.scored_corpus import with_scorers

    return with_scorers(reader.whole(), scorers, progress_bar)


def check_comparison(arguments: ScoreArguments, names: list[str]) -> None:
    """Refuses options of a comparison for one system, as for several."""
    from parbleu._comparison.resampled_scores import checked_resampling
    from parbleu._inputs.systems import baseline_first

    baseline_first(names, arguments.baseline)
    checked_resampling(arguments.resampling(), arguments.explanation(), arguments.runs, has_units=True)
    if arguments.draws_documents:
        _documents(arguments)
    _with_seen(arguments)


def _documents(arguments: ScoreArguments) -> Sequence[str | None]:
    """Returns the document of each segment."""
    if arguments.test is None and arguments.runs is None:
        raise UsageError(
            "documents are drawn in a test of several systems: add --paired-bs, --paired-ar or --all-pairs"
        )
    if arguments.documents is not None and arguments.documents != "-":
        from parbleu._io.lines import read_lines

        return [text or None for text in read_lines(arguments.documents).to_list()]
    texts = arguments.texts
    if texts.test_set is None:
        raise UsageError(
            "--unit document needs a test set, -t SET -l PAIR, or a file of documents: --documents FILE"
        )
    loaded = texts.loaded_set()
    if loaded.docids is None:
        raise UsageError(
            f"{texts.test_set} has no names of documents: name a file of them (--documents FILE)"
        )
    return [document or None for document in loaded.docids]


def _with_seen(arguments: ScoreArguments) -> ScoreArguments:
    """Returns the arguments with the share of the test set that is in training data, if these are given."""
    if arguments.train is None or arguments.seen is not None:  # of a table
        return arguments
    from parbleu._cli.shell.training_options import compared_test_set, measured_exposure

    source, references = compared_test_set(arguments.texts)
    exposed = measured_exposure(
        arguments.train, source, references, explain=arguments.explain, threads=arguments.n_threads
    )
    return arguments.changed(seen=exposed.seen)


def baseline_first_unless_runs(
    arguments: ScoreArguments, names: list[str], paths: list[str]
) -> tuple[list[str], list[str]]:
    """Returns names and paths of systems with the baseline's first, which training runs have no choice of.

    One path may hold all systems.
    """
    from parbleu._inputs.systems import baseline_first

    if arguments.baseline is not None and arguments.runs is not None:
        raise CommandError("with --runs, the first output's system is the baseline: leave out --baseline")
    ordered = baseline_first(names, arguments.baseline)
    if len(paths) == len(names):
        paths = [paths[names.index(name)] for name in ordered]
    return ordered, paths


def _segment_file(
    arguments: ScoreArguments,
    names: Sequence[str],
    metrics: Sequence[Metric[Any]],
    given: Sequence[SegmentScores] = (),
) -> AbstractContextManager[OnPart | None]:
    """Writes the file of `--segments`, which goes if the command is ended: a context around the scoring.

    Its value takes parts of the corpus; it is None without a file.
    """
    if arguments.segments is None:
        return _NoFile()
    from parbleu._comparison.segment_file import writing_segments

    return writing_segments(arguments.segments, names, metrics, arguments.n_threads, given)


class _NoFile:
    """A context in place of a file of segments; `contextlib` would take 7 % of the time of a small test."""

    def __enter__(self) -> None: ...

    def __exit__(self, *problem: object) -> None: ...


def _score_sentences(printer: ResultPrinter, reader: CorpusReader) -> None:
    """Scores each segment; prints the scores once all files have been read."""
    from parbleu._comparison.sentence_scores import score_sentences, sentence_scores

    arguments = printer.arguments
    if arguments.confidence:
        raise CommandError("Statistical tests are unavailable in sentence-level mode.")
    check_number(len(reader.names()), arguments)
    short = arguments.short
    if printer.metrics.scorers:
        printer.print_segments(_scorer_sentences(printer.metrics.scorers, reader, short))
        return
    [name] = printer.metrics.names
    options = {**printer.metrics.options_of(name), **metric_class(name)[0].SENTENCE_OPTIONS}
    metric = printer.metrics.make_metric(name, options)
    if printer.prints_sentence_lines():
        printer.print_sentences(sentence_scores(reader, metric))
    else:
        scores = score_sentences(reader, metric, threads=arguments.n_threads, short=short)
        printer.print_segments(scores)


def _scorer_sentences(scorers: Sequence[str], reader: CorpusReader, short: bool) -> SentenceScores:
    """Returns the score of each segment of one system by a scorer."""
    from parbleu._comparison.metric_inputs import signature_of_scores
    from parbleu._comparison.segment_file import row_means
    from parbleu._comparison.sentence_scores import SentenceScores

    [scores] = scored_by_scorers(scorers, reader).scores.values()
    [table] = scores.statistics.values()
    signature = signature_of_scores(scores.signature).format(short)
    return SentenceScores(scores.name, signature, tuple(row_means(table).tolist()), scores.decimals)


def check_sort(count: int, arguments: ScoreArguments) -> None:
    """Refuses `--sort` where there is one system."""
    if arguments.sort is not None and count == 1:
        raise CommandError("--sort orders systems by their scores, and there is one: leave it out")


def check_number(count: int, arguments: ScoreArguments) -> None:
    """Refuses what cannot be done with so many systems, as sacreBLEU does."""
    check_sort(count, arguments)
    test, intervals, is_face = arguments.test, arguments.confidence, arguments.is_face
    if arguments.sentence_level:
        if count > 1:
            raise CommandError("Only one system can be evaluated in sentence-level mode.")
        if count == 1 and not arguments.compares:
            return
        if test is not None or intervals:
            raise CommandError("Statistical tests are unavailable in sentence-level mode.")
        if count == 0:
            raise CommandError("-i/--input names no system to evaluate")
        raise CommandError(
            "--sentence-level prints no names of systems, tables or plots: leave out "
            f"--{arguments.option_of_several or 'names'}"
        )
    if test is not None and count < 2:
        if is_face:
            raise CommandError("Paired tests require multiple input systems given to --input (-i).")
        raise CommandError(
            "a test compares systems: name two or more, -i HYP HYP; for an interval of one, ask for "
            "--intervals without a test"
        )
    if intervals and count > 1 and is_face:
        raise CommandError("Use paired tests (--paired) for multiple systems.")
    if intervals and test == "randomization":
        raise CommandError(
            "randomization (--paired-ar) gives no intervals: leave out --intervals (--confidence), or "
            "test by --paired-bs, which gives both"
        )


_TESTS = {
    "bootstrap": "paired bootstrap resampling test (# resamples: {})",
    "randomization": "approximate randomization test (# trials: {})",
}


def _announce(labels: Sequence[str], metrics: Sequence[Metric[Any]], printer: ResultPrinter) -> None:
    """Says what will be done, in sacreBLEU's words."""
    from parbleu.stats.resampling import TESTS as USUAL

    arguments, console = printer.arguments, printer.console
    for metric in metrics:
        console.inform(f"Pre-computing {metric.name} statistics for {labels[0]!r}")
    threads = thread_count(arguments.n_threads)
    if arguments.paired_jobs not in (None, 1) and threads > 1:
        console.inform(f"Launching {threads} parallel workers.")
    if arguments.all_pairs:
        console.inform(f"Testing all {len(labels) * (len(labels) - 1) // 2} pairs of systems")
        return
    test = _TESTS[str(arguments.test)].format(arguments.n_samples or USUAL[str(arguments.test)])
    for label in labels[1:]:
        for metric in metrics:
            console.inform(
                f"Computing {metric.score_name} for {label!r} and extracting sufficient statistics"
            )
            console.inform(f" > Performing {test}")
