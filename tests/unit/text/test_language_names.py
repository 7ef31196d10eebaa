"""Tests the English names of languages."""

import sys

import pytest

from parbleu.errors import MissingDependencyError
from parbleu.text._language_names import language_name


def test_languages_have_names():
    names = {
        "de": "German",
        "de_DE": "German",
        "de-AT": "German (Austria)",
        "npi_Deva": "Nepali",
        "deu_Latn": "German",
        "fr_XX": "French",
        "PT-br": "Portuguese (Brazil)",
        "zho_Hant": "Chinese (Traditional)",
        "sr-Cyrl": "Serbian (Cyrillic script)",
        "hsb": "Upper Sorbian",
        "Low German": "Low German",
        "xx": "xx",
    }
    assert {code: language_name(code) for code in names} == names


@pytest.mark.parametrize("package", ["langcodes", "language_data"])
def test_without_the_packages_the_message_names_the_extra(package, monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] in {"langcodes", "language_data"}]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'ctranslate2"):
        language_name("de")
