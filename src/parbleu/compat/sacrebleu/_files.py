"""Opens, downloads and unpacks files as sacreBLEU does; `sacrebleu.utils` has these names."""

from __future__ import annotations

from os import environ
from os.path import expanduser, join
from typing import Any

USERHOME = expanduser("~")
SACREBLEU_DIR = environ.get("SACREBLEU", join(USERHOME, ".sacrebleu"))


def smart_open(file: str, mode: str = "rt", encoding: str = "utf-8") -> Any:
    """Opens a text file whose lines end at LF only; one whose name ends in `.gz` is (de)compressed."""
    if file.endswith(".gz"):
        from gzip import open as open_gzip

        return open_gzip(file, mode=mode, encoding=encoding, newline="\n")
    return open(file, mode=mode, encoding=encoding, newline="\n")


def get_md5sum(dest_path: str) -> str:
    """Returns the MD5 sum of a file, in hexadecimal digits."""
    from parbleu.fetch._checksums import digest

    return digest(dest_path)


def extract_tarball(filepath: str, destdir: str) -> None:
    """Unpacks an archive; a file of another kind stays as it is.

    Raises:
        ArchiveError: it is damaged, or wants to write elsewhere.
    """
    from parbleu.fetch._archives import unpack
    from parbleu.fetch._environment import is_archive

    if is_archive(filepath):
        unpack(filepath, destdir)


def download_file(
    source_path: str, dest_path: str, extract_to: str | None = None, expected_md5: str | None = None
) -> None:
    """Downloads a file, unless it exists and has the right checksum.

    Raises:
        DownloadError: it cannot be downloaded; ChecksumError if it is another file than expected.
    """
    from parbleu.fetch._download import fetch

    fetch(source_path, dest_path, md5=expected_md5)
    if extract_to is not None:
        extract_tarball(dest_path, extract_to)
