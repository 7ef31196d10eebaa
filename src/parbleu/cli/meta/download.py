"""`parbleu meta --download`: the package of all evaluation sets."""

from __future__ import annotations

from parbleu.cli.meta.output import Report, put_report
from parbleu.evalset.file_layout import root
from parbleu.evalset.package_download import download

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.cli.meta.mtme_flags import Flags
    from parbleu.cli.shell.console import Console


def run(flags: Flags, console: Console) -> int:
    """Downloads the package; returns the exit status. Progress shows on a terminal's standard error."""
    target = flags.data or root()
    if flags.format == "text":
        console.show(f"Downloading data into {target}")
    directory = download(target)
    return put_report(lambda: "", lambda: Report(("directory",), [[directory]]), flags, console)
