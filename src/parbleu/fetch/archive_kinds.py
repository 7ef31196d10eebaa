"""Which files are archives, by their names. Unpacking them takes modules that are slow to load."""

KINDS = (".tar.gz", ".tgz", ".tar", ".zip")


def is_archive(name: str) -> bool:
    """Returns whether `parbleu.fetch.archives.unpack` knows files of that name."""
    return name.endswith(KINDS)
