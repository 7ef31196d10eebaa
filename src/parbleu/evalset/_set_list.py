"""Lists the evaluation sets and their language pairs, and downloads their package.

`mtme --list` and `parbleu meta list` load this module, so its records take no `dataclasses`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from os.path import join

from parbleu._base.record import Record
from parbleu.errors import DownloadError, OfflineError, UnknownNameError
from parbleu.evalset._file_layout import PACKAGE, data_directories, local_sets, root
from parbleu.evalset._standard_info import language_pairs, set_names
from parbleu.tables import Column, Result, Table

Path = str | PathLike[str]

URL = "https://data.statmt.org/wmt26/mt-metrics-eval-v2.tgz"


def download(directory: str | None = None, url: str = URL) -> str:
    """Downloads and unpacks the evaluation sets: 2 GB, unpacked several times as much.

    The archive stays, and is not downloaded again while it exists; an interrupted download continues where it
    stopped. Files of the same name are replaced, others stay.

    Args:
        directory: where to put them; None for MT Metrics Eval's place, `~/.mt-metrics-eval`.
        url: where to download from; mirrors that `PARBLEU_MIRROR` lists come first.

    Returns:
        The data directory, which `EvalSet` takes as `path`.

    Raises:
        OfflineError: the archive is not there, and `PARBLEU_OFFLINE` is set.
        DownloadError: it cannot be downloaded.
        ArchiveError: it is damaged.
        CacheError: the package or its contents cannot be written.
    """
    from parbleu._base.progress import Clock
    from parbleu.fetch._archives import unpack
    from parbleu.fetch._cache_files import make_folder
    from parbleu.fetch._download import fetch

    target = root() if directory is None else directory
    archive = join(target, f"{PACKAGE}.tgz")
    make_folder(target, target)
    try:
        fetch(url, archive)
    except OfflineError:
        raise OfflineError(
            f"{archive} is missing, and PARBLEU_OFFLINE is set; get {url} on another machine, put it there, "
            "and repeat this"
        ) from None
    except DownloadError as problem:
        from parbleu.fetch._http_download import ELSEWHERE

        elsewhere = f"Get it elsewhere, put it at {archive}, and repeat this"
        raise type(problem)(str(problem).replace(ELSEWHERE, elsewhere)) from None
    with Clock(f"unpacking {archive}"):
        unpack(archive, target)
    return join(target, PACKAGE)


class SetList(Record, Result):
    """The test sets: those of the WMT metrics tasks, the newest first, then others that are on this machine.

    Attributes:
        official: test set of the metrics tasks -> its language pairs, whether or not they are on this
            machine.
        local: test set on this machine -> its language pairs on this machine.
    """

    official: Mapping[str, Sequence[str]]
    local: Mapping[str, Sequence[str]]

    @property
    def names(self) -> list[str]:
        """The test sets."""
        return list(dict.fromkeys([*self.official, *self.local]))

    def language_pairs(self, test_set: str) -> list[str]:
        """Returns the language pairs of a test set.

        Raises:
            UnknownNameError: there is no such set.
        """
        if test_set not in self.official and test_set not in self.local:
            raise UnknownNameError("evaluation set", test_set, self.names)
        return list(dict.fromkeys([*self.official.get(test_set, ()), *self.local.get(test_set, ())]))

    def of(self, test_set: str) -> PairList:
        """Returns the language pairs of a test set as a result of their own.

        Raises:
            UnknownNameError: there is no such set.
        """
        return PairList(test_set, self.language_pairs(test_set), frozenset(self.local.get(test_set, ())))

    def tables(self) -> tuple[Table, ...]:
        """Returns a table with a row for each test set."""
        columns = [
            Column("test_set"),
            Column("language_pairs", kind=int),
            Column("local", "on this machine", int),
            Column("official", "of a WMT metrics task", bool),
        ]
        rows = [
            (name, len(self.language_pairs(name)), len(self.local.get(name, ())), name in self.official)
            for name in self.names
        ]
        return (Table("test_sets", columns, rows),)


class PairList(Record, Result):
    """The language pairs of a test set.

    Attributes:
        test_set: the test set.
        language_pairs: all language pairs, the official ones first.
        local: the language pairs that are on this machine.
    """

    test_set: str
    language_pairs: Sequence[str]
    local: frozenset[str]

    def tables(self) -> tuple[Table, ...]:
        """Returns a table with a row for each language pair."""
        columns = [Column("test_set"), Column("language_pair"), Column("local", "on this machine", bool)]
        rows = [(self.test_set, pair, pair in self.local) for pair in self.language_pairs]
        return (Table("language_pairs", columns, rows),)


def list_sets(path: Path | Sequence[Path] | None = None) -> SetList:
    """Lists the test sets and their language pairs. Only directories are read.

    Args:
        path: the data directory, or several; None for those of
            `parbleu.evalset._file_layout.data_directories`.
    """
    local: dict[str, list[str]] = {}
    for directory in data_directories(path):
        for name, pairs in local_sets(directory).items():
            local[name] = list(dict.fromkeys([*local.get(name, ()), *pairs]))
    return SetList({name: language_pairs(name) for name in set_names()}, local)
