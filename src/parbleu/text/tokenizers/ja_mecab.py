"""Japanese words, by MeCab with the IPA dictionary."""

from __future__ import annotations

from parbleu.text.tokenizers.mecab import MecabTokenizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class JaMecabTokenizer(MecabTokenizer):
    """MeCab with the packages `mecab-python3` and `ipadic`."""

    extra = "ja"
    dictionary_size = 392126
    dictionary_name = "IPA"

    def _load(self) -> tuple[Any, str]:
        import ipadic
        import MeCab

        return MeCab.Tagger(ipadic.MECAB_ARGS + " -Owakati"), MeCab.VERSION
