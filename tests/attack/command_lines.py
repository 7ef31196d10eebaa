"""Runs random command lines of `parbleu` on files that are broken in random ways.

    python tests/attack/command_lines.py --minutes 30

Options are those of the commands' tables. A finding is a traceback, an end by a signal, also of a line
that takes a minute, a status that no command has, an error without a message, an escape sequence in a
message, and a temporary file left behind.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

from rounds import AttackError, campaign

from parbleu._cli.command_tree import walk
from parbleu._cli.shell.command import Command
from parbleu._cli.shell.options import Option

LINES_OF_A_ROUND = 10
STATUSES = {0, 1, 2, 3, 17}
LONGEST = 60
NOBODY = "http://127.0.0.1:9"
WORDS = ["", "-", "0", "1", "-1", "1e9", "1_0", "nan", "none", "all", "x", "bleu", "chrf", "ter"]
WORDS += ["en-de", "wmt23", "\x1b[31m"]
NUMBERS = ["0", "1", "2", "3", "10", "-1", "0.5", "1e-3", "1e5", "1e9", "nan", "inf", "1e999", "1_0"]
NUMBERS += ["999999999999", "1" + 30 * "0", "-1" + 30 * "0"]
COLUMNS = ["mt", "ref", "system", "esa", "id", "nothing"]
# Lines of which most commands make something, of files below.
USUAL = """
score ref -i hyp other -m bleu chrf ter
score ref -i hyp other --all-pairs --n-samples 20 --explain
score table.tsv --hyp mt --ref ref --by system
score ref -i hyp --shard 1/2 --statistics statistics.parquet
score hyp.json --verify hyp.json
gate hyp other --ref ref --n-samples 20
gate hyp hyp --ref ref --n-samples 20 --max-drop 1
power segments ref -i hyp other --n-samples 20 --difference 1
power human ratings.csv --difference 5
exposure ref -i hyp other --train other --n-samples 20
study runs ref -i hyp other --runs a a --n-samples 20
study select ref -i hyp other --size 2 --n-samples 20
human raters ratings.csv
human convert ratings ratings.csv --to google --into written --overwrite
human convert ratings half.json --to google --into written --overwrite
human scores half.json -n 0
nbest oracle half.jsonl ref
score half.jsonl --hyp mt --ref ref
score marks -i marks --normalize nfc
translate hyp --engine command --command cat
delta bleu 0.8
check ref hyp
check-paper hyp.json
exposure ref --train hyp other
analyze words ref -i hyp other
analyze segments ref -i hyp other
analyze ngrams ref -i hyp other
analyze examples ref -i hyp other
analyze errors ref -i hyp other
analyze data ref -i hyp other
report ref -i hyp other
mbr lists.jsonl
nbest oracle lists.jsonl ref
nbest rescore lists.jsonl ref
human scores ratings.csv
human agreement ratings.csv
study tokenization ref -i hyp other
study permutations ref -i hyp
convert xml
completion bash
doctor
"""


def commands() -> Iterator[tuple[str, Command]]:
    """Yields the words that call each command, and the command."""
    for node in walk():
        if node.command is not None:
            yield " ".join(node.words), node.command


def options_of(command: Command) -> list[Option]:
    return [option for group in command.table.groups for option in group.options() if option.flags]


OPTIONS = {words: options_of(command) for words, command in commands()}


def write_files(directory: Path, chance: random.Random) -> list[str]:
    """Writes the files that command lines name, some damaged; returns their names."""
    line = "the cat sat on the mat .\n"
    contents = {
        "hyp": line.encode() * 3,
        "ref": b"a cat sat on the mat .\n" * 3,
        "short": line.encode(),
        "other": b"the cat sits on a mat .\n" * 3,
        "table.tsv": b"id\tmt\tref\tsystem\n" + b"1\ta cat\tthe cat\tA\n2\ta dog\tthe dog\tB\n" * 3,
        "lists.jsonl": b'{"candidates": ["a cat sat", "the cat sat", ""], "scores": [1, 2, 3]}\n' * 3,
        "ratings.csv": b"system,segment,rater,score\n"
        + b"".join(
            b"%s,%d,%s,%d\n" % (s, n, r, n * 9)
            for s in (b"A", b"B")
            for n in range(1, 7)
            for r in (b"x", b"y")
        ),
        "hyp.json": b'{"name": "BLEU", "score": 30.0, "signature": "nrefs:1|case:mixed"}',
        "empty": b"",
        "latin1": b"caf\xe9\n\xff\xfe\n",
        "nul": b"a\x00b\n" * 3,
        "json": b'{"score": 1e999, "name": ["BLEU"]}',
        "deep": b"[" * 100_000,
        "numbers": b"sys1\t0.5\nsys2\t1_000\nsys3\tNone\n",
        "half.jsonl": b'{"candidates": ["a \\ud83d", "b"], "mt": "a \\udc80", "ref": "a", "cut \\ud83d": 1}\n'
        * 3,
        "half.json": b'[{"user_id": "u\\ud83d", "item": [{"src": "s", "tgt": {"A": "t\\ud83d", "B": "t"}, '
        b'"item_id": "n_###_d_###_0"}], "annotation": [{"A": {"score": 9, "error_spans": [{"start_i": 0, '
        b'"end_i": 0, "severity": "minor"}]}, "B": {"score": 5, "error_spans": []}}]}]',
        "marks": b"a" + "\u0300\u0316".encode() * 9000 + b" b\n" * 3,
        "xml": b'<!DOCTYPE a [<!ENTITY b "c">]><dataset id="x"><doc>&b;</doc></dataset>',
        "archive.tgz": b"\x1f\x8b\x08" + chance.randbytes(60),
    }
    for name, content in contents.items():
        damaged = bytearray(content)
        for _ in range(chance.choice([0, 0, 1, 3]) if damaged else 0):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        (directory / name).write_bytes(damaged)
    return list(contents)


def value_of(option: Option, chance: random.Random, names: Sequence[str]) -> str:
    """A word that the option may take, mostly."""
    kind = chance.random()
    if kind < 0.1:
        return chance.choice(WORDS)
    if option.choices:
        return chance.choice(list(option.choices))
    if option.kind in (int, float):
        return chance.choice(NUMBERS)
    return chance.choice(COLUMNS if "COL" in option.metavar else names)


def changed(line: list[str], chance: random.Random, names: Sequence[str]) -> list[str]:
    """The line with a word more, less, or in place of another."""
    known = next((OPTIONS[words] for words in (" ".join(line[:2]), *line[:1]) if words in OPTIONS), [])
    place = chance.randint(min(1, len(line)), len(line))
    kind = chance.random()
    if kind < 0.6 and known:
        option = chance.choice(known)
        values = [] if option.kind is bool else [value_of(option, chance, names)]
        return [*line[:place], chance.choice(option.flags), *values, *line[place:]]
    word = chance.choice(names if kind < 0.8 else WORDS)
    return [*line[:place], *([] if kind > 0.95 else [word]), *line[place + (kind > 0.9) :]]


def command_line(chance: random.Random, names: Sequence[str]) -> list[str]:
    if chance.random() < 0.5:
        line = chance.choice(USUAL.strip().splitlines()).split()
    else:
        line = chance.choice(list(OPTIONS)).split()
    for _ in range(chance.choice([0, 1, 1, 2, 2, 3, 5, 8])):
        line = changed(line, chance, names)
    return line


def run(line: list[str], directory: Path) -> tuple[int, bytes, bytes]:
    """Runs one line in a fork of this process, which has the command loaded: its status and what it wrote."""
    from parbleu._cli.main import command

    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(b"a b c\n")
        given.seek(0)
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            for number, file in enumerate((given, out, err)):
                os.dup2(file.fileno(), number)
            os.chdir(directory)
            # Nothing is asked of a server, and the user's own caches stay as they are.
            os.environ.update(HOME=str(directory), SACREBLEU="cache", http_proxy=NOBODY, https_proxy=NOBODY)
            sys.argv = ["parbleu", *line]
            signal.alarm(LONGEST)
            code = 1
            try:
                command()
                code = 0
            except SystemExit as ending:
                code = ending.code if isinstance(ending.code, int) else int(ending.code is not None)
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        out.seek(0)
        err.seek(0)
        return status, out.read(), err.read()


def attack(seed: str, most: int) -> int:
    chance = random.Random(seed)
    lines = min(most, LINES_OF_A_ROUND)
    # Not a TemporaryDirectory, which each fork would remove at its end.
    directory = Path(tempfile.mkdtemp())
    try:
        names = write_files(directory, chance)
        for _ in range(lines):
            line = command_line(chance, names)
            shown = f"parbleu {' '.join(map(repr, line))}"
            status, output, errors = run(line, directory)
            said = errors.decode("utf-8", "replace")
            if "Traceback (most recent call last)" in said or status not in STATUSES:
                raise AttackError(f"{shown}: status {status}\n{said[-3000:]}")
            if status and not said.strip() and not output.strip() and not {"-o", "--output"} & {*line}:
                raise AttackError(f"{shown}: status {status} without a word")
            if b"\x1b[31m" in errors:
                raise AttackError(f"{shown}: an escape sequence reaches the terminal")
            left = [path for path in directory.rglob("*") if path.name.endswith((".part", ".tmp"))]
            if left:
                raise AttackError(f"{shown}: left {left}")
    finally:
        shutil.rmtree(directory)
    return lines


if __name__ == "__main__":
    sys.exit(campaign(__doc__ or "", "command lines", attack))
