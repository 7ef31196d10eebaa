"""Small inputs that were once scored in silence or by the wrong rule, and what is right for each."""

import pytest

TEXTS = [  # words, score, what is told
    ("a.srt -i b.srt", 59.7, "a.srt: 2 units"),
    ("vi.ref -i vi.nfd", 2.7, "100.0 when both sides are normalized, which changes 20 of them"),
    ("vi.ref -i vi.nfd --normalize nfc", 100.0, "the same text"),
    ("llm.cref -i llm.curl", 1.8, "--normalize ellipsis quotes"),
    ("llm.cref -i llm.curl --normalize ellipsis quotes", 100.0, "the same text"),
    ("llm.ref -i llm.think", 53.1, "--normalize reasoning"),
    ("llm.ref -i llm.pre", 80.8, "--normalize preambles"),
    ("llm.ref -i llm.fence", 55.1, "--normalize fences"),
    ("th.ref -i th.hyp -l en-th", 0.0, "use the tokenizer th-pythainlp, icu, flores200 or char"),
    *((f"cj.zh.ref -i cj.zh.hyp -l {code}", 81.9, "") for code in ("en-zh", "en-zh_CN", "en-zh-TW", "en-Zh")),
    *(
        (f"cj.zh.ref -i cj.zh.hyp -l {code}", 81.9, "")
        for code in ("eng_Latn-zho_Hans", "en-cmn_Hans", "yue")
    ),
    *((f"cj.ja.ref -i cj.ja.hyp -l {code}", 81.5, "") for code in ("en-ja", "en-ja_JP", "jpn_Jpan")),
    *((f"cj.ko.ref -i cj.ko.hyp -l {code}", 81.5, "") for code in ("en-ko", "en-ko_KR", "ko_KR", "kor_Hang")),
]
UNITS = [
    ("a.xlf -i mt.xlf", 17.7, "tags of 2 translations dropped"),
    ("a.xlf --mt-in alt-trans", 19.0, "1 scored, 1 without machine translation"),
    ("m.tmx -i mt.tmx -l en-de", 17.7, "m.tmx: 2 units"),
    ("de.po -i mt.po", 62.5, "de.po: 2 units"),
    ("s.srt -i mt.txt", 33.8, "s.srt: 2 units"),
]
RATINGS = [
    ("xcomet_without_errors.json --scheme mqm", {"a": -2.5}, ""),
    ("xcomet_two_runs.json --scheme mqm", {"runA": -2.5, "runB": -1.0}, ""),
    ("da_document_ids.csv", {"SysA": 60.0, "SysB": 53.3333}, ""),
    ("marot_doc.tsv", {"A": -1.0}, ""),
    ("trail.tsv", {"A": -6.0}, ""),
    ("postedit.tsv", {"A": -3.0}, "their spans are moved to that text"),
    ("crit.tsv", {"A": -25.0, "B": -1.0}, ""),
    ("xcrit.json --scheme mqm", {"sysA": -26.0}, ""),
    ("excel.tsv", {"A": -2.5}, "the quotes of its fields are undone"),
    ("hfmqm.csv", {"SysA": -0.1667, "SysB": -3.0}, ""),
    ("ls.json", {"A": 4.0}, ""),
    ("pearmut.json", {"sysA": 90.0, "sysB": 30.0}, ""),
]


@pytest.fixture(scope="session")
def cases(oracles):
    return oracles / "cases"


@pytest.mark.parametrize(
    ("folder", "words", "score", "told"),
    [*(("text", *case) for case in TEXTS), *(("translators", *case) for case in UNITS)],
)
def test_texts(run, cases, folder, words, score, told):
    done = run("score", *words.split(), "-b", cwd=cases / folder)
    assert (done.out, done.status) == (f"{score}\n", 0)
    assert told in done.err if told else done.err == ""


@pytest.mark.needs("py3langid")
def test_another_language(run, cases):
    told = run("score", "wl.ref", "-i", "wl.hyp", "-b", cwd=cases / "text").err
    assert "52 % of the segments of wl.hyp seem to be in the language nl, and wl.ref in de" in told


@pytest.mark.parametrize(("words", "scores", "told"), RATINGS)
def test_ratings(run, cases, words, scores, told):
    done = run("human", "scores", *words.split(), "-n", "0", "-f", "tsv", cwd=cases / "files")
    rows = [line.split("\t") for line in done.out.splitlines()]
    system, score = rows[0].index("system"), next(at for at, name in enumerate(rows[0]) if "score" in name)
    assert {row[system]: round(float(row[score]), 4) for row in rows[1:]} == scores
    assert told in done.err if told else done.err == ""


def test_critical_errors_against_spans_of_a_metric(run, cases):
    words = ["--ratings", "xcomet_ratings.tsv", "--metric-spans", "xcomet_without_errors.json"]
    done = run("analyze", "errors", *words, cwd=cases / "files")
    assert "0.769" in done.out


def test_what_fairseq_printed_is_no_text(run, cases):
    done = run("score", "gen.out", "-i", "gen.out", cwd=cases / "files")
    assert done.status != 0
    assert "this is what fairseq-generate printed" in done.err
