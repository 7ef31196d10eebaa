"""Tests lines of tokens, which analyses, studies and BLEU with a tokenizer of Python share."""

import pytest

from parbleu._core import Bleu, Segments
from parbleu.errors import TokenizerError
from parbleu.metrics._changed_text_engines import TokenizedBleu
from parbleu.text._tokenized_lines import given_texts, lowered, tokenized
from parbleu.text._tokenizers import get_tokenizer
from parbleu.text._tokenizers.base import Tokenizer


class Forgetful(Tokenizer):
    """Leaves out the last text."""

    def tokenize_all(self, texts: list[str]) -> list[str]:
        return texts[:-1]


class Counting(Tokenizer):
    """Returns numbers."""

    def __call__(self, text: str) -> str:
        return len(text)  # type: ignore[return-value]


def test_missing_texts_stay_missing_and_others_lose_white_space_at_their_ends():
    stream = Segments(["Hello, World! \n", None, "", " a\t"])
    assert tokenized(stream, get_tokenizer("13a"), True).to_list() == ["hello , world !", None, "", "a"]
    assert given_texts(stream.to_list(), False) == ["Hello, World!", "", " a"]


@pytest.mark.parametrize("tokenizer", [Forgetful("own"), Counting("own")], ids=["fewer", "numbers"])
def test_a_tokenizer_makes_a_string_of_each_text(tokenizer):
    stream = Segments(["a", "b"])
    with pytest.raises(TokenizerError, match="'own' must make a string of each text"):
        tokenized(stream, tokenizer)
    with pytest.raises(TokenizerError, match="'own' must make a string of each text"):
        TokenizedBleu(Bleu("none", False, 4, "exp", 0.0, False), tokenizer, False).total(stream, [stream], 1)


def test_letters_whose_small_form_is_longer_keep_the_case_of_their_text():
    assert lowered(Segments(["ABC", None, "İX"])).to_list() == ["abc", None, "İX"]
