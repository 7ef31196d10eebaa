"""Makes scorers by name: `semsim`, `comet:Unbabel/wmt22-comet-da`, `command:./mine.py:name=Mine`."""

from __future__ import annotations

import os
import re
from pathlib import Path

from parbleu._base.registry import Registry
from parbleu.errors import InputTypeError, OptionError, SignatureError, UnknownNameError
from parbleu.fetch._environment import directories_in, user_cache
from parbleu.scorers._scorer import Scorer, url_without_secrets

FOLDERS = "PARBLEU_SCORERS"
"""The variable that lists folders with descriptions of scorers."""
ENVIRONMENTS = "PARBLEU_SCORER_ENVIRONMENTS"
"""The variable that names the folder of installed scorers."""
LICENCES = "PARBLEU_ACCEPT_LICENCES"
"""The variable that lists the licences without commercial use that a user accepts."""

SCORERS = Registry(
    "scorer",
    {
        "comet": "parbleu.scorers._comet:CometScorer",
        "command": "parbleu.scorers._command_scorer:CommandScorer",
        "judge": "parbleu.scorers._judge:JudgeScorer",
        "metricx": "parbleu.scorers._metricx:MetricXScorer",
        "semsim": "parbleu.scorers._semantic_similarity:SemanticSimilarity",
        "semsim-qe": "parbleu.scorers._semantic_similarity:SourceSimilarity",
    },
    "parbleu.scorers",
)
"""Name -> subclass of `Scorer`."""

ORIGINALS = Path(__file__).with_name("originals")
"""Where the scorers are that can be installed, each in a folder of its name."""
LOCK = "lock.txt"
"""The packages of one, in its folder."""

COMMAND = ("unbabel-comet", "command=yes")
"""The scorer, and its option, that give the numbers of the command comet-score."""

_BEFORE_OPTION = re.compile(":(?=[a-z_]+=)")
_BEHIND_NAME = re.compile(r"""[\s'",]""")


def environments_folder() -> Path:
    """Returns the folder of installed scorers, each with an environment of its own."""
    folder = os.environ.get(ENVIRONMENTS)
    if folder:
        return Path(folder).expanduser()
    return Path(user_cache(), "parbleu", "scorers")


def described_scorers() -> dict[str, str]:
    """Returns the name and file of each description, NAME.json.

    They are in the folders of `PARBLEU_SCORERS`, and in those that `parbleu scorer install` makes.
    """
    paths = [path for folder in directories_in(FOLDERS) for path in sorted(Path(folder).glob("*.json"))]
    installed = sorted(environments_folder().glob("[!.]*/*.json"))
    paths += [path for path in installed if path.stem == path.parent.name]
    return {path.stem: str(path) for path in reversed(paths)}


def description_of(kind: str) -> str | None:
    """Returns the description that a kind of scorer stands for; None for none, and for a built-in one."""
    return None if SCORERS.is_built_in(kind) else described_scorers().get(kind)


def is_scorer(name: str) -> bool:
    """Returns whether a name is a scorer's, perhaps one to install, and with a model and options."""
    kind = name.partition(":")[0]
    if SCORERS.is_built_in(kind) or description_of(kind) is not None or kind in SCORERS:
        return True
    return kind in installable_scorers()


def installable_scorers() -> list[str]:
    """Returns the names of the scorers that `install_scorer` knows, sorted."""
    return sorted(path.parent.name for path in ORIGINALS.glob(f"*/{LOCK}"))


def split_name(name: str) -> tuple[str, str, dict[str, str]]:
    """Returns the kind, the model and the options of a name such as `comet:MODEL:dtype=bfloat16`."""
    kind, _, rest = name.partition(":")
    model, *options = _BEFORE_OPTION.split(f":{rest}")
    return kind, model[1:], {key: value for key, _, value in (option.partition("=") for option in options)}


def names_without_secrets(text: str) -> str:
    """Returns a text with names of scorers in which all URLs (`:url=`) are `url_without_secrets`."""
    before, *pieces = text.split(":url=")
    shown = [before]
    for piece in pieces:
        word = _BEHIND_NAME.split(piece, maxsplit=1)[0]
        url, *options = _BEFORE_OPTION.split(word)
        shown.append(":".join([url_without_secrets(url), *options]) + piece[len(word) :])
    return ":url=".join(shown)


def make_scorer(name: str) -> Scorer:
    """Returns the scorer of a name.

    Args:
        name: KIND, KIND:MODEL, or either with options behind it, such as `comet:MODEL:dtype=bfloat16`.

    Raises:
        UnknownNameError: there is no such scorer.
        OptionError: it has no such option, needs a model, or is not installed.
        InputTypeError: what a package announces under the name is no scorer.
        MissingDependencyError: what a package announces cannot be loaded.
    """
    kind, model, options = split_name(name)
    if path := description_of(kind):
        from parbleu.scorers._worker_scorer import WorkerScorer

        return WorkerScorer(path, **({"model": model} if model else {}), **options)
    if kind not in SCORERS:
        if kind in installable_scorers():
            raise OptionError(f"the scorer {kind} is not installed: parbleu scorer install {kind}")
        raise UnknownNameError("scorer", kind, scorer_names())
    made_by = SCORERS[kind]
    if not (isinstance(made_by, type) and issubclass(made_by, Scorer)):
        raise InputTypeError(f"the scorer {kind!r} is {made_by!r}, not a subclass of parbleu.scorers.Scorer")
    made_by.kind = made_by.kind or kind
    return made_by(model, **options)


def as_original(name: str) -> str:
    """Returns the scorer that gives the numbers of the original program where a scorer's differ from them.

    Args:
        name: a scorer, perhaps with a model and options.

    Returns:
        `unbabel-comet:MODEL:command=yes` for `comet:MODEL`; the same name for MetricX, whose program gives
        the same numbers, and for scorers that are the original package.

    Raises:
        OptionError: there is no other program that gives such scores, or it has no such option.
    """
    kind, model, options = split_name(name)
    if kind == COMMAND[0]:
        return name if "command" in options else f"{name}:{COMMAND[1]}"
    if kind == "metricx" or kind in installable_scorers():
        return name
    if kind != "comet":
        raise OptionError(f"{kind} is no other program's metric: leave it out, or --as-original")
    if options:
        raise OptionError(
            f"comet-score has no option {next(iter(options))!r}: leave it out, or --as-original"
        )
    return ":".join(filter(None, (COMMAND[0], model, COMMAND[1])))


def scorer_from_signature(signature: str) -> Scorer:
    """Returns the scorer that a signature describes; it gives the same scores here. No model is loaded.

    Args:
        signature: as printed for the scores of a scorer, with or without their name before it, such as
            `scorer:comet:Unbabel/wmt22-comet-da|model:wmt22-comet-da@2760a223|sha256:...|dtype:fp32|cut:0`.

    Raises:
        SignatureError: it is not that of a scorer; or the model, a version or the device is another one here:
            the message has the items.
        UnknownNameError: there is no such scorer.
        OptionError: it has no such option, or is not installed.
        ParbleuError: the model is not there.
    """
    from urllib.parse import unquote

    words = str(signature).strip().partition(" = ")[0].split("|")
    items = {
        key: unquote(value, errors="surrogateescape")
        for key, _, value in (word.partition(":") for word in words)
    }
    name = items.get("scorer")
    if not name:
        raise SignatureError(f"{signature!r} is not the signature of a scorer: it has no item scorer:NAME")
    scorer = make_scorer(name)
    here = {**scorer.identity(), "scorer": scorer.full_name}
    others = [key for key, value in here.items() if items.get(key) != value]
    if others:
        differences = ", ".join(f"{key}:{items.get(key, 'none')} (here {here[key]})" for key in others)
        raise SignatureError(f"{name} here is not what the signature is of: {differences}")
    return scorer


def scorer_names() -> list[str]:
    """Returns the names of all scorers: built in, announced, and described in folders."""
    return [*dict.fromkeys([*SCORERS, *SCORERS.others(), *described_scorers()])]


def check_licence(scorer: Scorer) -> None:
    """Refuses a scorer whose licence forbids commercial use, until its user accepts the licence."""
    licence = scorer.facts.licence
    accepted = os.environ.get(LICENCES, "").replace(",", " ").split()
    if scorer.facts.forbids_business and licence not in accepted:
        raise OptionError(
            f"{scorer.name}: its licence, {licence}, allows no commercial use; {LICENCES}={licence} says "
            "that you accept it"
        )
