"""Reads PO and POT, the messages of GNU gettext."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu._base.extras import imported
from parbleu._inputs.unit_formats import FUZZY, UNTRANSLATED, Unit
from parbleu._io.lines import open_binary
from parbleu.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parbleu._inputs.unit_formats import UnitOptions


def po_units(path: str, options: UnitOptions) -> Iterator[Unit]:  # noqa: ARG001 - messages have no tags
    """Yields the messages of a file, each plural form by itself; without its header and obsolete ones.

    A context that is the place of the message in the program is none: xliff2po writes it where contexts were.

    Raises:
        FormatError: the file is no PO.
        MissingDependencyError: translate-toolkit is not installed.
    """
    pofile = imported("translate.storage.pypo", "PO is read by translate-toolkit", "cat").pofile
    with open_binary(path) as file:
        content = file.read(-1)
    try:
        units = pofile.parsestring(content).units if content.strip() else []
    except Exception as problem:  # whatever the parser raises, the file is refused whole
        line = str(problem).strip().splitlines()[-1:] or [type(problem).__name__]
        raise FormatError(path, 0, f"this is no PO ({line[0]}): msgfmt --check names the line") from None
    without: dict[str, int] = {}
    for unit in units:
        if unit.isheader() or unit.isobsolete() or not str(unit.source).strip():
            continue
        context = unit.getcontext()
        message = f"{context}|{unit.source}" if context else str(unit.source)
        if context and context in unit.getlocations():
            context, message = "", str(unit.source)
            count = without[message] = without.get(message, 0) + 1
            message = message if count == 1 else f"{message} ({count})"
        fuzzy = {FUZZY} if unit.isfuzzy() else set[str]()
        forms = list(unit.target.strings) if unit.hasplural() else [str(unit.target)]
        plural = unit.source.strings[-1] if unit.hasplural() else str(unit.source)
        for number, text in enumerate(map(str, forms)):
            states = fuzzy if text.strip() else {*fuzzy, UNTRANSLATED}
            yield Unit(
                f"{message}[{number}]" if unit.hasplural() else message,
                str(unit.source) if number == 0 else str(plural),
                text or None,
                document=", ".join(unit.getlocations()[:1]).partition(":")[0],
                states=frozenset(states),
                context=context,
            )
