"""`parbleu meta --echo` and `--echosys`: texts beside one another."""

from __future__ import annotations

from parbleu.cli.meta.output import Report, put_report
from parbleu.cli.meta.sets import load
from parbleu.cli.shell.console import CommandError
from parbleu.evalset.text_files import NO_TRANSLATION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.cli.meta.mtme_flags import Flags
    from parbleu.cli.shell.console import Console
    from parbleu.evalset.evaluation_set import EvalSet

    Text = Sequence[str | None]


def run(flags: Flags, console: Console) -> int:
    """Prints texts; returns the exit status."""
    evalset = load(flags)
    wanted = flags.echo if flags.echo is not None else flags.echosys
    assert wanted is not None
    flag = "echo" if flags.echo is not None else "echosys"
    titles = wanted.split(",")
    columns = [_column(evalset, title, flag) for title in titles]
    rows: list[Sequence[str | None]]
    if flags.echo is not None:
        rows = list(zip(*columns, strict=True))
    else:
        titles = ["system", "output", *titles]
        rows = [
            (system, *row)
            for system, output in evalset.sys_outputs.items()
            for row in zip(output, *columns, strict=True)
        ]
    return put_report(
        lambda: "".join(f"{_line(row)}\n" for row in rows), lambda: Report(titles, rows), flags, console
    )


def _column(evalset: EvalSet, name: str, flag: str) -> Text:
    """Returns a text for each segment.

    Raises:
        CommandError: there is nothing of that name.
    """
    if name == "domain":
        return evalset.domains_per_seg
    if name == "doc":
        return evalset.docs_per_seg
    if name == "src":
        return evalset.src
    reference = evalset.std_ref if name == "ref" else name
    if reference not in evalset.ref_names:
        known = ", ".join(("domain", "doc", "src", "ref", *evalset.ref_names))
        raise CommandError(f"Unknown text type for --{flag}: {name} (there are {known})")
    return evalset.all_refs[reference]


def _line(cells: Text) -> str:
    return "\t".join(NO_TRANSLATION if cell is None else cell for cell in cells)
