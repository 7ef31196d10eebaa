"""`parbleu data show`: what is known about test sets."""

from __future__ import annotations

from parbleu.base.wording import counted
from parbleu.cli.data.list import in_cache
from parbleu.cli.data.shared import JSON, PAIR, choose, one_set, show_json
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.options import Option
from parbleu.testsets.cache_folders import SetFolder
from parbleu.testsets.pair_files import PairFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.testsets.catalogue_entry import Entry

COMMAND = Command(
    "SET... [-l PAIR] [-f json]",
    "Describes test sets: language pairs, fields, references, where they come from, terms of use.",
    """\
  parbleu data show wmt24
  parbleu data show wmt24/en-de -f json""",
    Option((), "sets", "test sets, or pairs: wmt24/en-de", many="*", default=(), metavar="SET"),
    PAIR,
    JSON,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    values = COMMAND.read(words, console.program)
    one_set(values["sets"], "parbleu data show wmt24")
    records = [_record(entry, pairs) for entry, pairs in choose(values["sets"], values["langpair"])]
    if values["format"] == "json":
        show_json(records, console)
    else:
        console.show("\n\n".join(_text(record) for record in records))
    return 0


def _record(entry: Entry, pairs: list[str]) -> dict[str, Any]:
    """Returns what is known about a set, as JSON has it."""
    described = {}
    for pair in pairs:
        fields, complete = PairFiles(entry, pair).known_fields()
        described[pair] = {
            "fields": fields,
            "all_fields_known": complete,
            "references": [field for field in fields if field.startswith("ref")],
            "files": list(entry.pair(pair).files),
            "cached": in_cache(entry, pair),
        }
    return {
        "name": entry.name,
        "description": entry.description.strip(),
        "format": entry.format,
        "licence": entry.licence,
        "has_citation": entry.citation is not None,
        "annotated_documents": len(entry.subsets),
        "directory": SetFolder(entry).path,
        "sources": [
            {"url": source.url, "md5": source.md5, "path": SetFolder(entry).archive(source)}
            for source in entry.sources
        ],
        "langpairs": described,
    }


def _text(record: dict[str, Any]) -> str:
    name = record["name"]
    cite = f"parbleu data cite {name}" if record["has_citation"] else "no citation known"
    lines = [
        f"{name}: {record['description']}",
        f"  format     {record['format']}",
        f"  licence    {record['licence'] or 'not known; see where it comes from'}",
        f"  cite       {cite}",
        f"  cache      {record['directory']}",
    ]
    if record["annotated_documents"]:
        lines.append(f"  --subset   {record['annotated_documents']} documents have a country and a domain")
    lines += [f"  from       {source['url']}" for source in record["sources"]]
    for pair, known in record["langpairs"].items():
        references = _count(len(known["references"]), known["all_fields_known"])
        more = "" if known["all_fields_known"] else ", ..."
        cached = " (cached)" if known["cached"] else ""
        lines.append(f"  {pair:<9}  {references}{cached}: {', '.join(known['fields'])}{more}")
    return "\n".join(lines)


def _count(references: int, all_known: bool) -> str:
    if references == 0 and not all_known:
        return "references as in its file"
    return counted(references, "reference")
