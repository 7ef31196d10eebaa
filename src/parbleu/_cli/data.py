"""`parbleu data`: lists, downloads, checks and describes test sets."""

from __future__ import annotations

from collections.abc import Sequence

from parbleu import testsets
from parbleu._cli.shell.command import ResultCommand, StatusCommand
from parbleu._cli.shell.console import CommandError, Console, UsageError
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.result_output import show_lines
from parbleu.tables import Result

LANGUAGE_PAIR = Option("--language-pair -l", "only this language pair, such as en-de", metavar="PAIR")


def sets_option(text: str) -> Option:
    """Returns the option for the names of test sets."""
    return Option("sets", text, many="*", metavar="SET", reads="TEST SET")


SETS_AND_MODELS = sets_option("test sets, or pairs: wmt24/en-de; all for all sets; models")


def check_sets(words: Sequence[str], example: str) -> None:
    """Refuses a command line without any test set; the message shows the example."""
    if not words:
        raise UsageError(f"name a test set ({example}; parbleu data list shows all of them)")


@ResultCommand(
    "[SET...] [-l PAIR] [--cached] [-f FORMAT]",
    "Lists all test sets, or the language pairs and fields of the ones named. Nothing is downloaded.",
    """\
  parbleu data list                   every set: how many pairs, how many in the cache
  parbleu data list -l en-de          the sets that have this pair
  parbleu data list wmt23 wmt24       their pairs and fields
  parbleu data list all --cached      every pair that is in the cache""",
    sets_option("test sets; all for all of them"),
    LANGUAGE_PAIR,
    Option("--cached", "only sets in the cache", bool),
    next_step="parbleu data show SET; parbleu score -t SET -l PAIR -i HYP scores on it",
)
def list_(arguments: Arguments) -> Result:
    """Lists the known test sets, or the language pairs of some."""
    from parbleu.testsets._set_selection import EVERY

    listed = testsets.list_language_pairs if arguments.sets else testsets.list_test_sets
    return listed(arguments.sets or EVERY, arguments.language_pair, only_cached=arguments.cached)


@ResultCommand(
    "SET... [-l PAIR] [-f FORMAT]",
    "Describes test sets: language pairs, fields, references, where they come from, terms of use.",
    """\
  parbleu data show wmt24
  parbleu data show wmt24/en-de -f json""",
    sets_option("test sets, or pairs: wmt24/en-de"),
    LANGUAGE_PAIR,
)
def show(arguments: Arguments) -> Result:
    """Describes test sets."""
    check_sets(arguments.sets, "parbleu data show wmt24")
    return testsets.describe(arguments.sets, arguments.language_pair)


@StatusCommand(
    "SET... [-f FORMAT] [-o FILE]",
    "Prints the BibTeX entries of test sets, each once; in formats other than text a table. Status 1 if one\n"
    "has none.",
    """\
  parbleu data cite wmt19 >> paper.bib
  parbleu data cite wmt17,wmt18""",
    sets_option("test sets"),
)
def cite(arguments: Arguments, console: Console) -> int:
    """Prints the BibTeX entries of test sets."""
    check_sets(arguments.sets, "parbleu data cite wmt19")
    citations_of_sets = testsets.citations(arguments.sets)
    known = dict.fromkeys(text for text in citations_of_sets.texts.values() if text)
    show_lines(known, citations_of_sets, arguments, console)
    missing = [name for name, text in citations_of_sets.texts.items() if not text]
    if missing:
        raise CommandError(f"no citation is known for {', '.join(missing)}")
    return 0


@ResultCommand(
    "SET... [-l PAIR] [-f FORMAT]",
    "Lists the downloads that test sets need, and which of them are in the cache. Nothing is downloaded.",
    """\
  parbleu data plan wmt24
  parbleu data plan wmt23/en-de wmt24/en-de -f json
  parbleu data plan models/flores200                  # also the models of tokenizers
  parbleu data plan wmt24 -f tsv | tail -n +2 | cut -f 2 | sort -u      # URLs to fetch on another machine""",
    SETS_AND_MODELS,
    LANGUAGE_PAIR,
)
def plan(arguments: Arguments) -> Result:
    """Lists what would be downloaded."""
    check_sets(arguments.sets, "parbleu data plan wmt24")
    return testsets.plan(arguments.sets, arguments.language_pair)


@StatusCommand(
    "SET... [-l PAIR] [-f FORMAT]",
    "Downloads test sets and converts their language pairs to text, so that scoring needs no network.\n"
    "Cached files are not downloaded again. Status 1 if something could not be downloaded.",
    """\
  parbleu data get wmt24                 all its language pairs
  parbleu data get wmt23/en-de wmt24     one pair, and all pairs
  parbleu data get all -l en-de          every set that has en-de
  parbleu data get models/flores200      the model of -tok flores200
  PARBLEU_MIRROR=/media/stick parbleu data get wmt24""",
    SETS_AND_MODELS,
    LANGUAGE_PAIR,
    next_step="parbleu score -t SET -l PAIR -i HYP",
)
def get(arguments: Arguments, console: Console) -> int:
    """Downloads and converts test sets."""
    check_sets(arguments.sets, "parbleu data get wmt24")
    fetched = testsets.get(arguments.sets, arguments.language_pair)
    get.show(fetched, arguments, console)
    problems = {pair.problem: pair for pair in reversed(fetched.pairs) if pair.problem}
    for problem, first in reversed(problems.items()):
        console.say(f"{first}: {problem}")
    return int(bool(problems))


@StatusCommand(
    "FILE... [-f FORMAT]",
    "Puts downloads from another machine into the cache. A file is recognized by its checksum, whatever\n"
    "its name is; where the catalogue has no checksum, by its name. The files themselves stay unchanged.\n"
    "Status 1 if a file is not recognized.",
    """\
  parbleu data import data_onlyxml.tar.gz
  parbleu data import /media/stick/*
  parbleu data plan wmt24 -f tsv | tail -n +2 | cut -f 2      which URLs to fetch, on another machine""",
    Option("files", "downloads", many="*", reads="FILE"),
)
def import_(arguments: Arguments, console: Console) -> int:
    """Imports downloads that were made on another machine."""
    if not arguments.files:
        raise UsageError("name the downloaded files (parbleu data plan SET lists what a test set needs)")
    imported = testsets.import_files(arguments.files)
    import_.show(imported, arguments, console)
    problems = [file.problem for file in imported.files if file.problem]
    for problem in problems:
        console.say(problem)
    return int(bool(problems))


@StatusCommand(
    "[SET [PAIR [FIELD...]]] [-f FORMAT] [-o FILE]",
    "Prints paths: the cache; a set's directory; a pair's text, one file for each field,\n"
    "a line for each segment. A pair that is not in the cache is downloaded first. Other formats than text\n"
    "print a table.",
    """\
  parbleu data path                            the cache
  parbleu data path wmt24                      the directory of a set
  parbleu data path wmt24 en-de                the files of all fields
  translate < $(parbleu data path wmt24 en-de src)
  parbleu score $(parbleu data path wmt24 en-de ref) -i hyp.txt""",
    Option("words", "the set, its pair, fields; ref is all its references", many="*", reads="TEST SET"),
)
def path(arguments: Arguments, console: Console) -> int:
    """Prints the paths of the cache, of test sets and of their texts."""
    located = testsets.locate(*arguments.words)
    show_lines(located.paths, located, arguments, console)
    return 0


@StatusCommand(
    "[SET...] [--remove] [-f FORMAT]",
    "Checks the files of test sets in the cache: downloads against their published checksums, unpacked and\n"
    "converted files against the checksums that were stored with them. The exit status is 1 if a\n"
    "file is wrong.",
    """\
  parbleu data verify                   everything that is in the cache
  parbleu data verify wmt24 wmt23
  parbleu data verify --remove && parbleu data get wmt24""",
    sets_option("test sets, models (default: all in the cache)"),
    Option(
        "--remove",
        "remove the files that are wrong: they are made anew, or fetched, when they are needed",
        bool,
    ),
)
def verify(arguments: Arguments, console: Console) -> int:
    """Checks the files of the cache; returns 1 if something was wrong and is still there."""
    verification = testsets.verify(arguments.sets, remove=arguments.remove)
    verify.show(verification, arguments, console)
    return int(not verification.is_sound)
