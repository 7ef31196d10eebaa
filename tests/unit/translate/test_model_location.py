"""Tests models by name where the hub does not answer."""

from dataclasses import replace

import pytest

from extras import extra
from parbleu.errors import DownloadError, MissingModelError
from parbleu.translate._models import model_location
from parbleu.translate._models.model_location import fetch, locate

huggingface_hub = extra("huggingface_hub")
constants = extra("huggingface_hub.constants")


@pytest.fixture
def online(monkeypatch):
    for name in ("PARBLEU_OFFLINE", "HF_HUB_OFFLINE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(model_location, "POLICY", replace(model_location.POLICY, first_wait=0.001))


def test_a_name_that_is_no_folder_where_the_hub_cannot_be_reached(online, monkeypatch):
    monkeypatch.setattr(constants, "ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(
        DownloadError, match=r"^a/b is not a folder on this machine, and cannot be downloaded from the hub: "
    ):
        fetch("a/b", None)


class Answer:
    def __init__(self, status):
        self.status_code = status
        self.headers = {}


@pytest.mark.parametrize(
    ("status", "attempts"), [(None, 4), (503, 4), (429, 4), (403, 1)], ids=["no answer", "503", "429", "403"]
)
def test_what_may_pass_is_tried_again(online, monkeypatch, status, attempts):
    asked = []

    def refuse(*arguments, **options):
        asked.append(arguments)
        problem = ConnectionError("broken") if status is None else RuntimeError("refused")
        if status is not None:
            problem.response = Answer(status)
        raise problem

    monkeypatch.setattr(huggingface_hub.HfApi, "model_info", refuse)
    with pytest.raises(DownloadError, match=r"cannot be downloaded from the hub: (broken|refused)"):
        fetch("a/b", None)
    assert len(asked) == attempts


@pytest.mark.parametrize("name", ["a--b", "a" * 5000])
def test_what_can_be_no_name_is_none_offline_either(monkeypatch, name):
    monkeypatch.setenv("PARBLEU_OFFLINE", "1")
    with pytest.raises(MissingModelError, match="no such folder, and no such model on the hub"):
        locate(name)
