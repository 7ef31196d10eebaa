"""`parbleu data list`: the test sets there are, or the language pairs of some."""

from __future__ import annotations

from parbleu.base.wording import counted
from parbleu.cli.data.shared import JSON, PAIR, choose, show_json
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.options import Option
from parbleu.testsets.pair_files import PairFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.testsets.catalogue_entry import Entry

COMMAND = Command(
    "[SET...] [-l PAIR] [--cached] [-f json]",
    "Lists all test sets, or the language pairs and fields of the ones named. Nothing is downloaded.",
    """\
  parbleu data list                   every set: how many pairs, how many in the cache
  parbleu data list -l en-de          the sets that have this pair
  parbleu data list wmt23 wmt24       their pairs and fields
  parbleu data list all --cached      every pair that is in the cache""",
    Option((), "sets", "test sets; all for all of them", many="*", default=(), metavar="SET"),
    PAIR,
    Option(("--cached",), "cached", "only what is in the cache", bool, default=False),
    JSON,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    values = COMMAND.read(words, console.program)
    chosen = choose(values["sets"] or ["all"], values["langpair"])
    show = _show_pairs if values["sets"] else _show_sets
    show(chosen, values["cached"], values["format"] == "json", console)
    return 0


def in_cache(entry: Entry, langpair: str) -> bool:
    """Whether a pair's text is there, and a score can begin at once."""
    return PairFiles(entry, langpair).is_cached()


def _show_sets(
    chosen: list[tuple[Entry, list[str]]], only_cached: bool, as_json: bool, console: Console
) -> None:
    records: list[dict[str, Any]] = []
    for entry, pairs in chosen:
        cached = [pair for pair in pairs if in_cache(entry, pair)]
        if cached or not only_cached:
            records.append(
                {
                    "name": entry.name,
                    "description": entry.description.strip(),
                    "langpairs": pairs,
                    "cached": cached,
                }
            )
    if as_json:
        show_json(records, console)
        return
    width = max((len(record["name"]) for record in records), default=0)
    for record in records:
        count, cached = len(record["langpairs"]), record["cached"]
        pairs_text = counted(count, "pair")
        cached_text = f"{len(cached)} cached" if cached else ""
        console.show(
            f"{record['name']:<{width}}  {pairs_text:>8}  {cached_text:<9}  {record['description']}".rstrip()
        )


def _show_pairs(
    chosen: list[tuple[Entry, list[str]]], only_cached: bool, as_json: bool, console: Console
) -> None:
    records: list[dict[str, Any]] = []
    for entry, pairs in chosen:
        for pair in pairs:
            cached = in_cache(entry, pair)
            if only_cached and not cached:
                continue
            fields, complete = PairFiles(entry, pair).known_fields()
            records.append(
                {
                    "name": entry.name,
                    "langpair": pair,
                    "cached": cached,
                    "fields": fields,
                    "all_fields_known": complete,
                }
            )
    if as_json:
        show_json(records, console)
        return
    width = max((len(f"{record['name']}/{record['langpair']}") for record in records), default=0)
    for record in records:
        name = f"{record['name']}/{record['langpair']}"
        more = "" if record["all_fields_known"] else ", ... (the rest is known once it is in the cache)"
        state = "cached" if record["cached"] else ""
        console.show(f"{name:<{width}}  {state:<6}  {', '.join(record['fields'])}{more}")
