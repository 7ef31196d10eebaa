"""Tests that WMT25's references and systems, JSON lines of documents, are joined and cut into paragraphs."""

import json

import pytest

import parbleu
from parbleu._cli.main import main
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu._inputs.wmt_documents import document_segments, paragraphs
from parbleu.errors import FormatError, InputShapeError, NoSegmentsError, OptionError

A, B = "en-de_DE_#_news_#_a", "en-de_DE_#_speech_#_b"
SET = [
    {
        "doc_id": A,
        "src_text": "One.\n\nTwo here.",
        "refs": {"refA": {"ref": "Eins.\n\nZwei hier jetzt bitte."}},
    },
    {"doc_id": B, "src_text": "Three.", "refs": {"refA": {"ref": "Drei sind hier jetzt."}}},
]
SYSTEM = [
    {"doc_id": B, "hypothesis": "Drei sind da.", "paragraphs_match": True},
    {"doc_id": A, "hypothesis": "Eins.\n\nZwei  hier\njetzt.\n", "paragraphs_match": True},
]


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A function that writes files of documents: name -> rows."""
    monkeypatch.chdir(tmp_path)

    def write(**rows):
        for name, documents in rows.items():
            text = "".join(json.dumps(document) + "\n" for document in documents)
            (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")

    return write


def corpus(systems=("sys.jsonl",), **options):
    with NamedCorpus(("set.jsonl",), systems, **options).open() as reader:
        return reader.whole()


def test_documents_are_joined_and_cut_into_paragraphs(files):
    files(set=SET, sys=SYSTEM)
    both = corpus()
    assert both.systems["sys"].to_list() == ["Eins.", "Zwei hier jetzt.", "Drei sind da."]
    assert both.references[0].to_list() == ["Eins.", "Zwei hier jetzt bitte.", "Drei sind hier jetzt."]
    assert both.source.to_list() == ["One.", "Two here.", "Three."]
    assert both.labels == {"document": (A, A, B), "domain": ("news", "news", "speech")}
    assert both.language_pair == "en-de_DE"


def test_the_command_scores_them(files, capsys):
    files(set=SET, sys=SYSTEM)
    assert main(["score", "set.jsonl", "-i", "sys.jsonl", "-m", "chrf", "-b", "-w", "6"]) == 0
    both = corpus()
    truth = parbleu.CHRF().corpus_score(both.systems["sys"].to_list(), [both.references[0].to_list()])
    assert capsys.readouterr() == (f"{truth.score:.6f}\n", "")


def test_their_language_pair_chooses_the_tokenizer(files, capsys):
    ours = [json.loads(json.dumps(row).replace("de_DE", "ja_JP")) for row in (*SET, *SYSTEM)]
    files(set=ours[:2], sys=ours[2:])
    assert main(["score", "set.jsonl", "-i", "sys.jsonl", "-f", "json", "-q"]) == 0
    assert "|tok:ja-mecab-" in capsys.readouterr().out


def test_a_file_of_several_systems_and_references(files):
    refs = {"refA": {"ref": "Eins."}, "refB": "Ein."}
    files(
        set=[{"doc_id": "a", "refs": refs}, {"doc_id": "b", "refs": {"refB": "Zwei.\n\nDrei."}}],
        sys=[
            {"doc_id": "a", "tgt_text": {"X": "1.", "Y": "I."}},
            {"doc_id": "b", "tgt_text": {"X": "2.\n\n3.", "Y": "II.\n\nIII."}},
        ],
    )
    both = corpus()
    assert {name: texts.to_list() for name, texts in both.systems.items()} == {
        "X": ["1.", "2.", "3."],
        "Y": ["I.", "II.", "III."],
    }
    assert both.reference_names == ("refA", "refB")
    assert [side.to_list() for side in both.references] == [["Eins.", None, None], ["Ein.", "Zwei.", "Drei."]]


def test_a_document_of_unequal_paragraphs_is_one_segment(files, caplog):
    files(set=SET, sys=[SYSTEM[0], {"doc_id": A, "hypothesis": "Eins. Zwei hier jetzt bitte."}])
    both = corpus()
    assert both.references[0].to_list() == ["Eins. Zwei hier jetzt bitte.", "Drei sind hier jetzt."]
    assert len(both) == 2
    [line] = caplog.messages
    assert line.startswith("1 document of 2 with different numbers of paragraphs, read as one segment each; ")
    assert line.endswith(f"the first: {A}, of which the source has 2 and sys 1")


def test_scores_of_documents_are_joined(files, capsys, tmp_path):
    keys = ("language_pair", "domain", "document_id")
    first, second = (dict(zip(keys, name.split("_#_"), strict=True)) for name in (A, B))
    scores = {"XCOMET": [0.5, None], "MetricX": [-1, -2]}
    rows = [{**second, "metric_scores": {"XCOMET": [0.25]}}, {**first, "metric_scores": scores}]
    files(set=SET, sys=SYSTEM, scores=rows)
    (tmp_path / "folder").mkdir()
    (tmp_path / "scores.jsonl").rename(tmp_path / "folder" / "sys.jsonl")
    words = ["score", "set.jsonl", "-i", "sys.jsonl", "-m", "chrf", "-f", "csv"]
    assert main([*words, "--scores", "XCOMET=folder", "MetricX=folder/sys.jsonl"]) == 0
    printed, told = capsys.readouterr()
    assert printed.splitlines()[1].split(",")[2:4] == ["0.375", "-1.5"]
    assert "1 segment of 3 without a score by XCOMET" in told
    assert main([*words, "--scores", "BLEURT=folder"]) == 1
    assert "there are no scores by BLEURT; there are XCOMET, MetricX" in capsys.readouterr().err
    described = corpus(is_described=True, score_files=[("XCOMET", "folder", None)])
    assert described.scores["XCOMET"].statistics["sys"].tolist() == [[0.5, 1], [0, 0], [0.25, 1]]
    (tmp_path / "ref.txt").write_text("x\n")
    assert main(["score", "ref.txt", "-i", "ref.txt", "--scores", "XCOMET=folder/sys.jsonl", "-q"]) == 1
    assert "scores of WMT25's documents, which are joined with its texts" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"system": ["a"]}, "the 'system' is text, not ['a']"),
        ({"domain": {"x": 1}}, "the 'domain' is text, not {'x': 1}"),
        ({"metric_scores": {"M": 1}}, "the scores by M are a list, not 1"),
    ],
)
def test_scores_of_documents_with_wrong_types(files, capsys, change, problem):
    row = {"language_pair": "en-de_DE", "domain": "news", "document_id": "a", "metric_scores": {"M": [1]}}
    files(set=SET, sys=SYSTEM, scores=[row | change])
    assert main(["score", "set.jsonl", "-i", "sys.jsonl", "-m", "chrf", "--scores", "M=scores.jsonl"]) == 1
    assert problem in capsys.readouterr().err


def test_a_language_pair_is_chosen(files, caplog):
    other = {"doc_id": "en-cs_CZ_#_news_#_c", "refs": {"refA": {"ref": "Tři."}}}
    bare = {"doc_id": "en-de_DE_#_news_#_d", "refs": {}}
    files(set=[*SET, other, bare], sys=SYSTEM)
    with pytest.raises(OptionError, match=r"several language pairs, en-de_DE, en-cs_CZ: choose one by -l"):
        corpus()
    with pytest.raises(OptionError, match="no documents of en-fr; there are en-de_DE, en-cs_CZ"):
        corpus(language_pair="en-fr")
    caplog.clear()
    assert len(corpus(language_pair="eng-deu")) == 3
    assert caplog.messages == ["left out 1 document without a reference"]
    with pytest.raises(
        InputShapeError, match=r"sys.jsonl: system 'sys' lacks 1 document of 1, such as en-cs"
    ):
        corpus(language_pair="en-cs")


@pytest.mark.parametrize(
    ("rows", "wrong", "message"),
    [
        (
            {"sys": [*SYSTEM, SYSTEM[0]]},
            FormatError,
            r"sys.jsonl:3: the document .*b occurs twice: remove one",
        ),
        ({"sys": [{"doc_id": A, "hypothesis": None}]}, FormatError, r"sys.jsonl:1: the translation is text"),
        (
            {"sys": [{"doc_id": A, "tgt_text": {"X": 3}}]},
            FormatError,
            r"the translation of X is text .*not 3",
        ),
        ({"set": [{"doc_id": A, "refs": {"refA": {"ref": 3}}}]}, FormatError, "the reference refA is text"),
        ({"set": [*SET, {"doc_id": B, "refs": [1]}]}, FormatError, r'set.jsonl:3: "refs" is an object'),
        (
            {"set": [*SET, {**SET[0], "refs": {"refA": "x"}}]},
            FormatError,
            "occurs twice, with other references",
        ),
        ({"set": [{"doc_id": A, "refs": {}}]}, NoSegmentsError, "no document has a reference"),
        (
            {"sys": SYSTEM[:1]},
            InputShapeError,
            "lacks 1 document of 2, such as en-de_DE_#_news_#_a: add them",
        ),
    ],
)
def test_what_does_not_fit_is_refused(files, rows, wrong, message):
    files(**{"set": SET, "sys": SYSTEM, **rows})
    with pytest.raises(wrong, match=message):
        corpus()


def test_other_json_lines_are_refused_as_no_lines(files):
    files(set=[{"mt": "a", "ref": "b"}], sys=SYSTEM)
    with pytest.raises(FormatError, match=r"this is JSON lines: name its column by --ref"):
        corpus()


def test_documents_of_test_suites_do_not_count(files, caplog):
    suite = {"doc_id": "en-de_DE_#__testsuite__#_x", "collection_id": "suite", "refs": {"refA": {"ref": "x"}}}
    files(set=[{**document, "collection_id": "general"} for document in SET] + [suite], sys=SYSTEM)
    assert len(corpus()) == 3
    assert caplog.messages == ["left out 1 document of test suites"]


def test_paragraphs():
    assert paragraphs("d", "a  b\n\n c\nd ") == ["a b", "c d"]
    assert paragraphs("d", "a\n\n\n\nb") == ["a", "", "b"]
    assert paragraphs("d", "") == [""]


@pytest.mark.parametrize(
    ("domain", "text", "wanted"),
    [
        ("news", "<p>A.</p>\n<p>B.</p>", ["<p>A.</p>\n", "<p>B.</p>"]),
        ("news", "<P>A.</P>\n\nB.", ["<P>A.</P>\n\n", "B."]),
        ("news", "A.", ["A."]),
        ("speech", "A.\n\nB.", ["A.\n\nB."]),
        ("software", '{"a": "x\\" y", "b": "z"}', ['{"a": "x\\" y",', ' "b": "z"}']),
        (
            "software",
            '```json\n{\n "a": „x“,\n "b": „y“\n}\n```',
            ['```json\n{\n "a": „x“,\n', ' "b": „y“\n}\n```'],
        ),
        ("software", '["x",\n"y"\n]', ['["x",\n', '"y"\n]']),
        ("software", "no JSON", ["no JSON"]),
    ],
)
def test_documents_of_2026_are_cut_without_loss(domain, text, wanted):
    found = document_segments(f"WMT26_###_{domain}_###_eng_Latn_###_deu_Latn_###_d", text)
    assert found == wanted
    assert "".join(found) == text


def test_documents_of_2026(files):
    name = "WMT26_###_news_###_eng_Latn_###_deu_Latn_###_d.1"
    texts = {"src_text": "<p>a</p>\n<p>b</p>", "refs": {"refA": {"ref": "<p>x</p>\n<p>y</p>"}}}
    files(set=[{"doc_id": name, **texts}], sys=[{"doc_id": name, "hypothesis": "<p>x</p>\n<p>z</p>"}])
    found = corpus()
    assert found.references[0].to_list() == ["<p>x</p>", "<p>y</p>"]
    assert (found.language_pair, found.labels["domain"]) == ("eng_Latn-deu_Latn", ("news", "news"))
