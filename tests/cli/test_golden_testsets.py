"""Every recorded run of the `sacrebleu` command on test sets, byte for byte, from the cache that it had.

The cache holds small made-up raw files under the real names, and archives that are none: whatever is there is
used as it is, since there is no network.
"""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parbleu._cli.shell.console import Program

face = pytest.importorskip("parbleu.compat._sacrebleu_command.command")


def sacrebleu(words: list[str]) -> int:
    status: int = face.run(words, Program("sacrebleu", "sacreBLEU: ", "sacrebleu 2.6.0", "2.6.0"))
    return status


COUNT = 99

# Rows in which the original fails where there is an answer, or gives another than was asked for.
WORKS = {
    36: "A & B spaced\nsecond seg\n",  # --origlang of a pair with references of its own
    38: "A & B spaced\nsecond seg\n",
    62: "origlang=en domain=ALL      : sentences=3      BLEU = 76.3\n",  # --detail of one original language
    72: "origlang=en domain=politics : sentences=1      BLEU = 0.0\n",  # only one of two sets has annotations
    85: "origlang=en domain=news   : sentences=2      BLEU = 56.2\n",  # --detail of such a pair
    51: "@inproceedings{bojar-etal-2018-findings,",  # --cite
}
REFUSED = {
    13: "sacreBLEU: the test set wmt17/en-de does not say what a segment is about",
    49: "sacreBLEU: <SACREBLEU>/wmt18/raw/wmt18.test.tgz is not the right file",
    73: "sacreBLEU: the test sets have different numbers of references for en-de "
    "(1 in wmt18, 2 in wmt20/tworefs): score them one at a time\n",
    74: "sacreBLEU: the test sets have different numbers of references for en-de "
    "(2 in wmt20/tworefs, 1 in wmt18): score them one at a time\n",
    91: "sacreBLEU: ",
    96: "sacreBLEU: ",
    97: "sacreBLEU: ",
    98: "sacreBLEU: ",
}
OTHER_WORDS = {
    # The original says the name twice.
    59: "sacreBLEU: Test set 'wmt18' contains no sentence with subset=nomatch\n",
}
LENGTHS = {65, 75}


def recorded(oracles: Path) -> list[dict[str, Any]]:
    path = oracles / "golden" / "sacrebleu" / "dataset_cases.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]


def copy_cache(row: dict[str, Any], oracles: Path, cache: Path) -> None:
    """Copies what a row needs of the cache that it was recorded with, and does to it what its note says."""
    recorded_cache = oracles / "golden" / "sacrebleu" / "inputs" / "sb_home"
    for name in {word.split("/")[0] for words in row["argv"] for word in words.split(",")}:
        if (recorded_cache / name).is_dir():
            shutil.copytree(recorded_cache / name, cache / name)
    for path in cache.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    note = row.get("note", "")
    raw = cache / "wmt18" / "raw"
    if "nothing cached" in note:
        shutil.rmtree(raw)
    elif "zero bytes" in note:
        shutil.rmtree(raw / "test")
        (raw / "wmt18.test.tgz").write_bytes(b"")
    elif "extraction missing" in note:
        shutil.rmtree(raw / "test")


@pytest.mark.long
@pytest.mark.parametrize("number", range(COUNT))
def test_row(number: int, oracles: Path, tmp_path: Path, run: Callable[..., Any]) -> None:
    row = recorded(oracles)[number]
    cache = tmp_path
    copy_cache(row, oracles, cache)
    env = {"COLUMNS": "80", "SACREBLEU": str(cache), "PARBLEU_OFFLINE": "1", **row["env"]}
    result = run(*row["argv"], stdin=(row["stdin"] or "").encode(), cwd=cache, env=env, command=sacrebleu)
    ours = result.err.replace(str(cache), "<SACREBLEU>")
    if number in REFUSED:
        assert (result.status, result.out) == (1, "")
        assert ours.startswith(REFUSED[number])
        return
    if number in WORKS:
        assert (result.status, ours) == (0, "")
        assert WORKS[number] in result.out
    else:
        assert (result.status, result.out) == (row["rc"], told(row["stdout"]["text"])), result.err
        check_words(number, ours, row["stderr"])
    for name, text in row.get("new_files_in_SACREBLEU", {}).items():
        if not name.endswith(".lock"):  # we leave none behind
            assert (cache / name).read_text(encoding="utf-8") == text


def told(text: str) -> str:
    """The recorded output with the version that we print."""
    from parbleu import __version__

    return text.replace("version:2.6.0", f"version:2.6.0+parbleu.{__version__}").replace(
        '"version": "2.6.0"', f'"version": "2.6.0+parbleu.{__version__}"'
    )


def check_words(number: int, ours: str, theirs: str) -> None:
    if number == 65:
        theirs = theirs.replace("<SACREBLEU>/wmt18,wmt17", "<SACREBLEU>/wmt18 <SACREBLEU>/wmt17")
    if number in LENGTHS:  # we print the recorded lines, and how long the texts are
        assert ours.startswith(theirs.rstrip("\n"))
        assert ours.count("\n") == theirs.count("\n")
    else:
        assert ours == OTHER_WORDS.get(number, theirs)


def test_every_failure_is_accounted_for(oracles: Path) -> None:
    rows = recorded(oracles)
    assert len(rows) == COUNT
    crashes = {number for number, row in enumerate(rows) if row["crash"]}
    assert crashes == (set(WORKS) | set(REFUSED)) - {74}
