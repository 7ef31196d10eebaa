"""Tests how lines in another language than the references are recognized."""

import pytest

from parbleu._core import Segments, evident_language, frequent_words
from parbleu.text._expected_language import lacks_frequent_words, language_of_code_as_region
from parbleu.text._identified_language import another_language, has_letters, part_in_another_language

GERMAN = ["Der Hund bellt nachts laut im Garten.", "Wir gehen morgen früh in die Bibliothek."]
DUTCH = ["De hond blaft 's nachts luid in de tuin.", "Wij gaan morgenochtend naar de bibliotheek."]
CHINESE = ["今天我们一起去图书馆看书，天气很不错，大家都很高兴。"]
CANTONESE = ["今日我哋一齐去图书馆睇书，天气好唔错，大家都好开心呀。"]


@pytest.mark.needs("py3langid")
def test_another_language() -> None:
    assert part_in_another_language(DUTCH, GERMAN, 4) == ("nl", "de", 50)
    assert part_in_another_language(DUTCH, GERMAN, 2, "en") == ("nl", "en", 100)
    assert part_in_another_language(GERMAN, GERMAN, 2) is None
    assert part_in_another_language(CANTONESE, CHINESE, 1) is None  # Chinese, too
    assert part_in_another_language(["OK"], GERMAN, 2) is None
    assert part_in_another_language(DUTCH, ["OK"], 2) is None


def test_few_letters() -> None:
    assert not has_letters("Der 12345678901234567890")
    assert has_letters(GERMAN[0])


@pytest.mark.needs("py3langid")
def test_text_in_another_language_than_expected() -> None:
    assert another_language(GERMAN * 20, "nl") == "de"
    assert another_language(DUTCH * 20, "deu_Latn") == "nl"
    assert another_language(GERMAN * 20, "de_AT") == ""
    assert another_language(DUTCH * 20, "nld") == ""


def evident(*codes: str, lines: int = 40, left_out: str = "-") -> str:
    texts = [f"Ein/Haus, {frequent_words(code).replace(left_out, '')} 1 xyz qrs" for code in codes]
    return evident_language(Segments([text.upper() for text in texts * lines]))


def test_language_that_is_evident_by_frequent_words() -> None:
    for code in ("de", "en", "es", "fr", "nl", "pt", "ru", "tr", "uk", "vi"):
        assert evident(code) == code
    assert evident("hr") == ""  # Bosnian and Serbian have the same
    assert evident("id") == ""  # so has Malay
    assert evident("de", lines=3) == ""
    assert evident("nl", left_out="zijn") == ""  # as of Afrikaans
    assert evident("de", "fr") == ""
    assert evident_language(Segments(["Haus Hof und Hund " * 10] * 20)) == ""
    assert evident_language(Segments([])) == ""


def test_text_that_lacks_the_words_of_a_language() -> None:
    assert lacks_frequent_words(GERMAN * 20, "nl")
    assert lacks_frequent_words(DUTCH * 20, "deu_Latn")
    assert not lacks_frequent_words(GERMAN * 20, "yo")  # whose words are not known
    assert not lacks_frequent_words(GERMAN, "nl")  # too short
    german = ["Der Hund und die Katze sind mit dem Auto auf der Straße, und das ist nicht gut."] * 20
    assert not lacks_frequent_words(german, "de")


SWEDISH = ["Det är en dag som vi har väntat på, och nu är den här för alla som bor i staden.", "Om du vill."]
SINDHI = ["اڄ موسم تمام سٺو آهي ۽ اسان ٻيڙي ۾ ويهي درياهه جي ٻئي پار وڃون ٿا."]
IRISH = ["Tá an long ag fanacht sa chuan le fada, agus le cois an bhalla tá na páistí ag súgradh le chéile."]
KOREAN = ["오늘 우리는 도서관에 가서 책을 읽었습니다.", "날씨가 아주 좋아서 모두 기뻐했습니다."]


@pytest.mark.parametrize(
    ("lines", "code", "language"),
    [
        (KOREAN * 20, "kr", "ko"),  # Kanuri
        (SWEDISH * 20, "se", "sv"),  # Northern Sami
        (CHINESE * 20, "tw", "zh"),  # Twi
        (SWEDISH * 20, "sv", ""),
        (GERMAN * 20, "kr", ""),
        (KOREAN * 20, "ko", ""),
        (KOREAN, "kr", "ko"),
        (
            ["삼성전자는 Galaxy Book을 서울에서 공개하고 내일부터 판매합니다. Apple Watch는 없습니다."],
            "kr",
            "ko",
        ),
        (KOREAN[:1], "kr", ""),  # too short
        (IRISH * 20, "ga", ""),  # `le` is French, too, the language of GA
        (SINDHI * 5, "sd", ""),  # written as Arabic, which is the language of SD
        (["Ja dat lea buorre beaivi, ja mii leat dáppe."] * 40, "se", ""),
    ],
)
def test_text_in_the_language_of_a_region_whose_code_is_another_language(
    lines: list[str], code: str, language: str
) -> None:
    assert language_of_code_as_region(lines, code) == language
