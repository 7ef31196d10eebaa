"""Tests that arguments, options, help, columns and JSON use one word for one thing, except in faces."""

import ast
import importlib
import inspect
import json
import pkgutil
import re
from collections import defaultdict
from pathlib import Path

import pytest

import parbleu
from parbleu import errors
from parbleu._cli.command_tree import walk
from parbleu._cli.main import main
from printed_json import printed_tables

ROOT = Path(parbleu.__file__).parent

WORDS = {
    "n_samples": "n_bootstrap n_trials n_draws n_permutations num_permutations n_resamples n_iterations k",
    "intervals, confidence_level or interval": "confidence n_confidence ci_level",
    "alpha or p_value": "pval p_val significance_level",
    "seed": "random_state rng random_seed",
    "threads": "n_threads num_threads n_jobs jobs n_workers",
    "language_pair": "langpair langpairs lang_pair lp lps lang langs pair",
    "test_set": "testset testsets",
    "system": "sys",
    "segment": "seg seg_id",
    "document": "doc doc_id",
    "decimals": "precision digits",
    "overwrite": "replace clobber",
    "lenient": "strict",
}
INSTEAD = {word: right for right, words in WORDS.items() for word in words.split()}

KEPT = {
    "precision": "the precision of BLEU's n-grams",
}
"""Words of the list that are right as names of columns, and why."""

OWN_SEED = {
    "parbleu.stats._correlations.pce.SoftPairwiseAccuracy.__init__",
    "parbleu.stats.pairwise_accuracy.soft_pairwise_accuracy",
    "parbleu.stats.pairwise_accuracy.pairwise_p_values",
}
"""Soft pairwise accuracy is defined with the seed 4, whatever the environment says."""

WIDTHS = ("parbleu.tables._display", "parbleu.tables._rendering")
"""Where a width is one in characters, not a number of decimals."""

SACREBLEU_WORDS = {
    "--width",
    "--confidence",
    "--confidence-n",
    "--paired-bs-n",
    "--paired-ar-n",
    "--paired-jobs",
}
ALIASES = {"score": SACREBLEU_WORDS, "merge": SACREBLEU_WORDS}
"""Flags of the command `sacrebleu`, spelled the same, of which the first word of each option is not."""

LETTERS = {
    "--output": "-o",
    "--format": "-f",
    "--quiet": "-q",
    "--verbose": "-v",
    "--ref": "-r",
    "--n-samples": "-n",
    "--language-pair": "-l",
    "--test-set": "-t",
    "--encoding": "-e",
    "--smooth-method": "-s",
}


def modules():
    """Yields every module outside of the faces, except for frameworks that are not installed."""
    for found in pkgutil.walk_packages(parbleu.__path__, "parbleu."):
        if found.name.startswith("parbleu.compat") or found.name.endswith("__main__"):
            continue
        try:
            yield importlib.import_module(found.name)
        except errors.MissingDependencyError:
            assert found.name.startswith("parbleu.integrations.")


def functions():
    """Yields where a public function or method is, and the function."""
    for module in modules():
        for name, value in vars(module).items():
            if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
                continue
            if inspect.isfunction(value):
                yield f"{module.__name__}.{name}", value
            if inspect.isclass(value):
                for method, body in vars(value).items():
                    function = getattr(body, "__func__", body)
                    if (method == "__init__" or method[0] != "_") and inspect.isfunction(function):
                        yield f"{module.__name__}.{name}.{method}", function


def fields():
    """Yields where an annotated attribute of a public class is, and its name."""
    for module in modules():
        for name, value in vars(module).items():
            if inspect.isclass(value) and value.__module__ == module.__name__ and name[0] != "_":
                for attribute in inspect.get_annotations(value):
                    yield f"{module.__name__}.{name}", attribute


def commands():
    """Yields the name of each command, such as "meta matrix", and the command."""
    for node in walk():
        if node.command is not None:
            yield " ".join(node.words), node.command


def options():
    """Yields the name of each command and each of its options."""
    for name, command in commands():
        for group in command.table.groups:
            for option in group.options():
                yield name, option


def test_arguments_and_fields():
    places = [
        (place, name) for place, function in functions() for name in inspect.signature(function).parameters
    ]
    assert len(places) > 2000
    wrong = [
        f"{place}: {name} (say {INSTEAD[name]})" for place, name in [*places, *fields()] if name in INSTEAD
    ]
    assert wrong == []
    widths = {place for place, name in places if name == "width"}
    assert [place for place in widths if not place.startswith(WIDTHS)] == []


def test_defaults():
    """None stands for the environment's seed and number of threads, or else 12345 and all processors."""
    expected = {"seed": None, "threads": None, "alpha": 0.05, "confidence_level": 0.95}
    wrong = [
        f"{place}: {name}={parameter.default}"
        for place, function in functions()
        for name, parameter in inspect.signature(function).parameters.items()
        if name in expected
        and parameter.default is not inspect.Parameter.empty
        and parameter.default != expected[name]
        and not (name == "seed" and place in OWN_SEED)
    ]
    assert wrong == []


def test_options():
    found = list(options())
    assert len({name for name, _ in found}) > 25
    wrong = []
    for name, option in found:
        for flag in option.flags:
            word = flag.lstrip("-").replace("-", "_")
            if "_" in flag or (word in INSTEAD and flag not in ALIASES.get(name, ())):
                wrong.append(f"{name}: {flag} (say {INSTEAD.get(word, 'it with hyphens')})")
        if option.flags and option.flags[0] in LETTERS and LETTERS[option.flags[0]] not in option.flags:
            wrong.append(f"{name}: {option.flags[0]} has the letter {LETTERS[option.flags[0]]} elsewhere")
    assert wrong == []


def test_help_of_formats_speaks_of_the_output_where_its_suffix_counts():
    for name, command in commands():
        named = {option.dest: option for group in command.table.groups for option in group.options()}
        if "format" in named:
            assert ("suffix of -o" in named["format"].help) == ("output" in named), name


def test_every_command_takes_names_of_metrics_as_people_write_them():
    """`-m BLEU,chrF`, also repeated; names of scores of other tools stay as they are."""
    found = {name: option for name, option in options() if "-m" in option.flags and option.many}
    assert len(found) > 10
    for name, option in found.items():
        assert option.split is not None, name
        expected = ["bleu", "chrf"] if option.choices is not None else ["bleu", "chrf", "comet"]
        word = "BLEU,chrF2" if option.choices is not None else "BLEU,chrF,COMET"
        assert [each.lower() for each in option.split(word)] == expected, name
        assert option.choices is None or all(each in option.choices for each in option.split(word)), name


def test_every_command_chooses_its_test_by_one_name():
    """Of the commands that test differences of systems; `score` also has sacreBLEU's flags."""
    named = {
        name for name, option in options() if {"bootstrap", "randomization"} <= set(option.choices or ())
    }
    assert {"gate", "report", "score", "study tokenization"} <= named
    assert all(
        "--test" in option.flags
        for _, option in options()
        if {"bootstrap", "randomization"} <= set(option.choices or ())
    )


def test_files_and_columns_have_names_that_differ():
    """`--systems NAME` stands beside `--system-column`, of which `--system` is a short spelling.

    `--hyps` alone differs by a letter from `--hyp`: neither takes what the other does without a message.
    """
    named = defaultdict(set)
    for name, option in options():
        named[name].update(option.flags[:1])
    near = {flag for flags in named.values() for flag in flags if f"{flag}s" in flags}
    assert near == {"--hyp"}


def test_letters_mean_the_same_in_all_commands():
    """The utility of `parbleu nbest mbr` is a metric."""
    meanings = defaultdict(set)
    for _, option in options():
        for flag in option.flags[1:]:
            meanings[flag].add(option.flags[0].replace("--utility", "--metrics"))
    assert {flag: words for flag, words in meanings.items() if len(words) > 1} == {}


def test_every_command_with_references_has_them_by_name():
    taken = defaultdict(set)
    for name, option in options():
        taken[name].update(option.flags)
    references = {name for name, flags in taken.items() if {"--ref", "--hyp"} & flags}
    assert {name for name in references if not {"--ref", "-r"} <= taken[name]} == set()


def test_references_have_one_name_in_all_commands():
    """`--ref` and `--references` are the same, but where tables and files have an option each.

    What is something else has a name of its own, and neither of these names is shown for it.
    """
    taken = defaultdict(set)
    for name, option in options():
        for flag in (*option.flags, *option.unlisted):
            taken[name].add(flag)
    both = {"--ref", "--references"}
    assert {name for name, flags in taken.items() if len(both & flags) == 1} == {"check-paper"}
    others = {
        name: option.flags[0]
        for name, option in options()
        if both & {*option.unlisted} and not both & {*option.flags}
    }
    assert others == {"nbest mbr": "--pseudo-references", "check-paper": "--references-made-by"}


def test_levels_are_words():
    for name, option in options():
        if option.flags and option.flags[0] in ("--level", "--levels"):
            assert set(option.choices) <= {"system", "domain", "document", "segment"}, name
        if option.flags and option.flags[0] == "--average-by":
            assert set(option.choices) == {"none", "item", "system"}, name


@pytest.mark.long
def test_help(capsys):
    for name in dict(commands()):
        assert main([*name.split(), "--help"]) == 0
        flags = set(re.findall(r"(?<![\w-])--[\w-]+", capsys.readouterr().out))
        assert flags, name
        flags -= ALIASES.get(name, set())
        assert not [flag for flag in flags if flag[2:].replace("-", "_") in INSTEAD or "_" in flag], name


def columns():
    """Yields where a column of a table is made, and its name, as far as it is written out."""
    for path in sorted(ROOT.rglob("*.py")):
        if "compat" in path.relative_to(ROOT).parts:
            continue
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "Column(" in text else ():
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Column" and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", first.value


def test_columns():
    found = list(columns())
    assert len(found) > 100
    assert [f"{place} {name}" for place, name in found if name in INSTEAD and name not in KEPT] == []


def keys(value):
    """Yields the keys of all objects in a value of JSON."""
    if isinstance(value, dict):
        yield from value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from keys(each)


def test_json():
    systems = {"a": ["a b c d e", "f g h i"], "b": ["a b c d", "f g h i j"]}
    references = [["a b c d e", "f g h i j"]]
    compared = parbleu.compare(systems, references, test="bootstrap", n_samples=20, all_pairs=True)
    score = parbleu.BLEU().corpus_score(systems["a"], references, intervals=True, n_samples=20)
    for text in (json.dumps(compared.to_dict()), compared.to_json(), score.to_json()):
        assert set(keys(json.loads(text))) & INSTEAD.keys() == set()
    assert (compared.seed, compared.tables()[0].facts["seed"]) == (12345, 12345)
    assert printed_tables(score.to_json())["facts"]["seed"] == 12345


def test_errors_end_in_error():
    found = [value for value in vars(errors).values() if isinstance(value, type)]
    assert len(found) > 20
    assert [each.__name__ for each in found if not each.__name__.endswith("Error")] == []
