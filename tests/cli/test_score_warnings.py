"""Tests what `parbleu score` warns of and refuses, and that the command `sacrebleu` does neither."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import parbleu

REFERENCES = [f"This is line {number} of the text that a person wrote." for number in range(40)]
OUTPUT = [line.replace("person", "machine") for line in REFERENCES]
WARNINGS = re.compile(r',\n "warnings": (\[.*\])')
JAPANESE = ["彼女は昨日東京へ行きました。", "明日は雨が降るでしょう。", "これは本です。"]


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    def writer(name: str, lines: list[str], encoding: str = "utf-8") -> str:
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding)
        return name

    return writer


@pytest.fixture
def stderr(run, sacrebleu, tmp_path: Path) -> Callable[..., str]:
    """Returns what is said, which JSON holds; checks that the score is the same without, and that sacrebleu
    says nothing.
    """

    def runner(*words: str) -> str:
        result = run("score", *words, cwd=tmp_path)
        assert result.status == 0, result.err
        said = [line for line in result.err.splitlines() if line.endswith("leaves this out)")]
        kept = [line for warned in WARNINGS.findall(result.out) for line in json.loads(warned)]
        if '"score"' in result.out:
            assert set(kept) == {line[len("parbleu: ") :].rpartition(" (")[0] for line in said}
        for option in ("-q", "--force"):
            silent = run("score", *words, option, cwd=tmp_path)
            assert (silent.status, silent.out, silent.err) == (0, WARNINGS.sub("", result.out), "")
        assert "--force" not in run(*words, cwd=tmp_path, command=sacrebleu).err
        return result.err

    return runner


def test_files_have_the_shortest_names_that_tell_them_apart(run, write, tmp_path: Path) -> None:
    for folder in ("refs", "runs/1", "runs/2"):
        (tmp_path / "long" / folder).mkdir(parents=True)
    ref = write("long/refs/ref.txt", REFERENCES)
    cut = [line.replace(".", " .") for line in OUTPUT]
    one, two = (write(f"long/runs/{run}/hyp.txt", cut) for run in (1, 2))
    alone = run("score", str(tmp_path / ref), "-i", str(tmp_path / one), cwd=tmp_path).err
    assert "parbleu: hyp.txt: " in alone
    assert "and those of ref.txt do not" in alone
    both = run("score", str(tmp_path / ref), "-i", str(tmp_path / one), str(tmp_path / two), cwd=tmp_path).err
    assert "1/hyp.txt" in both
    assert "2/hyp.txt" in both
    assert str(tmp_path) not in alone + both
    windows = write("long/refs/crlf.txt", [f"{line}\r" for line in OUTPUT])
    told = run("score", str(tmp_path / ref), "-i", str(tmp_path / windows), cwd=tmp_path).err
    assert "as on Windows, in crlf.txt; no score" in told


def test_japanese_without_a_tokenizer_for_it(write, stderr) -> None:
    write("ref", JAPANESE)
    write("hyp", JAPANESE[::-1])
    bleu, ter = stderr("ref", "-i", "hyp", "-m", "bleu", "chrf", "ter").splitlines()
    assert "mostly Japanese" in bleu
    assert "-tok ja-mecab, or a language pair such as -l en-ja" in bleu
    assert "--ter-normalized --ter-asian-support" in ter
    assert stderr("ref", "-i", "hyp", "-tok", "char") == ""
    assert stderr("ref", "-i", "hyp", "-m", "ter", "--ter-normalized", "--ter-asian-support") == ""
    assert "Japanese" in stderr("ref", "-i", "hyp", "-sl")
    assert "Japanese" in stderr("ref", "-i", "hyp", "-ci", "-n", "5")
    write("other", [*JAPANESE[1:], JAPANESE[0]])
    assert "Japanese" in stderr("ref", "-i", "hyp", "other")


def test_thai_needs_subwords_or_characters(write, stderr) -> None:
    write("ref", ["เขาไปตลาดเมื่อวานนี้"] * 4)
    write("hyp", ["เขาไปตลาดวันนี้"] * 4)
    bleu, ter = stderr("ref", "-i", "hyp", "-m", "bleu", "ter").splitlines()
    assert "-tok th-pythainlp, or the tokenizer icu or flores200 or char" in bleu
    assert "-l " not in bleu
    assert "use chrF" in ter
    for code in ("th", "tha_Thai", "th-TH"):
        (line,) = stderr("ref", "-i", "hyp", "-l", f"en-{code}").splitlines()
        assert line.startswith(f"parbleu: {code} has no blanks between words, and by the tokenizer 13a")
        assert line.endswith("th-pythainlp, icu, flores200 or char (--force leaves this out)")
    assert stderr("ref", "-i", "hyp", "-l", "en-th", "-tok", "char") == ""


def test_special_tokens_are_no_xml(write, stderr) -> None:
    write("ref", REFERENCES)
    write("hyp", [f"<pad>{line}</s>" for line in OUTPUT])
    (line,) = stderr("ref", "-i", "hyp").splitlines()
    assert "special tokens of models" in line
    assert "--normalize special-tokens" in line


def test_a_writing_difference_hides_no_other_length(write, stderr) -> None:
    """Of lines that are cut, whose escapes make them as long as whole ones."""
    references = [f"{line} It was long ago, and nobody knows by now who it was." for line in REFERENCES]
    write("ref", references)
    write("hyp", [line[: len(line) // 2].replace("e", "&#101;") for line in references])
    escaped, cut = stderr("ref", "-i", "hyp").splitlines()
    assert "entities of HTML" in escaped
    assert "times as many characters as those of ref: were they cut?" in cut


def test_a_code_that_is_not_known(write, stderr, run, tmp_path: Path) -> None:
    write("ref", REFERENCES)
    write("hyp", OUTPUT)
    (line,) = stderr("ref", "-i", "hyp", "-l", "en-jp").splitlines()
    assert "'jp' is no known code of a language (JP is a region: did you mean ja?)" in line
    write("ko", [f"오늘 우리는 도서관 {n}번에 갔습니다." for n in range(20)])
    write("mt", [f"오늘 우리는 도서관 {n}번에 가요." for n in range(20)])
    (line,) = stderr("ko", "-i", "mt", "-l", "en-kr").splitlines()
    assert "look like ko, the usual language of the region KR; as a language, kr is another one" in line
    for words in (("gate", "mt", "ko", "--ref", "ko"), ("analyze", "words", "ko", "-i", "mt", "ko")):
        assert "look like ko, the usual language" in run(*words, "-l", "kr", cwd=tmp_path).err
    write(
        "sv", [f"DET ÄR EN DAG SOM VI HAR VÄNTAT PÅ, OCH {n} AV DEM ÄR INTE HÄR FÖR OSS." for n in range(20)]
    )
    write(
        "mt", [f"DET ÄR EN DAG SOM VI VÄNTAR PÅ, OCH {n} AV DEM ÄR INTE HÄR OM DU VILL." for n in range(20)]
    )
    (line,) = stderr("sv", "-i", "mt", "-l", "en-se").splitlines()
    assert "look like sv, the usual language of the region SE" in line


def test_korean_without_a_language(write, stderr) -> None:
    write("ref", [f"오늘 우리는 도서관 {n}번에 갔습니다." for n in range(4)])
    write("hyp", [f"오늘 우리는 도서관 {n}번에 가요." for n in range(4)])
    (line,) = stderr("ref", "-i", "hyp").splitlines()
    assert line.endswith("use -tok ko-mecab, or a language pair such as -l en-ko (--force leaves this out)")
    assert stderr("ref", "-i", "hyp", "-tok", "13a") == stderr("ref", "-i", "hyp", "-m", "chrf") == ""
    assert stderr("ref", "-i", "hyp", "-l", "en-ko") == ""
    assert "did you mean ko?" in stderr("ref", "-i", "hyp", "-l", "en-kr")


LINES = {
    "ja": JAPANESE[0],
    "zh": "今天我们去图书馆看书了。",
    "ko": "오늘 우리는 도서관에 갔습니다.",
    "th": "เขาไปตลาดเมื่อวานนี้",
    "lo": "ມື້ນີ້ພວກເຮົາໄປຫໍສະໝຸດ",
    "km": "ខ្ញុំចូលចិត្តញ៉ាំបាយនៅផ្ទះ",
    "my": "ကျွန်တော်တို့ စာကြည့်တိုက်သွားတယ်",
    "de": "Heute gingen wir in die Bibliothek.",
    "ru": "Сегодня мы пошли в библиотеку.",
}
OF_ONE_LANGUAGE = {
    "zh": ("zh", "Chinese", ""),
    "ja-mecab": ("ja", "Japanese", "MeCab"),
    "ko-mecab": ("ko", "Korean", "mecab_ko"),
    "th-pythainlp": ("th", "Thai", "pythainlp"),
    "km-khmercut": ("km", "Khmer", "khmercut"),
    "my-burmesenlp": ("my", "Burmese", "burmesenlp"),
}
SERVE = {
    "ja": "ja-mecab",
    "zh": "zh",
    "ko": "ko-mecab",
    "th": "th-pythainlp",
    "lo": "icu",
    "km": "km-khmercut",
    "my": "my-burmesenlp",
}


@pytest.mark.parametrize(
    "tokenizer",
    [pytest.param(name, marks=[pytest.mark.long] * (name == "my-burmesenlp")) for name in OF_ONE_LANGUAGE],
)
def test_tokenizers_of_a_language_that_the_text_is_not_in(write, run, tmp_path, tokenizer) -> None:
    own, name, module = OF_ONE_LANGUAGE[tokenizer]
    if module:
        pytest.importorskip(module)
    for code, text in LINES.items():
        write("ref", [f"{text} {number}" for number in range(6)])
        write("hyp", [f"{text} {number + 100}" for number in range(6)])
        words = ("score", "ref", "-i", "hyp", "-b", "-tok", tokenizer)
        told = [line for line in run(*words, cwd=tmp_path).err.splitlines() if "alone" in line]
        if code == own:
            assert told == []
            continue
        (line,) = told
        assert f"and the tokenizer {tokenizer} finds the words of {name} alone: use -tok " in line
        assert f"use -tok {SERVE.get(code, '13a')} (" in line
    assert "alone" in run(*words, "-l", "en-de", cwd=tmp_path).err


def test_equal_and_shifted_sides(write, stderr) -> None:
    write("ref", REFERENCES)
    write("hyp", OUTPUT)
    assert stderr("ref", "-i", "hyp") == ""
    assert "hyp and the reference" not in stderr("ref", "-i", "hyp")
    assert "ref and the reference ref are the same text" in stderr("ref", "-i", "ref")
    assert "ref and ref are the same reference" in stderr("ref", "ref", "-i", "hyp")


def test_byte_order_mark(write, stderr) -> None:
    write("ref", REFERENCES)
    write("hyp", OUTPUT, "utf-8-sig")
    assert "hyp begins with a byte order mark" in stderr("ref", "-i", "hyp")
    assert stderr("ref", "-i", "hyp", "-e", "utf-8-sig") == ""


def test_windows_line_ends(write, stderr, run, tmp_path: Path) -> None:
    write("ref", [f"{line}\r" for line in REFERENCES])
    write("hyp", OUTPUT)
    note = "parbleu: lines end in CR LF, as on Windows, in ref; no score depends on it\n"
    assert stderr("ref", "-i", "hyp", "-m", "ter") == note
    write("other", [f"{line}\r" for line in OUTPUT])
    assert "in ref, other; no score" in stderr("ref", "-i", "hyp", "other", "-pbs", "-n", "5")
    gate = run("gate", "hyp", "hyp", "--ref", "ref", "--fail-on-warning", cwd=tmp_path)
    assert (gate.status, gate.err) == (run("gate", "hyp", "hyp", "--ref", "ref", cwd=tmp_path).status, note)


def test_unequal_lengths(write, run, sacrebleu, tmp_path: Path) -> None:
    write("ref", [f"{number} {number}" for number in range(40)])
    write("hyp", [f"{number} {number}" for number in range(40) if number != 17])
    result = run("score", "ref", "-i", "hyp", cwd=tmp_path)
    assert result.status == 1
    assert "ref is longer: the two match up to about line 17" in result.err
    assert "longer:" not in run("ref", "-i", "hyp", cwd=tmp_path, command=sacrebleu).err


def test_tables_are_refused(write, run, sacrebleu, tmp_path: Path) -> None:
    write("ref", REFERENCES)
    write("hyp.jsonl", [json.dumps({"mt": line, "ref": "x"}) for line in OUTPUT])
    write("hyp.tsv", [f"{line}\tx" for line in OUTPUT])
    for name, words in (
        ("hyp.jsonl", "JSON lines: name its column by --hyp; it has: mt, ref"),
        ("hyp.tsv", "a table of 2 columns"),
    ):
        result = run("score", "ref", "-i", name, "-q", cwd=tmp_path)
        assert (result.status, result.out) == (1, "")
        assert words in result.err
        assert run("score", "ref", "-i", name, "--force", cwd=tmp_path).status == 0
        assert run("ref", "-i", name, cwd=tmp_path, command=sacrebleu).status == 0
    assert "a table of 2 columns" in run("score", "hyp.tsv", "-i", "ref", cwd=tmp_path).err
    assert run("score", "hyp.tsv", "-nr", "2", "-i", "ref", cwd=tmp_path).status == 0


def test_output_that_is_not_translated(write, stderr, run, tmp_path: Path) -> None:
    source = [f"Das ist Zeile {number} des Textes." for number in range(40)]
    write("src", source)
    write("ref", REFERENCES)
    write("hyp", OUTPUT)
    write("half", [*source[:26], *OUTPUT[26:]])
    assert stderr("ref", "-i", "hyp", "--src", "src") == ""
    told = stderr("ref", "-i", "half", "--source", "src", "-ci", "-n", "9")
    look = "% of the segments of half are the source itself (segments 1, 2, 3, ...): not translated?"
    assert look in told
    write("some", [line if number % 4 else source[number] for number, line in enumerate(OUTPUT)])
    told = stderr("ref", "-i", "some", "--source", "src")
    assert "of some are the source itself (segments 1, 5, 9, ...): not translated?" in told
    write("kept", [line if number % 5 else source[number] for number, line in enumerate(REFERENCES)])
    assert "source itself" not in stderr("kept", "-i", "some", "--source", "src")
    # In close languages such lines have most of the words of their references.
    random = Random(1)
    words = ["".join(random.choices("abdegiklmnorstu", k=6)) for _ in range(200)]
    lines = [" ".join(random.sample(words, 9)) for _ in range(60)]
    close, near = (
        [
            " ".join("xyz" if place == other else word for place, word in enumerate(line.split()))
            for line in lines
        ]
        for other in (3, 5)
    )
    write("close", close)
    write("port", lines)
    write("sent", [line if number % 7 else close[number] for number, line in enumerate(near)])
    assert "of sent are the source itself" in stderr("port", "-i", "sent", "--source", "close")
    for words in (
        ["gate", "hyp", "half", "--ref", "ref"],
        ["report", "ref", "-i", "half", "-o", "page.html"],
    ):
        assert look in run(*words, "--source", "src", cwd=tmp_path).err
    assert look in (tmp_path / "page.html").read_text("utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("logging.Logger.warning", lambda *_: None)
        made = parbleu.compare({"half": [*source[:26], *OUTPUT[26:]]}, [REFERENCES], source=source)
        judged = parbleu.gate(OUTPUT, [*source[:26], *OUTPUT[26:]], [REFERENCES], source=source)
    assert look in " ".join(made.warnings)
    assert look.replace("half", "candidate") in " ".join(judged.warnings)
    assert "of half are the source" in stderr("ref", "-i", "hyp", "half", "--src", "src")
    assert "of src are the source" in stderr("src", "-i", "hyp", "--src", "src")
    write("short", source[1:])
    unequal = run("score", "ref", "-i", "hyp", "--src", "short", cwd=tmp_path)
    assert (unequal.status, unequal.err.count("\n")) == (1, 1)
    assert "40 in ref, 40 in hyp, 39 in short" in unequal.err
    assert "cannot read none" in run("score", "ref", "-i", "hyp", "--src", "none", cwd=tmp_path).err


@pytest.mark.needs("py3langid")
def test_the_command_line_that_lists_segments_in_another_language_works(write, run, tmp_path) -> None:
    ours = ["Der Hund bellt nachts laut im Garten", "Wir gehen morgen früh in die Bibliothek"]
    others = ["De hond blaft 's nachts luid in de tuin", "Wij gaan morgenochtend naar de bibliotheek"]
    write("REF", [f"{line} {number}." for number in range(10) for line in ours])
    write("HYP", [f"{line} {number}." for number in range(10) for line in others])
    err = run("score", "REF", "-i", "HYP", "-b", cwd=tmp_path).err
    told = err.partition("`parbleu ")[2].partition("`")[0]
    assert told == "analyze data REF -i HYP --language de --checks wrong_language"
    assert run(*told.split(), cwd=tmp_path)[::2] == (0, "")  # which proposes itself to nobody
    for more in ([], ["--language", "deu"], ["--language", "de", "--checks", "empty", "wrong_language"]):
        found = run("analyze", "data", "REF", "-i", "HYP", *more, cwd=tmp_path)
        assert (found.status, "wrong_language` lists them" in found.err) == (0, not more)
    for more in (["--checks", "empty"], ["--language", "fr"]):  # which do not find it
        found = run("analyze", "data", "REF", "-i", "HYP", *more, cwd=tmp_path)
        assert "wrong_language` lists them" in found.err


def test_empty_references_are_told(run, tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("\n" * 20)
    (tmp_path / "hyp").write_text("a line of text\n" * 20)
    for words in (["score", "ref", "-i", "hyp", "-b"], ["gate", "hyp", "hyp2", "--ref", "ref"]):
        (tmp_path / "hyp2").write_text("another line\n" * 20)
        told = run(*words, cwd=tmp_path).err
        assert "parbleu: all segments of ref are empty: a score says nothing" in told
    assert run("score", "ref", "-i", "hyp", "-b", "-q", cwd=tmp_path).err == ""


CHINESE = "我们明天早上坐飞机去上海看老师。"
SENTENCE = "明日の朝は先生と駅で会います。"


def test_characters_of_chinese_are_tokens_anyway(write, stderr) -> None:
    write("ref", [f"{CHINESE}{n}" for n in range(30)])
    write("hyp", [" ".join(f"{CHINESE}{n}".replace("老师", "朋友")) for n in range(30)])
    assert stderr("ref", "-i", "hyp", "-l", "en-zh") == ""
    assert stderr("ref", "-i", "hyp", "-tok", "char") == ""
    assert "split into characters" in stderr("ref", "-i", "hyp", "-l", "en-zh", "-m", "bleu", "chrf++")


def test_a_metric_that_takes_a_language_instead_of_a_tokenizer(write, stderr) -> None:
    write("ref", [f"{CHINESE}{n}" for n in range(30)])
    write("hyp", [f"{CHINESE}{n}".replace("老师", "朋友") for n in range(30)])
    assert "takes whole sentences for words; use -l zh (" in stderr("ref", "-i", "hyp", "-m", "wer")
    assert stderr("ref", "-i", "hyp", "-m", "wer", "-l", "zh") == ""


def test_output_in_chinese_where_japanese_is_the_target(write, stderr, run, tmp_path: Path) -> None:
    write("ref", [f"{SENTENCE}{n}" for n in range(30)])
    write("hyp", [f"{CHINESE}{n}" for n in range(30)])
    look = "the segments of hyp look Chinese (they have no kana), and the target language is ja"
    for words in (("-l", "en-ja"), ("-tok", "char"), ("-l", "ja", "-m", "chrf")):
        assert stderr("ref", "-i", "hyp", *words).count(look) == 1, words
    assert look not in stderr("ref", "-i", "ref", "-l", "en-ja")
    assert look in run("analyze", "words", "ref", "-i", "hyp", "ref", "-l", "ja", cwd=tmp_path).err


def test_warnings_stand_in_tables_for_papers_and_in_saved_results(write, run, tmp_path: Path) -> None:
    write("ref", ["It's not John's."] * 20)
    write("hyp", ["It\u2019s not John\u2019s."] * 20)
    words = ("score", "ref", "-i", "hyp")
    shown = run(*words, "-f", "latex", cwd=tmp_path).out
    (comment,) = [line for line in shown.splitlines() if line.startswith("% Warning: ")]
    assert "written differently" in comment
    assert "// Warning: hyp and ref" in run(*words, "-f", "typst", cwd=tmp_path).out
    assert run(*words, "-f", "markdown", cwd=tmp_path).out.startswith("**Warning:** hyp and ref are written ")
    assert (
        '<p class="warning"><strong>Warning:</strong> hyp and' in run(*words, "-f", "html", cwd=tmp_path).out
    )
    assert "Warning" not in run(*words, "-f", "markdown", "--force", cwd=tmp_path).out
    twice = run("gate", "hyp", "hyp", "--ref", "ref", "-f", "markdown", cwd=tmp_path)
    for text in (twice.err, twice.out):
        assert text.count("hyp and ref are written differently") == 1
    for several in ([], ["ref"]):
        (tmp_path / "result.json").write_text(run(*words, *several, "-f", "json", cwd=tmp_path).out, "utf-8")
        assert "written differently" in str(json.loads((tmp_path / "result.json").read_text("utf-8")))
        verified = run(*words, *several, "--verify", "result.json", cwd=tmp_path)
        assert verified.out == "result.json: the same numbers\n"
    (tmp_path / "lines.json").write_text(run(*words, "-sl", "-f", "json", cwd=tmp_path).out, "utf-8")
    gate = run("gate", "lines.json", "lines.json", "--fail-on-warning", cwd=tmp_path)
    assert gate.status == 2
    assert "lines.json: hyp and ref are written differently" in gate.err


def test_warnings_are_saved_with_a_comparison(run, tmp_path: Path) -> None:
    straight = [f"It's not John's {number}." for number in range(20)]
    curly = [line.replace("'", "\u2019") for line in straight]
    path = tmp_path / "comparison.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("logging.Logger.warning", lambda *_: None)
        made = parbleu.compare({"a": curly, "b": curly[::-1]}, [straight])
    made.save(path)
    (line,) = parbleu.Comparison.from_dict(json.loads(path.read_text("utf-8"))).warnings
    assert "written differently" in line
    assert json.loads(made.to_json())["warnings"] == [line]
    for words in (["gate", str(path)], ["report", str(path), "-o", "page.html"]):
        said = run(*words, cwd=tmp_path).err
        assert f"parbleu: {path}: {line} (told when it was saved)" in said
    assert "written differently" in (tmp_path / "page.html").read_text("utf-8")
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "warnings": 1}), "utf-8")
    assert "its warnings are not" in run("gate", str(path), cwd=tmp_path).out
