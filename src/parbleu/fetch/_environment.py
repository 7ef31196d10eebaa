"""Reads the environment variables that configure the network, and those that name directories."""

from __future__ import annotations

from os import environ, path, pathsep

ARCHIVES = (".tar.gz", ".tgz", ".tar", ".zip")


def is_archive(name: str) -> bool:
    """Returns whether a file name ends like an archive that `unpack` reads."""
    return name.endswith(ARCHIVES)


def cache() -> str:
    """Returns the directory of downloads: `$SACREBLEU` or `~/.sacrebleu`, shared with sacreBLEU."""
    return path.expanduser(environ.get("SACREBLEU") or path.join("~", ".sacrebleu"))


def directories_in(variable: str) -> list[str]:
    """Returns the directories that a variable lists, separated as in `PATH`; they may be missing."""
    return [path.expanduser(name) for name in environ.get(variable, "").split(pathsep) if name]


def offline() -> bool:
    """Returns whether `PARBLEU_OFFLINE` forbids downloads: any value but "", 0, no, off and false does."""
    return environ.get("PARBLEU_OFFLINE", "").strip().lower() not in {"", "0", "no", "off", "false"}


def mirrors() -> list[str]:
    """Returns the mirrors that `PARBLEU_MIRROR` lists, in order of preference.

    Each is the URL of a directory (http, https, file), or the path of one. Blanks separate several; one
    directory whose path has blanks is understood, too.
    """
    text = environ.get("PARBLEU_MIRROR", "")
    whole = path.expanduser(text.strip())
    if whole and path.isdir(whole):
        return [whole]
    return [_expanded(word) for word in text.split()]


def _expanded(word: str) -> str:
    scheme, _, rest = word.partition("://")
    if scheme.lower() == "file":
        from urllib.request import url2pathname

        return url2pathname(rest.removeprefix("localhost"))
    return word.rstrip("/") if rest else path.expanduser(word)
