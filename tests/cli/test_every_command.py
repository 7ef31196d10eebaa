"""Tests what all commands have in common, and how they document their arguments."""

import ast
import pkgutil
import re
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

import parbleu._cli
from parbleu._cli.command_tree import walk
from parbleu._cli.main import main
from parbleu._cli.shell.command import Command, ResultCommand, StatusCommand
from parbleu._cli.shell.console import CommandError, Console, Program
from parbleu._cli.shell.options import Arguments
from parbleu._cli.shell.parser import RARE, _common_options
from parbleu.tables import FORMATS

PROGRAM = Program("parbleu", "parbleu: ", "parbleu 0")
FLAG = re.compile(r"(?<!\w)--?[a-z][-a-z]*")
EXCEPTIONS = {
    "completion": {
        "--format": "a script is text for a shell",
        "--verbose": "it reads nothing",
        "--quiet": "it says nothing",
    },
    "nbest rescore": {"--format": "n-best lists have formats of their own, which --to names"},
    "report": {"--format": "a page is HTML; parbleu score and parbleu analyze print its tables"},
    "translate": {"--format": "translations are lines of text, written while it translates"},
}
"""Command -> the option that it lacks -> why."""

COMMANDS = {" ".join(node.words): node.command for node in walk() if node.command is not None}


def definitions():
    """Yields each command that a module defines, its name there, and the module."""
    for found in pkgutil.walk_packages(parbleu._cli.__path__, "parbleu._cli."):
        module = import_module(found.name)
        for name, value in vars(module).items():
            decorated = getattr(value, "function", None)
            if isinstance(value, Command) and name in ("COMMAND", getattr(decorated, "__name__", None)):
                yield value, name, module


DEFINITIONS = {id(command): (name, module) for command, name, module in definitions()}


def test_help_lists_every_command():
    assert {*map(id, COMMANDS.values())} == {*DEFINITIONS}
    assert len(COMMANDS) == len(DEFINITIONS) > 25


@pytest.mark.parametrize(
    ("long", "short"), [("--format", "-f"), ("--output", "-o"), ("--verbose", "-v"), ("--quiet", "-q")]
)
def test_every_command_has(long, short):
    """These options, under these names; the format is any registered one."""
    for place, command in COMMANDS.items():
        option = command.table.find(long)
        assert (option is None) == (long in EXCEPTIONS.get(place, ())), place
        if option is not None:
            assert command.table.find(short) is option, place
            assert long != "--format" or set(option.choices) == set(FORMATS), place


def test_steps_are_told_if_asked_for(run, tmp_path):
    for name in "abr":
        (tmp_path / name).write_text("the cat sat\non the mat\n")
    files = "r -i a b --names one two"
    for command, steps in (
        (f"score {files} -pbs -n 10 -f json", ["resampling: 10 steps"]),
        (f"analyze words {files}", []),
        (f"study permutations {files} -n 10", ["Reordering 2 systems"]),
    ):
        told = run(*command.split(), "-v", cwd=tmp_path).err
        for step in [*(f"reading {name}" for name in "abr"), *steps]:
            assert f"parbleu: {step}\n" in told
        assert "reading" not in run(*command.split(), cwd=tmp_path).err
    assert "reading" not in run(*command.split(), cwd=tmp_path).err  # it is not kept for the next command


def source_of(place):
    """Returns the syntax tree of the module that defines a command, without the other commands in it."""
    own, module = DEFINITIONS[id(COMMANDS[place])]
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    others = {name for name, defined_in in DEFINITIONS.values() if defined_in is module} - {own}
    tree.body = [node for node in tree.body if getattr(node, "name", None) not in others]
    return tree


def names_read(tree):
    """Yields the words that code reads values by: attributes, arguments and texts; not those of options."""
    declared = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Option", "output_option")
        for part in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in declared:
            continue
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from node.value.split()


def imported_modules(tree):
    """Yields the modules of the shell that code imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("parbleu._cli"):
            yield node.module


@pytest.mark.long
@pytest.mark.parametrize("place", COMMANDS)
def test_no_option_is_accepted_and_ignored(place):
    """The module of a command, or what it imports of the shell, names the value of each of its options."""
    waiting, seen, names = [source_of(place)], set(), set()
    while waiting:
        tree = waiting.pop()
        names.update(names_read(tree))
        for module in {*imported_modules(tree)} - seen:
            seen.add(module)
            waiting.append(ast.parse(Path(import_module(module).__file__).read_text(encoding="utf-8")))
    declared = [option.dest for group in COMMANDS[place].table.groups for option in group.declared]
    assert [dest for dest in declared if dest not in names] == []


@pytest.mark.parametrize(
    "place", [place for place, command in COMMANDS.items() if isinstance(command, ResultCommand)]
)
def test_every_result_is_shown_as_options_say(place):
    """A command with the options of results returns one, or shows one itself."""
    tree = source_of(place)
    called = {
        getattr(node.func, "id", getattr(node.func, "attr", ""))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    }
    own, _ = DEFINITIONS[id(COMMANDS[place])]
    is_printed = own != "COMMAND" and not isinstance(COMMANDS[place], StatusCommand)
    assert is_printed or called & {"show", "show_result", "show_lines"}


def test_arguments_are_frozen():
    for place, command in COMMANDS.items():
        arguments = command.read([], Console(PROGRAM))
        assert isinstance(arguments, Arguments), place
        name = next(iter(vars(arguments)))
        with pytest.raises(AttributeError, match="is immutable"):
            setattr(arguments, name, "x")
        changed = arguments.changed(**{name: "x"})
        assert getattr(changed, name) == "x" != getattr(arguments, name), place
        assert changed.chosen(name) == {name: "x"}, place


@pytest.mark.parametrize(
    "group", ["", "analyze", "data", "human", "human convert", "meta", "nbest", "power", "study"]
)
def test_help_of_groups_fits_80_columns(group, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    assert main([*group.split(), "--help"]) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if len(line) > 80] == []


def test_help_fits_80_columns(monkeypatch, capsys):
    """Both that of the common options and that of all; the common ones are options of the command."""
    monkeypatch.setenv("COLUMNS", "80")
    for place, command in COMMANDS.items():
        program = Program(f"parbleu {place}", "parbleu: ", "parbleu 0")
        for flag in ["--help", "--help-all"]:
            with pytest.raises(SystemExit):
                command.read([flag], Console(program))
            text = capsys.readouterr().out
            assert [line for line in text.splitlines() if len(line) > 80] == []
            assert " , " not in text, place  # a value that has no name


def test_help_explains_ten_options():
    """Those that people use, and all that the line of usage names."""
    for place, command in COMMANDS.items():
        common = command.common.split()
        options = [option for flag in common if (option := command.table.find(flag)) is not None]
        assert {flag for option in options for flag in option.flags}.issuperset(common), place
        few = _common_options(command.table, common) or command.table
        assert sum(bool(option.flags) for group in few.groups for option in group.options()) <= 10, place
        for flag in FLAG.findall(command.usage):
            option = few.find(flag)
            assert option is not None, (place, flag)
            assert flag in option.flags, (place, flag)  # and no old name


def test_help_leaves_rare_options_to_help_all(run):
    few, everything = run("gate", "--help").out, run("gate", "--help-all").out
    assert "--encoding" in everything
    assert "--encoding" not in few
    line = "--help-all explains all options, such as --labels, --source, --train, --hyp, --domain."
    assert " ".join(few.split()).endswith(line)
    assert run("completion", "--help").out == run("completion", "--help-all").out


def test_rare_flags_are_options():
    flags = {
        flag
        for command in COMMANDS.values()
        for group in command.table.groups
        for option in group.options()
        for flag in option.flags
    }
    assert flags >= RARE


def test_help_lists_commands_in_groups(run):
    few, everything = run("--help").out, run("help", "--all").out
    assert len(few.splitlines()) <= 30
    for name in import_module("parbleu._cli").COMMANDS[""]:
        assert f"\n  {name} " in everything
        assert f" {name} " in few or f" {name}," in few or f" {name}\n" in few


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("mbr", "nbest mbr"),
        ("delta", "power difference"),
        ("exposure", "study exposure"),
        ("convert sgm", "convert"),
    ],
)
def test_old_spellings_work_with_a_note(run, old, new):
    expected = run(*new.split(), "--help")
    assert expected.status == 0
    done = run(*old.split(), "--help")
    assert done == (0, expected.out, f"parbleu: `parbleu {old}` is now `parbleu {new}`\n")
    assert run("help", *old.split()).out == expected.out
    assert run(*old.split(), "--no-such-flag", "-q").err.count("is now") == 0


def test_help_all_is_of_all_commands(run):
    assert run("--help-all") == run("help", "--all")
    lines = run("--help-all").out.splitlines()
    assert max(map(len, lines)) <= 80
    for node in walk():
        if len(node.words) in (1, 2):
            indented = f"{'  ' * len(node.words)}{node.words[-1]} "
            assert any(line.startswith(indented) for line in lines), node.words


def reads_numbers(option):
    try:
        return option.kind not in (str, bool) and isinstance(option.read("3"), (int, float))
    except (ValueError, CommandError):
        return False


def test_numbers_are_finite_and_in_ascii():
    taken, options = [], 0
    for place, command in COMMANDS.items():
        for option in (each for group in command.table.groups for each in group.options()):
            options += reads_numbers(option)
            for word in ("nan", "inf", "-inf", "1e999", "1_0", "٣", "３", " 3", ""):
                with suppress(ValueError, CommandError):
                    if reads_numbers(option):
                        taken.append((place, option.flags, option.read(word)))
    assert taken == []
    assert options > 150


@pytest.mark.parametrize(
    "line",
    ["score a -i b", "analyze words a -i b", "study exposure a -i b --train a"],
)
@pytest.mark.parametrize("number", ["0", "-1"])
def test_a_line_holds_at_least_one_reference(run, line, number):
    result = run(*line.split(), f"--num-refs={number}")
    assert (result.status, result.err) == (
        2,
        f"parbleu: -nr/--num-refs is a whole number from 1, not {number}\n",
    )


@pytest.mark.parametrize("line", ["study exposure {}", "score {} -i b c --explain -pbs -n 20"])
def test_training_data_are_compared_with_each_field(run, tmp_path, line):
    texts = {"a1": "x a", "a2": "x z", "a": "x a\tx z", "b": "x b", "c": "x c", "train": "x z"}
    for name, text in texts.items():
        (tmp_path / name).write_text(f"{text}\n")
    wanted = run(*line.format("a1 a2").split(), "--train", "train", "-f", "csv", cwd=tmp_path)
    found = run(*line.format("a").split(), "--train", "train", "-f", "csv", "-nr", "2", cwd=tmp_path)
    assert (found.status, found.out) == (0, wanted.out), found.err


BEYOND = "1" + 30 * "0"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (f"score ref -i hyp --num-refs {BEYOND}", f"ref:1: {BEYOND} references are expected"),
        (
            f"analyze words ref -i hyp other --decimals {BEYOND}",
            "--decimals is a number from 0, at most 1074",
        ),
        (f"analyze ngrams ref -i hyp other --max-order {BEYOND}", "orders are two numbers from 1 to 1000"),
        ("analyze ngrams ref -i hyp other --max-order 1001", "orders are two numbers from 1 to 1000"),
        ("analyze ngrams ref -i hyp other --smoothing 0", "smoothing is a number above 0"),
        (
            f"power segments ref -i hyp other --sizes {BEYOND}",
            "sizes are numbers of segments, at most 1,000,000,000",
        ),
    ],
    ids=lambda line: line.split(" -")[0],
)
def test_numbers_beyond_any_use(run, tmp_path, monkeypatch, line, complaint):
    monkeypatch.chdir(tmp_path)
    for name in ("hyp", "ref", "other"):
        (tmp_path / name).write_text(f"the cat sat\non the {name}\n")
    result = run(*line.split())
    assert result.status in (1, 2, 17)
    assert complaint in result.err
    assert result.err.count("\n") == 1


def test_a_window_beyond_all_segments(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").write_text("the cat\n")
    result = run(*f"translate src --engine command --command cat --window {BEYOND} -q".split())
    assert (result.status, result.out, result.err) == (0, "the cat\n", "")


@pytest.mark.parametrize(
    "line",
    [
        "analyze segments none -i none",
        "study exposure none -i none --train none",
        "study runs none -i none --runs A",
        "power segments none -i none",
        "human scores none",
        "meta matrix -t none -l en-de",
    ],
)
def test_numbers_are_judged_before_files_are_read(run, tmp_path, line):
    """The exposure of a test set took hours before the level of its tests was refused."""
    wrong = {"--alpha=2": "alpha is", "--seed=x": "seed must be", "--n-samples=-1": "samples"}
    for word, message in {**wrong, "--threads=0": "threads must be"}.items():
        found = run(*line.split(), word, cwd=tmp_path)
        if "unrecognized arguments" not in found.err:
            assert message in found.err, found.err
            assert (found.status, found.out, found.err.count("\n")) == (1, "", 1)


def test_an_option_without_a_value_is_refused(run, tmp_path):
    """As of a variable of the shell that is not set; but for texts, such as captions."""
    (tmp_path / "a").write_text("the cat\n")
    for words, flag in (
        (["--document-column", ""], "--document-column"),
        (["--document-column="], "--document-column"),
        (["-tok", ""], "-tok"),
        (["--names", "x", ""], "--names"),
    ):
        refused = run("score", "a", "-i", "a", *words, cwd=tmp_path)
        assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
        assert f"{flag} is empty, as a variable that is not set: give a value" in refused.err
    refused = run("check", "-q", "", cwd=tmp_path)
    assert refused.err.startswith("parbleu: a word of the command line is empty")
    assert run("score", "a", "-i", "a", "--caption", "", "-f", "latex", cwd=tmp_path).status == 0
    words = ["analyze", "segments", "a", "-i", "a", "--by", "x", "--labels", "x="]
    assert "--labels takes NAME=FILE, not 'x='" in run(*words, cwd=tmp_path).err


@pytest.mark.parametrize("line", ["align a --ref a", "check a", "nbest mbr lists", "cite"])
def test_lines_have_no_decimals(run, tmp_path, line):
    (tmp_path / "a").write_text("the cat\n")
    (tmp_path / "lists").write_text('{"candidates": ["a b", "a"]}\n')
    assert run(*line.split(), cwd=tmp_path).status == 0
    refused = run(*line.split(), "--decimals", "3", cwd=tmp_path)
    assert (refused.status, refused.out) == (2, "")
    assert "--decimals is of tables, and this output has none" in refused.err


def test_options_of_evaluation_sets_need_one(run, tmp_path):
    (tmp_path / "a").write_text("the cat\n")
    for words in (["--data", "x"], ["--evalset-metrics", "BLEU"]):
        refused = run("analyze", "segments", "a", "-i", "a", *words, cwd=tmp_path)
        assert refused.err == (
            "parbleu: --data and --evalset-metrics are of an evaluation set: add --evalset SET\n"
        )


@pytest.mark.parametrize("name", ["report", "study tokenization"])
def test_seeds_are_judged_before_texts_are_scored(run, tmp_path, name):
    for text in "abc":
        (tmp_path / text).write_text(f"the cat {text}\n")
    program = "command:touch worked; sed s/.*/1/"
    words = ["a", "-i", "b", "c", "-m", program, "--seed", "x", *(["-o", "page.html"] * (name == "report"))]
    refused = run(*name.split(), *words, cwd=tmp_path)
    assert (refused.status, refused.out, refused.err.count("\n")) == (1, "", 1)
    assert refused.err.startswith("parbleu: seed must be a whole number from 0 up")
    assert not (tmp_path / "worked").exists()


def test_decimals_are_checked_before_anything_is_written(run, tmp_path):
    (tmp_path / "r.csv").write_text("system,segment,rater,score\nA,1,x,9\nA,1,y,8\n")
    words = ["human", "convert", "ratings", "r.csv", "--to", "table", "--into", "out.csv"]
    for number in ("-1", "9" * 30, "score=-1"):
        refused = run(*words, f"--decimals={number}", cwd=tmp_path)
        assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
        assert "--decimals is a number from 0, at most 1074, not" in refused.err
    assert not (tmp_path / "out.csv").exists()
    assert run(*words, "--decimals=1", cwd=tmp_path).status == 0


ABSENT = {
    "score": "absent -i absent other.txt",
    "merge": "absent",
    "gate": "absent other.txt --ref absent",
    "power segments": "absent -i absent other.txt",
    "power human": "absent --difference 1",
    "check": "absent",
    "check-paper": "absent",
    "meta list": "-t absent --data absent",
    "meta show": "-t absent -l en-de --data absent",
    "meta scores": "-t absent -l en-de --data absent",
    "meta correlate": "absent -t absent -l en-de --data absent",
    "meta compare": "absent other.txt -t absent -l en-de --data absent",
    "meta matrix": "-t absent -l en-de --data absent",
    "meta run": "wmt23 --data absent",
    "meta score": "-t absent -l en-de --data absent",
    "meta import": "-t new -l en-de --source absent --references r=absent --systems absent --into new",
    "human scores": "absent",
    "human agreement": "absent",
    "human raters": "absent",
    "human show": "absent",
    "human evalset": "absent -t new -l en-de --references r=absent",
    "human convert ratings": "absent --to mqm --into new",
    "human convert standalone-to-evalset": "absent -t new -l en-de --into new",
    "human convert evalset-to-standalone": "absent -t new -l en-de --into new",
    "human convert score-mqm": "absent",
    "human convert verify-scores": "absent -t new -l en-de",
    "human codalab": "absent",
    "wmt validate": "absent",
    "wmt rank": "absent",
    "wmt spans": "a=absent --gold absent",
    "wmt labels": "a=absent --gold absent",
    "wmt edits": "a=absent --after x",
    "wmt autorank": "absent",
    "wmt terminology": "a=absent",
    "wmt compression": "a=absent --source absent --scores m=absent",
    "wmt run": "absent.toml",
    "analyze words": "absent -i absent other.txt",
    "analyze segments": "absent -i absent other.txt",
    "analyze ngrams": "absent -i absent other.txt",
    "analyze examples": "absent -i absent other.txt",
    "analyze data": "absent -i absent",
    "analyze errors": "absent -i absent",
    "align": "absent --ref absent",
    "edits": "absent other.txt",
    "study exposure": "absent --source absent --train absent",
    "study permutations": "absent -i absent",
    "study runs": "absent -i absent other.txt --runs a a",
    "study select": "absent -i absent other.txt --size 3",
    "study tokenization": "absent -i absent other.txt",
    "nbest mbr": "absent",
    "nbest oracle": "absent absent",
    "nbest rescore": "absent absent",
    "report": "absent -i absent other.txt -o page.html",
    "convert": "absent.xlf",
    "translate": "absent --engine command --command cat",
}
"""Command -> words that name files and evaluation sets which are not there."""

REFUSED = {
    "--n-samples": ("-1", "x"),
    "--seed": ("-1", "x"),
    "--alpha": ("0", "2", "x"),
    "--power": ("2", "x"),
    "--threads": ("-1", "0", "x"),
    "--decimals": ("-1", "9999", "x"),
    "--num-refs": ("-1", "0", "x"),
    "--region": ("-1", "x"),
    "--length-range": ("50", "90 10", "x y"),
    "--size": ("0",),
    "--smooth-value": ("-1",),
    **dict.fromkeys(("--tables", "--format", "--encoding", "--ref-encoding", "--labels", "--tags"), ("no",)),
    **dict.fromkeys(("--tokenize", "--normalize", "--scheme", "--unit", "--level", "--from"), ("no",)),
    **dict.fromkeys(("--correlation", "--average-by", "--nbest-format", "--test", "--p-columns"), ("no",)),
}
"""Option -> values that it does not take."""

UNJUDGED = {("translate", "--seed"), ("study exposure", "--labels")} | {
    (place, "--tables")
    for place in (
        *("analyze words", "analyze segments", "analyze errors", "study exposure", "study tokenization"),
        *("wmt run", "human evalset", "human convert standalone-to-evalset"),
    )
}
"""Options that are judged later: an engine's seed, labels of no output, tables that what is read names."""


@pytest.mark.parametrize("flag", REFUSED)
def test_values_that_an_option_does_not_take_are_refused_before_files_are_read(run, tmp_path, flag):
    commands = [
        place
        for place in ABSENT
        if (option := COMMANDS[place].table.find(flag)) is not None
        and option.kind is not bool
        and (place, flag) not in UNJUDGED
    ]
    assert commands
    for place in commands:
        beside = ["--explain"] if flag == "--region" and COMMANDS[place].table.find("--explain") else []
        for value in REFUSED[flag]:
            words = [*place.split(), *ABSENT[place].split(), *beside, flag, *value.split()]
            found = run(*words, cwd=tmp_path)
            assert found.status, words
            told = found.err.splitlines()[-1] if found.err else found.out  # of a gate, in its outcome
            assert not re.search(r"absent|other\.txt", told), (words, told)


def test_every_command_that_reads_is_tried():
    others = {place for place in COMMANDS if place.split()[0] in ("data", "scorer", "doctor", "completion")}
    assert COMMANDS.keys() - others - ABSENT.keys() == {"cite", "power difference", "meta download"}
