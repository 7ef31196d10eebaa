"""Recognizes archives by their file names, without loading the modules that unpack them."""

KINDS = (".tar.gz", ".tgz", ".tar", ".zip")


def is_archive(name: str) -> bool:
    """Returns whether `parbleu.fetch.archives.unpack` knows files of that name."""
    return name.endswith(KINDS)
