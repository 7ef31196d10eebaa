"""Tests that every command knows a language in any code, and that the command `sacrebleu` does not."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TEXTS = {
    "zh": ("我们明天早上坐火车去上海看老师。", "我们明天早上坐飞机去上海看老师。"),
    "ja": ("明日の朝は友達と駅で会います。", "明日の朝は先生と駅で会います。"),
    "ko": ("내일 아침에 친구와 역에서 만납니다.", "내일 아침에 선생님과 역에서 만납니다."),
}
CODES = {
    "zh": "zh_CN zh-CN zh-TW zho zho_Hans chi cmn_Hant Zh ZH yue yue_Hant wuu lzh",
    "ja": "ja_JP ja-JP jpn jpn_Jpan JA ja_XX",
    "ko": "ko_KR ko-KR kor kor_Hang Ko",
}
SIGNATURES = {"zh": "tok:zh|", "ja": "tok:ja-mecab-0.996-IPA|", "ko": "tok:ko-mecab-0.996/ko-0.9.2-KO|"}


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    for language, (reference, hypothesis) in TEXTS.items():
        numbers = range(8)
        (tmp_path / f"ref.{language}").write_text("".join(f"{reference}{n}\n" for n in numbers), "utf-8")
        (tmp_path / f"hyp.{language}").write_text("".join(f"{hypothesis}{n}\n" for n in numbers), "utf-8")
    return tmp_path


@pytest.fixture
def score(run: Callable[..., Any], texts: Path) -> Callable[..., Any]:
    def scored(language: str, *words: str, **options: Any) -> Any:
        verb = () if "command" in options else ("score",)
        result = run(*verb, f"ref.{language}", "-i", f"hyp.{language}", *words, cwd=texts, **options)
        assert result.status == 0, result.err
        return result

    return scored


@pytest.mark.long
@pytest.mark.parametrize("language", TEXTS)
def test_codes_of_a_language_choose_its_tokenizer(score, language):
    wanted = score(language, "-l", f"en-{language}").out
    assert SIGNATURES[language] in wanted
    for code in CODES[language].split():
        for source in ("en", "eng_Latn", "en-GB"):
            result = score(language, "-l", f"{source}-{code}")
            assert (result.out, result.err) == (wanted, ""), code


@pytest.mark.parametrize("language", TEXTS)
def test_other_scripts_and_targets_get_13a(score, language):
    plain = score(language, "-b", "-tok", "13a", "-q").out
    for pair in (f"en-{language}_Latn", f"{language}-de", f"{language}-TW-fra-CA", f"{language}_Hans-eng-GB"):
        assert score(language, "-b", "-l", pair, "-q").out == plain, pair


@pytest.mark.parametrize("language", TEXTS)
def test_the_command_sacrebleu_knows_three_codes(score, sacrebleu, language):
    plain = score(language, command=sacrebleu).out
    assert score(language, "-l", f"en-{language}", command=sacrebleu).out != plain
    assert score(language, "-l", f"en-{language}-TW", command=sacrebleu).out != plain
    for code in ("zh_CN", "zho", "jpn_Jpan", "kor", "ko_KR", "Ko", "th", "xx"):
        result = score(language, "-l", f"en-{code}", command=sacrebleu)
        assert result.out == plain
        assert "tokenizer for" not in result.err
        assert "blanks between words" not in result.err


def test_the_command_sacrebleu_has_the_tokenizers_of_the_original(run, sacrebleu, texts):
    for name in ("icu", "th-pythainlp", "km-khmercut", "my-burmesenlp"):
        refused = run("ref.zh", "-i", "hyp.zh", "-tok", name, cwd=texts, command=sacrebleu)
        assert refused.status == 2
        assert f"invalid choice: {name!r}" in refused.err
        assert "'icu'," not in refused.err.partition("choose from")[2]


def test_groups_of_a_table_have_the_tokenizers_of_their_languages(run, texts):
    codes = {"en-zh_CN": "zh", "eng_Latn-jpn_Jpan": "ja", "en-GB-ko-KR": "ko"}
    rows = [
        {"lp": pair, "ref": reference, "mt": hypothesis}
        for pair, language in codes.items()
        for reference, hypothesis in [TEXTS[language]]
    ]
    (texts / "table.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    words = ("score", "table.jsonl", "--ref", "ref", "--hyp", "mt", "-l", "lp", "--by", "lp", "-f", "json")
    tables = json.loads(run(*words, cwd=texts).out)["tables"]
    scores = {row["lp"]: row["BLEU"] for row in tables["scores"]["rows"]}
    for pair, language in codes.items():
        (texts / "one.ref").write_text(TEXTS[language][0], "utf-8")
        (texts / "one.hyp").write_text(TEXTS[language][1], "utf-8")
        alone = run("score", "one.ref", "-i", "one.hyp", "-l", f"en-{language}", "-b", "-w", "9", cwd=texts)
        assert scores[pair] == pytest.approx(float(alone.out), abs=1e-8)
    refused = run("score", "table.jsonl", "--ref", "ref", "--hyp", "mt", "-l", "lp=en-zh", cwd=texts)
    assert "there is no row of en-zh; it has: en-GB-ko-KR" in refused.err
    assert refused.err.endswith("did you mean lp=en-zh_CN?\n")
    (mean,) = tables["macro_average"]["rows"]
    assert mean["BLEU"] == pytest.approx(sum(scores.values()) / 3)
    assert min(scores.values()) > 20
    means = {row["family"]: (row["n_pairs"], row["BLEU"]) for row in tables["families"]["rows"]}
    assert means.pop("from Germanic") == (3, mean["BLEU"])
    into = {"zh": "Sino-Tibetan", "ja": "Japonic", "ko": "Koreanic"}
    assert means == {f"into {into[codes[pair]]}": (1, score) for pair, score in scores.items()}


@pytest.mark.parametrize(
    ("value", "advice"),
    [
        ("en-jp", "'jp' is no known code of a language (JP is a region: did you mean ja?)"),
        ("English-German", "'English' is no known code of a language"),
        ("news", "choose a tokenizer that serves all, --tokenize flores200 (tokenize=)"),
    ],
)
def test_a_value_that_is_nearly_a_language_pair(run, tmp_path, value, advice):
    lines = ["lp\tref\tmt", *(f"{pair}\t{TEXTS['zh'][0]}\t{TEXTS['zh'][1]}" for pair in ("en-zh", value))]
    (tmp_path / "table.tsv").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    words = ("score", "table.tsv", "--ref", "ref", "--hyp", "mt", "--by", "lp", "-m", "bleu")
    refused = run(*words, cwd=tmp_path)
    assert refused.status != 0
    assert refused.err.endswith(f"other values such as {value}: {advice}\n")


def test_pairs_with_other_tokenizers_are_compared_by_a_metric_that_has_none(run, tmp_path):
    lines = ["lp\tref\ta\tb"]
    for pair, (reference, output) in {"en-zh": TEXTS["zh"], "en-ko": TEXTS["ko"]}.items():
        lines += [f"{pair}\t{reference}{n}\t{output}{n}\t{reference}{n}" for n in range(8)]
    (tmp_path / "table.tsv").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    words = ("gate", "table.tsv", "--ref", "ref", "--hyp", "a", "b", "--language-pair", "lp", "-q")
    assert run(*words, "-m", "chrf", cwd=tmp_path).status == 0
    refused = run(*words, "-m", "chrf", "bleu", cwd=tmp_path)
    assert refused.status == 2
    assert "BLEU cuts en-zh otherwise" in refused.out + refused.err


def test_other_commands_choose_the_same_tokenizer(run, texts):
    for words in (
        ("gate", "hyp.ko", "ref.ko", "--ref", "ref.ko", "-m", "bleu"),
        ("study", "tokenization", "ref.ko", "-i", "hyp.ko"),
        ("analyze", "segments", "ref.ko", "-i", "hyp.ko", "ref.ko"),
    ):
        usual = run(*words, "-l", "en-ko", "-f", "json", cwd=texts)
        other = run(*words, "-l", "eng_Latn-kor_Hang", "-f", "json", cwd=texts)
        assert usual.status == other.status == 0, usual.err
        assert other.out == usual.out


def test_every_command_tells_a_code_that_is_not_known(run, texts):
    for words in (
        ("score", "ref.ko", "-i", "hyp.ko"),
        ("gate", "hyp.ko", "ref.ko", "--ref", "ref.ko", "-m", "bleu"),
        ("report", "ref.ko", "-i", "hyp.ko", "-o", "page.html"),
        ("analyze", "words", "ref.ko", "-i", "hyp.ko", "ref.ko"),
        ("analyze", "data", "ref.ko", "-i", "hyp.ko"),
        ("study", "tokenization", "ref.ko", "-i", "hyp.ko"),
        ("align", "hyp.ko", "--ref", "ref.ko"),
    ):
        told = run(*words, "-l", "en-jp", cwd=texts).err
        assert told.count("'jp' is no known code of a language (JP is a region: did you mean ja?), so") == 1
        (texts / "page.html").unlink(missing_ok=True)
        assert "no known code" not in run(*words, "-l", "en-ko", cwd=texts).err
        (texts / "page.html").unlink(missing_ok=True)
