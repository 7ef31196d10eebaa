"""Everything that can be downloaded, and where it belongs: archives of test sets, models of tokenizers."""

from __future__ import annotations

from parbleu.cli.data.shared import choose
from parbleu.cli.shell.options import Option
from parbleu.errors import UnknownNameError
from parbleu.fetch.checksums import Wanted, flaw
from parbleu.testsets.pair_files import PairFiles
from parbleu.testsets.raw_archives import Archive
from parbleu.text.tokenizers.spm import MODELS, model_flaw, model_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.testsets.catalogue_entry import Entry

MODEL = "models"
"""What stands before the name of a model: models/flores200. Alone it means all of them."""

SETS = Option(
    (),
    "sets",
    "test sets, or pairs: wmt24/en-de; all for all sets; models",
    many="*",
    default=(),
    metavar="SET",
)


class Download:
    """A file that can be downloaded.

    Args:
        owner: the test set or model that needs it.
        urls: where it is.
        path: where it belongs.
        wanted: what is known of it.
        missing: whether it would have to be downloaded now.

    Attributes:
        all arguments, as they are.
    """

    __slots__ = ("missing", "owner", "path", "urls", "wanted")

    def __init__(self, owner: str, urls: Sequence[str], path: str, wanted: Wanted, missing: bool) -> None:
        self.owner = owner
        self.urls = urls
        self.path = path
        self.wanted = wanted
        self.missing = missing

    @property
    def names(self) -> set[str]:
        """What the file may be called."""
        return {name.rsplit("/", 1)[-1] for name in (*self.urls, self.path)}

    @property
    def state(self) -> str:
        """Whether it is "present", "missing", or "damaged" in some way that is told."""
        if not self.missing:
            return "present"
        problem = flaw(self.path, self.wanted)
        return f"damaged: {problem}" if problem else "missing"


def split_models(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Returns the words that name test sets, and the models that the others name.

    Raises:
        UnknownNameError: there is no such model.
    """
    sets: list[str] = []
    models: list[str] = []
    for word in ",".join(words).split(",") if words else ():
        start, _, name = word.partition("/")
        if start != MODEL:
            sets.append(word)
        elif name and name not in MODELS:
            raise UnknownNameError("model", name, list(MODELS))
        else:
            models += [name] if name else MODELS
    return sets, models


def downloads(words: Sequence[str], langpair: str | None = None) -> list[Download]:
    """Returns what test sets and models need.

    Args:
        words: as for `choose`, and models.
        langpair: as for `choose`.

    Raises:
        UnknownNameError: there is no such set, pair or model.
    """
    sets, models = split_models(words)
    found = [each for entry, pairs in choose(sets, langpair) for each in _of_set(entry, pairs)]
    return found + [_of_model(name) for name in models]


def _of_set(entry: Entry, pairs: Sequence[str]) -> list[Download]:
    files = [PairFiles(entry, pair) for pair in pairs]
    needed = {archive.path for each in files for archive in each.raw_files().archives}
    missing = {archive.path for each in files for archive in each.missing_archives()}
    archives = [Archive(entry, source) for source in entry.sources]
    return [
        Download(entry.name, [each.source.url], each.path, each.wanted, each.path in missing)
        for each in archives
        if each.path in needed
    ]


def _of_model(name: str) -> Download:
    _, urls, md5 = MODELS[name]
    path = model_path(name)
    missing = flaw(path, Wanted()) is not None  # a model that is there is used as it is
    return Download(f"{MODEL}/{name}", urls, path, Wanted(md5, check=model_flaw), missing)
