"""Defines sacreBLEU's functions that find test sets by name."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from parbleu.compat.sacrebleu._log import logger
from parbleu.compat.sacrebleu.dataset import DATASETS
from parbleu.compat.sacrebleu.dataset.base import CataloguedDataset, Dataset
from parbleu.errors import NoAnnotationError
from parbleu.testsets._pair_files import PairFiles


def _dataset(test_set: str) -> Dataset:
    if test_set not in DATASETS:
        raise Exception(f"No such test set {test_set}")
    return DATASETS[test_set]


def get_source_file(test_set: str, langpair: str) -> str:
    """Returns the file of a language pair's source; fetches the set if need be."""
    return _dataset(test_set).get_source_file(langpair)


def get_reference_files(test_set: str, langpair: str) -> list[str]:
    """Returns the files of a language pair's references; fetches the set if need be."""
    return _dataset(test_set).get_reference_files(langpair)


def get_files(test_set: str, langpair: str) -> list[str]:
    """Returns the files of all fields of a language pair; fetches the set if need be."""
    return _dataset(test_set).get_files(langpair)


def download_test_set(test_set: str, langpair: str | None = None) -> list[str]:
    """Fetches a language pair of a test set, or all; returns the files of all fields."""
    dataset = _dataset(test_set)
    pairs = list(dataset.langpairs) if langpair is None else [langpair]
    return [path for pair in pairs for path in dataset.get_files(pair)]


def get_available_testsets() -> list[str]:
    """Returns the names of all test sets, the newest of a family first."""
    return sorted(DATASETS, reverse=True)


def get_available_testsets_for_langpair(langpair: str) -> list[str]:
    """Returns the names of the test sets that have a language pair in either direction.

    Args:
        langpair: such as en-de; what follows the second language is ignored.
    """
    languages = langpair.split("-")[:2]
    wanted = {"-".join(languages), "-".join(reversed(languages))}
    return [name for name, dataset in DATASETS.items() if wanted & dataset.langpairs.keys()]


def get_langpairs_for_testset(testset: str) -> list[str]:
    """Returns the language pairs of a test set; none if there is no such set."""
    return list(DATASETS[testset].langpairs) if testset in DATASETS else []


def filter_subset(
    systems: Sequence[Sequence[str]],
    test_sets: str | None,
    langpair: str,
    origlang: str | None,
    subset: str | None = None,
) -> Sequence[Sequence[str]]:
    """Returns the segments of streams that belong to a part of test sets.

    Args:
        systems: the streams.
        test_sets: names, joined by commas, in whose order the segments are.
        langpair: such as en-de.
        origlang: keep segments that were written in this language; with `non-`, those that were not.
        subset: keep what this regular expression is found in the topic of.

    Raises:
        NoAnnotationError: the test set does not say.
    """
    if test_sets is None or (origlang is None and subset is None):
        return systems
    kept = [
        wanted
        for files in _pair_files(test_sets, langpair)
        for wanted in files.labels().selection(origlang, subset)
    ]
    return [
        [line for line, wanted in zip(system, kept) if wanted]  # noqa: B905 - the shorter counts
        for system in systems
    ]


def _pair_files(test_sets: str, langpair: str) -> Iterator[PairFiles]:
    for name in test_sets.split(","):
        dataset = _dataset(name)
        if not isinstance(dataset, CataloguedDataset):
            raise NoAnnotationError(f"the test set {name} says nothing about its segments")
        yield dataset._pair_files(langpair)


def get_available_origlangs(test_sets: str | None, langpair: str) -> list[str]:
    """Returns the languages that the segments of test sets were written in, as far as it is known."""
    every = [files.labels() for files in _pair_files(test_sets, langpair)] if test_sets is not None else []
    return sorted({language for labels in every for language in labels.origlangs if language is not None})


def get_available_subsets(test_sets: str | None, langpair: str) -> list[str]:
    """Returns what the segments of test sets are about: domains, and countries as `country:US`."""
    from parbleu.testsets._segment_labels import described_topics

    every = _pair_files(test_sets, langpair) if test_sets is not None else ()
    return sorted(
        {topic for files in every for topic in described_topics(files.entry) or files.labels().topics()}
    )


def print_test_set(
    test_set: str,
    langpair: str,
    requested_fields: Sequence[str],
    origlang: str | None = None,
    subset: str | None = None,
) -> None:
    """Prints fields of a language pair, with TAB between them. Leaves the program if there is no such field.

    Args:
        test_set: one name.
        langpair: such as en-de.
        requested_fields: names of fields; `ref` is the first reference, `all` are all fields.
        origlang: print only segments that were written in this language.
        subset: print only segments of this domain.
    """
    from parbleu.compat._sacrebleu_command.messages import lines_of
    from parbleu.errors import UnknownFieldError
    from parbleu.testsets._loading import ALL, chosen_fields, field_columns

    (files,) = _pair_files(test_set, langpair)
    lines = []
    if ALL in requested_fields and len(requested_fields) > 1:
        lines = ["Cannot use --echo all with other fields"]
    try:
        names = chosen_fields(files, requested_fields)
    except UnknownFieldError as problem:
        lines = lines_of(problem)
    for line in lines:
        logger().error(line)
    if lines:
        sys.exit(1)
    for text in field_columns(files, names, origlang, subset):
        sys.stdout.write(text)
