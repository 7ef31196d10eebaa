"""Tests output that is cut into the segments of references, and segments that are joined to documents."""

import json

import pytest

from parbleu._inputs.named_corpus import NamedCorpus
from parbleu.errors import ParbleuError
from printed_json import check_result

REFERENCE = "the ship waits here\nit is late\n\nhe went home\nhe sleeps well\n"
OUTPUT = "the ship waits here it is\nlate he goes home he sleeps well\n"
ALIGNED = ["the ship waits here", "it is late", "he goes home", "he sleeps well"]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "ref").write_text(REFERENCE.replace("\n\n", "\n"))
    (tmp_path / "out").write_text(OUTPUT)
    (tmp_path / "aligned").write_text("".join(f"{line}\n" for line in ALIGNED))
    (tmp_path / "docs").write_text("a\na\nb\nb\n")
    return tmp_path


def numbers(run, cwd, *words):
    done = run("score", *words, "-m", "bleu", "chrf", "-f", "json", "-q", cwd=cwd)
    assert done.status == 0, done.err
    return [(each["score"], each["signature"]) for each in json.loads(done.out)]


def test_align_writes_a_line_for_each_segment(run, files):
    done = run("align", "out", "--ref", "ref", cwd=files)
    assert done.out.splitlines() == ALIGNED
    assert done.err == "parbleu: out: cut into 4 segments by 1 word edit (7.7 %)\n"
    assert run("align", "-", "--ref", "ref", "-q", stdin=OUTPUT.encode(), cwd=files).out == done.out
    assert run("align", "out", "--ref", "ref", "-o", "file", cwd=files).status == 0
    assert (files / "file").read_text() == done.out
    row = json.loads(run("align", "out", "--ref", "ref", "-f", "json", cwd=files).out)
    assert row["tables"]["resegmentation"]["rows"][0]["n_edits"] == 1
    assert run("align", "out", cwd=files).status == 2


@pytest.mark.parametrize(
    "words", [("align", "-", "--ref", "ref"), ("score", "ref", "-i", "-", "--resegment")]
)
def test_standard_input_that_is_no_text(run, files, words):
    subtitles = b"1\n00:00:01,000 --> 00:00:03,000\nThe ship waits here.\n\n"
    done = run(*words, stdin=subtitles, cwd=files)
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("parbleu: standard input: this is SubRip subtitles")


def test_align_within_documents(run, files):
    (files / "hyp.docs").write_text("a\nb\n")
    done = run(
        "align", "out", "--ref", "ref", "--documents", "docs", "--hyp-documents", "hyp.docs", cwd=files
    )
    assert done.out.splitlines()[:2] == ["the ship waits here", "it is"]
    assert run("align", "out", "--ref", "ref", "--documents", "docs", cwd=files).status == 1


def test_scores_of_output_that_is_cut(run, files):
    cut = numbers(run, files, "ref", "-i", "out", "--resegment")
    assert [score for score, _ in cut] == [score for score, _ in numbers(run, files, "ref", "-i", "aligned")]
    assert all("|reseg:yes|" in signature for _, signature in cut)
    several = run("score", "ref", "-i", "out", "aligned", "--resegment", "-f", "text", cwd=files)
    assert "reseg:yes" in several.out
    assert "aligned: cut into 4 segments by 1 word edit" in several.err


@pytest.mark.parametrize(
    "words",
    [
        ("--resegment", "-i", "out"),
        ("--resegment-like", "suber", "-i", "out"),
        ("--join", "blocks:2", "--join-separator", "newline", "-i", "aligned"),
        ("--resegment", "--join", "blocks:2", "-i", "out"),
    ],
)
def test_results_are_computed_again(run, files, words):
    done = run("score", "ref", *words, "-m", "bleu-2", "-f", "json", "-q", "-o", "result.json", cwd=files)
    assert done.status == 0, done.err
    done = run("score", "ref", *words[-2:], "--verify", "result.json", cwd=files)
    assert (done.status, done.out) == (0, "result.json: the same numbers\n")
    [signature] = [json.loads((files / "result.json").read_text())["signature"]]
    done = run("score", "ref", *words[-2:], "--signature", f"BLEU-2|{signature}", "-f", "json", cwd=files)
    assert json.loads(done.out)["signature"] == signature
    assert ("|reseg:" in signature) == ("resegment" in str(words))
    other = run("score", "ref", "--join", "blocks:3", "-i", "out", "--verify", "result.json", cwd=files)
    assert other.status == 1
    assert "--join contradicts the signature, which says" in other.err


def test_output_that_is_cut_like_another_tool(run, files):
    words = "align", "out", "--ref", "ref", "--like", "suber"
    assert run(*words, cwd=files).out.splitlines() == ALIGNED
    refused = run(*words, "--normalize", "case", cwd=files)
    assert refused.status == 1
    assert "like suber: words are compared, by its own normalization and with one reference" in refused.err
    assert run(*words[:-1], "tercom", cwd=files).status == 2


def test_documents_are_joined(run, files):
    (files / "ref.joined").write_text("the ship waits here it is late\nhe went home he sleeps well\n")
    (files / "hyp.joined").write_text("the ship waits here it is late\nhe goes home he sleeps well\n")
    wanted = [score for score, _ in numbers(run, files, "ref.joined", "-i", "hyp.joined")]
    (files / "ref.blank").write_text(REFERENCE)
    (files / "hyp.blank").write_text("\nthe ship waits here it is late\n\n\nhe goes home\nhe sleeps well\n")
    for way, words in {
        "documents": ["ref", "-i", "aligned", "--documents", "docs"],
        "blocks:2": ["ref", "-i", "aligned"],
        "blank-lines": ["ref.blank", "-i", "hyp.blank"],
    }.items():
        found = numbers(run, files, *words, "--join", way)
        assert [score for score, _ in found] == wanted
        assert all(f"|join:{way}[space]|texts:2|" in signature for _, signature in found)
    tested = run(
        *(
            "score",
            "ref",
            "-i",
            "aligned",
            "ref",
            "--join",
            "documents",
            "--documents",
            "docs",
            "--unit",
            "document",
        ),
        *("-pbs", "-f", "json", "-n", "50", "-q"),
        cwd=files,
    )
    assert tested.status == 0, tested.err


def test_rows_of_a_table_are_joined(run, files):
    """Also systems in rows, whose documents lie apart, and groups of texts."""
    wanted = numbers(run, files, "ref", "-i", "aligned", "--documents", "docs", "--join", "documents")
    sides = [(files / name).read_text().splitlines() for name in ("aligned", "ref", "docs")]
    rows = [
        {"mt": mt, "ref": ref, "doc": doc, "half": doc, "id": number}
        for number, (mt, ref, doc) in enumerate(zip(*sides, strict=True))
    ]
    (files / "t.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    words = ("t.jsonl", "--hyp", "mt", "--ref", "ref", "--document", "doc")
    assert numbers(run, files, *words, "--join", "documents") == wanted
    both = [row | {"sys": name} for row in rows for name in ("B", "A")]
    (files / "both.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in both))
    words = ("both.jsonl", *words[1:], "--system", "sys", "--segment-id", "id", "-f", "json", "-q")
    result = run("score", *words, "--join", "documents", "-pbs", "-n", "20", cwd=files)
    [first, second] = check_result(result.out)["scores"]["rows"]
    assert (first["system"], second["system"]) == ("B", "A")
    by = run("score", *words, "--join", "blocks:2", "--by", "half", cwd=files)
    assert len(check_result(by.out)["scores"]["rows"]) == 4, by.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--join", "documents"],
            "name their column (--document COLUMN), or join otherwise (--join blocks:K)",
        ),
        (["--join", "blank-lines"], "--join blank-lines reads files of lines: join the rows of a table by "),
        (["--resegment"], "a table has a reference beside each output, and --resegment cuts output of other"),
        (
            ["--join", "documents", "--document", "ref", "--documents", "t.tsv"],
            "--documents names a file of documents, and --document-column the column 'ref': leave one",
        ),
    ],
)
def test_rows_of_a_table_are_not_joined(run, files, words, message):
    (files / "t.tsv").write_text("mt\tref\na\tb\n")
    done = run("score", "t.tsv", "--hyp", "mt", "--ref", "ref", *words, cwd=files)
    assert (done.status > 0, done.out) == (True, "")
    assert message in done.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--join", "pages"],
            "--join takes documents, blank-lines or blocks:K, such as blocks:4, not 'pages'",
        ),
        (["--join", "blocks:0"], "K is at least 1"),
        (
            ["--join", "documents"],
            "no document of the segments is known: name a file of them (--documents FILE)",
        ),
        (
            ["--join", "documents", "--documents", "scattered"],
            "not follow each other, such as 1 and 3 of 'a': sort",
        ),
        (["--join-separator", "newline"], "add --join WAY"),
        (["--join", "blocks:2", "--documents", "scattered"], "blocks:2 makes texts, which tests draw whole"),
        (["--join", "blocks:2", "--unit", "document"], "leave out --unit document and --documents"),
        (["--join", "documents", "--documents", "out"], "this has 2 lines; the systems have 4"),
    ],
)
def test_wrong_ways(run, files, words, message):
    (files / "scattered").write_text("a\nb\na\nb\n")
    done = run("score", "ref", "-i", "aligned", *words, cwd=files)
    assert done.status != 0
    assert message in done.err


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"resegment": True, "source": "two"}, "two has 2 segments; the references have 4"),
        ({"resegment": True, "score_files": (("comet", "two", None),)}, "which --resegment changes"),
        ({"join": "blocks:2", "score_files": (("comet", "two", None),)}, "which --join makes into texts"),
        ({"join": "blocks:2", "score_columns": ("comet",)}, "--score-columns are of segments, which --join"),
        ({"join": "blank-lines", "documents": "docs"}, "leave out --documents"),
        ({"join": "blocks:2", "documents": "docs"}, "leave out --documents"),
    ],
)
def test_what_does_not_fit_other_segments(files, monkeypatch, changes, message):
    monkeypatch.chdir(files)
    (files / "two").write_text("1\n2\n")
    with pytest.raises(ParbleuError, match=message):
        NamedCorpus(["ref"], ["aligned"], is_described=True).changed(**changes).open()


def test_source_of_documents_between_blank_lines(files, monkeypatch):
    monkeypatch.chdir(files)
    (files / "texts").write_text(REFERENCE)
    with NamedCorpus(["texts"], ["texts"], source="texts", join="blank-lines").open() as reader:
        corpus = reader.whole()
    assert corpus.source.to_list() == ["the ship waits here it is late", "he went home he sleeps well"]


def test_files_with_other_numbers_of_documents(run, files):
    done = run("score", "ref", "-i", "aligned", "out", "--join", "blank-lines", cwd=files)
    assert done.status == 0
    (files / "two").write_text("a\n\nb\n")
    done = run("score", "ref", "-i", "two", "--join", "blank-lines", cwd=files)
    assert "different numbers of documents between blank lines: 1 in ref, 2 in two" in done.err


def test_subtitles_are_aligned(run, files):
    from extras import extra

    extra("pysubs2")
    cue = "{}\n00:00:0{},000 --> 00:00:0{},500\n{}\n"
    (files / "a.srt").write_text("\n".join(cue.format(n, n, n, line) for n, line in enumerate(ALIGNED, 1)))
    assert run("align", "out", "--ref", "a.srt", cwd=files).out.splitlines() == ALIGNED


@pytest.mark.parametrize("words", [("--resegment",), ("--join", "blank-lines")])
def test_encodings_of_regrouped_texts(run, tmp_path, words):
    texts = {"ref": "es ist spät\n\ner geht früh nach Hause\n", "out": "es wird spät\n\ner geht nach Hause\n"}
    for name, text in texts.items():
        for encoding in ("utf-8", "latin-1"):
            (tmp_path / f"{name}.{encoding}").write_text(text, encoding)
    wanted = numbers(run, tmp_path, "ref.utf-8", "-i", "out.utf-8", *words)
    for reference, output, options in (
        ("ref.latin-1", "out.latin-1", ("-e", "latin-1")),
        ("ref.latin-1", "out.utf-8", ("--ref-encoding", "latin-1")),
    ):
        assert numbers(run, tmp_path, reference, "-i", output, *words, *options) == wanted


@pytest.mark.parametrize("words", [("--resegment",), ("--join", "blank-lines")])
def test_empty_files(run, tmp_path, words):
    for name, text in {"ref": "\n\n" if "--join" in words else "", "out": ""}.items():
        (tmp_path / name).write_text(text)
    refused = run("score", "ref", "-i", "out", *words, cwd=tmp_path)
    assert (refused.status, refused.out) == (1, "")
    assert refused.err.startswith("parbleu: ref is empty: there is no segment to score; a ")


@pytest.mark.parametrize(
    "words",
    [
        ("align", "empty", "--ref", "ref"),
        ("align", "aligned", "--ref", "empty"),
        ("align", "aligned", "--ref", "ref", "empty"),
        ("score", "ref", "-i", "empty", "--resegment"),
        ("score", "empty", "-i", "aligned", "--resegment"),
    ],
)
def test_nothing_to_cut(run, files, words):
    (files / "empty").write_bytes(b"")
    done = run(*words, cwd=files)
    assert (done.status, done.out) == (1, "")
    assert "empty is empty: there is no segment to score; a line is a segment" in done.err


def test_a_test_set_without_references(run, files):
    (files / "bare.json").write_text(
        '{"name": "bare", "format": "plain", "language_pairs": {"en-de": ["ref"]}}'
    )
    words = ("-t", "bare", "-l", "en-de", "-i", "aligned")
    for option in ((), ("--resegment",), ("--join", "blocks:2")):
        done = run("score", *words, *option, cwd=files, env={"PARBLEU_TESTSETS": str(files)})
        assert (done.status, done.out) == (1, "")
        assert "parbleu: the test set bare has no references for en-de\n" in done.err
