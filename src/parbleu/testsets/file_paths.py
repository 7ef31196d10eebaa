"""Test sets as paths of files: the functions that programs know from sacreBLEU, under the same names."""

from __future__ import annotations

from parbleu.testsets.catalogue import find, names
from parbleu.testsets.pair_files import PairFiles


def get_source_file(test_set: str, langpair: str) -> str:
    """Returns the file with the source of a language pair; fetches and raises as `parbleu.load` does."""
    return PairFiles(find(test_set), langpair).path("src")


def get_reference_files(test_set: str, langpair: str) -> list[str]:
    """Returns the files with a language pair's standard references; fetches and raises as `parbleu.load`."""
    files = PairFiles(find(test_set), langpair)
    return [files.path(field) for field in files.reference_fields()]


def get_files(test_set: str, langpair: str) -> list[str]:
    """Returns the files of all fields, the source first; fetches and raises as `parbleu.load` does."""
    return list(PairFiles(find(test_set), langpair).paths().values())


def download_test_set(test_set: str, langpair: str | None = None) -> list[str]:
    """Makes sure that a test set is in the cache.

    Args:
        test_set: such as "wmt24".
        langpair: such as "en-de"; None for all.

    Returns:
        the files of all fields, the source of each language pair first.

    Raises:
        as `parbleu.load`; `CacheError` also where `parbleu.load` would make do with temporary files.
    """
    entry = find(test_set)
    pairs = list(entry.language_pairs) if langpair is None else [langpair]
    return [path for pair in pairs for path in PairFiles(entry, pair).lasting_paths().values()]


def get_available_testsets() -> list[str]:
    """Returns the names of all test sets, sorted."""
    return names()


def get_available_testsets_for_langpair(langpair: str) -> list[str]:
    """Returns the names of the test sets that have a language pair in one direction or the other, sorted."""
    source, _, target = langpair.partition("-")
    wanted = {langpair, f"{target}-{source}"}
    return [name for name in names() if wanted & find(name).language_pairs.keys()]


def get_langpairs_for_testset(testset: str) -> list[str]:
    """Returns the language pairs of a test set.

    Raises:
        UnknownTestSetError: there is no such set.
    """
    return list(find(testset).language_pairs)
