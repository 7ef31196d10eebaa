"""`parbleu data plan`: what would be downloaded."""

from __future__ import annotations

from parbleu.base.wording import counted
from parbleu.cli.data.downloads import SETS, downloads
from parbleu.cli.data.shared import PAIR, one_set, show_json
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.options import format_option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.cli.data.downloads import Download

COMMAND = Command(
    "SET... [-l PAIR] [-f json|tsv]",
    "Tells what test sets need to be downloaded, and what of it is in the cache. Nothing is downloaded.",
    """\
  parbleu data plan wmt24
  parbleu data plan wmt23/en-de wmt24/en-de -f json
  parbleu data plan models/flores200                  # also the models of tokenizers
  parbleu data plan all -f tsv | grep -v present | cut -f 2 | sort -u    # URLs to carry elsewhere""",
    SETS,
    PAIR,
    format_option(
        ("text", "json", "tsv"),
        "text; JSON; or a line for each download: set, URL, bytes, checksum, place, state",
    ),
)

COLUMNS = ("set", "url", "size", "checksum", "path", "state")


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    values = COMMAND.read(words, console.program)
    one_set(values["sets"], "parbleu data plan wmt24")
    records = [_record(download) for download in downloads(values["sets"], values["langpair"])]
    if values["format"] == "json":
        show_json(records, console)
    elif values["format"] == "tsv":
        console.write(
            "".join("\t".join(str(record[key] or "") for key in COLUMNS) + "\n" for record in records)
        )
    else:
        console.show(_text(records))
    return 0


def _record(download: Download) -> dict[str, Any]:
    return {
        "set": download.owner,
        "url": download.urls[0],
        "size": download.wanted.size,
        "checksum": " ".join(f"{name}:{value}" for name, value in download.wanted.digests.items()) or None,
        "path": download.path,
        "state": download.state,
    }


def _text(records: list[dict[str, Any]]) -> str:
    lines = []
    for record in records:
        size = "size unknown" if record["size"] is None else f"{record['size']:,} bytes"
        lines += [
            f"{record['set']}: {record['state']}",
            f"  from  {record['url']}",
            f"  to    {record['path']}",
            f"  {size}, {record['checksum'] or 'no checksum known'}",
        ]
    present = sum(record["state"] == "present" for record in records)
    missing = {record["url"] for record in records if record["state"] != "present"}
    lines.append(f"{counted(len(missing), 'download')} to make, {present} in the cache")
    return "\n".join(lines)
