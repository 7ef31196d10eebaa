"""Tests that files of shared tasks are checked to the end, with the place of each fault."""

import csv
import io
import json
import os
from contextlib import suppress
from random import Random
from threading import Thread

import pytest

from parbleu.errors import (
    FormatError,
    NoSegmentsError,
    OptionError,
    ParbleuError,
    UnknownNameError,
    UnreadableFileError,
)
from parbleu.human.formats._wmt_evaluation import COLUMNS, SPANS
from parbleu.wmt import validate
from parbleu.wmt._validation import format_names

DOC = "WMT26_###_news_###_eng_Latn_###_deu_Latn_###_d"
ITEM = "official_###_eng_Latn_###_deu_Latn_###_news_###_d_###_{}"
NAME = "System name (short, to be used in the overview paper)"
PREDICTION = {"errors": [], "omission": None, "instruction_fault": None}


@pytest.fixture
def write(tmp_path):
    """Writes a file: rows of JSON lines, or one text."""

    def writer(name, content):
        path = tmp_path / name
        if not isinstance(content, str):
            content = "".join(json.dumps(row) + "\n" for row in content)
        path.write_text(content, encoding="utf-8")
        return str(path)

    return writer


def told(result):
    """Each fault in short: line, severity and check."""
    return [(fault.line, fault.severity, fault.check) for fault in result.faults]


def test_a_system_of_2026_against_its_test_set(write):
    other = DOC.replace("deu_Latn", "ces_Latn")
    sources = [
        {"doc_id": DOC, "src_text": "<p>a</p>\n<p>b</p>", "domain": "news"},
        {"doc_id": f"{DOC}2", "src_text": "<p>a</p>"},
        {"doc_id": other, "src_text": "<p>a</p>"},
    ]
    test_set = write("set.jsonl", sources)
    rows = [
        {"doc_id": DOC, "hypothesis": "<p>x</p>"},
        {"doc_id": DOC, "hypothesis": "<p>x</p>"},
        {"doc_id": "WMT26_###_x", "hypothesis": "y"},
        {"doc_id": f"{DOC}2"},
    ]
    system = write("s.jsonl", rows)
    result = validate(system, against=test_set)
    assert [(file.format, file.n_lines, file.n_items) for file in result.files] == [("wmt26-system", 4, 2)]
    assert told(result) == [
        (1, "warning", "segments"),
        (2, "error", "twice"),
        (3, "error", "unknown"),
        (4, "error", "field"),
        (None, "error", "missing"),
        (None, "warning", "missing"),
    ]
    assert result.faults[0].expected == "2, as the source"
    assert result.faults[1].message == "the document occurs twice, first in line 1"
    assert result.faults[-1].item == "eng_Latn-ces_Latn"
    assert result.faults[-1].message == "the only document of this language pair is missing"
    assert (result.n_errors, result.n_warnings) == (4, 2)
    assert str(result.faults[0]).startswith(
        f"{system}:1: warning: segments: {DOC}: the translation has 1 segment (expected: 2, as the source)"
    )
    assert told(validate(test_set)) == []
    assert [table.name for table in result.tables()] == ["files", "faults"]


def test_translations_that_are_the_source(write):
    sources = [{"doc_id": f"{DOC}{number}", "src_text": f"text {number}"} for number in range(3)]
    test_set = write("set.jsonl", sources)
    rows = [{"doc_id": row["doc_id"], "hypothesis": row["src_text"] + "\n"} for row in sources]
    rows[0]["hypothesis"] = "Text 0"
    [fault] = validate(write("s.jsonl", rows), against=test_set).faults
    assert (fault.line, fault.severity, fault.check) == (None, "warning", "source")
    assert fault.message == f"2 of 3 translations are the source, the first of {DOC}1"
    texts = write("text.energy.eseu.json", json.dumps(["a", "b", ""]))
    answer = write("x.proper.energy.eseu.json", json.dumps(["a", "c", "d"]))
    [fault] = [fault for fault in validate(answer, against=texts).faults if fault.check == "source"]
    assert fault.message == "1 of 3 translations is the source, the first of 1"
    references = write("full.jsonl", [{"en": "a", "de": "b"}, {"en": "c", "de": "d"}, {"en": "", "de": ""}])
    answer = write("t.ende.proper.jsonl", [{"de": "e"}, {"de": "c"}, {"de": ""}])
    [fault] = [fault for fault in validate(answer, against=references).faults if fault.check == "source"]
    assert fault.message == "1 of 3 translations is the source, the first of line 2"
    answer = write("t.ende.proper.jsonl", [{"en": "a", "de": "a", "terms": {}}, {"en": "c", "de": "c"}])
    [fault] = validate(answer).faults
    assert fault.message == "2 of 2 translations are the source, the first of line 1"


def test_a_key_that_is_spelled_nearly_as_another(write):
    rows = [{"doc_id": DOC, "hypotesis": "x"}]
    result = validate(write("s.jsonl", rows))
    assert result.files[0].format == "wmt26-system"
    [fault] = result.faults
    assert fault.message == '"hypothesis" is missing; is it what is called "hypotesis" here?'


def test_a_test_set(write):
    bad = [
        {
            "doc_id": "en-de_#_news_#_d",
            "src_text": "a\n\nb",
            "refs": {"refA": {"ref": "a"}},
            "domain": "social",
        },
        {"doc_id": "en-de_#_news", "src_text": " ", "refs": []},
        {"doc_id": "en-de_#_news_#_e", "src_text": "a", "refs": {"refA": {"ref": None}}, "tgt_lang": "de"},
        {"doc_id": DOC.replace("deu_Latn", "de"), "src_text": "a"},
    ]
    assert told(validate(write("set.jsonl", bad))) == [
        (1, "error", "doc_id"),
        (1, "error", "segments"),
        (2, "error", "doc_id"),
        (2, "error", "empty"),
        (2, "error", "field"),
        (3, "error", "field"),
        (4, "error", "doc_id"),
    ]
    assert told(validate(write("set26.jsonl", bad[3:]))) == [(1, "error", "doc_id")]
    assert told(validate(write("blind.jsonl", [{"doc_id": "08515-deu_Latn", "src_text": "a"}]))) == []


def test_predictions_of_2026(write):
    hypotheses = [
        {"item_id": ITEM.format(0), "src": "s", "ref": {}, "hyps": {"A": "abc", "B": ""}},
        {"item_id": ITEM.format(1), "src": "s", "ref": {}, "hyps": {"A": "abc"}},
    ]
    test = write("test.jsonl", hypotheses)
    assert told(validate(test)) == [(1, "warning", "empty")]
    error = {"start": 0, "end": 3, "severity": "minor", "category": "x"}
    good = {
        "item_id": ITEM.format(0),
        "task1_pred": {"A": {**PREDICTION, "errors": [error]}, "B": PREDICTION},
    }
    rows = [
        {**good, "task2_pred": {"A": 101, "C": 5}},
        {
            "item_id": ITEM.format(1),
            "task1_pred": {
                "A": {"errors": [error | {"end": 4}, error | {"severity": "x"}], "omission": "big"}
            },
            "task3_pred": {"A": 2},
        },
    ]
    result = validate(write("p.jsonl", rows), against=test)
    assert told(result) == [
        (1, "warning", "empty"),
        (1, "error", "system"),
        (1, "error", "score"),
        (1, "error", "system"),
        (2, "warning", "field"),
        (2, "error", "offsets"),
        (2, "error", "severity"),
        (2, "error", "severity"),
        (2, "error", "score"),
    ]
    assert result.faults[5].expected == "0 <= start < end <= 3"
    bare = [{"item_id": "x"}, {"item_id": ITEM.format(0), "task1_pred": []}, {"task1_pred": {}}]
    assert told(validate(write("q.jsonl", bare), "wmt26-mteval")) == [
        (1, "error", "item_id"),
        (1, "error", "field"),
        (2, "error", "field"),
        (3, "error", "field"),
    ]
    for values in (3, {"errors": [3]}, {"errors": [{"start": "0", "end": 1, "severity": "minor"}]}):
        row = {"item_id": ITEM.format(0), "task1_pred": {"A": values}}
        assert validate(write("q.jsonl", [row])).n_errors == 1


def table(*rows, columns=(*COLUMNS, *SPANS)):
    return "".join("\t".join(row) + "\n" for row in (columns, *rows))


def row(segment, text, *values, system="A"):
    fields = ("d", str(segment), "en", "de", "official", system, "source", text, "NaN", "news", "ESA")
    return (*fields, *values)


def test_tables_of_2025(write):
    good = [row(1, "abcdef", "0 4", "2 5", "minor major"), row(2, "ab", "-1", "-1", "no-error")]
    path = write("t.tsv", table(*good))
    assert told(validate(path)) == []
    bad = [
        row(1, "abcdef", "0 4", "2 9", "minor huge"),
        row(1, "abcdef", "0", "2 9", "minor"),
        row(2, "xb", "1 missing", "1 missing", "minor major"),
        row(3, '"a" is b', "0", "2", "minor"),
    ]
    result = validate(write("bad.tsv", table(*bad)), against=path)
    assert told(result) == [
        (5, "error", "quotes"),
        (2, "error", "severity"),
        (2, "error", "offsets"),
        (3, "error", "twice"),
        (3, "error", "row"),
        (4, "error", "text"),
        (4, "warning", "offsets"),
        (5, "error", "unknown"),
    ]
    single = validate(write("one.tsv", table(good[1])))
    assert [fault.message for fault in single.faults] == [
        "no row has several spans or a missing one: the official scorer reads numbers and fails"
    ]
    inclusive = [row(n, "two words here", "0 4", "2 8", "minor minor") for n in range(1, 20)]
    assert told(validate(write("in.tsv", table(*inclusive)))) == [(None, "warning", "offsets")]
    scores = [row(1, "a", "95"), row(2, '"a"', "x"), row(3, "a", "NaN")]
    columns = (*COLUMNS, "overall")
    assert told(validate(write("s.tsv", table(*scores, columns=columns)))) == [
        (3, "error", "row"),
        (4, "error", "score"),
    ]
    quoted = table(row(1, '"""a"" b"', "95"), row(2, "b", "9"), columns=columns)
    assert told(validate(write("quoted.tsv", quoted))) == [(1, "error", "quotes")]
    assert told(
        validate(
            write(
                "few.tsv", table(("1", "A", "x"), columns=("segment_id", "system_id", "hypothesis_segment"))
            )
        )
    )


def test_predictions_of_2026_without_their_test_set(write):
    error = {"start": 0, "end": 3, "severity": "minor"}
    spans = {"A": {**PREDICTION, "errors": [error]}, "B": PREDICTION}
    rows = [
        {"item_id": ITEM.format(0), "task1_pred": spans, "task2_pred": {"A": 1, "B": 2}},
        {"item_id": ITEM.format(1), "task1_pred": spans},
        {"item_id": ITEM.format(2), "task1_pred": spans, "task2_pred": {"A": 1, "C": 2}},
        {
            "item_id": ITEM.format(3),
            "task1_pred": spans | {"B": {**PREDICTION, "errors": [error | {"category": 3}]}},
            "task2_pred": {"A": 1, "B": 2},
        },
    ]
    result = validate(write("p.jsonl", rows))
    assert [(fault.line, fault.severity, fault.check, fault.system) for fault in result.faults] == [
        (2, "warning", "field", None),
        (3, "error", "system", "B"),
        (3, "error", "system", "C"),
        (4, "error", "field", "B"),
    ]


def test_what_lines_lack_that_others_have(write):
    """Nothing is empty, and no metric is missing in one document, without a fault that has its line."""
    scores = {"language_pair": "en-de", "document_id": "d", "metric_scores": {"A": [1], "B": [2]}}
    rows = [
        scores,
        {**scores, "document_id": "e", "metric_scores": {"A": [1]}},
        {**scores, "document_id": ""},
    ]
    assert told(validate(write("scores.jsonl", rows))) == [(2, "error", "metric"), (3, "error", "field")]
    rows = [rows[1], scores, {**scores, "document_id": "f"}]  # the first one lacks B
    assert told(validate(write("scores.jsonl", rows))) == [(2, "error", "metric")]
    rows = [{"item_id": ITEM.format(0), "src": "", "ref": "x", "hyps": {"A": "abc"}}]
    assert told(validate(write("test.jsonl", rows))) == [(1, "error", "empty"), (1, "error", "field")]
    rows = [{"doc_id": "7-deu_Latn", "src_text": "s"}, {"doc_id": "x", "src_text": "s"}]
    assert told(validate(write("blind.jsonl", rows))) == [(2, "error", "doc_id")]
    rows = [{"doc_id": "en-de_#_news_#_d", "src_text": "s", "refs": {"refA": {"ref": ""}}}]
    assert told(validate(write("set.jsonl", rows))) == [(1, "warning", "empty")]
    names = ("", "1", "en", "", "official", "A")
    text = "\n".join("\t".join(row) for row in (COLUMNS, (*names, "s", "", "r", "news", "ESA")))
    assert told(validate(write("t.tsv", text))) == [
        (2, "error", "field"),
        (2, "error", "field"),
        (2, "warning", "empty"),
    ]
    for name in format_names():
        if name != "seg-rating":  # a line without a rating is a segment that nobody rated
            assert validate(write("blank", "\n\n"), name).n_errors, name
    assert "UTF-16: iconv" in validate(write("utf16", "\0x\0y\0\n\0x\0")).faults[0].message


def test_scores_and_participants(write):
    scores = {
        "language_pair": "en-de",
        "document_id": "d",
        "metric_scores": {"A": [1, None, "x"], "MetricX": [1.0]},
    }
    assert told(validate(write("a.jsonl", [scores, {**scores, "metric_scores": 3}]))) == [
        (1, "warning", "null"),
        (1, "error", "scores"),
        (1, "warning", "sign"),
        (1, "error", "segments"),
        (2, "error", "field"),
    ]
    people = [{NAME: "A", "Track": "Unconstrained track"}, {NAME: "A", "Track": "x"}]
    assert told(validate(write("p.jsonl", people))) == [(2, "error", "twice"), (2, "error", "track")]


def test_terminology(write):
    references = [
        {"en": "a", "de": "b", "proper": {"a": "b"}, "random": {}},
        {"en": "c", "de": "d", "proper": {"c": 3}},
    ]
    path = write("full.jsonl", references)
    assert told(validate(path)) == [(2, "error", "terms")]
    submission = write("t.ende.proper.jsonl", [{"en": "x", "de": "y", "terms": {"x": ""}}])
    assert told(validate(submission, against=path)) == [
        (1, "warning", "terms"),
        (1, "error", "text"),
        (None, "error", "missing"),
    ]
    texts = write("text.energy.eseu.json", json.dumps(["a\n\nb", "c"]))
    answer = write("x.y.proper.energy.eseu.json", json.dumps(["a", ""]))
    assert told(validate(answer, against=texts)) == [
        (None, "warning", "name"),
        (None, "error", "segments"),
        (None, "warning", "empty"),
    ]
    assert told(validate(write("short.json", json.dumps(["a"])), against=texts))[1:] == [
        (None, "error", "missing"),
        (None, "error", "segments"),
    ]
    assert told(validate(write("terms.json", '{"proper": {"a": ["b", 3]}, "random": {}}'))) == [
        (None, "error", "terms")
    ]
    assert told(
        validate(write("s.json", '[{"es": "a", "eu": "b"}, {"es": "a", "de": "b"}, {"es": "a"}]'))
    ) == [
        (None, "error", "language"),
        (None, "error", "field"),
    ]
    broken = validate(write("broken.json", '{"proper": {\n"a" "b"}}'))
    assert told(broken) == [(2, "error", "line")]


def test_a_test_set_with_terms(write):
    gear = {"source": "gear", "target": "Getriebe"}
    first = {
        "reference": "Getriebe",
        "segments": [{"terms": [gear, {**gear, "target": ""}, {**gear, "source": 3}]}],
    }
    second = {"reference": None, "segments": [{"terms": [gear]}, 3]}
    value = {"documents": [{"paragraphs": [first, second]}, {"paragraphs": 3}], "glossary": {"proper": 5}}
    result = validate(write("set.json", json.dumps(value)))
    assert (result.files[0].format, result.files[0].n_items) == ("wmt26-term-set", 3)
    assert [(fault.severity, fault.item) for fault in result.faults] == [
        ("error", "glossary.proper"),
        ("error", "documents[0].paragraphs[0].segments[0].terms[1].target"),
        ("error", "documents[0].paragraphs[0].segments[0].terms[2].source"),
        ("error", "documents[0].paragraphs[1].segments[1]"),
        ("error", "documents[1].paragraphs"),
    ]
    value = {"documents": [{"paragraphs": [{"segments": [{"terms": [gear]}]}]}]}
    assert told(validate(write("set.json", json.dumps(value)))) == [(None, "warning", "reference")]
    assert told(validate(write("set.json", '{"documents": [{"paragraphs": []}]}'))) == [
        (None, "error", "terms")
    ]


def test_tables_of_renderings(write):
    table = "term\trendering\tpredefined\nbank\tBank\t\nbank\t\tBank\nbank\tUfer\n"
    result = validate(write("r.tsv", table))
    assert (result.files[0].format, result.files[0].n_items) == ("wmt25-renderings", 2)
    assert told(result) == [(3, "warning", "empty"), (4, "error", "columns")]
    table = "\ttgt\tpseudoref_first\n0\tBank\tBank\n"
    assert told(validate(write("r.tsv", table))) == []
    table = table.replace("\ttgt\tpseudoref_first", "pseudoref_first\ttgt")
    assert told(validate(write("r.tsv", table))) == [(1, "error", "columns"), (2, "error", "columns")]
    assert told(validate(write("r.tsv", "term\trendering\trendering\na\tb\tc\n"))) == [
        (1, "error", "columns")
    ]


def test_what_other_readers_of_json_refuse(write, tmp_path):
    """A byte order mark, blank lines between others and numbers of Python alone are warnings."""
    row = json.dumps({"doc_id": "en-de_#_news_#_{}", "hypothesis": 'NaN " Infinity', "x": 1})
    lines = [row.replace("{}", str(number)) for number in range(3)]
    lines[1] = lines[1].replace("1}", '{"y": [NaN, -Infinity, NaN], "NaN": "\\\\"}}')
    path = tmp_path / "s.jsonl"
    path.write_text("\ufeff" + "\n\n".join(lines) + "\n\n", encoding="utf-8")
    result = validate(path)
    assert result.files[0].format == "wmt25-system"
    assert told(result) == [
        (1, "warning", "mark"),
        (2, "warning", "blank"),
        (3, "warning", "number"),
        (3, "warning", "number"),
        (4, "warning", "blank"),
    ]
    assert [fault.message.partition(" ")[0] for fault in result.faults[2:4]] == ["NaN", "-Infinity"]
    whole = '{"proper": {"a": "b"},\n\n"random": {},\n"x": NaN}'
    assert told(validate(write("terms.json", whole))) == [(4, "warning", "number")]
    log = json.dumps(PEARMUT).replace("{}", "0")
    assert told(validate(write("log.jsonl", f"{log}\n \n{log.replace('90', 'NaN')}\n")))[-2:] == [
        (2, "warning", "blank"),
        (3, "warning", "number"),
    ]


def test_a_file_of_no_format_is_told_what_it_is_like(write):
    progress = {"eng_Latn---deu_Latn": {"u": {"progress": [{"A": "completed"}], "time_start": 1}}}
    near = {"doc_id": "x", "refs": {}, "domain": "news"}
    files = {
        write(
            "progress.json", json.dumps(progress, indent=1)
        ): "JSON with u, progress, A, time_start, most like",
        write("metadata.json", json.dumps({"a": {"mt": 1}})): "JSON with a, mt, most like xcomet and",
        write("near.jsonl", [near, near]): "JSON with doc_id, refs, domain, most like wmt25-testset and ",
        write("list.json", "[\n  1,\n  2,\n  3\n]\n"): "it is JSON, most like ",
        write("page.html", "<!doctype html>\n<html>\n</html>\n"): "this is a page of HTML",
    }
    result = validate(files)
    assert [file.format for file in result.files] == ["unknown"] * len(files)
    for fault, message in zip(result.faults, files.values(), strict=True):
        assert message in fault.message
        assert "choose a format" not in fault.message
    scores = [{"src": "s", "mt": "t", "COMET": 0.5}]
    assert validate(write("x.json", json.dumps({"a": scores}, indent=2))).files[0].format == "xcomet"


def test_values_and_faults_of_json_are_told_in_its_terms(write, tmp_path):
    name = "en-de_#_news_#_d"
    lines = [
        json.dumps({"doc_id": name, "hypothesis": None}),
        json.dumps({"doc_id": name, "hypothesis": {"errors": [True, "\ud800é" * 20]}}),
        f'{{"doc_id": "{name}", "hypothesis": "x", "y"',
        f'{{"doc_id": "{name}", "hypothesis": "x',
        f'{{"doc_id": "{name}" "hypothesis": "x"}}',
    ]
    result = validate(write("s.jsonl", "\n".join(lines) + "\n"), "wmt25-system")
    assert [fault.message for fault in result.faults] == [
        '"hypothesis" is null',
        '"hypothesis" is {"errors": [true, "' + "\\ud800é" * 5 + "\\ud80…",
        "this is not valid JSON: it ends too early",
        "this is not valid JSON: it ends too early",
        "this is not valid JSON: Expecting ',' delimiter in column 31",
    ]
    [fault] = validate(write("t.json", '{"proper": {},\n"random"')).faults
    assert (fault.line, fault.message) == (2, "this is not valid JSON: it ends too early")
    [fault] = validate(
        write("h.jsonl", [{"scores": {"A": None}, "doc_id": "a-b_#_c_#_d_#_0"}]), "wmt-humeval"
    ).faults
    assert fault.message.endswith("not null")
    path = tmp_path / "latin.jsonl"
    for text, encoding in (("\xe9", "cp1252"), ("где он " * 20, "cp1251")):
        path.write_bytes(f'{{"doc_id": "{name}", "hypothesis": "{text}"}}\n'.encode(encoding))
        [fault] = validate(path).faults
        way = f"perhaps {encoding}: iconv -f {encoding} -t utf-8"
        assert fault.message.endswith(f"not valid UTF-8 (byte 47); convert the file ({way})")
        path.write_bytes(f'{{"proper": {{"{text}": "b"}}}}'.encode(encoding))
        assert validate(path).faults[0].message.endswith(f"it is not UTF-8 (byte 14); {way}")


def test_standard_input_and_pipes(write, tmp_path, monkeypatch):
    """What can be read once is recognized, and read as often as a format needs."""
    text = "".join(json.dumps(PEARMUT).replace("{}", str(place)) + "\n" for place in (0, 1, 1))
    expected = validate(write("log.jsonl", text))
    assert told(expected) == [(3, "warning", "twice")] * 2
    assert expected.faults[0].message == "u judged this translation in line 2, too"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert told(validate("-")) == told(expected)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("a".encode("utf-16"))))
    assert "iconv -f utf-16 -t utf-8 - makes UTF-8 of it" in validate("-").faults[0].message
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=(text,))
    writer.start()
    result = validate(pipe)
    writer.join()
    assert told(result) == told(expected)
    assert (result.files[0].file, result.files[0].n_lines) == (str(pipe), 3)


def test_ratings(write):
    spans = [{"start_i": 2, "end_i": 1, "severity": "huge"}, {"start_i": 0, "end_i": 0}]
    good = {
        "scores": {"A": [{"score": 120, "errors": spans}]},
        "tgt_text": {"A": "abc"},
        "doc_id": "a-b_#_c_#_d_#_0",
    }
    path = write("h.jsonl", [good, {"scores": 3, "doc_id": "a-b_#_c_#_d_#_1"}])
    assert told(validate(path)) == [
        (1, "error", "score"),
        (1, "error", "severity"),
        (1, "error", "offsets"),
        (1, "warning", "severity"),
        (1, "warning", "text"),
        (2, "error", "line"),
    ]
    assert validate(path).files[0].format == "wmt-humeval"
    [fault] = validate(write("esa.csv", "ann,A,4,TGT,eng,deu,900,doc,False,[],1,2\n")).faults
    assert (fault.line, fault.check, fault.item, fault.system) == (1, "line", "5", "A")
    assert validate(write("empty.json", "[]"), "pearmut").n_errors == 1
    assert validate(write("google.tsv", "x\n"), "google").n_errors > 0


VALUES = (3, None, [], {}, "x", [1], {"a": 1}, True, 1.5, "x_###_y", "x_#_y_#_1")


def changed(value, random):
    """Returns a value of JSON, one place of which is another, or missing."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    if not keys or random.random() < 0.1:
        return random.choice((*VALUES, -1, 0, 101, "\U0001f40c", "<br>", float("nan"), "missing", "Minor"))
    key = random.choice(keys)
    copy = value.copy()
    if random.random() < 0.15:
        del copy[key]
    else:
        copy[key] = changed(copy[key], random)
    return copy


SPAN = {"start_i": 1, "end_i": 2, "severity": "minor", "category": None}
HUMEVAL = {
    "scores": {"A": [{"score": 90.5, "errors": [SPAN], "annotator": "x", "times": [1, 2]}], "B": []},
    "src_text": "s",
    "tgt_text": {"A": "text", "B": "t\U0001f40cx"},
    "doc_id": "a-b_#_c_#_d_#_{}",
}
PEARMUT = {
    "user_id": "u",
    "item_i": 0,
    "item": [{"src": "s", "tgt": {"A": "text", "B": "t\U0001f40cx"}, "item_id": "news_###_d_###_{}"}],
    "annotation": [{"A": {"score": 90, "error_spans": [SPAN]}, "B": {"score": 3, "error_spans": []}}],
}
APPRAISE = ["ann", "A", "{}", "TGT", "eng", "deu", "90", "doc", "False", json.dumps([SPAN]), "1", "2"]


@pytest.mark.parametrize(
    ("name", "right"), [("wmt-humeval", HUMEVAL), ("pearmut", PEARMUT), ("esa", APPRAISE)]
)
def test_right_lines_of_ratings_are_known_quickly(write, monkeypatch, name, right):
    """The same is told, and as much is counted, where each line takes the long way."""
    random = Random(name)
    files = []
    for number in range(60):
        rows = [json.loads(json.dumps(right).replace("{}", str(random.randrange(4)))) for _ in range(6)]
        rows[2:] = [changed(row, random) for row in rows[2:]]
        if name == "esa":
            file = io.StringIO(newline="")
            csv.writer(file).writerows(row if isinstance(row, list) else [row] for row in rows)
            files.append(write(f"{number}.csv", file.getvalue()))
        else:
            files.append(write(f"{number}.jsonl", rows))
    quick = validate(files, name)
    monkeypatch.setattr("parbleu.wmt._format_checks.RIGHT", {})
    slow = validate(files, name)
    assert quick == slow
    assert {"twice", "line"} <= {fault.check for fault in slow.faults}


def test_faults_of_one_kind_are_counted_and_not_all_listed(write):
    rows = [{"item_id": ITEM.format(n), "task2_pred": {"A": -1}} for n in range(9)]
    result = validate(write("p.jsonl", rows), most_faults=2)
    assert (result.n_errors, len(result.faults)) == (9, 2)
    assert result.tables()[1].notes == ("7 faults of the same kinds are counted, and not listed.",)


def test_keys_of_predictions(write):
    rows = [{"item_id": ITEM.format(n), "Task2_pred": {"A": 1}} for n in range(2)]
    result = validate(write("p.jsonl", rows))
    assert result.files[0].format == "wmt26-mteval"
    assert told(result) == [(1, "warning", "key"), (1, "error", "field"), (2, "error", "field")]
    assert 'no key "Task2_pred"; did you mean "task2_pred"?' in str(result.faults[0])
    rows = [{**row, "task1_pred": {}, "mood": "good"} for row in rows]
    assert told(validate(write("p.jsonl", rows))) == [(1, "warning", "key")] * 2


def test_faults_of_a_line_have_its_order(write):
    names = [f"S{number}" for number in range(9)]
    test = write("test.jsonl", [{"item_id": ITEM.format(0), "src": "s", "hyps": dict.fromkeys(names, "abc")}])
    line = {"item_id": ITEM.format(0), "task2_pred": {}, **dict.fromkeys(names, 1)}
    faults = validate(write("p.jsonl", [line]), against=test).faults
    assert [fault.system for fault in faults if fault.check == "system"] == names
    assert [name for fault in faults for name in names if f'"{name}"' in fault.message] == names


def test_what_cannot_be_validated(write, tmp_path):
    with pytest.raises(NoSegmentsError):
        validate([])
    with pytest.raises(UnknownNameError, match="pearmut"):
        validate(write("a", "x"), "permut")
    result = validate([write("a", "x\n"), write("b", ""), write("c", [{NAME: "A", "Track": "Constrained"}])])
    assert [fault.check for fault in result.faults] == ["format", "empty"]
    assert [(file.format, file.n_lines) for file in result.files] == [
        ("unknown", 1),
        ("unknown", 0),
        ("wmt26-participants", 1),
    ]
    with pytest.raises(UnreadableFileError):
        validate(tmp_path / "none")
    system = write("s.jsonl", [{"doc_id": DOC, "hypothesis": "x"}])
    with pytest.raises(FormatError, match="no documents of a test set"):
        validate(system, against=system)
    with pytest.raises(OptionError, match="answers no input"):
        validate(write("p.jsonl", [{NAME: "A", "Track": "Constrained"}]), against=system)
    torn = write("torn.jsonl", '{"doc_id": "d", "hypothesis": "x"}\n{"doc_id": \n')
    assert told(validate(torn))[-1:] == [(2, "error", "line")]


KEYS = (
    *("doc_id", "document_id", "item_id", "user_id", "hypothesis", "src_text", "tgt_text", "refs", "hyps"),
    *("task1_pred", "task2_pred", "scores", "metric_scores", "language_pair", "domain", "item", "annotation"),
    *("proper", "random", "en", "de", "system", "src", "ref", "score", "mt"),
)


@pytest.mark.long
@pytest.mark.parametrize("name", format_names())
def test_values_of_any_type_are_faults(write, name):
    """None ends in another error than one of a file."""
    random = Random(name)
    for _ in range(40):
        rows = [{key: random.choice(VALUES) for key in random.sample(KEYS, 12)} for _ in range(2)]
        text = json.dumps(random.choice([rows, {"campaign": rows}, rows[0]]))
        content = random.choice([text, "".join(json.dumps(row) + "\n" for row in rows)])
        with suppress(ParbleuError):
            validate([write("file.jsonl", content)], name)
