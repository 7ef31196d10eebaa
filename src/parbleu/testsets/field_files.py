"""The text of test sets: a file for each field of a language pair, with a segment per line.

`processed` is the way in. Whatever is missing is fetched, unpacked and converted on the way; what is there is
used without a look into it: notes say which fields a pair has, and which sizes their files have when they are
whole. For a cache that sacreBLEU filled, the notes are taken when it is used for the first time.
"""

from __future__ import annotations

from os import stat

from parbleu.errors import CacheError, FormatError, UndecodableLine, UnknownFieldError, UnreadableFileError
from parbleu.testsets import file_notes
from parbleu.testsets.cache_layout import directory, processed_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.testsets.catalogue_entry import Entry, Source


def processed(entry: Entry, langpair: str, field: str) -> str:
    """Returns the path of the file that holds a field of a language pair.

    Args:
        entry: the test set.
        langpair: one of its language pairs.
        field: one of its fields, such as "src", "ref:A" or "docid".

    Raises:
        UnknownLanguagePairError, UnknownFieldError: the set has no such pair, the pair no such field.
        DownloadError, ArchiveError, CacheError: the set is not to be had, or the cache not to be written to.
        FormatError, UnreadableFileError, UndecodableLine: what was downloaded cannot be read.
    """
    found = ready(entry, langpair, [field])
    if field not in found:
        raise UnknownFieldError(entry.name, langpair, field, list(found))
    return found[field]


def fields(entry: Entry, langpair: str) -> list[str]:
    """Returns the names of a pair's fields, in a stable order: "src", the references, and what else there is.

    Raises:
        as `processed`, but for `UnknownFieldError`.
    """
    return list(ready(entry, langpair))


def reference_fields(entry: Entry, langpair: str) -> list[str]:
    """Returns the names of the fields that hold the pair's standard references.

    Raises:
        as `processed`; `UnknownFieldError` if the files hold none of the standard references.
    """
    available = fields(entry, langpair)
    chosen = entry.pair(langpair).references
    if chosen is None:
        return [field for field in available if field.startswith("ref")]
    wanted = [f"ref:{translator}" if translator else "ref" for translator in chosen]
    found = [field for field in wanted if field in available]
    if not found:
        raise UnknownFieldError(entry.name, langpair, wanted[0], available)
    return found


def ready(entry: Entry, langpair: str, wanted: Sequence[str] | None = None) -> dict[str, str]:
    """Returns all fields of a pair and their files, in order.

    Args:
        entry: the test set.
        langpair: one of its language pairs.
        wanted: the fields whose files are needed; the others need not be whole. None means all.

    Raises:
        as `processed`, but for `UnknownFieldError`.
    """
    found = whole(entry, langpair, wanted)
    if found is None:
        from parbleu.testsets.processed_files import away, make

        found = away(entry, langpair) or make(entry, langpair)
    return found


def kept(entry: Entry, langpair: str) -> dict[str, str]:
    """Returns all fields of a pair and their files, in order, for whoever reads them after this process.

    Raises:
        as `ready`; `CacheError` also where a cache that cannot be written to lacks the pair.
    """
    found = ready(entry, langpair)
    from parbleu.testsets import temporary_cache

    if any(map(temporary_cache.holds, found.values())):
        raise CacheError(
            f"cannot write {directory(entry)}, and the text of {langpair} is not there: see who may write "
            "there, or set SACREBLEU to another directory for the cache"
        )
    return found


def whole(entry: Entry, langpair: str, wanted: Sequence[str] | None = None) -> dict[str, str] | None:
    """Returns all fields of a pair and their files, in order, if notes say that those files are whole.

    Args:
        entry: the test set.
        langpair: one of its language pairs.
        wanted: the fields whose files are looked at; None means all.

    Raises:
        UnknownLanguagePairError: the set has no such pair.
    """
    noted = file_notes.read_pair(entry, langpair)
    if noted is None:
        return None
    if any(noted["own"].get(path) != state for path, state in file_notes.own_files(entry, langpair).items()):
        return None
    paths = {field: processed_path(entry, langpair, field) for field in noted["fields"]}
    for field, (size, _, _) in noted["fields"].items():
        if wanted is None or field in wanted:
            try:
                if stat(paths[field]).st_size != size:
                    return None
            except OSError:
                return None
    return paths


def known_fields(entry: Entry, langpair: str) -> tuple[list[str], bool]:
    """Returns what is known of a pair's fields without a download.

    Returns:
        their names, and whether that is all of them: which references and systems an XML file holds is known
        only when it is there.

    Raises:
        UnknownLanguagePairError: the set has no such pair.
    """
    from parbleu.testsets.formats import FORMATS
    from parbleu.testsets.processed_files import named_fields
    from parbleu.testsets.raw_files import raw_paths

    found = whole(entry, langpair, [])
    if found is not None:
        return list(found), True
    try:
        return FORMATS[entry.format]().fields(entry, langpair, raw_paths(entry, langpair)), True
    except (FormatError, UndecodableLine, UnreadableFileError):
        named = named_fields(entry, langpair)
    if named:
        return named, True
    references = entry.pair(langpair).references or ()
    return ["src", *(f"ref:{name}" if name else "ref" for name in references)], False


def missing_sources(entry: Entry, langpair: str) -> list[Source]:
    """Returns what would have to be downloaded to use a pair. Nothing is changed.

    Raises:
        UnknownLanguagePairError: the set has no such pair.
    """
    from parbleu.testsets import raw_files

    return raw_files.missing_sources(entry, langpair) if whole(entry, langpair) is None else []
