"""Downloads files, verifies their checksums and unpacks archives; a file appears complete or not at all."""

ARCHIVES = (".tar.gz", ".tgz", ".tar", ".zip")


def is_archive(name: str) -> bool:
    """Returns whether a file name ends like an archive that `parbleu.fetch.archives.unpack` reads."""
    return name.endswith(ARCHIVES)
