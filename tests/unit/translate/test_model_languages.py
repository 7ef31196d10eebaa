"""Tests the codes that models have for languages."""

import pytest

from parbleu.errors import OptionError, UnknownNameError
from parbleu.translate._engines.local_engine import agrees, find_code


def test_languages_are_found_by_all_their_names():
    codes = ["zho_Hans", "zho_Hant", "arb_Arab", "pes_Arab", "por_Latn", "srp_Cyrl", "yue_Hant"]
    wanted = {
        "zh-hant": "zho_Hant",
        "ar": "arb_Arab",
        "fa": "pes_Arab",
        "pt_BR": "por_Latn",
        "sr-Cyrl": "srp_Cyrl",
        "zh_CN": "zho_Hans",
        "cmn-Hant": "zho_Hant",
        "yue": "yue_Hant",
    }
    assert {name: find_code(name, codes, "target") for name in wanted} == wanted
    with pytest.raises(OptionError, match="could be zho_Hans, zho_Hant: say which"):
        find_code("zh", codes, "target")
    for name in ("sr-Latn", "english"):
        with pytest.raises(UnknownNameError):
            find_code(name, codes, "target")
    assert find_code("nb", ["nn", "no"], "target") == "no"
    assert find_code("zh-CN", ["zh_CN"], "source") == "zh_CN"
    with pytest.raises(UnknownNameError):
        find_code("zh-TW", ["zh_CN"], "source")
    assert agrees("fra", "fr")
    assert agrees("fr", "roa")  # the model's is a group of languages
    assert not agrees("es", "fra")
    assert agrees("de", "no such language")


@pytest.mark.parametrize("language", ["nb", "ff", "ps", "qu", "sc", "et", "ms", "fil"])
def test_macrolanguages_are_the_language_that_models_mean(language):
    codes = ["nob_Latn", "fuv_Latn", "pbt_Arab", "quy_Latn", "sro_Latn", "est_Latn", "zsm_Latn", "tgl_Latn"]
    assert find_code(language, codes, "target") in codes
