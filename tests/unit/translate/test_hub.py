"""Models by name, where nobody answers."""

import pytest

from parbleu.errors import DownloadError, MissingModelError
from parbleu.translate.models.hub import fetch
from parbleu.translate.models.model_location import locate

constants = pytest.importorskip("huggingface_hub.constants")


def test_a_name_that_is_no_folder_where_the_hub_cannot_be_reached(monkeypatch):
    monkeypatch.setattr(constants, "ENDPOINT", "http://127.0.0.1:9")
    for name in ("PARBLEU_OFFLINE", "HF_HUB_OFFLINE"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(DownloadError, match=r"^a/b is no folder here, and cannot be had from the hub: "):
        fetch("a/b", None)


@pytest.mark.parametrize("name", ["a--b", "a" * 5000])
def test_what_can_be_no_name_is_none_offline_either(monkeypatch, name):
    monkeypatch.setenv("PARBLEU_OFFLINE", "1")
    with pytest.raises(MissingModelError, match="no such folder, and no such model on the hub"):
        locate(name)
