"""Which text goes into which file."""

from __future__ import annotations

from pathlib import Path

from parbleu.cli.shell.console import CommandError
from parbleu.cli.shell.overwrite_check import refuse_overwriting
from parbleu.io.atomic import make_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.testsets.markup.aligned_texts import Text

SET, SYSTEM = "{set}", "{system}"


def files_of(texts: Sequence[Text], output: str | None, read: Sequence[str], suffix: str) -> dict[Text, str]:
    """Returns a file for each text; none at all for standard output.

    Args:
        texts: what is written.
        output: a file; a pattern; a directory, which is made if its name ends in `/`; None for standard
            output.
        read: the files that are read.
        suffix: what names of files in directories end in.

    Raises:
        CommandError: several texts would go to one place, or into a file that is read.
        UnwritableFileError: the directory cannot be made.
    """
    if output is not None and (output.endswith("/") or Path(output).is_dir()):
        make_directory(output)
        output = f"{output.rstrip('/') or '/'}/{SET}.{SYSTEM}{suffix}"
    if output is None or (SET not in output and SYSTEM not in output):
        if len(texts) > 1:
            titles = ", ".join(text.title for text in texts)
            raise CommandError(
                f"these are several texts: {titles}; choose one (--set, --system), or give each a file: "
                f"-o 'out.{SET}.{SYSTEM}{suffix}'",
                status=2,
            )
        files = {} if output is None else {texts[0]: output}
    else:
        files = {text: _name(output, text) for text in texts}
    for text, path in files.items():
        refuse_overwriting(path, read, "-o")
        other = next(each for each in files if files[each] == path)
        if other is not text:
            raise CommandError(f"{other.title} and {text.title} would both be written to {path}", status=2)
    return files


def _name(pattern: str, text: Text) -> str:
    """Fills a pattern. Of a text without a name, what separates the name goes, too."""
    name = "".join("_" if character in "/\\" or ord(character) < 32 else character for character in text.name)
    if not name.strip("."):
        name = "_" * len(name)  # not the directory above
    if not name:
        for mark in ".-_/":
            pattern = pattern.replace(f"{mark}{SYSTEM}", "").replace(f"{SYSTEM}{mark}", "")
    return pattern.replace(SET, text.kind).replace(SYSTEM, name)
