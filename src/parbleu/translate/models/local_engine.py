"""What engines have in common that load a model on this machine."""

from __future__ import annotations

from typing import Any

from parbleu.base.threads import thread_count
from parbleu.errors import OptionError
from parbleu.translate.engine import Engine, Settings
from parbleu.translate.models.search_options import SETTINGS

WHEREABOUTS = frozenset({"model", "path", "converted_from", "revision"})
"""What a record says of where a model is: what it is, its checksums say."""


class LocalEngine(Engine):
    """An engine whose model is a folder, or a name on the hub.

    Raises:
        OptionError: no model is named, or a setting is given that it does not know.
    """

    uses = SETTINGS | {
        "model",
        "revision",
        "source_language",
        "target_language",
        "threads",
        "device",
        "compute_type",
    }

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        if not settings.model:
            raise OptionError(f"the engine {self.name} needs a model: --model FOLDER")
        self._threads = thread_count(settings.threads)

    def identity(self) -> dict[str, Any]:
        """Returns the description without where the model is."""
        return {name: value for name, value in super().identity().items() if name not in WHEREABOUTS}


def choose_device(wanted: str | None, has_cuda: bool, library: str) -> str:
    """Returns "cpu" or "cuda".

    Args:
        wanted: what the user asks for; None is "auto".
        has_cuda: whether the library can use a GPU here.
        library: its name, for messages.

    Raises:
        OptionError: there is no such device.
    """
    if wanted in (None, "auto"):
        return "cuda" if has_cuda else "cpu"
    if wanted == "cuda" and not has_cuda:
        raise OptionError(f"there is no GPU here that {library} can use: --device cpu, or auto")
    return str(wanted)
