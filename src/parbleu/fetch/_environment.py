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


def user_cache() -> str:
    """Returns the directory of what programs keep for a user: `$XDG_CACHE_HOME` or `~/.cache`."""
    return path.expanduser(environ.get("XDG_CACHE_HOME") or path.join("~", ".cache"))


def directories_in(variable: str) -> list[str]:
    """Returns the directories that a variable lists, separated as in `PATH`; they may be missing."""
    return [path.expanduser(name) for name in environ.get(variable, "").split(pathsep) if name]


def access_token(url: str) -> str | None:
    """Returns the token of Hugging Face for an address there, of `HF_TOKEN` or a file; None if none.

    A token is for its host alone: `HF_ENDPOINT`, or https://huggingface.co.
    """
    host = environ.get("HF_ENDPOINT", "").rstrip("/") or "https://huggingface.co"
    if not url.startswith(f"{host}/"):
        return None
    token = environ.get("HF_TOKEN", "").strip()
    if token:
        return _sendable(token)
    home = environ.get("HF_HOME") or path.join("~", ".cache", "huggingface")
    try:
        file = environ.get("HF_TOKEN_PATH") or path.join(home, "token")
        with open(path.expanduser(file), encoding="ascii") as opened:
            token = opened.read(1000).strip()
    except (OSError, UnicodeDecodeError):
        return None
    return _sendable(token) if token else None


def _sendable(token: str) -> str:
    """Returns a token that fits into a line of a request; errors never show it.

    Raises:
        DownloadError: it does not fit.
    """
    if not (token.isascii() and token.isprintable()) or " " in token:
        from parbleu.errors import DownloadError

        raise DownloadError(
            "the token of Hugging Face (HF_TOKEN, or its file) has blanks, line ends or other signs inside: "
            "it is one word, such as hf_..."
        )
    return token


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
