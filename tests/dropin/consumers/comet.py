"""COMET's commands with `-t`: paths of a test set's files, the first reference, exceptions to print."""

import os
import tempfile
from pathlib import Path

from corpus import raised, show

with tempfile.TemporaryDirectory() as home:
    os.environ["SACREBLEU"] = home
    folder = Path(home) / "wmt20" / "tworefs"
    folder.mkdir(parents=True)
    for field in ("src", "ref-0", "ref-1", "ref", "docid", "genre", "origlang"):
        (folder / f"wmt20_tworefs.ru-en.{field}").write_text("one\ntwo\n", encoding="utf-8")

    from sacrebleu.utils import get_reference_files, get_source_file

    source, references = (
        get_source_file("wmt20/tworefs", "ru-en"),
        get_reference_files("wmt20/tworefs", "ru-en"),
    )
    show(
        source=os.path.relpath(source, home),
        references=[os.path.relpath(path, home) for path in references],
        kinds=[type(source).__name__, type(references[0]).__name__],
        unknown_set=raised(get_source_file, "wmt1066", "ru-en") != "nothing",
        unknown_pair=raised(get_reference_files, "wmt20/tworefs", "xx-yy") != "nothing",
    )
