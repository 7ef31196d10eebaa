"""Tests that no command writes a file that it reads, or writes a file twice.

The pairs of options are derived from what the options declare.
"""

import os
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

from parbleu._cli.command_tree import walk
from parbleu._cli.main import main
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.overwrite_check import NAMED

# The pairs of the faces' commands are among those that are derived.
mtme = pytest.importorskip("parbleu.compat.mt_metrics_eval.mtme")
flags = pytest.importorskip("parbleu.compat.mt_metrics_eval.mtme")
sacrebleu = pytest.importorskip("parbleu.compat._sacrebleu_command.command")

TEXT = "what must stay\n"


class Spelled(NamedTuple):
    """How one file is named by an option: where it lies, and the words; more options that this needs."""

    path: str
    words: tuple[str, ...]
    of_set: bool = False


LITERAL = Spelled("here/file.json", ("here/file.json",))
EVALSET = Spelled("data/mine/sources/en-de.txt", ("data",), True)
SCORES = Spelled("data/mine/metric-scores/en-de/BLEU-refA.seg.score", ("data",), True)
READ = {
    "FILE": LITERAL,
    "TABLE": Spelled("here/file.json", ("here/*.json",)),
    "FILE or COLUMN": LITERAL,
    "NAME=FILE": Spelled("here/file.json", ("name=here/file.json",)),
    "[NAME=]FILE": Spelled("here/file.json", ("here",)),
    "@FILE": Spelled("here/file.json", ("@here/file.json",)),
    "COMMAND": Spelled("here/file.json", ("cat 'here/file.json'",)),
    "SCORE FILES": Spelled("scores/en-de/M-refA.seg.score", ("scores",)),
    "TASK": LITERAL,
    "SUBMISSION": Spelled("in/ref/gold.score", ("in", "out")),
    "TEST SET": Spelled("cache/toy/raw/a.txt", ("other,toy",)),
    "EVALUATION SET": EVALSET,
    "TEXTS OF EVALUATION SET": EVALSET,
}
WRITTEN = {
    "FILE": LITERAL,
    "PICTURE": LITERAL,
    "FILE or FOLDER": LITERAL,
    "PAGE": LITERAL,
    "TRANSLATIONS": LITERAL,
    "PREFIX": Spelled("here/file.json", ("here/file",)),
    "EVALUATION SET": EVALSET,
    "METRIC SCORES": SCORES,
    "METRIC SCORES OF SET": SCORES,
    "RATER FILES": Spelled("ratings/anna.seg.rating", ("ratings",)),
    "SUBMISSION SCORES": Spelled("out/scores.txt", ("in", "out")),
    "PACKAGE": Spelled("all/mt-metrics-eval-v2/a.txt", ("all",)),
}
COMMANDS = {" ".join(node.words): node for node in walk() if node.command is not None}
TABLES = {name: node.command.table for name, node in COMMANDS.items()}
TABLES["mtme"] = flags.TABLE
TABLES["sacrebleu"] = TABLES["score"]
RUNS = {"mtme": mtme.run, "sacrebleu": sacrebleu.run}
NO_PATHS = {
    "--names": "of systems, in the order of their files",
    "--encoding": "of files",
    "--from": "a format of files",
    "--download": "a test set, written to the cache",
    "--evalset": "a name, looked for in --data",
    "--prefix": "of names in the folder of --into",
    "--close-references": "names of references",
    "--mt-in": "an element of files of translators",
    "--leave-out": "states of units",
    "--join": "how units are joined",
    "--by": "columns or labels",
}
"""Options that look like paths, and what they are."""
NO_PATHS_HERE = {
    ("meta matrix", "--references"),
    ("meta run", "--references"),
    ("translate", "--src"),
    ("check-paper", "--references-made-by"),
    ("mtme", "--matrix_parallel"),
}
"""The same of single commands: names of references, a column, what changes nothing."""


def options(name: str) -> list[Option]:
    return [option for group in TABLES[name].groups for option in group.options()]


def readers(name: str) -> list[Option]:
    return [option for option in options(name) if option.reads]


def writers(name: str) -> list[Option]:
    return [option for option in options(name) if option.writes]


def command_line(name: str, *pairs: tuple[Option, Spelled]) -> list[str]:
    """Returns the words that give options these values, the positional ones first."""
    words = [*COMMANDS[name].words] if name in COMMANDS else []
    given: dict[str, list[str]] = {}
    for option, spelled in sorted(pairs, key=lambda pair: bool(pair[0].flags)):
        before = given.get(option.dest)
        if before is not None and before != [*option.flags[:1], *spelled.words]:
            before += spelled.words
        given.setdefault(option.dest, [*option.flags[:1], *spelled.words])
    for value in given.values():
        words += value
    if any(spelled.of_set for _, spelled in pairs):
        flags = {flag for option in options(name) for flag in option.flags}
        chosen = (
            "--evalset" if "--evalset" in flags else "--test-set" if "--test-set" in flags else "--test_set"
        )
        words += [chosen, "mine"]
        pair = flags & {"--language-pair", "--language_pair"}
        words += [*pair, "en-de"] if pair else []
    return words


def refused(run, folder: Path, name: str, words: list[str], message: str) -> None:
    """Checks that a command line is refused, and that nothing has changed."""

    def files() -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    before = files()
    env = {"SACREBLEU": str(folder / "cache"), "PARBLEU_EVALSETS": str(folder / "data")}
    done = run(*words, cwd=folder, env=env, command=RUNS.get(name, main))
    assert done.status in (1, 2), (words, done)
    assert re.search(message, done.err), (words, done.err)
    assert (done.out, done.err.count("\n")) == ("", 1), (words, done)
    assert files() == before, words


def same(one: Path, other: Path, how: str) -> bool:
    """Makes two paths one file; returns whether that is possible."""
    for path in (one, other):
        path.parent.mkdir(parents=True, exist_ok=True)
    one.write_text(TEXT)
    if one == other:
        return how == "name"
    if how == "symbolic link":
        other.symlink_to(one)
    elif how == "hard link":
        os.link(one, other)
    else:
        return False
    return True


@pytest.mark.long
@pytest.mark.parametrize("how", ["name", "symbolic link", "hard link"])
@pytest.mark.parametrize("name", TABLES)
def test_no_file_is_read_and_written(run, tmp_path, name, how):
    count = 0
    for number, (reader, writer) in enumerate((r, w) for r in readers(name) for w in writers(name)):
        folder = tmp_path / str(number)
        read, written = READ[reader.reads], WRITTEN[writer.writes]
        if how != "name" and written == LITERAL:
            written = Spelled("there/link", ("there/../there/link",))
        elif how != "name" and writer.writes == "PREFIX":
            written = Spelled("there/link.npz", ("there/link",))
        if same(folder / read.path, folder / written.path, how):
            count += 1
            refused(
                run,
                folder,
                name,
                command_line(name, (reader, read), (writer, written)),
                f"^(parbleu|mtme|sacreBLEU): {re.escape(writer.flags[0] if writer.flags else 'DIR')} "
                r"would overwrite \S+, which is read.*; give it another name",
            )
    assert count or how == "name" or not readers(name)


@pytest.mark.parametrize("is_there", [False, True])
@pytest.mark.parametrize("name", TABLES)
def test_no_file_is_written_twice(run, tmp_path, name, is_there):
    for number, (one, other) in enumerate(combinations(writers(name), 2)):
        folder = tmp_path / str(number)
        spelled = sorted(
            ((option, WRITTEN[option.writes]) for option in (one, other)), key=lambda pair: pair[1] == LITERAL
        )
        path = spelled[0][1].path
        if spelled[1][1] == LITERAL:
            spelled[1] = (spelled[1][0], Spelled(path, (path,)))
        elif spelled[1][1] != spelled[0][1]:
            continue  # two folders, whose files the library names
        if {one.writes, other.writes} == {"METRIC SCORES", "METRIC SCORES OF SET"}:
            continue  # the one takes the place of the other
        (folder / path).parent.mkdir(parents=True)
        if is_there:
            (folder / path).write_text(TEXT)
        words = command_line(name, *spelled)
        refused(run, folder, name, words, r"would (both write|overwrite|write) \S+")


@pytest.mark.parametrize("lost", ["ratings.jsonl", "set.jsonl", "scores.jsonl", "task.toml"])
def test_files_that_settings_name_are_not_overwritten(run, tmp_path, lost):
    lines = ['name = "a"', "[[pairs]]", 'language_pair = "en-de"', 'ratings = "ratings.jsonl"']
    lines += ['references = "set.jsonl"', 'scores = "scores.jsonl"']
    (tmp_path / "task.toml").write_text("\n".join(lines) + "\n")
    for name in ("ratings.jsonl", "set.jsonl", "scores.jsonl"):
        (tmp_path / name).write_text(TEXT)
    words = ["wmt", "run", "task.toml", "-o", lost]
    refused(run, tmp_path, "wmt run", words, f"--output would overwrite .*{lost}, which is read")


def test_a_task_does_not_write_its_inputs(run, tmp_path):
    (tmp_path / "record.json").write_text(TEXT)
    lines = ['name = "a"', "[[pairs]]", 'language_pair = "en-de"', 'ratings = "record.json"']
    (tmp_path / "task.toml").write_text("\n".join(lines) + "\n")
    words = ["wmt", "run", "task.toml", "--into", "."]
    refused(run, tmp_path, "wmt run", words, "record.json is read, and would be overwritten")


def test_pairs_are_many():
    assert sum(len(readers(name)) * len(writers(name)) for name in TABLES) > 300
    assert sum(len(writers(name)) > 1 for name in TABLES) > 15


@pytest.mark.parametrize("name", TABLES)
def test_every_path_is_declared(name):
    for option in options(name):
        if option.kind in (bool, int, float) or option.reads or option.writes:
            continue
        flag = option.flags[0] if option.flags else option.dest
        looks = re.search(r"FILE|DIR|PATH|TABLE|NBEST|HYP|REF|SRC|PREFIX|RESULT|CMD", option.metavar)
        tells = re.search(r"\b(files?|folders?|director(y|ies)|paths?)\b", option.help)
        if flag in ("--hyp", "--ref") and name != "meta score":  # which has references of a set
            assert option.metavar == "COLUMN"
        elif flag not in NO_PATHS and (name, flag) not in NO_PATHS_HERE:
            assert (looks or tells) is None, f"{flag} of {name} declares neither reads= nor writes="


def test_declarations_are_defined_and_needed():
    for role, spelled in (("reads", READ), ("writes", WRITTEN)):
        used = {getattr(option, role) for name in TABLES for option in options(name)} - {""}
        assert used == set(NAMED[role]) == set(spelled)


@pytest.mark.parametrize(
    ("words", "lost", "by"),
    [
        ("score r -i h -m chrf --scores M=m.tsv -o m.tsv", "m.tsv", " by --scores"),
        ("score r -i h h2 -pbs --documents d -o d", "d", " by --documents"),
        ("score r -i h h2 --explain --train t -o t", "t", " by --train"),
        ("score r -i h --source s --segments s.tsv -o s", "s", " by --source"),
        ("gate h h2 --ref r --labels domain=d --by domain -o d", "d", " by --labels"),
        ("gate h h2 --ref r -o r", "r", " by --ref"),
        ("study exposure r --merge 1.json 2.json -o 2.json", "2.json", " by --merge"),
        ("study exposure r --train t --save t", "t", " by --train"),
        (
            "meta import -t mine -l en-de --references refA=r --systems h --source s -o r",
            "r",
            " by --references",
        ),
        (
            "meta import -t mine -l en-de --references refA=r --systems B=h --source s -o h",
            "h",
            " by --systems",
        ),
        (
            "meta import -t mine -l en-de --references refA=r --systems dir --source s -o dir/B",
            "dir/B",
            " by --systems",
        ),
        ("human evalset q.tsv -t mine -l en-de --references refA=r -o r", "r", " by --references"),
        ("nbest mbr n.jsonl --references n2.jsonl --ranked n2.jsonl", "n2.jsonl", " by --pseudo-references"),
        ("merge 1.parquet q.tsv -o q.tsv", "q.tsv", ""),
        ("score dir/*.jsonl --hyp a --ref b -o dir/x.jsonl", "dir/x.jsonl", ""),
        ("translate s -o h --overwrite --engine http --prompt @p --record p", "p", " by --prompt"),
        ("study tokenization r -i h --command ./cut -o cut", "./cut", " by --command"),
    ],
)
def test_inputs_that_were_lost(run, tmp_path, words, lost, by):
    for name in (
        "dir/B",
        "dir/x.jsonl",
        "r",
        "h",
        "h2",
        "s",
        "t",
        "d",
        "p",
        "cut",
        "m.tsv",
        "1.json",
        "2.json",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(TEXT)
    for name in ("q.tsv", "n.jsonl", "n2.jsonl", "1.parquet"):
        (tmp_path / name).write_text(TEXT)
    message = f"would overwrite {re.escape(lost)}, which is read{by}; give it another name"
    refused(run, tmp_path, words, words.split(), message)


@pytest.mark.parametrize(
    "words",
    [
        "score r -i h -o x.tsv --segments ./x.tsv",
        "human convert ratings q.tsv --to standalone --into x -o x",
        "study exposure r --train t --save x -o x",
        "meta matrix -t mine -l en-de --save x -o x.json",
        "human convert standalone-to-evalset q.tsv -t mine -l en-de --into out -o out/anna.seg.rating",
        "translate s -o h --nbest 2 --nbest-file h.json",
        "study permutations r -i h h2 --equal-corpus x x",
    ],
)
def test_outputs_that_were_one(run, tmp_path, words):
    for name in ("r", "h", "h2", "t", "d", "q.tsv", "s"):
        (tmp_path / name).write_text(TEXT)
    (tmp_path / "out").mkdir()
    refused(run, tmp_path, words, words.split(), "would (both )?write .*; give each file a name of its own")


def test_standard_input_is_read(tmp_path):
    for name in ("r", "h"):
        (tmp_path / name).write_text(TEXT)
    with (tmp_path / "h").open() as stdin:
        words = [sys.executable, "-m", "parbleu", "score", "r", "-o", "h"]
        done = subprocess.run(words, stdin=stdin, cwd=tmp_path, capture_output=True, text=True, check=False)
    message = "parbleu: --output would overwrite h, which is read as standard input; give it another name\n"
    assert (done.returncode, done.stderr) == (1, message)
    assert (tmp_path / "h").read_text() == TEXT


def test_what_may_be_written(run, tmp_path):
    """Files beside inputs, devices, new names that a column has, results in a folder of evaluation sets."""
    for name in ("r", "h", "src"):
        (tmp_path / name).write_text(TEXT)
    (tmp_path / "t.jsonl").write_text('{"a": "x y", "b": "x y", "src": "z"}\n')
    for words in (
        "score r -i h -o out",
        "score r -i h -o out",
        "score r -i h -o /dev/null --segments new.tsv",
        "score t.jsonl --hyp a --ref b --source src -o src",
        "score *.jsonl --hyp a --ref b -o result.json",
    ):
        assert run(*words.split(), cwd=tmp_path).status == 0, words


def test_cases_of_letters(run, tmp_path):
    """Where file systems ignore them, names of files that exist are one file."""
    for name in ("r", "hyp"):
        (tmp_path / name).write_text(TEXT)
    if (tmp_path / "HYP").exists():
        refused(run, tmp_path, "score", ["score", "r", "-i", "hyp", "-o", "HYP"], "would overwrite hyp")
    else:
        assert run("score", "r", "-i", "hyp", "-o", "HYP", cwd=tmp_path).status == 0
