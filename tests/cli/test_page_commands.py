"""Tests the command lines that the documentation and the help texts show."""

import gzip
import json
import re
import shlex
import shutil
from glob import glob
from pathlib import Path

import pytest

import parbleu
from parbleu._cli import COMMANDS as GROUPS
from parbleu._cli.command_tree import walk
from parbleu._cli.main import _begins_score, command_of, main
from parbleu._cli.shell.console import CommandError, Console, Program

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```sh\n(.*?)^```|(?<=\n\n)((?: {4}[^\n]*\n)+)", re.DOTALL | re.MULTILINE)
PLACEHOLDERS = {"...", "DIR", "$server"}


def commands_of(page: Path) -> list[list[str]]:
    """The words after `parbleu` of every command in blocks of shell, also of those in pipelines."""
    blocks = ("".join(block) for block in BLOCK.findall(page.read_text(encoding="utf-8")))
    return [
        words
        for block in blocks
        if not re.match(r" +(def|return|class) ", block)
        for words in in_shell(block)
    ]


def in_shell(block: str) -> list[list[str]]:
    """The same of one block; commands with placeholders are left out."""
    text = re.sub(r"  +# .*$| 2>&1", "", block.replace("\\\n", " "), flags=re.MULTILINE)
    if not re.search(r"\bparbleu ", text):
        return []
    lexer = shlex.shlex(text, posix=True, punctuation_chars="|<>;&\n")
    lexer.whitespace, lexer.whitespace_split, lexer.commenters = " \t", True, ""
    words = ["\n", *lexer, "\n"]
    ends = [at for at, word in enumerate(words) if set(word) <= set("|<>;&\n")]
    starts = [at for at in ends[:-1] if set(words[at]) <= set("|;&\n") and words[at + 1] == "parbleu"]
    found = [words[start + 2 : next(end for end in ends if end > start)] for start in starts]
    return [command for command in found if not PLACEHOLDERS.intersection(command)]


COMMANDS = [(page.name, words) for page in PAGES for words in commands_of(page)]
HELP = [
    (" ".join(node.words), words)
    for node in walk()
    if node.command
    for words in in_shell(re.sub(r"   +\S.*$", "", node.command.examples, flags=re.MULTILINE))
]


def test_there_are_many():
    assert len(COMMANDS) > 150
    assert len(HELP) > 80


@pytest.mark.parametrize("commands", [COMMANDS, HELP], ids=["pages", "help"])
def test_is_understood(commands, tmp_path, monkeypatch):
    for name in ("texts", "here"):  # a page goes from one folder to another
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "here")
    wrong = []
    for where, words in commands:
        rest = [word for word in words if word != "--debug"]
        name = ""
        while rest and rest[0] in GROUPS.get(name, ()):
            name = f"{name} {rest.pop(0)}".lstrip()
        if not name and rest and _begins_score(rest[0]):
            name = "score"
        if rest[:1] not in (["help"], ["--help"]):
            assert name not in GROUPS, f"{where}: {name} has no command {rest[:1]}"
            command = command_of(name)
            command = getattr(command, "COMMAND", command)
            try:
                command.read(rest, Console(Program("parbleu", "parbleu: ", "parbleu")))
            except (CommandError, parbleu.ParbleuError) as problem:
                wrong.append(f"{where}: {shlex.join(words)}: {problem}")
    assert wrong == []


RUN = ("analysis.md", "gate.md", "mbr.md", "power.md", "report.md")
"""Pages whose commands no other test runs."""
ELSEWHERE = {"-t", "outputs.parquet", "long.jsonl", "xcomet.json"}
"""What tests of their own have: test sets, tables, spans of a metric."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Files of the names in these pages, of the texts in `examples`."""
    folder = tmp_path_factory.mktemp("page")
    shutil.copytree(ROOT / "examples" / "en-de", folder, dirs_exist_ok=True)
    reference, worse, better = (
        lines(folder / f"{name}.txt") for name in ("ref.A", "system.literal", "system.careful")
    )
    named = {
        **dict.fromkeys(("ref.txt", "ref.ja", "c.txt", "train.txt"), reference),
        **dict.fromkeys(("a.txt", "a.ja", "base.txt"), worse),
        **dict.fromkeys(("b.txt", "b.ja", "candidate.txt"), better),
        "ref.pos": [" ".join("X" for _ in each.split()) for each in reference],
        "a.pos": [" ".join("X" for _ in each.split()) for each in worse],
        "ref.lemmas": [parbleu.tokenize(each, "13a") for each in reference],
        "a.lemmas": [parbleu.tokenize(each, "13a") for each in worse],
        "src-ref.align": ["0-0"] * len(reference),
    }
    scores = [f"{at % 7}\t{at % 7 + 1}\t{at % 7}\t{at % 7 + 1}" for at in range(len(reference))]
    named["comet.tsv"] = named["human.tsv"] = ["a\tb\tbase\tcandidate", *scores]
    pairs = zip(worse, better, strict=True)
    named["hyp.nbest.jsonl"] = [
        json.dumps({"line": at, "translations": pair, "scores": [-1, -2]}) for at, pair in enumerate(pairs, 1)
    ]
    judged = lines(ROOT / "examples" / "metaeval" / "esa.csv")
    named["pilot.tsv"] = [
        line.replace(",", "\t") for line in judged if re.match("system|careful|literal", line)
    ]
    for name, content in named.items():
        (folder / name).write_text("".join(f"{line}\n" for line in content), encoding="utf-8")
    (folder / "train.en.gz").write_bytes(gzip.compress(b"Other text.\n"))
    shutil.copy(ROOT / "examples" / "mqm" / "mqm.tsv", folder)
    return folder


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.long
@pytest.mark.parametrize("page", RUN)
def test_is_run(page, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    commands = [words for name, words in COMMANDS if name == page and not ELSEWHERE.intersection(words)]
    assert commands
    for words in commands:
        status = main([each for word in words for each in sorted(glob(word)) or [word]])
        printed = capsys.readouterr()
        assert status == 0, (words, printed.err)
