"""Downloads the package of all evaluation sets of the WMT metrics tasks."""

from __future__ import annotations

from os.path import join

from parbleu.errors import DownloadError, OfflineError
from parbleu.evalset.file_layout import PACKAGE, root

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
    from parbleu.base.progress import Clock
    from parbleu.fetch.archives import unpack
    from parbleu.fetch.cache_files import make_folder
    from parbleu.fetch.download import fetch

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
        from parbleu.fetch.http_download import ELSEWHERE

        elsewhere = f"Get it elsewhere, put it at {archive}, and repeat this"
        raise type(problem)(str(problem).replace(ELSEWHERE, elsewhere)) from None
    with Clock(f"unpacking {archive}"):
        unpack(archive, target)
    return join(target, PACKAGE)
