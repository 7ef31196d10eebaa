"""What came instead of the file: servers often answer "OK" and send a page that says otherwise."""

from __future__ import annotations

import re

from parbleu.errors import ChecksumError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.fetch.checksums import Wanted
    from parbleu.fetch.partial_download import Part

MAGIC = {".gz": b"\x1f\x8b", ".tgz": b"\x1f\x8b", ".zip": b"PK"}

_PAGE = re.compile(
    rb"(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<(!doctype\s+html|html|head|title)\b", re.I | re.S
)
_TITLE = re.compile(rb"<title[^>]*>\s*([^<]{1,80}?)\s*<", re.I)


def objection(url: str, part: Part, wanted: Wanted) -> str | None:
    """Returns how a complete download differs from the wanted file; None if nothing shows that it does.

    Args:
        url: where it came from.
        part: the download.
        wanted: what is known of the file.

    Raises:
        ChecksumError: it is a web page, and to ask again would be useless.
    """
    complaint = wanted.complaint(part.size, part.hashes.digests())
    if complaint is None and wanted.digests:
        return None
    if _PAGE.match(part.head):
        title = _TITLE.search(part.head)
        called = f" ({title[1].decode(errors='replace')!r})" if title else ""
        raise ChecksumError(
            f"{url} gave a web page{called} instead of the file: it moved, or there is a login in between; "
            "get it with a browser and pass it to `parbleu data import`"
        )
    return complaint or _oddity(part, wanted)


def _oddity(part: Part, wanted: Wanted) -> str | None:
    """Returns what is wrong with a file that has no known checksum."""
    if part.size == 0 and wanted.size != 0:
        return "it is empty"
    for suffix, magic in MAGIC.items():
        if part.temporary.target.endswith(suffix) and not part.head.startswith(magic):
            return f"it does not begin as a {suffix} file does"
    if wanted.check is None:
        return None
    part.temporary.file.flush()
    return wanted.check(part.temporary.path)
