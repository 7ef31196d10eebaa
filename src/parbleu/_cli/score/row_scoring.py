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
    from parbleu._cli.score.score_request import Sampling, ScoreRequest
    from parbleu._cli.shell.console import Console
    from parbleu._comparison.corpus_scores import OnPart
    from parbleu._comparison.resampled_scores import ResampledScores
    from parbleu._comparison.sentence_scores import SentenceScores
    from parbleu._inputs.corpus import Corpus, CorpusReader
    from parbleu._inputs.segment_scores import SegmentScores
    from parbleu.metrics import Metric

MOST_KEPT = 20_000
"""Segments: texts of more are not kept to be tested again when they are written differently."""


def score_rows(request: ScoreRequest, printer: ResultPrinter, reader: CorpusReader) -> None:
    """Scores one system or several, and prints the result."""
    if request.compares or not request.keeps_rows:
        _compare(request, printer, reader)
        return
    if request.tells_of_comparison and len(reader.names()) == 1:
        check_comparison(request, reader.names())
    if request.sentence_level:
        _score_sentences(request, printer, reader)
    else:
        _score_one(request, printer, reader)


def _score_one(request: ScoreRequest, printer: ResultPrinter, reader: CorpusReader) -> None:
    """Scores a system; standard input may turn out to hold several."""
    names = reader.names()
    check_number(len(names), request)
    if len(names) != 1:
        _compare(request, printer, reader)
        return
    metrics, sampling = request.metrics.make(), request.sampling
    with _segment_file(request, names, metrics) as on_part:
        scores = score_corpus(
            reader,
            metrics,
            resampling=sampling.of_intervals(),
            subsets=request.detail,
            threads=sampling.threads,
            short=request.printing.short,
            on_part=on_part,
            progress=progress_bar,
        )
    printer.report_scores(scores, metrics)


def _compare(request: ScoreRequest, printer: ResultPrinter, reader: CorpusReader) -> None:
    """Scores several systems, and tests their differences if asked for."""
    from parbleu._comparison.resampled_scores import score_parts_and_resample

    sampling, names = request.sampling, reader.names()
    count = len(names)
    check_number(count, request)
    names, paths = baseline_first_unless_runs(sampling, names, list(request.files))
    if request.verbose and count != 1:
        printer.console.inform(f"Found {count} systems.")
    if not count:
        for _ in reader.parts():
            pass  # files of unequal length are refused at the end
        if request.printing.format != "json" or not request.printing.is_face:
            raise CommandError("-i/--input names no system to score")
        printer.print_lines(["[]"])
        return
    if request.detail:
        warn("--detail is for one system; it adds nothing to a table of several")
    metrics = request.metrics.make()
    files_of = dict(zip(names, paths if len(paths) == len(names) else names, strict=True))
    given: list[Any] = [*request.texts.scores(files_of, reader.documents()).values()]
    parts = reader.parts() if reader.documents() is None else iter([reader.whole()])
    if request.metrics.scorers:
        corpus = scored_by_scorers(request.metrics.scorers, reader)
        given += corpus.scores.values()
        parts = iter([corpus])
    units = _documents(request) if sampling.draws_documents else None
    sampling = _with_seen(request)

    def after_reading() -> None:
        reader.warn_of_text(metrics)
        if request.verbose and sampling.test is not None:
            _announce(printer.labels(names, paths), metrics, request, printer.console)

    kept: list[Corpus] = []
    if sampling.test is not None and sampling.runs is None:
        parts = _keeping(parts, kept)
    with _segment_file(request, names, metrics, given) as on_part:
        resampled = score_parts_and_resample(
            announced(parts, on_part),
            names,
            [*metrics, *given],
            sampling.resampling(),
            explanation=sampling.explanation(),
            units=units,
            runs=sampling.runs,
            samples_option="--n-samples ",
            after_reading=after_reading,
            progress=progress_bar,
        )
    _warn_of_changed_verdicts(reader, kept, [*metrics, *given], resampled, units)
    printer.report_comparison(resampled, names, paths)


def _keeping(parts: Iterable[Corpus], kept: list[Corpus]) -> Iterator[Corpus]:
    """Yields parts of a corpus, and keeps them unless it is long."""
    n_segments = 0
    for part in parts:
        n_segments += len(part)
        if n_segments <= MOST_KEPT:
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
    samples = [sample for sample, _ in reader.samples.values() if parts and sample.respellings() != []]
    if not samples:
        return
    from parbleu.text._corpus_sample import CorpusSample

    suspects = [name for sample in samples for names in CorpusSample(sample).suspects() for name in names]
    if not suspects:
        return
    from parbleu._comparison.compare_systems import verdicts_once_normalized
    from parbleu._inputs.corpus import LEAVE_OUT
    from parbleu.text._normalizations import fewest, get_normalization, normalization_names

    def changed_after(normalizations: tuple[str, ...]) -> dict[str, str]:
        return verdicts_once_normalized(resampled, parts, metrics, normalizations, units)

    names = normalization_names(suspects)
    if changed := changed_after(names):
        names = fewest(names, lambda fewer: changed_after(fewer).keys() == changed.keys())
        [(first, both), *others] = changed_after(names).items()
        meaning = "; ".join(get_normalization(name).meaning for name in names)
        more = f", and {len(others)} more" if others else ""
        warn_of_texts(
            f"what is significant depends on how texts are written: {meaning}. As they are, and with "
            f"--normalize {' '.join(names)}: {first}: {both}{more}",
            LEAVE_OUT,
        )


def scored_by_scorers(scorers: Sequence[str], reader: CorpusReader) -> Corpus:
    """Returns the whole corpus with the segment scores of scorers."""
    from parbleu._inputs.scored_corpus import with_scorers

    return with_scorers(reader.whole(), scorers, progress_bar)


def check_comparison(request: ScoreRequest, names: list[str]) -> None:
    """Refuses options of a comparison for one system, as for several."""
    from parbleu._comparison.resampled_scores import checked_resampling

    sampling = request.sampling
    baseline_in_front(sampling.baseline, names, names)
    checked_resampling(sampling.resampling(), sampling.explanation(), sampling.runs, has_units=True)
    if sampling.draws_documents:
        _documents(request)
    _with_seen(request)


def _documents(request: ScoreRequest) -> Sequence[str | None]:
    """Returns the document of each segment."""
    sampling, texts = request.sampling, request.texts
    if sampling.test is None and sampling.runs is None:
        raise UsageError(
            "documents are drawn in a test of several systems: add --paired-bs, --paired-ar or --all-pairs"
        )
    if sampling.documents is not None and sampling.documents != "-":
        from parbleu._io.lines import read_lines

        return [text or None for text in read_lines(sampling.documents).to_list()]
    if texts.test_set is None:
        raise UsageError(
            "--unit document needs a test set, -t SET -l PAIR, or a file of documents: --documents FILE"
        )
    from parbleu.testsets._loading import load_test_set

    loaded = load_test_set(texts.test_set, texts.language_pair or "", texts.origlang, texts.subset)
    if loaded.docids is None:
        raise UsageError(
            f"{texts.test_set} has no names of documents: name a file of them (--documents FILE)"
        )
    return [document or None for document in loaded.docids]


def _with_seen(request: ScoreRequest) -> Sampling:
    """Returns the sampling with the share of the test set that is in the training data, if that is given."""
    sampling = request.sampling
    if sampling.train is None or sampling.seen is not None:  # of a table
        return sampling
    from parbleu._cli.shell.training_options import compared_test_set, measured_exposure

    source, references = compared_test_set(request.texts)
    exposed = measured_exposure(
        sampling.train, source, references, explain=sampling.explain, threads=sampling.threads
    )
    return sampling.changed(seen=exposed.seen)


def baseline_first_unless_runs(
    sampling: Sampling, names: list[str], paths: list[str]
) -> tuple[list[str], list[str]]:
    """Returns names and paths of systems with the baseline's first, which training runs have no choice of."""
    if sampling.baseline is not None and sampling.runs is not None:
        raise CommandError("with --runs, the first output's system is the baseline: leave out --baseline")
    return baseline_in_front(sampling.baseline, names, paths)


def baseline_in_front(
    baseline: str | None, names: list[str], paths: list[str]
) -> tuple[list[str], list[str]]:
    """Returns names and paths of systems with the baseline's first; one path may hold all systems."""
    from parbleu._inputs.systems import baseline_first

    ordered = baseline_first(names, baseline)
    if len(paths) == len(names):
        paths = [paths[names.index(name)] for name in ordered]
    return ordered, paths


def _segment_file(
    request: ScoreRequest,
    names: Sequence[str],
    metrics: Sequence[Metric[Any]],
    given: Sequence[SegmentScores] = (),
) -> AbstractContextManager[OnPart | None]:
    """Writes the file of `--segments`, which goes if the command is ended: a context around the scoring.

    Its value takes parts of the corpus; it is None without a file.
    """
    if request.segments is None:
        return _NoFile()
    from parbleu._comparison.segment_file import writing_segments

    return writing_segments(request.segments, names, metrics, request.sampling.threads, given)


class _NoFile:
    """A context in place of a file of segments."""

    def __enter__(self) -> None: ...

    def __exit__(self, *problem: object) -> None: ...


def _score_sentences(request: ScoreRequest, printer: ResultPrinter, reader: CorpusReader) -> None:
    """Scores each segment; prints the scores once all files have been read."""
    from parbleu._comparison.sentence_scores import score_sentences, sentence_scores

    if request.sampling.names_intervals:
        raise CommandError("Statistical tests are unavailable in sentence-level mode.")
    check_number(len(reader.names()), request)
    short = request.printing.short
    if request.metrics.scorers:
        printer.print_segments(_scorer_sentences(request.metrics.scorers, reader, short))
        return
    [name] = request.metrics.names
    options = {**request.metrics.options_of(name), **metric_class(name)[0].SENTENCE_OPTIONS}
    metric = request.metrics.make_metric(name, options)
    if printer.prints_sentence_lines():
        printer.print_sentences(sentence_scores(reader, metric))
    else:
        scores = score_sentences(reader, metric, threads=request.sampling.threads, short=short)
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


def check_number(count: int, request: ScoreRequest) -> None:
    """Refuses what cannot be done with so many systems, as sacreBLEU does."""
    test, intervals = request.sampling.test, request.sampling.names_intervals
    is_face = request.printing.is_face
    if request.sentence_level:
        if count > 1:
            raise CommandError("Only one system can be evaluated in sentence-level mode.")
        if count == 1 and not request.compares:
            return
        if test is not None or intervals:
            raise CommandError("Statistical tests are unavailable in sentence-level mode.")
        if count == 0:
            raise CommandError("-i/--input names no system to evaluate")
        raise CommandError(
            "--sentence-level prints no names of systems, tables or plots: leave out "
            f"--{request.option_of_several}"
        )
    if test is not None and count < 2:
        if is_face:
            raise CommandError("Paired tests require multiple input systems given to --input (-i).")
        raise CommandError(
            "a test compares systems: name two or more, -i HYP HYP; for an interval of one, ask for "
            "--intervals without a test"
        )
    if intervals and count > 1:
        if is_face:
            raise CommandError("Use paired tests (--paired) for multiple systems.")
        if test == "bootstrap":
            return  # which computes intervals anyway
        if test is not None:
            raise CommandError(
                "randomization (--paired-ar) gives no intervals: leave out --intervals (--confidence), or "
                "test by --paired-bs, which gives both"
            )
        raise CommandError(
            "--intervals applies to one system: for several systems, --paired-bs computes intervals and tests"
        )


_TESTS = {
    "bootstrap": "paired bootstrap resampling test (# resamples: {})",
    "randomization": "approximate randomization test (# trials: {})",
}


def _announce(
    labels: Sequence[str], metrics: Sequence[Metric[Any]], request: ScoreRequest, console: Console
) -> None:
    """Says what will be done, in sacreBLEU's words."""
    from parbleu.stats.resampling import TESTS as USUAL

    for metric in metrics:
        console.inform(f"Pre-computing {metric.name} statistics for {labels[0]!r}")
    sampling = request.sampling
    threads = thread_count(sampling.threads)
    if request.tells_of_workers and threads > 1:
        console.inform(f"Launching {threads} parallel workers.")
    if sampling.all_pairs:
        console.inform(f"Testing all {len(labels) * (len(labels) - 1) // 2} pairs of systems")
        return
    test = _TESTS[str(sampling.test)].format(sampling.n_samples or USUAL[str(sampling.test)])
    for label in labels[1:]:
        for metric in metrics:
            console.inform(
                f"Computing {metric.score_name} for {label!r} and extracting sufficient statistics"
            )
            console.inform(f" > Performing {test}")
