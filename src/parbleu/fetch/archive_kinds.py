"""Recognizes archives by their file names, without loading the modules that unpack them."""

KINDS = (".tar.gz", ".tgz", ".tar", ".zip")


def is_archive(name: str) -> bool:
    """Returns whether a file name ends like an archive that `parbleu.fetch.archives.unpack` reads."""
    return name.endswith(KINDS)
