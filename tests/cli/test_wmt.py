"""Tests the commands `parbleu wmt ...`."""

import gzip
import json

import pytest

EDIT_COLUMNS = (
    *("doc_id", "segment_id", "source_lang", "target_lang", "set_id", "system_id", "source_segment"),
    *("hypothesis_segment", "reference_segment", "domain_name", "method", "post_edit", "before", "after"),
)
ITEM = "official_###_eng_Latn_###_deu_Latn_###_news_###_d_###_0"


def test_validate(run, tmp_path):
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps({"item_id": ITEM, "task2_pred": {"A": 101}}) + "\n")
    done = run("wmt", "validate", "p.jsonl", cwd=tmp_path)
    assert done.status == 1
    assert done.out == f"p.jsonl:1: error: score: {ITEM}, A: the score is 101 (expected: 0 to 100)\n"
    assert "p.jsonl: wmt26-mteval\n" in done.err
    assert "1 file, 1 line: 1 error, 0 warnings" in done.err
    line = path.read_text()
    path.write_text(line + line.replace("_0", "_1"))
    done = run("wmt", "validate", "p.jsonl", "--most-faults", "1", cwd=tmp_path)
    assert len(done.out.splitlines()) == 1
    assert "and 1 more fault of the same kinds" in done.err
    (tmp_path / "note.txt").write_text("x\n")
    done = run("wmt", "validate", "note.txt", "p.jsonl", cwd=tmp_path)
    assert done.status == 1
    assert done.out.startswith("note.txt: error: format: this is in no known format: it is text, most like ")
    assert "2 files, 3 lines: 3 errors" in done.err
    path.write_text(line)
    done = run("wmt", "validate", "p.jsonl", "-f", "json", "-q", cwd=tmp_path)
    faults = json.loads(done.out)["tables"]["faults"]["rows"]
    assert [(fault["line"], fault["system"]) for fault in faults] == [(1, "A")]
    path.write_text(json.dumps({"item_id": ITEM, "src": "s", "hyps": {"A": ""}}) + "\n")
    assert run("wmt", "validate", "p.jsonl", cwd=tmp_path).status == 0
    assert run("wmt", "validate", "p.jsonl", "--fail-on-warnings", cwd=tmp_path).status == 1
    done = run("wmt", "validate", "nothing.jsonl", cwd=tmp_path)
    assert done.status == 2
    assert "cannot read nothing.jsonl" in done.err


def test_faults_that_are_alike_have_few_lines(run, tmp_path):
    rows = [{"doc_id": f"d{number}", "hypothesis": 5 if number else 7} for number in range(45)]
    rows += [{"doc_id": "d45"}, {"doc_id": "d45", "hypothesis": ["no", "text"]}]
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    words = ("wmt", "validate", "p.jsonl", "--from", "wmt25-system")
    lines = run(*words, cwd=tmp_path).out.splitlines()
    alike = [
        line
        for line in lines
        if "hypothesis" in line and " more, in" not in line and "is missing" not in line
    ]
    assert [line.partition(": error")[0] for line in alike[:3]] == ["p.jsonl:1", "p.jsonl:2", "p.jsonl:3"]
    [more] = [line for line in lines if " more, in" in line]
    start = 'p.jsonl: error: field: 42 more, in lines 4 to 45: "hypothesis" is 5'
    assert more == f"{start} (--most-faults lists them)"
    every = run(*words, "--most-faults", "100", cwd=tmp_path).out.splitlines()
    assert len(every) == len(lines) + 41
    assert len(json.loads(run(*words, "-f", "json", cwd=tmp_path).out)["tables"]["faults"]["rows"]) == len(
        every
    )


def test_standard_input_is_named_in_all_messages(run):
    reset = {"user_id": "u", "item_i": 0, "annotation": "__RESET__"}
    item = {"src": "s", "tgt": {"A": "x"}, "item_id": "news_###_d_###_0"}
    rated = {"user_id": "u", "item_i": 0, "item": [item], "annotation": [{"A": {"score": 1}}]}
    lines = "".join(json.dumps(row) + "\n" for row in (rated, reset, rated))
    done = run("wmt", "validate", "-", stdin=lines.encode())
    assert "parbleu: standard input: left out annotations, which do not count: 1 before a reset\n" in done.err
    done = run("wmt", "validate", "-", stdin=gzip.compress(b"x" * 99)[:-9])
    assert done.status == 2
    assert "cannot read standard input: " in done.err


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def rated(document, scores):
    scored = {name: [{"score": score, "annotator": "r", "errors": []}] for name, score in scores.items()}
    texts = dict.fromkeys(scores, "x")
    return {
        "doc_id": f"en-de_DE_#_news_#_{document}_#_0",
        "src_text": "s",
        "tgt_text": texts,
        "scores": scored,
    }


def test_rank(run, tmp_path):
    rows = [rated(f"d{n}", {"A": 80 + n, "B": 60 - n, "C": 61 + n % 3}) for n in range(12)]
    write_lines(tmp_path / "r.jsonl", rows)
    done = run("wmt", "rank", "r.jsonl", "--rule", "wmt24-micro", "-n", "20", "-f", "json", cwd=tmp_path)
    assert (done.status, done.err) == (0, "")
    table = json.loads(done.out)["tables"]["ranking"]
    assert [(row["system"], row["line"]) for row in table["rows"]] == [
        ("A", "cluster"),
        ("C", "cluster"),
        ("B", ""),
    ]
    assert table["facts"]["version"].startswith("WMT24")
    done = run("wmt", "rank", "r.jsonl", "--show-raters", "-f", "csv", cwd=tmp_path)
    assert done.out.startswith("rater,lines,closeness,is_removed\nr,12,")
    done = run("wmt", "rank", "r.jsonl", "--ceiling", "--mixed-model", cwd=tmp_path)
    assert (done.status, "--mixed-model: not allowed with argument --ceiling" in done.err) == (2, True)
    done = run("wmt", "rank", "r.jsonl", "--ceiling", cwd=tmp_path)
    assert done.status == 1
    assert "give two ratings" in done.err


@pytest.mark.needs("statsmodels")
def test_a_mixed_model(run, tmp_path):
    rows = [rated(f"d{n}", {"A": 80 + n % 5, "B": 60 - n % 7, "C": 61 + n % 3}) for n in range(12)]
    write_lines(tmp_path / "r.jsonl", rows)
    done = run("wmt", "rank", "r.jsonl", "--mixed-model", "-n", "0", "-f", "json", cwd=tmp_path)
    assert (done.status, done.err) == (0, "")
    tables = json.loads(done.out)["tables"]
    assert [(row["system"], row["moves"]) for row in tables["mixed_model"]["rows"]] == [
        ("A", False),
        ("C", False),
        ("B", False),
    ]
    assert tables["ranking"]["notes"][-1].startswith("Mixed model: systems fixed, segments, the rest random")


def test_documents_are_drawn_whole(run, tmp_path):
    rows = [rated(f"d{n // 6}", {"A": 60 + 5 * (n // 6), "B": 62}) for n in range(24)]
    for n, row in enumerate(rows):
        row["doc_id"] = row["doc_id"][:-1] + str(n % 6)
    write_lines(tmp_path / "r.jsonl", rows)
    words = ("wmt", "rank", "r.jsonl", "--rule", "wmt24-micro", "-n", "200", "--seed", "1", "-f", "json")

    def width(*more):
        table = json.loads(run(*words, *more, cwd=tmp_path).out)["tables"]["ranking"]
        row = next(row for row in table["rows"] if row["system"] == "A")
        return row["high"] - row["low"]

    assert width("--unit", "document") > 1.5 * width()


def test_raters_who_are_left_out(run, tmp_path):
    rows = []
    for n in range(5):
        row = rated(f"d{n}", {"A": 95 + n % 2, "B": 10 + n % 3})
        for system, ratings in row["scores"].items():
            score = ratings[0]["score"]
            raters = {**dict.fromkeys(("one", "two", "three", "four"), score), "odd": 100 - score}
            row["scores"][system] = [
                {"score": of_rater, "annotator": rater, "errors": []} for rater, of_rater in raters.items()
            ]
        rows.append(row)
    write_lines(tmp_path / "r.jsonl", rows)
    words = ("wmt", "rank", "r.jsonl", "--rule", "wmt24-micro", "-n", "0", "-f", "csv")
    assert "left out" not in run(*words, cwd=tmp_path).err
    done = run(*words, "--filter-raters", cwd=tmp_path)
    assert (done.status, done.err) == (0, "parbleu: left out the ratings of odd\n")


def test_spans(run, tmp_path):
    columns = "doc_id segment_id source_lang target_lang set_id system_id source_segment hypothesis_segment"
    columns += " reference_segment domain_name method start_indices end_indices error_types"
    row = ["en-de_#_news_#_d", "1", "en", "de", "official", "A", "s", "some text", "NaN", "news", "ESA"]
    for name, spans in (("gold", ["0 5", "4 9", "major minor"]), ("mine", ["0", "4", "major"])):
        (tmp_path / f"{name}.tsv").write_text(
            "\n".join("\t".join(line) for line in (columns.split(), row + spans)) + "\n"
        )
    words = ("wmt", "spans", "mine=mine.tsv", "--gold", "gold.tsv", "--from", "wmt25-mteval", "-n", "0")
    gold = (tmp_path / "gold.tsv").read_text()
    done = run(*words, "-f", "csv", cwd=tmp_path)
    assert done.out.splitlines()[1].startswith("mine,en-de,f1,1.0,0.5,0.66")
    assert run(*words, "-f", "csv", "-l", "eng-deu", cwd=tmp_path).out == done.out
    mine = (tmp_path / "mine.tsv").read_text()
    (tmp_path / "mine.tsv").write_text(mine.replace("\ten\tde\t", "\teng\tdeu_Latn\t"))
    assert run(*words, "-f", "csv", cwd=tmp_path).out == done.out
    (tmp_path / "mine.tsv").write_text(mine.replace("\ten\tde\t", "\ten\tcs\t"))
    told = run(*words[:-2], cwd=tmp_path)
    assert told.status == 1
    assert "translation of the gold, which is of en-de: it is of en-cs" in told.err
    assert "mine is given twice" in run("wmt", "spans", "mine=a", "mine=b", "--gold", "c", cwd=tmp_path).err
    for name, problem in (
        ("gold", "nobody marked spans in the gold"),
        ("mine", "mine has no predicted spans"),
    ):
        cells = (*columns.split()[:11], "overall"), (*row, "95.0")
        (tmp_path / f"{name}.tsv").write_text("".join("\t".join(line) + "\n" for line in cells))
        done = run(*words, cwd=tmp_path)
        assert done.status == 1
        assert problem in done.err
        assert "start_indices, end_indices and error_types" in done.err
        (tmp_path / "gold.tsv").write_text(gold)
    assert "write NAME=FILE" in run("wmt", "spans", "mine", "--gold", "gold.tsv", cwd=tmp_path).err


def test_autorank(run, tmp_path):
    for name, score in (("A", 3), ("B", 2), ("C", 1)):
        rows = [
            {
                "language_pair": "en-de_DE",
                "domain": "news",
                "document_id": f"d{n}",
                "metric_scores": {"chrF++": [score, score + n], "MetricX": [score - 9, None]},
            }
            for n in range(3)
        ]
        write_lines(tmp_path / f"{name}.jsonl", rows)
    files = ["A.jsonl", "B.jsonl", "C.jsonl"]
    done = run("wmt", "autorank", *files, "--tuned", "B=metricx", "-n", "10", "-f", "json", cwd=tmp_path)
    ranked = json.loads(done.out)["tables"]["autorank"]["rows"]
    assert [(row["system"], row["autorank"], row["tuned_to"]) for row in ranked] == [
        ("A", 1, ""),
        ("B", 2, "MetricX"),
        ("C", 3, ""),
    ]
    for tuned, problem in (("AMI=MetricX", "AMI is none"), ("A=MetricY", "A cannot be tuned to MetricY")):
        done = run("wmt", "autorank", *files, "--tuned", tuned, cwd=tmp_path)
        assert done.status != 0
        assert problem in done.err
    assert "no scores of en-cs" in run("wmt", "autorank", *files, "-l", "en-cs", cwd=tmp_path).err


def test_terminology(run, tmp_path):
    write_lines(
        tmp_path / "t.jsonl",
        [{"en": "a space", "de": "ein Space", "proper": {"space": "Space"}, "noterm": {}}],
    )
    write_lines(tmp_path / "o.jsonl", [{"de": "ein Raum"}])
    words = (
        "wmt",
        "terminology",
        "mine=o.jsonl",
        "--terms",
        "t.jsonl",
        "--source",
        "en",
        "-n",
        "0",
        "-f",
        "csv",
    )
    done = run(*words, "--target", "de", cwd=tmp_path)
    assert [line.split(",")[:3] for line in done.out.splitlines()[1:]] == [
        ["mine", "proper", "0.0"],
        ["reference", "proper", "1.0"],
    ]
    assert 'a line has a text "fr"; the keys are en, de,' in run(*words, "--target", "fr", cwd=tmp_path).err
    swapped = ["mine=t.jsonl" if word == "mine=o.jsonl" else word for word in words]
    swapped[swapped.index("t.jsonl")] = "o.jsonl"
    assert "were outputs and terms swapped?" in run(*swapped, "--target", "de", cwd=tmp_path).err


def test_terms_of_2026(run, tmp_path):
    def segment(text, *terms, **more):
        return {"source": "s", "reference": text, "terms": list(terms), **more}

    def paragraph(text, *segments):
        return {"source": "s", "reference": text, "segments": list(segments)}

    gear = {"source": "gear", "target": "Getriebe", "target_inflected": "Getrieben"}
    box = {"source": "box", "target": "Kasten", "glossary_targets": ["Kiste"]}
    first = paragraph("Getrieben, Kasten", segment("", gear, seen_as_sample=True), segment("", box))
    documents = [
        {"document_id": "a", "paragraphs": [first, paragraph(None, segment(None, gear))]},
        {"document_id": "b", "paragraphs": [paragraph("Getriebe", segment("", gear))]},
    ]
    glossary = {"proper": [{"source": "Gear", "targets": ["Schaltung"]}]}
    test_set = {"documents": documents, "glossary": glossary}

    def write(**files):
        for name, value in files.items():
            (tmp_path / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")

    write(t=test_set, o=["eine Kiste\n\nGetriebe", "die Schaltung"])
    words = ["wmt", "terminology", "mine=o.json", "--terms", "t.json", "--rule", "wmt26"]
    done = run(*words, "-n", "0", "-f", "csv", cwd=tmp_path)
    rows = [line.split(",") for line in done.out.replace('", "', " ").splitlines()]
    found = {(row[0], ",".join(row[1:-6]).strip('"')): (row[-2], row[-1]) for row in rows[1:]}
    assert found["mine", "exclusive"] == ("2.0", "3")
    assert found["mine", "annotated"] == ("0.0", "3")
    assert found["mine", "exclusive, seen"] == ("0.0", "1")
    assert found["reference", "exclusive"] == ("3.0", "3")
    told = json.loads(run(*words, "--unit", "document", "-n", "20", "-f", "json", cwd=tmp_path).out)
    assert "20 bootstrap samples of 2 documents" in told["tables"]["terminology"]["notes"][-1]
    for files, problem in (
        ({"o": ["x", "y"]}, "o.json: document 1 has 1 paragraphs, and 2 in the test set"),
        ({"o": ["x"]}, "o.json: there are 1 documents, and the test set has 2"),
        ({"o": {"proper": {}}}, "o.json: this is no list of texts, one for each document"),
        ({"t": {"proper": {}}}, "t.json: documents is missing: give a list, as in a test set of WMT26"),
        ({"t": ["x"]}, "t.json: this is no object: give a test set of WMT26"),
        ({"t": {"documents": [{"paragraphs": []}]}}, "no paragraph with a reference has terms"),
        (
            {"t": {"documents": [{"paragraphs": [paragraph("x", segment("", {"source": "a"}))]}]}},
            "t.json: documents[0].paragraphs[0].segments[0].terms[0].target is missing: give text",
        ),
        (
            {
                "t": {
                    "documents": [
                        {"paragraphs": [paragraph("x", segment("", {"source": "a", "target": ""}))]}
                    ]
                }
            },
            "t.json: documents[0].paragraphs[0].segments[0].terms[0].target is '': give a translation",
        ),
    ):
        write(t=test_set)
        write(**files)
        done = run(*words, cwd=tmp_path)
        assert (done.status, problem in done.err) == (1, True), done.err
    lines = "".join(f'{{"en": "a", "de": "b", "proper": {{"{term}": "c"}}}}\n' for term in "ab")
    for name in ("t", "o"):
        write(t=test_set, o=["x", "y"])
        (tmp_path / f"{name}.json").write_text(lines, encoding="utf-8")
        told = run(*words, cwd=tmp_path).err
        assert told.startswith(f"parbleu: {name}.json: this is not JSON: ")
        assert told.endswith("looks like a file for the rule wmt25-track1 or wmt25-track2, not wmt26\n")
    (tmp_path / "t.jsonl").write_text(lines, encoding="utf-8")
    (tmp_path / "o.json").write_text(json.dumps(["x", "y"], indent=1), encoding="utf-8")
    write(t=test_set)
    for terms in ("t.json", "t.jsonl"):
        words25 = ["wmt", "terminology", "mine=o.json", "--terms", terms, "--source", "en", "--target", "de"]
        told = run(*words25, cwd=tmp_path).err
        assert "looks like a file for the rule wmt26, not wmt25-track1" in told
        assert "?;" not in told
    (tmp_path / "r.tsv").write_text("term\trendering\nbank\tBank\nbank\tUfer\nbank\tUfer\n")
    steady = ("wmt", "terminology", "mine=r.tsv", "--rule", "wmt25-consistency", "-f", "csv")
    assert run(*steady, cwd=tmp_path).out.splitlines()[2].startswith("mine,frequent,0.66")
    for more in (("--terms", "t.json"), ("--unit", "document")):
        assert "leave out --terms, --source, --target, --unit" in run(*steady, *more, cwd=tmp_path).err
    assert "give tables of renderings as NAME=FILE" in run(*steady[:2], *steady[3:], cwd=tmp_path).err
    assert "wmt26 has neither source nor target" in run(*words, "--source", "en", cwd=tmp_path).err
    assert "wmt25-track1 needs source and target" in run(*words[:-2], cwd=tmp_path).err
    keys = ("--source", "en", "--target", "de", "--unit", "document")
    assert "leave out --unit document" in run(*words[:-2], *keys, cwd=tmp_path).err


def test_labels_of_scores_are_scored(run, tmp_path):
    header = "doc_id\tsegment_id\tsource_lang\ttarget_lang\tset_id\tsystem_id\tsource_segment\t"
    header += "hypothesis_segment\treference_segment\tdomain_name\tmethod\toverall\n"

    def table(name, scores):
        rows = "".join(
            f"d\t{number}\ten\tde\tofficial\tA\ts\th\tr\tnews\tESA\t{score}\n"
            for number, score in enumerate(scores, 1)
        )
        (tmp_path / name).write_text(header + rows, encoding="utf-8")
        return name

    gold, mine = table("gold.tsv", [90, 95, 5, 50]), table("mine.tsv", [99, 20, 1, 88])
    words = ["wmt", "labels", f"mine={mine}", "--gold", gold, "-n", "0", "-f", "json"]
    spelled = (tmp_path / mine).read_text().replace("\ten\tde\t", "\teng\tdeu_Latn\t")
    (tmp_path / "spelled.tsv").write_text(spelled)
    done = run("wmt", "labels", "mine=spelled.tsv", *words[3:], cwd=tmp_path)
    assert done.out == run(*words, cwd=tmp_path).out
    [row] = json.loads(run(*words, cwd=tmp_path).out)["tables"]["error_free"]["rows"]
    assert [row[name] for name in ("tp", "fp", "fn", "tn")] == [1, 1, 1, 1]
    told = json.loads(run(*words, "--task", "criticality", cwd=tmp_path).out)["tables"]
    [row] = told["criticality"]["rows"]
    assert (row["critical"], row["translations"], row["best"]) == (1, 4, 1)
    more = (tmp_path / mine).read_text() + (tmp_path / mine).read_text().splitlines()[-1].replace("A", "B")
    (tmp_path / "more.tsv").write_text(more + "\n")
    for task in ("error-free", "criticality"):
        beyond = ["wmt", "labels", "mine=more.tsv", *words[3:], "--task", task]
        told = json.loads(run(*beyond, cwd=tmp_path).out)["tables"][task.replace("-", "_")]
        assert "mine has 1 prediction for translations that nobody judged; left out." in told["notes"]
    (tmp_path / "short.tsv").write_text((tmp_path / mine).read_text().rpartition("d\t4")[0])
    result = run("wmt", "labels", "mine=short.tsv", "--gold", gold, cwd=tmp_path)
    assert result.status == 1
    told = run(*words, "-l", "en-fr", cwd=tmp_path).err
    assert told == "parbleu: gold.tsv: there is no score of en-fr: give files with scores\n"
    assert "mine lacks 1 translation," in result.err
    spans = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    (tmp_path / "spans.tsv").write_text(f"{spans}A\td\t1\t1\tr\ts\t<v>h</v>\tFluency/Grammar\tMinor\n")
    for words in ((f"mine={mine}", "--gold", "spans.tsv"), ("mine=spans.tsv", "--gold", gold)):
        result = run("wmt", "labels", *words, cwd=tmp_path)
        assert result.status == 1
        assert (
            "parbleu: spans.tsv: A, segment 1 has marked errors, but no score: labels come from scores"
            in result.err
        )


def write_edits(path, rows):
    """Writes a table of post-edits: (segment, system, text, edited text, score before, score after)."""
    lines = ["\t".join(EDIT_COLUMNS)]
    for segment, system, text, edited, before, after in rows:
        cells = ("d", segment, "en", "cs", "official", system, "s", text, "NaN", "news", "ESA", edited)
        lines.append("\t".join(map(str, (*cells, before, after))))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_gain_of_post_edits(run, tmp_path):
    rows = [
        (1, "A", "a b c d", "a b c x", 0.5, 0.7),
        (1, "B", "e f g h", "e f g h", 0.5, 0.5),
        (2, "A", "i j k l", "i j k m", 0.4, 0.6),
    ]
    write_edits(tmp_path / "mine.tsv", rows)
    write_edits(tmp_path / "gold.tsv", [(*row[:4], row[4] - 0.1, 0) for row in rows[::-1]])
    write_edits(tmp_path / "none.tsv", [(*row[:3], row[2], row[4], row[4]) for row in rows])
    words = ("--before", "before", "--after", "after", "--seed", "1", "-n", "20", "-f", "json")

    def gains(*more):
        done = run("wmt", "edits", "mine=mine.tsv", *more, *words, cwd=tmp_path)
        assert (done.status, done.err) == (0, "")
        return json.loads(done.out)["tables"]["gain_to_edit"]

    table = gains("none=none.tsv", "-l", "eng-ces")
    one, none = table["rows"]
    assert (one["segments"], one["ter"], none["ratio"]) == (3, pytest.approx(100 / 6), None)
    assert one["gain"] == pytest.approx(0.4 / 3)
    assert one["ratio"] == pytest.approx(0.8)
    assert table["notes"][-1].endswith("20 bootstrap samples of 2 segments.")
    assert gains("--gold", "gold.tsv")["rows"][0]["gain"] == pytest.approx(0.7 / 3)
    write_edits(tmp_path / "short.tsv", rows[:2])
    done = run("wmt", "edits", "mine=mine.tsv", "--gold", "short.tsv", *words, cwd=tmp_path)
    assert done.status == 0
    assert "mine.tsv: 1 post-edit of translations that short.tsv lacks, left out" in done.err
    header, *lines = (tmp_path / "mine.tsv").read_text(encoding="utf-8").splitlines()
    into_uk = [line.replace("\tcs\t", "\tuk\t") for line in lines]
    (tmp_path / "both.tsv").write_text("\n".join([header, *lines, *into_uk]) + "\n", encoding="utf-8")
    for more, told in (((), "3 post-edits of translations that gold.tsv lacks"), (("-l", "en-cs"), "")):
        done = run("wmt", "edits", "b=both.tsv", "--gold", "gold.tsv", *more, *words, cwd=tmp_path)
        assert (done.status, told in done.err, bool(done.err)) == (0, True, bool(told))
    write_edits(tmp_path / "twice.tsv", rows[:1] * 2)
    write_edits(tmp_path / "word.tsv", [(*rows[0][:5], "x")])
    write_edits(tmp_path / "header.tsv", [])
    for more, problem in (
        (("short=short.tsv",), "short lacks 1 translation, the first of them en-cs, A, segment 2"),
        (("--gold", "header.tsv"), "there are no translations in header.tsv"),
        (("twice=twice.tsv",), "twice.tsv:3: en-cs, A, segment 1 stands on an earlier line, too"),
        (("word=word.tsv",), "word.tsv:2: after: "),
        (
            ("--gold", "mine.tsv", "--before", "comet"),
            "parbleu: mine.tsv:2: there is no 'comet'; the columns are doc_id",
        ),
        (("-l", "en-de"), "there are no translations of en-de: en-cs are there"),
    ):
        names = [word for word in more if "=" in word]
        more = [word for word in more if "=" not in word]
        done = run("wmt", "edits", "mine=mine.tsv", *names, *words, *more, cwd=tmp_path)
        assert (done.status, problem in done.err) == (1, True), done.err
    assert "the column of their scores by --after" in run("wmt", "edits", "a=mine.tsv", cwd=tmp_path).err


def test_gain_of_the_official_script(run, tmp_path, read_golden):
    cases = read_golden("wmt25-26/gain_to_edit")["cases"]
    case = next(case for case in cases if case["items"] and case["corpus_ter"] > 0)
    names = ("hyp", "post_edit", "score_before", "score_after")
    rows = [[n, "A", *(item[name] for name in names)] for n, item in enumerate(case["items"], 1)]
    write_edits(tmp_path / "e.tsv", rows)
    words = ("--before", "before", "--after", "after", "-n", "0", "-f", "json")
    tables = json.loads(run("wmt", "edits", "one=e.tsv", *words, cwd=tmp_path).out)["tables"]
    [row] = tables["gain_to_edit"]["rows"]
    assert row["gain"] == pytest.approx(case["avg_delta"], abs=1e-12)
    assert row["ter"] == pytest.approx(case["corpus_ter"], abs=1e-9)
    assert row["ratio"] == pytest.approx(case["without_subsample"]["gain_to_edit_ratio"], abs=1e-9)


def test_gain_of_published_post_edits(run, oracles):
    folder = oracles / "data" / "wmt25" / "mteval-task3"
    gold = folder / "baseline0_predictions_with_scores.tsv"
    words = ("wmt", "edits", f"one={folder / 'predictions.tsv'}", "--after", "overall", "--gold", gold)
    done = run(*map(str, words), "-n", "0", "-f", "json")
    [row] = json.loads(done.out)["tables"]["gain_to_edit"]["rows"]
    assert (row["language_pair"], row["segments"]) == ("en-cs_CZ", 40)
    assert 0 < row["ter"] < 100


def write_models(folder, source, outputs, scores):
    """Writes lines of the given lengths, and a table of scores; returns the words that name the outputs."""
    for name, lengths in {"source": source, **outputs}.items():
        (folder / f"{name}.txt").write_text("".join("x" * length + "\n" for length in lengths))
    rows = zip(*([str(score) for score in column] for column in scores.values()), strict=True)
    (folder / "kiwi.tsv").write_text("\n".join("\t".join(row) for row in (list(scores), *rows)) + "\n")
    return [f"{name}={name}.txt" for name in outputs]


def test_compressed_models(run, tmp_path):
    scores = {
        "full": [0.5, 0.6, 0.7, 0.8] * 5,
        "q4": [0.4, 0.5, 0.6, 0.7] * 5,
        "q8": [0.5, 0.6, 0.7, 0.8] * 5,
    }
    outputs = {name: [10] * 20 for name in scores}
    outputs["q4"] = [21] + [10] * 19
    names = write_models(tmp_path, [10] * 20, outputs, scores)
    words = ["--source", "source.txt", "--scores", "CometKiwi=kiwi.tsv", "--baseline", "full"]
    more = ("--sizes", "full=16", "q4=4", "--seed", "1", "-f", "json")
    done = run("wmt", "compression", *names, *words, *more, cwd=tmp_path)
    assert (done.status, done.err) == (0, "")
    table = json.loads(done.out)["tables"]["compressed_models"]
    full, q4, q8 = table["rows"]
    assert (q4["hallucinated"], q4["size"], q8["size"], full["size"]) == (1, 25, None, 100)
    assert (q4["delta"], q8["delta"], full["p_value"]) == (pytest.approx(-0.1), 0, None)
    assert q4["p_holm"] < 0.05 < q8["p_holm"]
    assert table["facts"]["n_clean"] == 19
    for changed, status, problem in (
        (("--baseline", "f"), 1, "there are no translations of f: name the uncompressed model as baseline"),
        (("--sizes", "q5=1"), 1, "sizes: q5 is none of the models, full, q4, q8"),
        (("--sizes", "q4=1", "q4=2"), 2, "--sizes: q4 is given twice"),
        (("--seconds", "q5=1"), 1, "seconds: q5 is none of the models, full, q4, q8"),
        (("--sizes", "q4=1"), 1, "sizes: give that of the baseline full, too: others are in percent of it"),
        (
            ("--seconds", "q4=1", "--warm-up", "q8=1"),
            1,
            "warm_up: q8 is none of the models that have seconds, q4",
        ),
        (("--seconds", "q4=1,x"), 2, "--seconds: q4: 'x' is not a number"),
        (("--seconds", "q4=0"), 1, "q4 has seconds that are not above 0"),
        (("--seconds", "q4"), 2, "write --seconds NAME=SECONDS,SECONDS, not 'q4'"),
        (("--sizes", "q4=small"), 2, "--sizes: q4: 'small' is not a number"),
        (("--sizes", "q4=0"), 1, "sizes: q4 has a size that is not above 0"),
        (("--sizes", "q4"), 2, "write --sizes NAME=SIZE, not 'q4'"),
        (("--source", "kiwi.tsv"), 1, "full, q4, q8: give as many lines as the source, 21"),
        (("--scores", "x=source.txt"), 1, "source.txt"),
    ):
        done = run("wmt", "compression", *names, *words, *changed, cwd=tmp_path)
        assert (done.status, problem in done.err) == (status, True), done.err
    assert "give translations as NAME=FILE" in run("wmt", "compression", *names, cwd=tmp_path).err
    timed = ("--seconds", "q4=1,2", "q8=3", "--warm-up", "q4=0.5", "-f", "json")
    done = run("wmt", "compression", *words[:2], *timed, "--sizes", "q4=1", cwd=tmp_path)
    assert (done.status, "sizes stand beside scores" in done.err) == (1, True)
    both = json.loads(run("wmt", "compression", *names, *words, *timed, cwd=tmp_path).out)["tables"]
    alone = json.loads(run("wmt", "compression", *words[:2], *timed, cwd=tmp_path).out)["tables"]
    assert list(alone) == ["run_speed"]
    assert both["run_speed"] == alone["run_speed"]
    assert [(row["system"], row["net"]) for row in alone["run_speed"]["rows"]] == [("q4", 200), ("q8", None)]


def test_recorded_compressed_models(run, tmp_path, read_golden):
    cases = read_golden("wmt25-26/model_compression")["wmt26_clean_subset_own"]
    case = next(case for case in cases if None in case["systems"]["baseline--uncompressed"]["ck"])
    systems = case["systems"]
    outputs = {name: system["out"] for name, system in systems.items()}
    scores = {name: system["ck"] for name, system in systems.items()}
    names = write_models(tmp_path, case["source_lengths"], outputs, scores)
    words = ("--source", "source.txt", "--scores", "ck=kiwi.tsv", "-n", "0", "-f", "json")
    done = run("wmt", "compression", *names, *words, cwd=tmp_path)
    table = json.loads(done.out)["tables"]["compressed_models"]
    assert table["facts"]["n_clean"] == case["n_clean"]
    for row in table["rows"]:
        expected = case["result"][row["system"]]
        assert row["hallucinated"] == expected["n_hall"]
        found = [row[name] for name in ("score", "clean_score", "delta")]
        assert found == pytest.approx([expected[name] for name in ("ck", "ck_clean", "delta")], abs=1e-12)
