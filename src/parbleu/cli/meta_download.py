"""`parbleu meta --download`: the package of all evaluation sets."""

from __future__ import annotations

from parbleu.cli.meta_output import Report, put_report
from parbleu.meta.downloading import download
from parbleu.meta.layout import root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.cli.console import Console
    from parbleu.cli.meta_options import Flags


def run(flags: Flags, console: Console) -> int:
    """Downloads the package; returns the exit status. Progress shows on a terminal's standard error."""
    target = flags.data or root()
    if flags.format == "text":
        console.show(f"Downloading data into {target}")
    directory = download(target)
    return put_report(lambda: "", lambda: Report(("directory",), [[directory]]), flags, console)
