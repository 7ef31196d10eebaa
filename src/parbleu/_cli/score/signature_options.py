"""Configures a command line by the signatures of printed scores, for `--signature` and `--verify`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from parbleu._base.log import warn
from parbleu._cli.score.score_options import ScoreArguments
from parbleu._cli.shell.console import CommandError
from parbleu._cli.shell.corpus_options import (
    JOIN,
    LINE_BREAKS,
    MT_IN,
    RESEGMENT,
    RESEGMENT_LIKE,
    SEPARATOR,
    TAGS,
    UNITS_LEFT_OUT,
    check_references,
    named_corpus,
)
from parbleu.errors import SignatureError
from parbleu.metrics import Metric
from parbleu.metrics._bleu import BLEU
from parbleu.metrics._from_signature import from_signature
from parbleu.metrics._metric_by_name import NAMES, metric_class
from parbleu.metrics._score import COMMON_KEYS, NORMALIZED, UNIT, unquote
from parbleu.stats.resampling import SEED_VARIABLE, same_seed
from parbleu.text._normalizations import normalization_names

LONG_KEYS = {short: key for key, (short, _) in COMMON_KEYS.items()}

TERCOM = ("t", "tercom")
"""TER's short key for its tokenizer is that of the test set."""

FLAGS = {"test_set": "test-set", "language_pair": "language-pair"}

TEXTS = {"test": "test_set", "lang": "language_pair", "origlang": "origlang", "subset": "subset"}
"""What a signature may say of the texts: key -> name of the option's value."""


def configured(arguments: ScoreArguments, signatures: Sequence[str], given: dict[str, Any]) -> ScoreArguments:
    """Returns a command line configured by signatures: metrics, their options, resampling, the seed.

    Each signature is of one metric. They must not contradict one another, nor what the command line says
    itself, which is `given` without defaults.
    """
    metrics: dict[str, Metric[Any]] = {}
    usage: dict[str, str] = {}
    for text in signatures:
        try:
            metric = from_signature(text)
        except SignatureError as problem:
            if arguments.refs or "|" in text or "signature" not in given:
                raise
            raise CommandError(
                f"{problem} (--signature takes every word that follows it: put the references first)"
            ) from None
        name = _name_of(metric, text)
        if name in metrics:
            raise CommandError(f"--signature describes {metric.name} twice")
        metrics[name] = metric
        arguments = _with_options(arguments, name, metric, text, given)
        signed = _usage(text)
        _warn_of_version(metric, signed.pop("version", ""))
        for key, value in signed.items():
            if usage.setdefault(key, value) != value:
                raise CommandError(f"the signatures differ: {key}:{usage[key]} and {key}:{value}")
    arguments = _with_normalizations(arguments, metrics, given)
    _check_alike(metrics)
    asked = [
        {name for name, metric in metrics.items() if isinstance(metric, kind) and _has(metric, implied)}
        for kind, implied in map(metric_class, given.get("metrics", metrics))
    ]
    if not all(asked) or set().union(*asked) != set(metrics):
        _refuse("--metrics", "describes", " and ".join(metrics))
    return _with_usage(arguments.changed(metrics=list(metrics)), usage, given)


def _name_of(metric: Metric[Any], text: str) -> str:
    """Returns the name of the metric of a signature, such as chrf++ or bleu-2."""
    keys = {item.partition(":")[0] for item in text.split("|")}
    for name, (kind, options) in NAMES.items():
        is_named = (
            keys & {"order", "n"} if name == "bleu-4" else name != "spbleu" or metric.score_name == "spBLEU"
        )
        if kind == metric.name and _has(metric, options) and is_named:
            return name
    return metric.name.lower()


def _has(metric: Metric[Any], options: dict[str, Any]) -> bool:
    return all(getattr(metric, option) == value for option, value in options.items())


def _check_alike(metrics: dict[str, Metric[Any]]) -> None:
    """Refuses signatures of one metric that differ in more than its names say, as chrf and chrf++ do."""
    firsts: dict[str, str] = {}
    for spelling, metric in metrics.items():
        first_spelling = firsts.setdefault(metric.name, spelling)
        first = metrics[first_spelling]
        meant = {*metric_class(spelling)[1], *metric_class(first_spelling)[1]}
        for parameter in metric.PARAMETERS:
            name = parameter.name
            if name not in meant and getattr(first, name) != getattr(metric, name):
                flag = parameter.flags[0]
                raise CommandError(f"the signatures of {metric.name} differ in {flag}: score one at a time")


def _warn_of_version(metric: Metric[Any], version: str) -> None:
    """Warns if a signature names another version of the metric than the one here."""
    signed, here = (
        "" if text.startswith("parbleu.") else text.partition("+")[0]
        for text in (version, metric.signed_version)
    )
    if version and signed != here:
        theirs = f"is of version {signed}" if signed else "states no version of the metric"
        warn(f"the signature {theirs}; these numbers are those of {here or metric.signed_version}")


def _refuse(flag: str, verb: str, what: str) -> None:
    raise CommandError(f"{flag} contradicts the signature, which {verb} {what}")


def _usage(text: str) -> dict[str, str]:
    """Returns what a signature says about how its metric was used: long key -> value."""
    items = (word.strip().partition(":") for word in text.split(" = ")[0].split("|"))
    usage = {LONG_KEYS.get(key, key): value for key, _, value in items if (key, value) != TERCOM}
    return {key: value for key, value in usage.items() if key in COMMON_KEYS or key == UNIT}


def _with_options(
    arguments: ScoreArguments, name: str, metric: Metric[Any], text: str, given: dict[str, Any]
) -> ScoreArguments:
    untold = {"force"}  # warnings only
    meant = metric_class(name)[1]
    if ":" in text.split("|")[0]:
        untold.add("beta")  # which only the score's name tells
    for parameter in metric.PARAMETERS:
        dest = f"{metric.name.lower()}_{parameter.name}"
        value = getattr(metric, parameter.name)
        if dest in given and (parameter.name in untold or given[dest] == value):
            continue
        if dest in given:
            _refuse(parameter.flags[0], "is", repr(text))
        if value != parameter.default and parameter.name not in meant:
            arguments = arguments.changed(**{dest: value})
    if isinstance(metric, BLEU):
        language = "" if arguments.language_pair is None else arguments.target_language
        if language and BLEU(trg_lang=language).tokenizer_name != metric.tokenizer_name:
            _refuse("--language-pair", "says", f"tok:{metric.tokenizer_signature}")
        if arguments.sentence_level and not metric.effective_order:
            _refuse("--sentence-level", "says", "eff:no")
    return arguments


def _with_normalizations(
    arguments: ScoreArguments, metrics: dict[str, Metric[Any]], given: dict[str, Any]
) -> ScoreArguments:
    """Returns a command line with the normalizations of all signatures, which have to be the same."""
    names = {metric.normalize for metric in metrics.values()}
    if len(names) > 1:
        raise CommandError(f"the signatures differ: {NORMALIZED}:{' and '.join(sorted(names))}")
    (signed,) = names or {""}
    if "normalize" in given and "+".join(normalization_names(given["normalize"])) != signed:
        _refuse("--normalize", "says", f"{NORMALIZED}:{signed}" if signed else f"no {NORMALIZED}")
    return arguments.changed(normalize=signed or None)


def _with_texts(arguments: ScoreArguments, usage: dict[str, str], given: dict[str, Any]) -> ScoreArguments:
    """Returns a command line with the test set that signatures name; they name it again then."""
    if "test" not in usage:
        return arguments
    if arguments.refs:
        raise CommandError(
            f"the signature names the test set {usage['test']}: leave out the files of references"
        )
    for key, name in TEXTS.items():
        if key == "lang" and key not in usage:
            continue
        signed = unquote(usage[key]) if key in usage else None
        stated = given.get(name, signed)
        if key == "test" and name in given:
            from parbleu.testsets._catalogue import signed_names

            stated = signed_names(arguments.test_set)
        if stated != signed:
            says = f"{key}:{usage[key]}" if key in usage else f"no {key}"
            _refuse(f"--{FLAGS.get(name, name)}", "says", says)
        arguments = arguments.changed(**{name: signed})
    return arguments.changed(sign_test_set=True)


def _with_usage(arguments: ScoreArguments, usage: dict[str, str], given: dict[str, Any]) -> ScoreArguments:
    arguments = _with_texts(arguments, usage, given)
    if arguments.test_set is None:
        count = max(len(arguments.refs), arguments.num_refs)
    else:
        from parbleu._inputs.set_references import TestSetReferences

        check_references(named_corpus(arguments))
        count = len(TestSetReferences(arguments.test_set, arguments.language_pair).files()[0])
    if usage.get("nrefs", "var") not in ("var", str(count)):
        raise CommandError(
            f"the number of references, {count}, contradicts the signature, which says nrefs:{usage['nrefs']}"
        )
    if "seed" in usage:
        source, seed = f"{SEED_VARIABLE}=", os.environ.get(SEED_VARIABLE)
        if "seed" in given:
            source, seed = "--seed ", given["seed"]
        if seed is not None and not same_seed(seed, usage["seed"]):
            _refuse(f"{source}{seed}", "says", f"seed:{usage['seed']}")
        arguments = arguments.changed(seed=usage["seed"])
    if UNIT in usage:
        arguments = arguments.changed(unit=usage[UNIT])
    arguments = _with_segments(_with_units(arguments, usage, given), usage, given)
    return _with_resampling(arguments, usage, given)


def _with_units(arguments: ScoreArguments, usage: dict[str, str], given: dict[str, Any]) -> ScoreArguments:
    """Returns a command line with how signatures say that units of translators' files were read."""
    signed: dict[str, Any] = {
        "tags": usage.get("tags", "drop"),
        "mt_in": usage.get("mt"),
        "line_breaks": usage.get("breaks"),
        "leave_out": [state.removeprefix("-") for state in usage.get("units", "").split(",") if state],
    }
    for option, key in ((TAGS, "tags"), (MT_IN, "mt"), (LINE_BREAKS, "breaks"), (UNITS_LEFT_OUT, "units")):
        value = signed[option.dest]
        for word in value if isinstance(value, list) else [value]:
            if word is not None and word not in (option.choices or ()):
                raise CommandError(f"{key}:{usage[key]} in the signature is not known")
        stated = given.get(option.dest, value)
        if stated != value and (option is not UNITS_LEFT_OUT or set(stated) != set(value)):
            _refuse(option.flags[0], "says", f"{key}:{usage[key]}" if key in usage else f"no {key}")
        if key in usage:
            arguments = arguments.changed(**{option.dest: value})
    return arguments


def _with_segments(arguments: ScoreArguments, usage: dict[str, str], given: dict[str, Any]) -> ScoreArguments:
    """Returns a command line with how signatures say that output was cut, or segments were joined."""
    signed: dict[str, Any] = {
        "resegment": False,
        "resegment_like": None,
        "join": None,
        "join_separator": "space",
    }
    if "reseg" in usage:
        signed["resegment"] = usage["reseg"] == "yes"
        signed["resegment_like"] = None if signed["resegment"] else usage["reseg"]
    if "join" in usage:
        signed["join"], _, separator = unquote(usage["join"]).removesuffix("]").partition("[")
        signed["join_separator"] = separator
    for option, key in ((RESEGMENT, "reseg"), (RESEGMENT_LIKE, "reseg"), (JOIN, "join"), (SEPARATOR, "join")):
        value = signed[option.dest]
        if option.choices and value is not None and value not in option.choices:
            raise CommandError(f"{key}:{usage[key]} in the signature is not known")
        stated = arguments.cutter if option is RESEGMENT_LIKE else given.get(option.dest)
        if option.dest in given and stated != value:
            _refuse(option.flags[0], "says", f"{key}:{usage[key]}" if key in usage else f"no {key}")
    return arguments.changed(**signed)


def _with_resampling(
    arguments: ScoreArguments, usage: dict[str, str], given: dict[str, Any]
) -> ScoreArguments:
    several = arguments.input is not None and len(arguments.input) > 1
    if "ar" in usage:
        if "bs" in usage:
            raise CommandError("only parbleu.compare() gives intervals with approximate randomization")
        kind, key, rival = "paired_ar", "ar", "paired_bs"
    elif "bs" in usage and (
        (several and not arguments.confidence) or arguments.paired_bs or arguments.paired_ar
    ):
        kind, key, rival = "paired_bs", "bs", "paired_ar"
    elif "bs" in usage:
        kind, key, rival = "confidence", "bs", ""
    else:
        return arguments
    if not usage[key].isdecimal():
        raise CommandError(f"{key}:{usage[key]} in the signature is not a number")
    number = int(usage[key])
    if rival in given:
        _refuse(f"--{rival.replace('_', '-')}", "says", f"{key}:{number}")
    if given.get("samples", number) != number:
        _refuse("--n-samples", "says", f"{key}:{number}")
    if given.get(f"{kind}_n", number) != number:
        _refuse(f"--{kind.replace('_', '-')}-n", "says", f"{key}:{number}")
    return arguments.changed(**{kind: True, f"{kind}_n": number})
