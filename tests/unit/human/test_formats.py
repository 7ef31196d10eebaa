"""Tests rating formats: reading, errors of wrong lines, and skipping them on request."""

import csv
import json
import re

import pytest

from parbleu.errors import FormatError, OptionError, ParbleuError, RatingError, UnknownNameError
from parbleu.human import (
    Error,
    Judgement,
    Rating,
    human_scores,
    read_judgements,
    read_ratings,
    write_judgements,
)
from parbleu.human._judgement import MISSING
from parbleu.human._score_mqm import score_mqm
from parbleu.human.formats import FORMATS
from parbleu.human.formats._score_table import ScoreTable

GOOGLE = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
ESA = "ann,A,4,TGT,eng,deu,90,doc,False,{},1,2\n"


@pytest.fixture
def write(tmp_path):
    def writer(name, text):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return writer


def test_google(write):
    path = write(
        "x.tsv",
        GOOGLE
        + "A\td\t1\t7\tann\tThe <v>cat</v>\tDie Katze\tAccuracy/Omission\tMajor\n"
        + 'A\td\t1\t7\tann\tThe cat\tDie <v>"Katze\tStyle\tMinor\n'.replace('"', "")
        + "B\td\t1\t7\tann\tThe cat\tX\tNon-translation!\tMajor\n"
        + "A\td\t2\t8\tben\tAy\tBe\tNo-error\tNo-error\n",
    )
    assert read_judgements(path) == [
        Judgement(
            "A", 6, "ann",
            Rating((Error(4, 7, "Accuracy/Omission", "Major", None, True), Error(4, 9, "Style", "Minor"))),
            None, "d", 0, "The cat", "Die Katze",
        ),
        Judgement(
            "B", 6, "ann", Rating((Error(0, 1, "Non-translation!", "Major"),)), None, "d", 0, "The cat", "X"
        ),
        Judgement("A", 7, "ben", Rating(), None, "d", 1, "Ay", "Be"),
    ]  # fmt: skip


@pytest.mark.parametrize("separator", [",", ";"])
def test_google_as_a_spreadsheet_saves_it(write, tmp_path, separator):
    rows = [
        GOOGLE.rstrip("\n").split("\t"),
        ["A", "d", "1", "7", "ann", "a, b; c", 'x, "<v>y</v>"; z', "Fluency/Grammar", "Minor"],
        ["A", "d", "1", "7", "ben", "a, b; c", 'x, "y"; z', "No-error", "No-error"],
    ]
    with open(tmp_path / "mqm.csv", "w", newline="", encoding="utf-8-sig") as file:
        csv.writer(file, delimiter=separator).writerows(rows)
    tabs = "".join("\t".join(row) + "\n" for row in rows)
    assert read_ratings(tmp_path / "mqm.csv") == read_ratings(write("mqm.tsv", tabs))
    (tmp_path / "wrong.csv").write_text((tmp_path / "mqm.csv").read_text("utf-8-sig").replace("ben", ""))
    with pytest.raises(FormatError, match=r"wrong\.csv:3: the 'rater' is empty"):
        read_ratings(tmp_path / "wrong.csv")


def test_table_of_marot(write):
    """Rows of metadata only, spans as inclusive places of tokens, and a header between rows."""
    head = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata\n"
    begin = "A\td\t1\t7\t"
    tokens = json.dumps({"segment": {"target_tokens": ["Hallo", " ", "Welt"], "metrics": {"BLEURT": 0.5}}})
    spans = json.dumps({"target_spans": [[2, 2]], "timestamp": 5})
    wrong = json.dumps({"source_spans": [[0]]})
    rows = [
        f"{begin}r1\tHello world\tHallo Welt\tStyle\tminor\t{spans}\n",
        f"{begin}\tHello world\tHallo Welt\t\t\t{tokens}\n",
        head,
        f"{begin}r2\tHello world\tHallo <v>Welt</v>\tStyle\tmajor\ta note\n",
    ]
    first, second = read_judgements(write("marot.tsv", head + "".join(rows)))
    assert first.rating.errors == (Error(6, 10, "Style", "minor"),)
    assert second.rating.errors == (Error(6, 10, "Style", "major"),)
    assert (first.segment, first.place, second.rater) == (6, 0, "r2")
    bad = f"{begin}r1\tHello\tHallo\tStyle\tminor\t"
    for metadata, message in ((wrong, "source_spans"), ("{", "no JSON")):
        with pytest.raises(FormatError, match=f":2: .*{message}"):
            list(read_judgements(write("bad.tsv", f"{head}{bad}{metadata}\n")))


def test_google_with_the_viewers_columns_and_without_numbers_of_the_test_set(write):
    header = "system\tdoc\tdocSegId\trater\ttarget\tcategory\tseverity\n"
    path = write("x.tsv", header + "A\td\t3\tann\tb<v>c</v>\tStyle\tMinor\n")
    [found] = read_judgements(path)
    assert (found.segment, found.unit, found.source, found.hypothesis) == (None, ("d", 2), None, "bc")


def test_unbabel_stores_scores(write):
    header = GOOGLE.rstrip("\n") + "\tmisc\n"
    rows = [
        ["A", "d", "1", "1", "ann", "s", 'say "x', "Style", "Minor", '{"mqm": 90}'],
        ["A", "d", "1", "1", "ann", "s", 'say "x', "Style", "Minor", '{"mqm": 80.0}'],
    ]
    lines = ["\t".join('"' + each.replace('"', '""') + '"' for each in row) + "\n" for row in rows]
    [found] = read_judgements(write("x.tsv", header + "".join(lines)))
    assert (found.score, found.hypothesis, len(found.rating.errors)) == (85.0, 'say "x', 2)
    for text in ("null", "Infinity"):
        wrong = lines[0].replace("90", text)
        with pytest.raises(FormatError, match=r"x\.tsv:3: misc must be an object"):
            read_judgements(write("x.tsv", header + lines[1] + wrong))


def test_esa(write):
    errors = [
        {"start_i": 2, "end_i": 4, "severity": "major", "error_type": None},
        {"start_i": "missing", "end_i": "missing", "severity": "minor"},
    ]
    quoted = '"' + json.dumps(errors).replace('"', '""') + '"'
    path = write(
        "x.csv",
        ESA.format("[]").replace("90", "10")  # which the annotator took back
        + ESA.format(quoted)
        + ESA.format("[]").replace("TGT", "BAD")
        + ESA.format("[]").replace("doc", "ende-tutorial1").replace("A", "ende-tutorial1")
        + ESA.format("[]").replace("doc", "doc#incomplete")
        + ESA.format("[]").replace("False", "True"),
    )
    rating = Rating((Error(2, 5, severity="major"), Error(MISSING, MISSING, severity="minor")))
    expected = Judgement("A", 4, "ann", rating, 90.0, "doc", src_lang="eng", tgt_lang="deu", finished=2.0)
    assert read_judgements(path) == [expected]


def test_da(write):
    path = write("x.csv", ESA.replace("{},", ""))
    assert read_judgements(path) == [
        Judgement("A", 4, "ann", None, 90.0, "doc", src_lang="eng", tgt_lang="deu", finished=2.0)
    ]


def test_tables(write):
    path = write("x.csv", '\ufeffsystem,segment,score,rater\nA,1,3,"a, b"\nA,2,NA,c\n')
    assert read_judgements(path) == [Judgement("A", 0, "a, b", score=3.0)]
    path = write("x.jsonl", '{"model": "A", "segment": 2, "score": 3.5, "document": "d"}\n')
    assert read_judgements(path, ScoreTable({"system": "model"})) == [
        Judgement("A", score=3.5, document="d", place=1)
    ]


def test_a_table_of_language_pairs(write):
    """Segments of two pairs have the same numbers and are not averaged."""
    path = write("x.tsv", "lp\tsystem\tsegment\tscore\nen-de\tA\t1\t80\nen-fr\tA\t1\t20\n")
    assert [judgement.language_pair for judgement in read_judgements(path)] == ["en-de", "en-fr"]


def test_a_table_whose_segments_are_sources(write):
    """The data sets of Hugging Face number no segments; a source may stand twice in a test set."""
    rows = ["Yes.,Ja.,-1,A", "Yes.,Jo.,-2,A", "No.,Nein.,0,A", "No.,Ne.,-5,B", "Yes.,Ja.,-3,B", "No.,X.,,C"]
    lines = "".join(f"en-de,{row},2020\n" for row in rows)
    path = write("x.csv", "lp,src,mt,score,system,year\n" + lines)
    judgements = read_judgements(path)
    numbers = [(judgement.system, judgement.segment, judgement.score) for judgement in judgements]
    assert numbers == [("A", 0, -1), ("A", 1, -2), ("A", 2, 0), ("B", 2, -5), ("B", 0, -3)]
    assert {judgement.language_pair for judgement in judgements} == {"en-de"}
    assert judgements[0].hypothesis == "Ja."


def test_raters_of_a_table_whose_segments_are_sources(write, caplog):
    """Whatever their column is called; without one, their judgements are of other segments, which is told."""
    caplog.set_level("INFO", "parbleu")
    text = "src,mt,score,system,annotator\nYes.,Ja.,90,A,x\nYes.,Ja.,80,A,y\nNo.,Nein.,70,A,x\n"
    path = write("x.csv", text)
    judgements = list(ScoreTable({"rater": "annotator"}).read(str(path)))
    assert [(each.rater, each.segment) for each in judgements] == [("x", 0), ("y", 0), ("x", 1)]
    assert caplog.text == ""
    assert [each.segment for each in read_judgements(path)] == [0, 1, 2]
    assert "1 row with a source that the system has above: these are other segments" in caplog.text


WAVE = {"start_i": 0, "end_i": 2, "severity": "major"}


@pytest.mark.parametrize(
    "scores",
    [
        {
            "A": [
                {"score": 90.0, "annotator": "x", "errors": [WAVE], "times": ["1.0", "2.0"]},
                {"score": None},
            ]
        },
        {"A": {"human1": 90, "errors1": [WAVE], "annotator1": "x", "times1": [1.0, 2.0]}},
        {"A": {"human": 90, "errors": [WAVE], "annotator": "x", "times": [1, 2]}},
    ],
)
def test_human_evaluation_of_wmt(write, scores):
    line = {"scores": scores, "src_text": "s", "tgt_text": {"A": "Hund"}, "doc_id": "cs-de_DE_#_news_#_b_#_3"}
    empty = {"scores": {}, "src_text": "s", "tgt_text": {"A": "Hund"}, "doc_id": "cs-de_DE_#_news_#_b_#_4"}
    [judgement] = read_judgements(write("x.jsonl", f"{json.dumps(line)}\n{json.dumps(empty)}\n"))
    rating = Rating((Error(0, 3, severity="major"),))
    assert judgement == Judgement(
        "A", None, "x", rating, 90.0, "cs-de_DE_#_news_#_b", 3, "s", "Hund", "cs", "de_DE", 2.0
    )


def page(user, item_i, score, item_id="news_###_d_###_0", spans=()):
    return {
        "annotation": [{"A": {"score": score, "error_spans": list(spans)}}],
        "item": [{"src": "s", "tgt": {"A": "\N{GRINNING FACE} Hund"}, "item_id": item_id}],
        "user_id": user,
        "item_i": item_i,
    }


@pytest.mark.parametrize("shape", ["annotations", "lines", "list", "lines with a byte order mark"])
def test_pearmut(write, caplog, shape):
    """UTF-16 units, the end included; marks behind the text; resets of a user; pages that do not count."""
    caplog.set_level("INFO", "parbleu")
    spans = [{"start_i": start, "end_i": end, "severity": "minor"} for start, end in ((3, 6), (7, 7))]
    pages = [
        page("u", "welcome_0", 1),
        page("u", 0, 10),
        page("v", 0, 40),
        {"user_id": "u", "annotation": "__RESET__"},
        page("u", "random_0", 2, "attention_check_0"),
        page("u", 0, 80, spans=spans),
    ]
    text = {
        "annotations": json.dumps({"eng_Latn---deu_Latn v3": pages}, indent=1),
        "lines": "".join(json.dumps(each) + "\n" for each in pages),
        "list": json.dumps(pages),
    }[shape.partition(" ")[0]]
    mark = "\ufeff" if shape.endswith("mark") else ""
    first, second = read_judgements(write("x.jsonl" if "lines" in shape else "x.json", mark + text))
    assert (first.rater, first.score, second.rater, second.score) == ("v", 40.0, "u", 80.0)
    assert second.unit == ("news_###_d", 0)
    found, missing = second.rating.errors
    assert found.span(second.hypothesis) == "Hund"
    assert (missing.is_missing, missing.category) == (True, "missing")
    assert "2 before a reset, 1 of welcome, random and goodbye pages" in caplog.text
    assert second.language_pair == ("eng_Latn-deu_Latn" if shape == "annotations" else "-")


def test_pearmut_without_ids(write):
    """The ids are optional: equal items of two pages are two segments."""
    pages = [page(user, place, score, item_id=None)
             for user, score in (("u", 10), ("v", 40)) for place in (0, 1)]  # fmt: skip
    for each, text in zip(pages[1::2], "xx", strict=True):
        each["item"].append(each["item"][0] | {"src": text})
        each["annotation"] *= 2
    found = read_judgements(write("x.json", json.dumps({"c": pages})))
    assert [(each.rater, each.segment, each.document) for each in found] == [
        (user, segment, None) for user in "uv" for segment in range(3)
    ]


@pytest.mark.parametrize("change", [{"src": None}, {"item_id": ""}, {"item_id": "", "src": None}])
def test_pearmut_without_ids_or_sources(write, change):
    pages = [page("u", place, score, item_id=None) for place, score in enumerate((10, 40))]
    for each in pages:
        each["item"][0] |= change
    found = read_judgements(write("x.json", json.dumps({"c": pages})))
    assert [(each.score, each.segment) for each in found] == [(10, 0), (40, 1)]


def test_a_reset_of_pearmut_behind_what_is_no_annotation(write):
    lines = [1, {"user_id": "", "annotation": "__RESET__"}, page("u", 0, 10)]
    with pytest.raises(FormatError, match=re.escape("c, line 1: an annotation is an object, {...}, not 1")):
        read_judgements(write("x.json", json.dumps({"c": lines})))


def test_checks_of_pearmut_are_no_judgements(write, caplog):
    caplog.set_level("INFO", "parbleu")
    check = page("u", 1, 95, "news_###_d_###_1")
    check["item"][0]["validation"] = {"A": {"score": [90, 100]}}
    found = read_judgements(write("x.json", json.dumps([page("u", 0, 10), check])))
    assert [each.score for each in found] == [10.0]
    assert "left out annotations, which do not count: 1 of attention checks" in caplog.text


def test_sliders_of_pearmut(write):
    """The only slider is the score."""
    one, two = page("u", 0, None), page("u", 0, None)
    one["annotation"][0]["A"]["sliders"] = {"Adequacy": 80}
    assert [each.score for each in read_judgements(write("x.json", json.dumps([one])))] == [80.0]
    two["annotation"][0]["A"]["sliders"] = {"Adequacy": 80, "Fluency": 3}
    with pytest.raises(FormatError, match=r"there are several sliders \(Adequacy, Fluency\): keep the one"):
        read_judgements(write("x.json", json.dumps([two])))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"src": ["a"]}, r'a source is text, not \["a"\]'),
        ({"tgt": {"A": 1}}, "A, news_###_d: a translation is text, not 1"),
        ({"tgt": None}, r'"tgt" is an object, \{...\}, not null'),
        ({"item_id": []}, r'"item_id" is text, not \[\]'),
        ({"error_spans": {"end_i": None}}, 'the "end" of an error must be a whole number, not null'),
        ({"error_spans": {"severity": {}}}, 'the "severity" of an error must be'),
        ({"error_spans": {"start_i": "0"}}, 'the "start" of an error must be a whole number'),
    ],
)
def test_pearmut_with_wrong_types(write, change, problem):
    line = page("u", 0, 10)
    if span := change.pop("error_spans", None):
        line["annotation"][0]["A"]["error_spans"] = [{"start_i": 0, "end_i": 0} | span]
    line["item"][0] |= change
    with pytest.raises(FormatError, match=problem):
        read_judgements(write("x.json", json.dumps([line])))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"user_id": None}, '"user_id" is text, not null'),
        ({"item": None}, '"item" is a list, [...], not null'),
        ({"item": []}, '"item" is empty'),
        ({"item": ["x"]}, 'what "item" lists is an object, {...}, not "x"'),
        ({"annotation": 1}, '"annotation" is a list, [...], not 1'),
        ({"annotation": []}, '"annotation" has 0 entries, "item" has 1'),
        ({"annotation": [1]}, 'an entry of "annotation" is an object, {...}, not 1'),
        ({"annotation": [{"A": 1}]}, "A, news_###_d: an annotation is an object, {...}, not 1"),
        ({"annotation": [{"B": {}}]}, "B, news_###_d: this translation is annotated, but not shown"),
        ({"annotation": [{"A": {"error_spans": 1}}]}, 'A, news_###_d: "error_spans" is a list, [...], not 1'),
    ],
)
def test_lines_of_pearmut_with_wrong_types(write, change, problem):
    path = write("x.json", json.dumps({"c": [page("u", 0, 10), page("u", 1, 10) | change]}))
    with pytest.raises(FormatError, match=re.escape(f"c, line 2: {problem}")):
        read_judgements(path)


def test_translations_of_pearmut_without_an_annotation_are_counted(write, caplog):
    caplog.set_level("INFO", "parbleu")
    line = page("u", 0, 10)
    line["item"][0]["tgt"] |= {"B": "t", "C": "t"}
    line["annotation"][0]["C"] = {}
    assert len(read_judgements(write("x.json", json.dumps([line])))) == 1
    assert "1 of translations that were not annotated, 1 without a score and spans" in caplog.text


def label(start, end, text, *labels, to_name="mt", **more):
    value = {"start": start, "end": end, "text": text, "labels": list(labels)}
    return {"type": "labels", "from_name": "label", "to_name": to_name, "value": value, **more}


@pytest.mark.parametrize("indent", [None, 2])
def test_label_studio(write, indent):
    data = {"src": "The dog", "mt": "\N{GRINNING FACE} Hund", "system": "A", "seg": 2}
    rating = {"type": "rating", "from_name": "r", "to_name": "mt", "value": {"rating": 4}}
    results = [label(3, 7, "Hund", "Major", "Accuracy"), label(0, 3, "The", "Minor", to_name="src"), rating]
    tasks = [
        {
            "id": 1,
            "data": data,
            "annotations": [
                {"completed_by": {"email": "a@b.c"}, "result": results},
                {"completed_by": 3, "was_cancelled": True, "result": []},
            ],
        }
    ]
    [judgement] = read_judgements(write("x.json", json.dumps(tasks, indent=indent)))
    errors = (Error(2, 6, "Accuracy", "Major"), Error(0, 3, None, "Minor", None, True))
    assert judgement == Judgement("A", 1, "a@b.c", Rating(errors), 4.0, None, None, data["src"], data["mt"])
    for change, message in (
        ({"data": {"mt": "x"}}, "lack the system"),
        ({"annotations": [{"result": [label(0, 2, "no", "Major")]}]}, "but 'no' is marked"),
        ({"annotations": [{"result": [rating, rating]}]}, "several ratings"),
    ):
        with pytest.raises(FormatError, match=message):
            read_judgements(write("bad.json", json.dumps([{**tasks[0], **change}])))


def factgenie(**changes):
    """As `save_record` of factgenie 1.2.1 writes an output that was judged."""
    names = ("Major", "Terminology (minor)", "minor/Grammar/Case", "Style")
    categories = [{"name": name, "color": "#f00", "description": ""} for name in names]
    about = {"annotation_span_categories": categories, "annotator_id": "anna", "end_timestamp": 20}
    return {
        "dataset": "wmt24-en-de", "split": "test", "example_idx": 3, "output": "Der 😀 Hund bellt.",
        "metadata": about, "setup_id": "A", "annotations": [],
        "flags": [{"label": "Bad source", "value": False}], "options": [], "sliders": [],
        "text_fields": [{"label": "Comment", "value": ""}], "time_last_saved": 17,
    } | changes  # fmt: skip


def test_factgenie(write, caplog):
    caplog.set_level("INFO")
    slider = {"label": "Quality", "value": "85", "min": "0", "max": "100", "step": "1"}
    of_person = [
        {"type": 1, "text": "Hund", "start": 7, "id": "a"},  # in units of UTF-16
        {"type": 3, "text": "Hund bellt.", "start": 7, "id": "b"},
    ]
    of_model = [
        {"type": 0, "text": "hund ", "start": 6, "reason": "r"},  # in code points, without the blank
        {"type": 2, "text": "bellt", "start": 11, "reason": "r"},
    ]
    lines = [
        factgenie(annotations=of_person, sliders=[slider]),
        factgenie(annotations=of_model, setup_id="B", time_last_saved=None),
        factgenie(annotations=[], setup_id="C", flags=[{"label": "Bad source", "value": True}]),
    ]
    path = write("0-0-anna-20.jsonl", "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    errors = (Error(6, 10, "Terminology", "minor"), Error(6, 17, "Style"))
    texts = (None, "Der 😀 Hund bellt.", None, None)
    assert read_judgements(path) == [
        Judgement("A", None, "anna", Rating(errors), 85.0, "wmt24-en-de/test", 3, *texts, 17.0),
        Judgement(
            "B", None, "anna",
            Rating((Error(6, 10, None, "Major"), Error(11, 16, "Grammar/Case", "minor"))),
            None, "wmt24-en-de/test", 3, *texts,
        ),
        Judgement("C", None, "anna", Rating(), None, "wmt24-en-de/test", 3, *texts, 17.0),
    ]  # fmt: skip
    assert "left out what annotators say of whole texts: flags 1" in caplog.text


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"annotations": [{"type": 0, "text": "Katze", "start": 7}]}, "but 'Katze' is marked"),
        ({"annotations": [{"type": 4, "text": "Der", "start": 0}]}, "is 4, and there are 4 categories"),
        ({"annotations": [{"type": 0, "text": "Der", "start": -1}]}, "the start of an annotation is a whole"),
        ({"annotations": [{"type": 0, "text": "Der"}]}, "the start of an annotation is a whole number"),
        ({"annotations": {}}, ""),
        ({"annotations": None}, '"annotations" is a list, [...], not null'),
        ({"annotations": ["Der"]}, "an annotation is an object"),
        ({"example_idx": "x"}, 'the "example_idx" is a whole number'),
        ({"setup_id": None}, 'the "setup_id", which is the system, is text'),
        ({"output": None}, 'the "output" is text'),
        ({"metadata": []}, ""),
        ({"metadata": [1]}, '"metadata" is an object'),
        ({"sliders": [{"label": "a", "value": "1"}, {"label": "b", "value": "2"}]}, "several sliders"),
        ({"sliders": [{"label": "a", "value": "much"}]}, "the value of a slider is a number"),
        ({"sliders": [{"label": "a", "value": None}]}, "the value of a slider is a number"),
        ({"sliders": 3}, '"sliders" is a list'),
    ],
)
def test_wrong_lines_of_factgenie(write, changes, message):
    path = write("x.jsonl", json.dumps(factgenie(**changes)) + "\n")
    if not message:
        assert read_judgements(path)[0].rating == Rating()
        return
    with pytest.raises(FormatError, match=rf"x\.jsonl:1: .*{re.escape(message)}"):
        read_judgements(path)


def test_a_file_of_no_format_is_described(write):
    path = write("x.json", json.dumps([{"annotations": [], "result": 1, "tgt": "x", "error_spans": []}]))
    with pytest.raises(OptionError) as caught:
        read_judgements(path)
    message = str(caught.value)
    assert (
        "it is JSON with annotations, result, tgt, error_spans, most like pearmut and label-studio" in message
    )


@pytest.mark.parametrize(
    ("name", "text", "seen"),
    [
        ("x.json", '{"x": 1}', "it is JSON, most like standalone and wmt-humeval;"),
        ("x.jsonl", '{"id": 1, "data": "x"}', "it is JSON with id, data, most like label-studio and "),
        ("x.csv", "a,b\n1,2\n", "it is a table with a, b, most like table and "),
        ("x.txt", "a\tb\n1\t2\n", "it is a table with a, b, most like table and "),
        ("x.tsv", "sys\tdoc\trater\tseverity\n", "most like unbabel and google;"),
        (
            "x.csv",
            '"HITId","WorkerId","Input.system","Answer.score"\n',
            "results of Mechanical Turk: name its",
        ),
        ("x.txt", "hello\n", "it is text, most like seg-rating and "),
    ],
)
def test_the_two_closest_formats_are_named(write, name, text, seen):
    with pytest.raises(OptionError, match=re.escape(seen)):
        read_judgements(write(name, text))


def exported(data=None, **annotation):
    result = [label(0, 4, "Hund", "Major")]
    data = {"src": "Dog", "mt": "Hund", "system": "A", "seg": 1} | (data or {})
    return {"data": data, "annotations": [{"completed_by": 1, "result": result} | annotation]}


@pytest.mark.parametrize(
    ("task", "segment", "n_errors"),
    [
        (exported({"seg": "0"}), 0, 1),
        (exported({"seg": 2.0}), 1, 1),
        (exported({"mt": 2024}, result=[]), 0, 0),
        (exported(result=None), 0, 0),
        (exported(result=[label(0, 4, "Hund") | {"id": [1]}]), 0, 1),
    ],
)
def test_label_studio_where_an_import_changed_types(write, task, segment, n_errors):
    [found] = read_judgements(write("x.json", json.dumps([task])))
    assert (found.segment, len(found.rating.errors)) == (segment, n_errors)


@pytest.mark.parametrize(
    ("task", "problem"),
    [
        ({"data": [1], "annotations": [{}]}, "this is not the list of tasks"),
        ({"data": {}, "annotations": {"x": 1}}, "this is not the list of tasks"),
        (exported() | {"annotations": ["x"]}, "this is not the list of tasks"),
        (exported(result="x"), r'task 1: the result of an annotation is a list, \[\.\.\.\], not "x"'),
        (exported(result=[1]), "task 1: a result is an object"),
        (exported(result=[{"type": "labels", "value": "x"}]), "the value of a result .* is an object"),
        (exported(result=[label(0, 4, "Hund", 1)]), "task 1: a label is text, not 1"),
        (exported(result=[{"type": "rating", "value": {}}]), "task 1: a rating is a number, not null"),
        (exported(result=[{"type": "labels", "value": {"labels": ["Major"]}}]), "labels lack the start"),
        (exported({"system": ["A"]}), r'task 1: the system is text, not \["A"\]'),
        ({"data": exported()["data"], "annotations": [{}]}, "task 1: an annotation lacks its results"),
        (exported(result=[label(-3, -1, None, "Major")]), "task 1: characters -3 to -1 are marked"),
        (exported(result=[label(5, 99, None, "Major")]), "5 to 99 are marked; the text has 4: 'Hund'"),
        (exported(result=[label(True, 2, None, "Major")]), "task 1: a span has whole numbers"),
    ],
)
def test_label_studio_with_wrong_types(write, task, problem):
    with pytest.raises(FormatError, match=problem):
        read_judgements(write("x.json", json.dumps([task])))


def test_label_studio_with_results_of_other_types(write, caplog):
    """What is no span, rating or number is told, and refused where errors may be missing."""
    caplog.set_level("INFO", "parbleu")
    area = {"type": "rectanglelabels", "value": {"x": 1, "rectanglelabels": ["Major"]}}
    with pytest.raises(FormatError, match="task 1: results of the type 'rectanglelabels' are not read"):
        read_judgements(write("x.json", json.dumps([exported(result=[label(0, 4, "Hund", "Major"), area])])))
    whole = {"type": "choices", "value": {"choices": ["bad"]}}
    comment = {"type": "textarea", "id": "c", "value": {"start": 0, "end": 4, "text": ["Why?"]}}
    marked = {"id": "c", **label(0, 4, "Hund", "Major")}
    [found] = read_judgements(write("x.json", json.dumps([exported(result=[whole, comment, marked])])))
    assert found.rating == Rating((Error(0, 4, None, "Major"),))
    assert "left out results about whole texts that are no rating or number: choices 1" in caplog.text
    for results in ([whole], [whole, {"type": "textarea", "value": {"text": ["Good."]}}]):
        with pytest.raises(
            FormatError, match=r"no results mark errors by Labels.*; there are choices 1.*table"
        ):
            read_judgements(write("x.json", json.dumps([exported(result=results)])))


def test_label_studio_with_comments_alone(write, caplog):
    """They say nothing of errors, as empty results do."""
    caplog.set_level("INFO", "parbleu")
    comment = {"type": "textarea", "value": {"text": ["Good."]}}
    [found] = read_judgements(write("x.json", json.dumps([exported(result=[comment])])))
    assert (found.rating, found.score) == (Rating(()), None)
    assert "no rating or number: textarea 1; no errors are marked" in caplog.text
    about_a_span = {"type": "textarea", "value": {"start": 0, "end": 4, "text": ["Why?"]}}
    found = read_judgements(write("x.json", json.dumps([exported(result=[about_a_span])])))
    assert human_scores(found, "mqm").system_scores() == {"A": 0}
    assert "has no weight for errors without a severity: such errors cost nothing" in caplog.text


def test_label_studio_whose_tags_have_other_names_than_the_data(write):
    """Then the marked text says which of the two it is of."""
    results = [label(0, 3, "Dog", "Minor", to_name="left"), label(0, 4, "Hund", "Major", to_name="right")]
    [found] = read_judgements(write("x.json", json.dumps([exported(result=results)])))
    assert found.rating == Rating((Error(0, 3, None, "Minor", None, True), Error(0, 4, None, "Major")))


def test_rows_of_tables_that_repeat_or_lack_a_score_are_told(write, caplog):
    caplog.set_level("INFO", "parbleu")
    text = "system,segment,score,rater\nA,1,90,r\nA,1,80,r\nA,1,70,s\nA,2,,r\n"
    path = write("x.csv", text)
    assert len(read_ratings(path)) == 3
    assert f"{path}: left out rows without a score: 1" in caplog.text
    assert "1 judgement of a rater who judged the same translation before, the first by r (A, segment 1)" in (
        caplog.text
    )


def test_rows_without_raters_that_repeat_are_told(write, caplog):
    caplog.set_level("INFO", "parbleu")
    assert len(read_ratings(write("x.csv", "system,segment,score\nA,1,90\nA,1,80\nB,1,70\n"))) == 3
    assert "1 judgement without a rater of a translation that was judged before, the first (A," in caplog.text


STEPS = {"system": "A", "segment": 1, "score": 5, "document": "d"}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"document": None}, "2: this row and those before it do not name segments alike"),
        ({"segment": None}, "2: there is no segment ''"),
        ({"segment": None, "src": "s"}, "2: this row and those before it do not name segments alike"),
        ({"system": ["A"]}, r"2: the 'system' is text or a number, not \[\"A\"\]"),
        ({"score": "word " * 999}, r"2: the score '.{50,80} is not a number$"),
    ],
)
def test_rows_of_tables_with_values_of_wrong_types(write, change, problem):
    with pytest.raises(FormatError, match=problem):
        read_judgements(write("x.jsonl", f"{json.dumps(STEPS)}\n{json.dumps(STEPS | change)}\n"))


@pytest.mark.parametrize("wrong", ["A,1,x,", "A,1,,"])
@pytest.mark.parametrize("place", [1, 3])
def test_a_row_that_is_left_out_says_nothing_of_others(write, wrong, place):
    rows = ["system,segment,score,document", "A,1,90,d", "A,2,80,d"]
    rows.insert(place, wrong)
    assert [each.score for each in read_ratings(write("x.csv", "\n".join(rows)), lenient=True)] == [90, 80]


HUMEVAL = {"doc_id": "a-b_#_n_#_d_#_0", "src_text": "s", "tgt_text": {"A": "t"}}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"tgt_text": 1}, '"tgt_text" is an object, {...}, not 1'),
        ({"tgt_text": {"A": 1}}, "A: a source or translation is text, not 1"),
        ({"tgt_text": {"A": {}}}, "A: a source or translation is text, not {}"),
        ({"scores": 1}, '"scores" is an object, {...}, not 1'),
        ({"scores": {"A": [{"score": 1, "errors": 1}]}}, 'A: "errors" is a list, [...], not 1'),
        ({"scores": {"A": [{"score": 1, "times": 1}]}}, 'A: "times" is a list, [...], not 1'),
    ],
)
def test_human_evaluation_of_wmt_with_wrong_types(write, change, problem):
    line = HUMEVAL | {"scores": {"A": [{"score": 1}]}} | change
    with pytest.raises(FormatError, match=re.escape(f"x.jsonl:1: {problem}")):
        read_judgements(write("x.jsonl", json.dumps(line)), "wmt-humeval")


def test_human_evaluation_of_wmt_without_scores_or_errors(write, caplog):
    """A judgement without a score is counted, and one without errors has none that could count."""
    caplog.set_level("INFO", "parbleu")
    scores = {"A": {"errors1": [], "annotator1": "r", "human2": 50, "annotator2": "s"}}
    [found] = read_judgements(write("x.jsonl", json.dumps(HUMEVAL | {"scores": scores})))
    assert (found.rater, found.score, found.rating) == ("s", 50.0, None)
    assert "left out judgements without a score: 1" in caplog.text
    with pytest.raises(FormatError, match=r"x\.csv:2: the system is empty"):
        read_judgements(write("x.csv", "system,segment,score\n,1,90\n"))


def test_xcomet_with_null_for_no_errors(write):
    error = {"severity": "minor", "start": 0, "end": 1}
    items = [{"src": "s", "mt": "ab", "COMET": 0.9, "errors": None},
             {"src": "s", "mt": "ab", "COMET": 0.5, "errors": [error]}]  # fmt: skip
    found = read_judgements(write("x.json", json.dumps({"a.txt": items})))
    assert [len(each.rating.errors) for each in found] == [0, 1]


def test_what_is_only_read(tmp_path):
    for name in ("wmt-humeval", "pearmut", "label-studio", "factgenie"):
        with pytest.raises(RatingError, match="this format is only read"):
            write_judgements(tmp_path / "x.json", [Judgement("A", 0, "r", Rating(), 1.0)], name)


def test_segments_that_pandas_wrote_as_floats(write):
    found = read_judgements(write("x.csv", "system,segment,score\nA,1.0,2\nA,10.0,3\n"))
    assert [each.segment for each in found] == [0, 9]
    with pytest.raises(FormatError, match=r"there is no segment '1\.5'"):
        read_judgements(write("x.csv", "system,segment,score\nA,1.5,2\n"))


def test_seg_rating_names_the_rater_after_the_collection(write):
    path = write(
        "en-de.mqm.rater3.seg.rating", 'A\t{"errors": []}\nA\tNone\nB\tNone\tx\nB\t{"errors": []}\tann\n'
    )
    assert read_judgements(path) == [
        Judgement("A", 0, "mqm.rater3", Rating()),
        Judgement("B", 1, "ann", Rating()),
    ]


STANDALONE = {"source": "s", "hypothesis": "text", "errors": []}
RATED = json.dumps({"errors": [{"start": 0, "end": 1}]})
SCORED = '{{"errors": [{{"start": 0, "end": 1, "score": {}}}]}}'
NO_NUMBERS = ["1_0", "٣", "９", "1e999", "1e308"]
OBJECT = json.dumps(STANDALONE) + "\n"
GOOD_ROW = "A\td\t1\t7\tann\ts\tt\tStyle\tMinor\n"

BAD_LINES = [
    ("x.seg.rating", "A\tNone\n", "A\n", "a line is SYSTEM, RATING, RATER"),
    ("x.seg.rating", f"A\t{RATED}\tr\n", "A\t{\tr\n", "the rating is not valid JSON"),
    ("x.seg.rating", f"A\t{RATED}\tr\n", "A\t[]\tr\n", "a rating is an object"),
    ("x.jsonl", OBJECT, "{\n", "not valid JSON"),
    ("x.jsonl", OBJECT, "[]\n", "a line must be an object"),
    ("x.jsonl", OBJECT, '{"source": "s", "errors": []}\n', '"hypothesis" must be text'),
    ("x.jsonl", OBJECT, json.dumps(STANDALONE | {"segment_id": "1"}) + "\n", "whole number"),
    ("x.jsonl", OBJECT, json.dumps(STANDALONE | {"segment_id": -1}) + "\n", "counts from 0"),
    (
        "x.jsonl", OBJECT,
        json.dumps(STANDALONE | {"errors": [{"start": 0, "end": 5}]}) + "\n",
        "characters 0 to 5 are marked; the translation has 4: 'text'",
    ),
    ("x.tsv", GOOGLE + GOOD_ROW, "A\td\t1\n", "this has 3 fields, but there should be 9"),
    ("x.tsv", GOOGLE + GOOD_ROW, GOOD_ROW.replace("ann", ""), "the 'rater' is empty"),
    ("x.tsv", GOOGLE + GOOD_ROW, GOOD_ROW.replace("7", "0"), "seg_id must be a whole number from 1 on"),
    ("x.tsv", GOOGLE + GOOD_ROW, GOOD_ROW.replace("7", "").replace("1", ""), "does not say which segment"),
    ("x.csv", ESA.format("[]"), ESA.format("oops"), "the errors are not valid JSON"),
    ("x.csv", ESA.format("[]"), ESA.format("{}"), "the errors must be a list"),
    ("x.csv", ESA.format("[]"), ESA.format("[1]"), "an error is an object"),
    ("x.csv", ESA.format("[]"), ESA.format('"[{""start_i"": 1}]"'), 'needs "start_i" and "end_i"'),
    ("x.csv", ESA.format("[]"), ESA.format('"[{""start_i"": 1, ""end_i"": ""x""}]"'), "a whole number"),
    ("x.csv", ESA.format("[]"), ESA.format("[]").replace("90", "101"), 'a number from 0 to 100, not "101"'),
    ("x.csv", ESA.format("[]"), ESA.format("[]").replace("90", "nan"), 'a number from 0 to 100, not "nan"'),
    ("x.csv", ESA.format("[]"), ESA.format("[]").replace(",4,", ",x,"), "segment must be a whole number"),
    ("x.csv", ESA.format("[]"), ESA.format("[]").replace(",4,", f",{'x' * 999},"), "0 on, not 'x{59}$"),
    ("x.csv", ESA.format("[]"), ESA.format('"[]"x'), "this is no CSV"),
    ("x.csv", "system,segment,score\nA,1,2\n", "A,0,2\n", "counted from 1; add 1 to all of them"),
    ("x.csv", "system,segment,score\nA,1,2\n", "A,x,2\n", "counted from 1; number them"),
    ("x.csv", "system,segment,score\nA,1,2\n", "A,1,good\n", "the score 'good' is not a number"),
    ("x.csv", "system,segment,score\nA,1,2\n", b"A,\xff,2\n", "not valid UTF-8"),
    *(
        ("x.csv", "system,segment,score\nA,1,2\n", f"A,1,{text}\n", "the score '.*' is (not a|too large)")
        for text in NO_NUMBERS
    ),
    *(
        ("x.csv", ESA.format("[]"), ESA.format("[]").replace("90", text), "a number from 0 to 100, not ")
        for text in NO_NUMBERS
    ),
    ("x.seg.rating", f"A\t{RATED}\tr\n", f"A\t{SCORED.format('1e999')}\tr\n", '"score" .* must be a number'),
    ("x.seg.rating", f"A\t{RATED}\tr\n", f"A\t{SCORED.format('NaN')}\tr\n", '"score" .* must be a number'),
    ("x.seg.rating", f"A\t{RATED}\tr\n", f"A\t{SCORED.format('1e308')}\tr\n", '"score" .* must be a number'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "good", "bad", "problem"), BAD_LINES)
def test_wrong_lines_are_named_and_spoil_no_other(write, name, good, bad, problem):
    head, newline, rest = good.partition("\n")
    more = rest or head + newline
    data = good.encode() + (bad if isinstance(bad, bytes) else bad.encode()) + more.encode()
    path = write(name, data)
    line = good.count("\n") + 1
    with pytest.raises(FormatError, match=problem) as caught:
        read_judgements(path)
    assert (caught.value.path, caught.value.line) == (str(path), line)
    problems = []
    found = read_judgements(path, problems=problems)
    assert [each.line for each in problems] == [line]
    whole = read_judgements(write(name, good + more))
    assert [(each.system, each.rating, each.score) for each in found] == [
        (each.system, each.rating, each.score) for each in whole
    ]


POST_EDITED = "A\td\t1\t1\t{}\tHe wore a hat.\tEr trug {}\t{}\t{}\n"


def test_rows_with_another_text_count(write, caplog):
    """A rater wrote into the translation, and a span ends with the blank behind the text."""
    path = write(
        "x.tsv",
        GOOGLE
        + POST_EDITED.format("r1", "<v>angeblich </v>einen Hut.", "Accuracy/Omission", "Major")
        + POST_EDITED.format("r1", "einen <v>Hut</v>.", "Style/Awkward", "Minor")
        + POST_EDITED.format("r1", "einen <v>Hut. </v>", "Style/Awkward", "Minor")
        + POST_EDITED.format("r2", "einen Hut.", "No-error", "no-error"),
    )
    first, second = read_judgements(path)
    assert {judgement.hypothesis for judgement in (first, second)} == {"Er trug einen Hut."}
    spans = [(error.severity, first.hypothesis[error.start : error.end]) for error in first.rating.errors]
    assert spans == [("Major", ""), ("Minor", "Hut"), ("Minor", "Hut.")]
    assert "1 row, the first in line 2, with another text" in caplog.text
    [score] = score_mqm(str(path)).segments
    assert human_scores(read_judgements(path), "mqm").system_scores() == {"A": score.score} == {"A": -3.5}


def test_google_with_quotes_as_in_csv_and_a_cell_more_in_the_header(write, caplog):
    caplog.set_level("INFO", "parbleu")
    head = "\ufeff" + GOOGLE.rstrip("\n") + "\t# Documentation: see the viewer\n"
    row = 'A\td\t1\t1\tr1\t"He said ""no""."\t"Er sagte <v>""nein""</v>."\tStyle\tMinor\n'
    path = write("x.tsv", head + row)
    [judgement] = read_judgements(path)
    assert judgement.hypothesis == 'Er sagte "nein".'
    assert judgement.rating.errors == (Error(9, 15, "Style", "Minor"),)
    assert "the quotes of its fields are undone" in caplog.text
    assert [segment.score for segment in score_mqm(str(path)).segments] == [-1.0]


DA = "ann,{},{},TGT,eng,deu,{},{},False,{}.0,{}.0\n"


def test_lines_may_end_at_carriage_returns(write):
    row = "ann,A,{},TGT,eng,deu,90,d,False,[],1.0,2.0"
    found = read_judgements(write("x.csv", "\r".join(row.format(number) for number in range(3)) + "\r"))
    assert [each.segment for each in found] == [0, 1, 2]
    with pytest.raises(ParbleuError, match=r"x\.bin has no known format of ratings: it is no text, most "):
        read_judgements(write("x.bin", b"\xff\r\x00a\r\x80b" * 9))


def test_segments_that_are_counted_in_their_documents(write):
    rows = [("A", 1, 90, "x"), ("A", 2, 80, "x"), ("A", 1, 10, "y"), ("B", 1, 50, "x"), ("B", 2, 50, "x")]
    path = write("da.csv", "".join(DA.format(*row, number, number) for number, row in enumerate(rows)))
    judgements = read_judgements(path)
    assert [judgement.unit for judgement in judgements[:3]] == [("x", 0), ("x", 1), ("y", 0)]
    assert human_scores(judgements).system_scores() == {"A": 60.0, "B": 50.0}
    one, two = (
        write(f"{name}.csv", "".join(DA.format(*row, 1, 1) for row in rows if row[3] == name))
        for name in "xy"
    )
    assert human_scores(read_ratings([one, two])).system_scores() == {"A": 60.0, "B": 50.0}


def test_ranges_behind_documents(write):
    rows = [("A", 1, 90, "d#1-2"), ("A", 2, 80, "d#1-2"), ("A", 3, 10, "d#3-4"), ("A", 4, 9, "d#3-4#bad")]
    path = write("da.csv", "".join(DA.format(*row, 1, 1) for row in rows))
    assert [(each.document, each.segment) for each in read_judgements(path)] == [("d", 1), ("d", 2), ("d", 3)]
    again = [("A", 1, 90, "d#1-2"), ("A", 1, 10, "d#3-4")]
    path = write("again.csv", "".join(DA.format(*row, 1, 1) for row in again))
    assert [each.unit for each in read_judgements(path)] == [("d#1-2", 0), ("d#3-4", 0)]


def test_segments_of_wmt25(write):
    path = write("esa.csv", ESA.format("[]").replace(",4,", ",cs-de_DE_#_news_#_bee_#_3,"))
    [judgement] = read_judgements(path)
    assert (judgement.document, judgement.place, judgement.score) == ("cs-de_DE_#_news_#_bee", 3, 90.0)


EXPORTED = {"mt": "Hund", "severity": [], "annotator": "a@b.c", "annotation_id": 5, "lead_time": None}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("result.json", json.dumps([EXPORTED], indent=2)),
        ("result.csv", '"annotation_id","annotator","lead_time","mt"\n5,"a@b.c","","Hund"\n'),
        ("result.tsv", '"annotation_id"\t"annotator"\t"lead_time"\t"mt"\n5\t"a@b.c"\t""\t"Hund"\n'),
    ],
)
def test_other_exports_of_label_studio(write, name, text):
    with pytest.raises(FormatError, match=r"JSON-MIN, CSV or TSV, which does not say .*: export as JSON"):
        read_judgements(write(name, text))


BEGIN = "r1,A,3,TGT,eng,deu,80,"
ERROR = '"[{""start_i"": 1, ""end_i"": 2, ""severity"": ""minor""}]"'
APPRAISE = {
    "single segments": ("1.0,2.0", 9, "", 3, 0),
    "single segments with batches": ("1.0,2.0,5,77", 11, "", 3, 0),
    "documents": ("d,False,1.0,2.0", 11, "d", 3, 0),
    "documents with batches": ("d,False,1.0,2.0,5,77", 13, "d", 3, 0),
    "pairs of documents with batches": ("d,False,1.0,2.0,5,77,1", 14, "d", 3, 0),
    "errors": (f"d,False,{ERROR},1.0,2.0", 12, "d", 3, 1),
    "errors with batches": (f"d,False,{ERROR},1.0,2.0,5,77", 14, "d", 3, 1),
    "several translations with batches": (f"d,False,{ERROR},1.0,2.0,5,77,2", 15, "d", 3, 1),
    "pairs": ("good,,1.0,2.0", 11, "", 3, 0),
    "pairs with batches": ("good,,1.0,2.0,5,77,0", 14, "", 3, 0),
}


@pytest.mark.parametrize(("rest", "count", "document", "segment", "errors"), APPRAISE.values(), ids=APPRAISE)
def test_all_columns_of_appraise(write, rest, count, document, segment, errors):
    row = f"{BEGIN}{rest}\n"
    assert len(next(csv.reader([row]))) == count
    path = write("scores.csv", row.replace(",TGT,", ",BAD,") + row + row.replace("r1,A", "r2,B"))
    first, second = read_judgements(path)
    assert (first.system, first.rater, second.system) == ("A", "r1", "B")
    assert (first.score, first.document or "", first.segment) == (80.0, document, segment)
    assert len(first.rating.errors if first.rating else ()) == errors
    assert first.finished == 2.0


def test_fifteen_columns_of_wmt25(write):
    row = f"r1,cs-de_DE_#_news_#_bee_#_3,A,17,TGT,ces,deu,80,bee,False,{ERROR},1.0,2.0,5,77\n"
    [judgement] = read_judgements(write("scores.csv", row))
    assert (judgement.document, judgement.place) == ("cs-de_DE_#_news_#_bee", 3)
    assert (judgement.system, judgement.rater, judgement.score) == ("A", "r1", 80.0)
    assert judgement.rating.errors == (Error(1, 3, None, "minor"),)


def test_fields_may_be_long_and_other_tables_keep_their_limit(write):
    limit = csv.field_size_limit()
    path = write("x.csv", f"system,segment,score,note\nA,1,2,{'x' * 200_000}\n")
    assert read_judgements(path) == [Judgement("A", 0, score=2.0)]
    assert csv.field_size_limit() == limit


def test_unknown_files(write):
    with pytest.raises(FormatError, match="this file is empty"):
        read_judgements(write("x.bin", ""))
    for empty in ("[]", "{ }\n"):
        with pytest.raises(FormatError, match="there are no ratings: this JSON is empty"):
            read_judgements(write("x.json", empty))
    with pytest.raises(OptionError, match="has no known format of ratings"):
        read_judgements(write("x.bin", "?"))
    with pytest.raises(UnknownNameError, match="format of ratings 'gogle'"):
        read_judgements(write("x.tsv", ""), "gogle")
    with pytest.raises(ParbleuError, match="cannot read"):
        read_judgements("nowhere.tsv")
    with pytest.raises(FormatError, match=r"this is no table: a table is JSON lines, CSV.*: --columns"):
        read_judgements(write("x.bin", "?"), "table")


TEXT = {"source": "s", "hypothesis": "t"}


@pytest.mark.parametrize(
    ("name", "judgement", "problem"),
    [
        ("seg-rating", Judgement("A\t", 0, "r", Rating()), "cannot hold a system called"),
        ("seg-rating", Judgement("A", 0, None, Rating()), "cannot hold a rater called ''"),
        ("seg-rating", Judgement("A", None, "r", Rating(), document="d", place=0), "which segment"),
        ("google", Judgement("A", 0, "r\n", Rating(), **TEXT), "cannot hold 'r"),
        ("google", Judgement("A", 0, "r", Rating(), source="<v>", hypothesis="t"), "holds <v> or"),
        ("google", Judgement("A", 0, "r", Rating((Error(0, 9),)), **TEXT), "characters 0 to 9"),
        ("esa", Judgement("A", 0, "r", Rating(), 1, "d#dup"), "does not count"),
        ("da", Judgement("A", 0, "r", None, 1), "name the document of each segment, and there is none here"),
        ("esa", Judgement("A", None, "r", Rating(), 1, "d", 1), "which segment"),
        ("esa", Judgement("A", 0, "r", Rating((Error(0, 1, is_source_error=True),)), 1), "errors in sources"),
    ],
)  # fmt: skip
def test_what_a_format_cannot_hold_is_refused(tmp_path, name, judgement, problem):
    with pytest.raises(RatingError, match=problem):
        write_judgements(tmp_path / "x", [judgement], name)
    assert not list(tmp_path.iterdir())


def test_scores_of_an_evaluation_set(tmp_path):
    (path := tmp_path / "en-de.mqm.seg.score").write_text("A\t-1\nB None\nA nan\nB -2.5\n")
    assert read_judgements(path) == [Judgement("A", 0, "mqm", score=-1), Judgement("B", 1, "mqm", score=-2.5)]
    path.write_text("A -1\nA 2 3\n")
    with pytest.raises(FormatError, match=r":2: a line is SYSTEM SCORE, but this one has 3 fields"):
        read_judgements(path)
    path.write_text("A -1\nA inf\n")
    with pytest.raises(FormatError, match=r":2: 'inf' is no number; a missing score is None"):
        read_judgements(path)


@pytest.mark.parametrize(
    "name", ["BLEU-refA", "COMETKiwi-src", "COMET-v1.2-refA.refB", "metric-scores/en-de/my.metric-all"]
)
def test_scores_of_a_metric_are_no_ratings(tmp_path, name):
    path = tmp_path / f"{name}.seg.score"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("A -1\nB -2.5\n")
    with pytest.raises(FormatError, match=r"scores of a metric .*, not of people .*; parbleu meta"):
        read_judgements(path)
    assert [judgement.score for judgement in read_judgements(path, "seg-score")] == [-1, -2.5]


@pytest.mark.parametrize(
    "name", ["en-de.mqm-refA", "zh-en.round2.mqm-src", "goldlabels", "my-human", "en-de"]
)
def test_scores_of_people_may_have_other_names(tmp_path, name):
    (path := tmp_path / f"{name}.seg.score").write_text("A -1\nB -2.5\n")
    assert [judgement.score for judgement in read_judgements(path)] == [-1, -2.5]


def test_two_raters_of_a_segment_need_two_files(tmp_path):
    judgements = [Judgement("A", 0, rater, Rating()) for rater in ("ann", "ben")]
    with pytest.raises(RatingError, match="ann and ben both rated it; write a file for each"):
        write_judgements(tmp_path / "x", judgements, "seg-rating")


def test_every_format_is_registered_with_its_methods():
    for name in FORMATS:
        assert FORMATS[name]().lines([]) is not None


SEGMENTS = [
    {
        "src": "Ein Hund",
        "mt": "A 😀 cat",
        "ref": "A dog",
        "COMET": 0.75,
        "errors": [{"text": "cat", "confidence": 0.5, "severity": "major", "start": 4, "end": 7}],
    },
    {"src": "Ja", "mt": "Yes", "COMET": 1, "errors": []},
]


@pytest.fixture
def path(tmp_path):
    found = tmp_path / "spans.json"
    found.write_text(json.dumps({"out/a.txt": SEGMENTS, "b": SEGMENTS[1:]}, indent=4), encoding="utf-8")
    return found


def test_segments_without_errors(tmp_path):
    """comet-score leaves out the key where there are none; plain COMET has no errors at all."""
    path = tmp_path / "spans.json"
    error = {"text": "A", "confidence": 0.7, "severity": "minor", "start": 0, "end": 1}
    path.write_text(json.dumps({"a": [{"mt": "A", "errors": [error]}, {"mt": "B"}]}, indent=4))
    assert [len(judgement.rating.errors) for judgement in read_judgements(path)] == [1, 0]
    path.write_text(json.dumps({"a": [{"mt": "A", "COMET": 0.5}]}, indent=4))
    assert [judgement.rating for judgement in read_judgements(path)] == [None]


def test_files_of_one_name_are_several_systems(tmp_path):
    path = tmp_path / "spans.json"
    path.write_text(json.dumps({"runA/hyp.txt": SEGMENTS, "runB/hyp.txt": SEGMENTS}, indent=4))
    assert [judgement.system for judgement in read_judgements(path)] == ["runA", "runA", "runB", "runB"]


def test_files_with_the_same_keys_are_several_systems(tmp_path):
    paths = [tmp_path / run / "spans.json" for run in ("one", "two")]
    for path in paths:
        path.parent.mkdir()
        path.write_text(json.dumps({"hyp.txt": SEGMENTS}, indent=4))
    assert [judgement.system for judgement in read_ratings(paths)] == ["one", "one", "two", "two"]
    paths[1].write_text(json.dumps({"hyp.txt": SEGMENTS, "b.txt": SEGMENTS}, indent=4))
    assert {each.system for each in read_ratings(paths)} == {"one", "two/hyp", "b"}
    with pytest.raises(OptionError, match="there twice: name each file once"):
        read_ratings([paths[0], paths[0]])


def test_reading(path):
    found = read_judgements(path)
    assert [(each.system, each.segment, each.score) for each in found] == [
        ("a", 0, 0.75),
        ("a", 1, 1.0),
        ("b", 0, 1.0),
    ]
    (error,) = found[0].rating.errors
    assert (error.severity, error.span(found[0].hypothesis)) == ("major", "cat")
    assert found[1].rating.errors == ()


def test_what_is_written_is_read_back(path, tmp_path):
    found = read_judgements(path)
    write_judgements(tmp_path / "copy.json", found, "xcomet")
    assert read_judgements(tmp_path / "copy.json") == found
    (tmp_path / "line.json").write_text(json.dumps({"a": SEGMENTS}))
    assert read_judgements(tmp_path / "line.json") == found[:2]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{\n", "not valid JSON"),
        ('{\n"a": 3}', "comet-score"),
        ('{\n"a": [3]}', "a, segment 1: a segment is an object"),
        ('{\n"a": [{"mt": "x", "errors": 3}]}', "is a list"),
        ('{\n"a": [{"mt": "x", "COMET": "high"}]}', "is a number"),
        ('{\n"a": [{"mt": "x", "errors": [{"start": 0, "end": 9}]}]}', "characters 0 to 9 are marked"),
    ],
)
def test_refusals(tmp_path, content, message):
    path = tmp_path / "spans.json"
    path.write_text(content)
    with pytest.raises(FormatError, match=message):
        read_judgements(path, "xcomet")


def test_what_it_cannot_hold(tmp_path):
    rating = Rating((Error(0, 1),))
    for judgements in (
        [Judgement("a", 1, "ann", rating, hypothesis="x")],
        [Judgement("a", 0, rater, rating, hypothesis="x") for rater in ("ann", "bob")],
        [Judgement("a", None, "ann", rating, document="d", place=0, hypothesis="x")],
    ):
        with pytest.raises(RatingError, match="xcomet holds"):
            write_judgements(tmp_path / "out.json", judgements, "xcomet")
    assert not (tmp_path / "out.json").exists()


EVALUATION = (
    "doc_id\tsegment_id\tsource_lang\ttarget_lang\tset_id\tsystem_id\tsource_segment\thypothesis_segment\t"
    "reference_segment\tdomain_name\tmethod"
)
EVALUATION_ROW = "en-de_#_news_#_d\t{}\ten\tde_DE\tofficial\tA\tHi.\t{}\tNaN\tnews\tESA\t{}\n"


@pytest.mark.parametrize("text", ['"Hi", said he.', '"""Hi"", said he."'])
def test_tables_of_the_evaluation_task_of_2025(write, text):
    """Both dialects: quotes are part of the text, or undone."""
    spans = f"{EVALUATION}\tstart_indices\tend_indices\terror_types\n"
    rows = [
        EVALUATION_ROW.format(1, text, "0 missing\t3 missing\tmajor minor"),
        EVALUATION_ROW.format(2, "b", "-1\t-1\tno-error"),
    ]
    path = write("task2.tsv", spans + "".join(rows))
    first, second = read_judgements(path)
    assert first.hypothesis == '"Hi", said he.'
    assert first.rating.errors == (Error(0, 3, None, "major"), Error(MISSING, MISSING, None, "minor"))
    assert (first.unit, first.rater, first.language_pair, second.rating) == (
        ("", 0),
        "ESA",
        "en-de_DE",
        Rating(),
    )
    inclusive = read_judgements(path, "wmt25-mteval-inclusive")
    assert [(error.end, error.original) for error in inclusive[0].rating.errors] == [(4, (0, 3)), (-1, None)]
    scores = write("task1.tsv", f"{EVALUATION}\toverall\n" + EVALUATION_ROW.format(1, "a", "95.0"))
    assert [judgement.score for judgement in read_judgements(scores)] == [95]
    for values, message in (
        ("0\t1 2\tminor", "1 starts, 2 ends and 1 types"),
        ("0\tx\tminor", "offsets are whole numbers"),
        ("0\t9\tminor", "the translation has 1"),
    ):
        with pytest.raises(FormatError, match=message):
            read_judgements(write("bad.tsv", spans + EVALUATION_ROW.format(1, "a", values)))


def test_submissions_of_the_evaluation_task_of_2026(write):
    item = "official_###_eng_Latn_###_deu_Latn_###_news_###_d_###_2"
    errors = [{"start": 0, "end": 3, "severity": "minor", "category": "x"}]
    line = {
        "item_id": item,
        "task1_pred": {"A": {"errors": errors, "omission": "major", "instruction_fault": None}},
        "task2_pred": {"A": 60, "B": 5.5},
    }
    one, other = read_judgements(write("s.jsonl", json.dumps(line)))
    assert one.rating.errors == (Error(0, 3, "x", "minor"), Error(MISSING, MISSING, "omission", "major"))
    assert (one.unit, one.score, one.language_pair) == (("news_###_d", 2), 60, "eng_Latn-deu_Latn")
    assert (other.system, other.rating, other.score) == ("B", None, 5.5)
    for change in (
        {"item_id": "x"},
        {"task2_pred": {"A": "high"}},
        {"task1_pred": {"A": []}},
        {"task1_pred": {"A": {"errors": [{"start": -4, "end": 3, "severity": "minor"}]}}},
        {"task1_pred": {"A": {"errors": [{"start": 4, "end": 3, "severity": "minor"}]}}},
        {"task1_pred": 3},
    ):
        with pytest.raises(FormatError, match=r"s\.jsonl:1: "):
            read_judgements(write("s.jsonl", json.dumps(line | change)))


@pytest.mark.parametrize(("times", "kept"), [((5, 9), 60), ((9, 5), 50), ((9, 0), 60), ((0, 0), 60)])
def test_the_judgement_of_appraise_that_ended_last_counts(write, times, kept):
    row = "ann,A,4,TGT,eng,deu,{},d,False,[],1,{}\n"
    [judgement] = read_judgements(write("esa.csv", row.format(50, times[0]) + row.format(60, times[1])))
    assert judgement.score == kept


def test_breaks_count_as_one_character(write):
    line = {
        "scores": {"A": [{"score": 1, "errors": [{"start_i": 2, "end_i": 4, "severity": "minor"}]}]},
        "tgt_text": {"A": "a<br>def"},
        "doc_id": "en-de_#_news_#_d_#_0",
    }
    [judgement] = read_judgements(write("h.jsonl", json.dumps(line)))
    [error] = judgement.rating.errors
    assert (error.start, error.end, error.original) == (5, 8, (2, 4))
    bare = Judgement("A", 0, rating=Rating((Error(2, 5, original=(2, 4)),)))
    assert bare.with_texts("s", "a<br>def").rating.errors == (Error(5, 8),)


@pytest.mark.parametrize("between", [" ", "\t"])
def test_means_of_googles_ratings(tmp_path, between):
    path = tmp_path / "mqm_newstest2021_ende.avg_seg_scores.tsv"
    lines = ["system mqm_avg_score seg_id", "A.1 -1.666667 1", "A.1 None 2", "A.1 -0.000000 3", "B -5.0 1"]
    path.write_text(
        "\n".join(line.replace(" ", between, 1) if index else line for index, line in enumerate(lines))
    )
    read = [(one.system, one.segment, one.score, one.line) for one in read_judgements(path)]
    assert read == [("A.1", 0, -1.666667, 2), ("A.1", 2, 0, 4), ("B", 0, -5, 5)]
    wrong = ["A 1.5 1", "A -1 0", "A -1", "A x 1"]
    path.write_text("\n".join([*lines, *wrong]))
    problems = []
    assert len(read_judgements(path, problems=problems)) == 3
    assert [problem.line for problem in problems] == [6, 7, 8, 9]
    assert "negate the column" in str(problems[0])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"id":1,"text":"Ja.","system":"A","label":[[0,2,"Major"]],"Comments":[]}', "an export of doccano"),
        ('{"text":"Ja.","_input_hash":-1,"_task_hash":4,"spans":[],"answer":"accept"}', "Prodigy's `db-out`"),
        ('{"user_id": "anna", "instance_id_to_label_to_value": {}}', "Potato's annotators"),
    ],
)
def test_other_annotation_tools_are_named(tmp_path, line, words):
    """Doccano 1.8.4 and Potato 2.12.1 wrote such lines."""
    path = tmp_path / "anna.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(OptionError, match="the format standalone") as problem:
        read_judgements(path)
    assert words in str(problem.value)
