"""Random calls, right and wrong ones, on sacreBLEU and on its face: the same answers, errors, logs, traces.

`PARBLEU_FUZZ_SEED=...` chooses others.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from inspect import getattr_static
from random import Random
from typing import Any

import numpy as np
import pytest

from parbleu.compat.sacrebleu.metrics._hooks import HOOKS

from .hostile import Hostile
from .options import DRAW
from .twins import BOTH, Side, compare

SEED = os.environ.get("PARBLEU_FUZZ_SEED", "1")
SEQUENCES = 120
CALLS = 8
CHANGES: dict[str, list[tuple[str, tuple[Any, ...]]]] = {
    "BLEU": [
        ("lowercase", (True, False)),
        ("effective_order", (True, False)),
        ("max_ngram_order", (2, 4)),
        ("smooth_method", ("none", "exp", "add-k")),
        ("smooth_value", (None, 0.5, 2)),
        ("_force", (True, False)),
    ],
    "CHRF": [("beta", (1, 3, 2.0)), ("lowercase", (True, False)), ("whitespace", (True, False))],
    "TER": [("normalized", (True, False)), ("_force", (False,))],
}


class Play:
    """One metric on either side, and random calls of it.

    Args:
        name: of the metric.
        seed: what the calls derive from.
    """

    def __init__(self, name: str, seed: str) -> None:
        self.random = Random(seed)
        self.source = Hostile(seed)
        self.name = name
        self.said: list[str] = []
        self.objects: dict[str, Any] = {}

    def run(self) -> None:
        options = dict(DRAW[self.name](self.random))  # a copy: other tests share the drawn one
        if self.name == "BLEU":
            options["force"] = self.random.random() < 0.5
        options["references"] = self.maybe_references()
        self.make(options)
        for _ in range(CALLS):
            self.step()

    def check(self, what: str, call: Callable[[Any, Side], Any]) -> None:
        self.said.append(what)

        def on(side: Side) -> Any:
            return call(self.objects[side.package], side)

        compare(on, "\n".join(self.said))

    def make(self, options: dict[str, Any]) -> None:
        self.said.append(f"{self.name}(**{options!r})")

        def make(side: Side) -> Any:
            metric = self.objects[side.package] = getattr(side.metrics, self.name)(**options)
            return {
                key: value for key, value in vars(metric).items() if key not in ("_ref_cache", "tokenizer")
            }

        if "error" in compare(make, self.said[-1]):
            self.make({**options, "references": None})

    def step(self) -> None:
        often = (self.corpus, self.corpus, self.corpus, self.sentence, self.sentence, self.private)
        rarely = (self.statistics, self.change, self.bootstrap, self.copy, self.kept)
        self.random.choice(often + rarely)()
        self.check("get_signature()", lambda metric, _: metric.get_signature())

    # --- arguments

    def texts(self) -> tuple[Any, Any]:
        hyps, refs = self.source.corpus(
            self.random.choice((1, 2, 3, 6)), self.random.choice((1, 1, 2, 3)), True
        )
        if self.random.random() < 0.3:
            self.spoil(hyps, refs)
        if self.random.random() < 0.2:
            return tuple(hyps), [tuple(stream) for stream in refs]
        return hyps, refs

    def spoil(self, hyps: list[Any], refs: list[Any]) -> None:
        stream = self.random.choice(refs)
        self.random.choice(
            (
                lambda: stream.pop(),
                lambda: hyps.pop(),
                lambda: hyps.append("one more"),
                lambda: stream.append(None),
                lambda: stream.__setitem__(-1, self.random.choice((None, 7, "", ["a"]))),
                lambda: hyps.__setitem__(-1, self.random.choice((None, 7, ["a"]))),
                lambda: stream.clear(),
                lambda: hyps.clear(),
                lambda: refs.append(["a"]),
                lambda: refs.insert(0, "a string"),
                lambda: refs.clear(),
            )
        )()

    def maybe_references(self) -> Any:
        return None if self.random.random() < 0.7 else self.texts()[1]

    # --- calls

    def corpus(self) -> None:
        hyps, refs = self.texts()
        if self.random.random() < 0.25:
            refs = None
        if self.random.random() < 0.05:
            hyps = self.random.choice(("ab", None, 3, {"a"}, b"ab", iter(["a"]), range(3)))
        if self.random.random() < 0.05:
            refs = self.random.choice(("ab", 3, {"a"}, [None], [3], [{"a"}], range(3), ["ab", "cd"]))
        self.check(f"corpus_score({hyps!r}, {refs!r})", lambda metric, _: metric.corpus_score(hyps, refs))

    def sentence(self) -> None:
        hyp = self.source.line()
        refs: Any = [self.source.reference(hyp) for _ in range(self.random.choice((1, 1, 2, 3)))]
        if self.random.random() < 0.3:
            bad = (
                "a",
                None,
                3,
                [],
                [3],
                ["a", 3],
                {"a"},
                (),
                [None],
                [None, "a"],
                ["a", None],
                {"a": 1},
                b"a",
            )
            refs = self.random.choice(bad)
        if self.random.random() < 0.1:
            hyp = self.random.choice((None, 3, b"a", ["a"], "", " "))
        self.check(f"sentence_score({hyp!r}, {refs!r})", lambda metric, _: metric.sentence_score(hyp, refs))

    def statistics(self) -> None:
        hyps, refs = self.texts()
        form = self.random.choice((list, np.array, lambda rows: np.array(rows, dtype=np.float32)))
        self.check(
            f"_extract_corpus_statistics({hyps!r}, {refs!r})",
            lambda metric, _: metric._extract_corpus_statistics(hyps, refs),
        )

        def score(metric: Any, _: Side) -> Any:
            rows = form(metric._extract_corpus_statistics(hyps, refs))
            return [
                metric._aggregate_and_compute(rows[:1]),
                *[metric._compute_score_from_stats(row) for row in rows],
                metric._compute_score_from_stats(np.sum(rows, axis=0)),
                metric._compute_score_from_stats(np.mean(rows, axis=0)),
            ]

        self.check(f"scores of {form} of them", score)

    def private(self) -> None:
        line = self.source.line()
        _, refs = self.texts()
        calls: dict[str, Callable[[Any, Side], Any]] = {
            f"_cache_references({refs!r})": lambda metric, _: metric._cache_references(refs),
            f"_preprocess_segment({line!r})": lambda metric, _: metric._preprocess_segment(line),
            f"_extract_reference_info([{line!r}])": lambda metric, _: metric._extract_reference_info([line]),
            f"_compute_segment_statistics({line!r})": lambda metric, _: metric._compute_segment_statistics(
                line, metric._extract_reference_info([line[:-1], line])
            ),
        }
        what, call = self.random.choice(list(calls.items()))
        self.check(what, call)

    def change(self) -> None:
        name, values = self.random.choice(CHANGES[self.name])
        value = self.random.choice(values)
        self.check(f"{name} = {value!r}", lambda metric, _: setattr(metric, name, value))

    def bootstrap(self) -> None:
        hyps, refs = self.source.corpus(self.random.choice((1, 3, 8)), self.random.choice((1, 2)), True)
        samples = self.random.choice((0, 1, 2, 40, 81))

        def score(metric: Any, _: Side) -> Any:
            found = metric.corpus_score(hyps, refs, n_bootstrap=samples)
            return [found, metric.n_bootstrap, metric.seed]

        self.check(f"corpus_score({hyps!r}, {refs!r}, {samples})", score)

    def copy(self) -> None:
        def through_pickle(metric: Any, side: Side) -> None:
            self.objects[side.package] = pickle.loads(pickle.dumps(metric))

        self.check("pickle", through_pickle)

    def kept(self) -> None:
        self.check("_ref_cache", lambda metric, _: metric._ref_cache)


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
def test_calls(name: str) -> None:
    for index in range(SEQUENCES):
        Play(name, f"face {SEED} {name} {index}").run()


def traced(kind: type, hooks: list[str], trace: list[Any]) -> type:
    """A subclass whose hooks, of those named, note that they are called, and with what."""

    def wrap(hook: str) -> Any:
        static = isinstance(getattr_static(kind, hook), staticmethod)
        inherited = getattr(kind, hook)

        def noting(*args: Any, **named: Any) -> Any:
            trace.append((hook, repr(args if static else args[1:]), repr(named)))
            return inherited(*args, **named)

        return staticmethod(noting) if static else noting

    return type(f"Traced{kind.__name__}", (kind,), {hook: wrap(hook) for hook in hooks})


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
def test_hooks_are_called_as_the_original_calls_them(name: str) -> None:
    random = Random(f"hooks {SEED} {name}")
    theirs = {hook for hook in HOOKS if hasattr(getattr(BOTH[0].metrics, name), hook)}
    assert theirs == {hook for hook in HOOKS if hasattr(getattr(BOTH[1].metrics, name), hook)}
    for index in range(60):
        hooks = random.sample(sorted(theirs), random.choice((1, 1, 2, 4, len(theirs))))
        check_trace(name, hooks, DRAW[name](random), f"hooks {SEED} {name} {index}")


def check_trace(name: str, hooks: list[str], options: dict[str, Any], seed: str) -> None:
    source = Hostile(seed)
    hyps, refs = source.corpus(source.random.choice((1, 4)), source.random.choice((1, 2)), True)

    def calls(side: Side) -> Any:
        trace: list[Any] = []
        kind = traced(getattr(side.metrics, name), hooks, trace)
        metric = kind(**options, references=refs)
        results = [metric.corpus_score(hyps, refs), metric.corpus_score(hyps, None)]
        results.append(metric.corpus_score(hyps, refs, n_bootstrap=3))
        results.append(metric.sentence_score(hyps[0], [stream[0] for stream in refs]))
        results.append(metric._extract_corpus_statistics(hyps, refs))
        return [results, trace, metric.get_signature()]

    compare(calls, f"{name} {options!r} with {hooks}: {hyps!r} {refs!r}")
