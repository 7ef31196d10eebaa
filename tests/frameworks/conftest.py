"""Texts and settings of the tests that need frameworks: `make test-frameworks`."""

import os
import sys
from importlib.util import find_spec

import pytest

if find_spec("lm_eval") is None:
    collect_ignore_glob = ["*"]  # then pytest finds no tests, which is an error if these were asked for
else:
    for name in ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE", "TRANSFORMERS_OFFLINE"):
        os.environ[name] = "1"
    import torch

    torch.set_num_threads(1)

HYPOTHESES = [
    "The boat left the harbour before the storm arrived .",
    "Nobody had seen the yellow bicycle since Tuesday.",
    "She wrote three letters, and burned all of them",
    "It was raining.",
    "Our neighbour's cat sleeps upon the piano.",
    "",
    "They will pay the other half of it next month.",
]
REFERENCES = [
    [
        "The boat left harbour before the storm came.",
        "Before the storm arrived, the boat had left the harbour.",
    ],
    ["Nobody has seen the yellow bicycle since Tuesday.", "No one had seen that yellow bike since Tuesday."],
    ["She wrote three letters and burned them all.", "She wrote three letters, and burnt all of them."],
    ["It rained.", "It was raining all day."],
    ["Our neighbour's cat sleeps on the piano.", "The cat of our neighbours is sleeping on the piano."],
    ["Where did you find it?", "Where have you found it?"],
    ["They pay the other half next month.", "Next month they will pay the second half."],
]
FIRST = [references[0] for references in REFERENCES]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Warnings of others' code are not ours to repair."""
    for item in items:
        if item.get_closest_marker("frameworks"):
            item.add_marker(pytest.mark.filterwarnings("default"), append=False)
            item.add_marker(pytest.mark.filterwarnings("error:::parbleu"))


@pytest.fixture(autouse=True)
def own_caches(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No framework reads or writes the user's folders."""
    monkeypatch.chdir(tmp_path_factory.mktemp("work"))


@pytest.fixture(autouse=True)
def gradients() -> None:
    """lighteval switches them off for the whole process when its models are imported."""
    if "torch" in sys.modules:
        torch.set_grad_enabled(True)
