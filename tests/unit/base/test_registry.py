"""Registries: lazy, and open to others through entry points."""

import importlib.metadata
import sys
import types

import pytest

from parbleu import BLEU, Metric, tokenize
from parbleu._base.registry import Names, Registry
from parbleu.errors import MissingDependencyError, OptionError, UnknownNameError
from parbleu.metrics import METRICS
from parbleu.text import TOKENIZERS
from parbleu.text._tokenizers.base import Tokenizer


class Backwards(Tokenizer):
    """Words from the last to the first."""

    def __call__(self, text):
        return " ".join(reversed(text.split()))


@pytest.fixture
def announce(monkeypatch):
    """Makes another distribution announce `name` in `group`."""
    module = types.ModuleType("theirs")
    module.Backwards = Backwards
    module.Shouting = type("Shouting", (Metric,), {})
    monkeypatch.setitem(sys.modules, "theirs", module)

    def announce(name, value, group):
        entry = importlib.metadata.EntryPoint(name, value, group)
        monkeypatch.setattr(
            importlib.metadata, "entry_points", lambda **wanted: [entry] if wanted == {"group": group} else []
        )

    return announce


def test_a_tokenizer_of_another_distribution(announce):
    announce("backwards", "theirs:Backwards", "parbleu.tokenizers")
    assert "backwards" in TOKENIZERS
    assert "forwards" not in TOKENIZERS
    assert tokenize("a b c", "backwards") == "c b a"
    metric = BLEU(tokenize="backwards")
    score = metric.corpus_score(["a b c d"], [["a b c d e"]])
    assert str(score) == str(BLEU(tokenize="none").corpus_score(["d c b a"], [["e d c b a"]]))
    assert metric.get_signature().info["tok"] == "backwards"
    assert "backwards" not in list(TOKENIZERS)


def test_a_metric_of_another_distribution(announce):
    announce("SHOUTING", "theirs:Shouting", "parbleu.metrics")
    assert METRICS["SHOUTING"] is sys.modules["theirs"].Shouting
    METRICS._loaded.pop("SHOUTING")


def test_what_is_registered_replaces_what_was_announced_and_loaded(announce):
    announce("backwards", "theirs:Backwards", "nobody.announces.these")
    registry = Registry("thing", {}, "nobody.announces.these", any_case=True)
    assert registry["Backwards"] is Backwards
    registry.register("backwards", 1)
    assert (registry["Backwards"], registry["backwards"]) == (1, 1)


def test_a_registry_is_a_mapping():
    registry = Registry("thing", {"path": "os:path", "sep": "os:sep"}, "nobody.announces.these")
    import os

    assert registry["path"] is os.path
    assert list(registry) == list(registry.keys()) == ["path", "sep"]
    assert len(registry) == 2
    assert dict(registry.items()) == {"path": os.path, "sep": os.sep}
    assert list(registry.values()) == [os.path, os.sep]
    assert registry.get("nothing", 5) == 5
    assert repr(registry) == "<thing registry: path, sep>"
    with pytest.raises(UnknownNameError, match="unknown thing 'paht': did you mean 'path'"):
        registry["paht"]
    with pytest.raises(UnknownNameError, match=r"unknown thing {'path': 1}: choose from path, sep"):
        registry[{"path": 1}]


def test_what_cannot_be_loaded_is_one_line(announce):
    announce("broken", "no.such.module:Thing", "parbleu.tokenizers")
    with pytest.raises(MissingDependencyError, match=r"tokenizer 'broken', .* cannot be loaded"):
        tokenize("a", "broken")


def test_things_are_registered_and_spelled_in_any_case():
    registry = Registry("thing", {"Path": "os:path"}, "nobody.announces.these", any_case=True)
    registry.register("Mine", 5)
    assert registry["mine"] == registry["MINE"] == 5
    assert registry["path"] is registry["PATH"]
    assert list(registry) == ["Path"]
    assert registry.others() == ["Mine"]
    with pytest.raises(OptionError, match="the thing 'path' is built in"):
        registry.register("path", 6)
    names = Names(registry, str.lower)
    assert list(names) == ["path", "mine"]
    assert len(names) == 2
    assert "mine" in names
    assert "Mine" not in names
    assert list(Names(registry, built_in=("way",))) == ["way", "Mine"]
    assert "path" not in Names(registry, built_in=("way",))
