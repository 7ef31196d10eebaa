"""Tests runs of a whole task: what they write, what a second run does, and how an interrupted one goes on."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from parbleu.errors import (
    FormatError,
    InputShapeError,
    OptionError,
    RatingError,
    UnknownNameError,
    UnreadableFileError,
)
from parbleu.evalset import load_evalset
from parbleu.wmt import RatingTable, TaskTerms, _pair_work, read_task, run_task

EXAMPLE = Path(__file__).parents[3] / "examples" / "wmt"
STEPS = ["raters", "ranking.wmt26-final", "ranking.wmt25-final", "domains", "evaluation set", "page"]

if sys.version_info < (3, 11):
    pytest.importorskip("tomli")


@pytest.fixture
def task(tmp_path, monkeypatch):
    """A copy of the example; the page, which takes longest, is a line of text."""
    shutil.copytree(EXAMPLE, tmp_path / "task")
    path = tmp_path / "task" / "task.toml"
    path.write_text(path.read_text().replace("seed =", 'output = "out"\nseed ='))
    monkeypatch.setattr(_pair_work.PairWork, "write_page", lambda work, page: page.write_text(work.name))
    return path


def computed(path, **options):
    return [step.step for step in run_task(path, **options).steps if step.computed]


def test_a_run_and_what_changes(task):
    out = task.parent / "out"
    run = run_task(task, command=["parbleu", "wmt", "run"])
    assert [step.step for step in run.steps] == [*STEPS, "moved lines"]
    assert run.output == out
    ranking = json.loads((out / "en-de" / "ranking.wmt26-final.json").read_text())["tables"]["ranking"]
    assert [row["system"] for row in ranking["rows"]] == ["careful", "careless", "literal"]
    assert "\\cellcolor{blue!40}" in (out / "en-de" / "domains.tex").read_text()
    assert "table.cell(fill:" in (out / "en-de" / "domains.typ").read_text()
    evalset = load_evalset("snails27", "en-de", out / "evalsets")
    assert evalset.std_ref == "refA"
    assert list(evalset.domain_names) == ["news", "social"]
    record = json.loads((out / "record.json").read_text())
    assert record["seed"] == 12345
    assert record["command"] == ["parbleu", "wmt", "run"]
    assert sorted(record["inputs"]) == ["../annotations.jsonl", "../testset.jsonl"]
    assert record["rules"].keys() == {"wmt26-final", "wmt25-final"}
    assert list(record["steps"]) == [*(f"en-de/{step}" for step in STEPS), "moved lines"]
    assert computed(task) == []
    (out / "en-de" / "domains.tex").unlink()
    (out / "evalsets" / "snails27" / "sources" / "en-de.txt").write_text("spoilt\n")
    assert computed(task) == ["domains", "evaluation set"]
    task.write_text(task.read_text().replace('"wmt25-final"', '"wmt24-micro"'))
    assert computed(task) == ["ranking.wmt24-micro", "page", "moved lines"]
    assert "en-de/ranking.wmt25-final" not in json.loads((out / "record.json").read_text())["steps"]
    every = [*(step.replace("25-final", "24-micro") for step in STEPS), "moved lines"]
    assert computed(task, again=True) == every
    task.write_text(
        task.read_text().replace('"annotations.jsonl"', '"annotations.jsonl"\nformat = "pearmut"')
    )
    assert computed(task) == every
    (out / "record.json").write_text("{")
    assert len(computed(task)) == len(STEPS) + 1
    record = json.loads((out / "record.json").read_text())
    for step in (3, {"key": record["steps"]["en-de/raters"]["key"], "outputs": ["raters.json"]}):
        record["steps"]["en-de/raters"] = step
        (out / "record.json").write_text(json.dumps(record))
        assert computed(task) == ["raters"]
    (out / "record.json").write_text(json.dumps({**record, "steps": [1]}))
    assert len(computed(task)) == len(STEPS) + 1


def test_results_that_the_task_no_longer_makes(task, caplog):
    run_task(task)
    assert "no longer makes" not in caplog.text
    task.write_text(task.read_text().replace(', "wmt25-final"', "").replace("snails27", "slugs27"))
    for again in (False, True):
        caplog.clear()
        run_task(task, again=again)
        assert "no longer makes: en-de/ranking.wmt25-final.*, evalsets/snails27; remove" in caplog.text
    shutil.rmtree(task.parent / "out" / "evalsets" / "snails27")
    caplog.clear()
    run_task(task)
    assert "no longer makes: en-de/ranking.wmt25-final.*; remove" in caplog.text


def test_a_test_set_of_other_languages(task):
    rows = [json.loads(line) for line in (task.parent / "testset.jsonl").read_text().splitlines()]
    others = [
        {**row, "doc_id": row["doc_id"].replace("deu_", "ces_"), "tgt_lang": "ces_Latn"} for row in rows
    ]
    write = (task.parent / "testset.jsonl").write_text
    write("".join(f"{json.dumps(row)}\n" for row in others))
    with pytest.raises(RatingError, match="documents of eng_Latn-ces_Latn, and none of en-de"):
        run_task(task)


def test_an_interrupted_run_goes_on(task, monkeypatch):
    def interrupt(work, path):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(_pair_work.PairWork, "write_page", interrupt)
        with pytest.raises(KeyboardInterrupt):
            run_task(task)
    out = task.parent / "out"
    record = json.loads((out / "record.json").read_text())
    assert len(record["steps"]) == len(STEPS) - 1
    assert computed(task) == ["page", "moved lines"]
    (out / "evalsets" / ".snails27-en-de-killed" / "snails27").mkdir(parents=True)
    (out / "evalsets" / "snails27" / "sources" / "en-de.txt").unlink()
    assert computed(task) == ["evaluation set"]
    assert not [path for path in out.rglob("*") if path.name.startswith(".")]


def test_pairs_without_references_and_an_overview(task, caplog):
    text = task.read_text().replace('references = "testset.jsonl"\n', "")
    task.write_text(text + '\n[[pairs]]\nlanguage_pair = "en-cs"\nratings = ["annotations.jsonl"]\n')
    with pytest.raises(
        RatingError, match=r"annotations.jsonl has ratings that name no .* of en-de and en-cs"
    ):
        run_task(task)
    shutil.copy(task.parent / "annotations.jsonl", task.parent / "copy.jsonl")
    task.write_text(task.read_text().replace('["annotations.jsonl"]', '["copy.jsonl"]'))
    run = run_task(task)
    assert [(step.language_pair, step.step) for step in run.steps][-3:] == [
        ("", "overview.wmt26-final"),
        ("", "overview.wmt25-final"),
        ("", "moved lines"),
    ]
    assert "evaluation set" not in {step.step for step in run.steps}
    assert "en-de: there is no evaluation set, which needs references" in caplog.text
    overview = json.loads((task.parent / "out" / "overview.wmt26-final.json").read_text())["tables"][
        "overview"
    ]
    first = overview["rows"][0]
    assert (first["system"], first["language_pairs"]) == ("careful", 2)


def test_the_page(task, monkeypatch, tmp_path):
    monkeypatch.undo()
    settings = read_task(task)
    [pair] = settings.pairs
    path = tmp_path / "page.html"
    _pair_work.PairWork(settings, pair).write_page(path)
    text = path.read_text(encoding="utf-8")
    assert "snails27, en-de" in text
    assert "Ranking by the rule wmt26-final" in text
    assert "Whether the gap holds is not known" not in text


def test_a_page_without_common_segments(task, monkeypatch, tmp_path, caplog):
    monkeypatch.undo()
    settings = read_task(task)
    work = _pair_work.PairWork(settings, settings.pairs[0])
    units, _, outputs = work._texts
    del outputs["careful"][units[0]]
    work.write_page(tmp_path / "most.html")
    assert "en-de: 1 segment of 18 not on the page, for want of a reference" in caplog.text
    outputs["careful"].clear()
    work.write_page(tmp_path / "none.html")
    assert "18 segments of 18 not on the page" in caplog.text
    assert "careful" in (tmp_path / "none.html").read_text(encoding="utf-8")


def test_a_test_set_of_several_pairs(tmp_path):
    def line(pair, document, text):
        sides = {"refA": {"ref": text}}
        return json.dumps({"doc_id": f"WMT26_###_news_###_{pair}_###_{document}", "refs": sides}) + "\n"

    path = tmp_path / "testset.jsonl"
    path.write_text(line("eng_Latn_###_deu_Latn", "d", "ja") + line("eng_Latn_###_ces_Latn", "d", "ano"))
    for pair, text in (("en-de", "ja"), ("en-cs", "ano")):
        segments = _pair_work._document_references(path, pair)["refA"]
        assert segments["news_###_d", 0] == text
        assert len(segments) == 2
    with pytest.raises(RatingError, match="none of en-fr"):
        _pair_work._document_references(path, "en-fr")
    path.write_text(line("eng_Latn_###_zho_Hans", "d", "a") + line("eng_Latn_###_zho_Hant", "d", "b"))
    with pytest.raises(RatingError, match="are one document to the ratings, news_###_d"):
        _pair_work._document_references(path, "en-zh")


def test_a_reference_that_was_judged_like_a_system(task):
    task.write_text(task.read_text().replace('"testset.jsonl"', '["careful"]'))
    assert "evaluation set" in computed(task)
    evalset = load_evalset("snails27", "en-de", task.parent / "out" / "evalsets")
    assert evalset.std_ref == "careful"
    assert evalset.all_refs["careful"] == evalset.sys_outputs["careful"]
    moved = json.loads((task.parent / "out" / "moved-lines.json").read_text())["tables"]["moved_lines"][
        "rows"
    ]
    assert [(row["rule"], row["systems"], row["moved"]) for row in moved[:1]] == [("wmt26-final", 3, 0)]
    task.write_text(task.read_text().replace('["careful"]', '["nobody"]'))
    with pytest.raises(RatingError, match="nobody judged nobody"):
        run_task(task)


def test_autorank(task):
    for place, system in enumerate(("careful", "careless", "literal", "lost")):
        row = {
            "language_pair": "en-de",
            "document_id": "d",
            "metric_scores": {"M": [9 - place, 8 - place, None]},
        }
        other = {**row, "language_pair": "en-cs"}
        text = "".join(f"{json.dumps(line)}\n" for line in (row, other))
        (task.parent / f"scores.{system}.jsonl").write_text(text)
    task.write_text(task.read_text() + 'scores = "scores.*.jsonl"\n')
    assert "autorank" in computed(task)
    table = json.loads((task.parent / "out" / "en-de" / "autorank.json").read_text())["tables"]
    rows = next(iter(table.values()))["rows"]
    assert [row["system"] for row in rows] == [
        "scores.careful",
        "scores.careless",
        "scores.literal",
        "scores.lost",
    ]
    assert computed(task) == []
    task.write_text(task.read_text() + 'constrained = ["scores.lost"]\ntuned = { "scores.careful" = "M" }\n')
    assert computed(task) == ["autorank"]
    table = json.loads((task.parent / "out" / "en-de" / "autorank.json").read_text())["tables"]["autorank"]
    assert [(row["choice"], row["tuned_to"]) for row in table["rows"]][::3] == [
        ("open", "M"),
        ("constrained", ""),
    ]
    for change, message in (
        ('"en-xx"', "no scores of en-de, only of en-xx"),
        ('"en-de", "more": 1', "other documents"),
    ):
        text = json.dumps({**row, "document_id": "e"}).replace('"en-de"', change)
        for path in task.parent.glob("scores.*") if "xx" in change else [task.parent / "scores.lost.jsonl"]:
            path.write_text(text + "\n")
        with pytest.raises(InputShapeError, match=message):
            run_task(task)
        for path in task.parent.glob("scores.*"):
            path.write_text(f"{json.dumps(row)}\n")


def prediction(document, place, systems):
    """Returns a line of a submission to the evaluation task of 2026, with scores and errors."""
    item = f"official_###_eng_Latn_###_deu_Latn_###_{document}_###_{place}"
    errors = {"errors": [{"start": 0, "end": 4, "severity": "minor", "category": "x"}]}
    return json.dumps(
        {"item_id": item, "task1_pred": dict.fromkeys(systems, errors), "task2_pred": dict(systems)}
    )


def units_of(task):
    work = _pair_work.PairWork(read_task(task), read_task(task).pairs[0])
    return work._texts[0]


def write_predictions(path, units, score):
    systems = ("careful", "careless", "literal")
    lines = [
        prediction(document, place, {system: score(system, number) for system in systems})
        for number, (document, place) in enumerate(units)
    ]
    path.write_text("".join(f"{line}\n" for line in lines))


def test_predicted_spans(task):
    units = units_of(task)
    for name in ("gold", "mine", "other"):
        write_predictions(task.parent / f"{name}.jsonl", units, lambda system, number: 50)
    other = (task.parent / "other.jsonl").read_text()
    (task.parent / "other.jsonl").write_text(other.replace('"end": 4', '"end": 2'))
    task.write_text(
        task.read_text()
        + '[pairs.spans]\npredictions = { mine = "mine.jsonl", other = "other.jsonl" }\ngold = "gold.jsonl"\n'
        + 'measures = ["f1", "em"]\n'
    )
    assert "spans" in computed(task)
    tables = json.loads((task.parent / "out" / "en-de" / "spans.json").read_text())["tables"]
    assert [
        (row["predictor"], row["measure"], round(row["f1"], 3)) for row in tables["span_scores"]["rows"]
    ] == [
        ("mine", "f1", 1),
        ("other", "f1", 0.667),
        ("mine", "em", 1),
        ("other", "em", 0),
    ]
    assert len(tables["span_differences"]["rows"]) == 2
    record = json.loads((task.parent / "out" / "record.json").read_text())
    assert {"../gold.jsonl", "../mine.jsonl", "../other.jsonl"} < set(record["inputs"])
    assert record["rules"]["spans.em"] == "spans with equal ends, arXiv:2603.19921"
    assert computed(task) == []
    (task.parent / "other.jsonl").write_text(other)
    assert computed(task) == ["spans"]
    task.write_text(task.read_text().replace('gold = "gold.jsonl"\n', ""))
    with pytest.raises(RatingError, match="twice"):  # two raters marked errors
        run_task(task)


def test_predicted_labels(task):
    units = units_of(task)
    write_predictions(task.parent / "gold.jsonl", units, lambda system, number: 90 - 85 * (number % 3 == 0))
    gold = (task.parent / "gold.jsonl").read_text()
    (task.parent / "gold.jsonl").write_text(re.sub(r'\{"start": [^}]*\}', "", gold))
    write_predictions(task.parent / "mine.jsonl", units, lambda system, number: 90 - 85 * (number % 6 == 0))
    text = task.read_text() + '[pairs.labels]\npredictions = { mine = "mine.jsonl" }\n'
    task.write_text(text + 'gold = "gold.jsonl"\n')
    assert {"error-free", "criticality"} < {*computed(task)}
    folder = task.parent / "out" / "en-de"
    [row] = json.loads((folder / "error-free.json").read_text())["tables"]["error_free"]["rows"]
    assert [row[name] for name in ("tp", "fp", "fn", "tn")] == [36, 9, 0, 9]
    [row] = json.loads((folder / "criticality.json").read_text())["tables"]["criticality"]["rows"]
    assert (row["predictor" if "predictor" in row else "metric"], row["critical"]) == ("mine", 18)
    rules = json.loads((task.parent / "out" / "record.json").read_text())["rules"]
    assert rules["labels.criticality"].startswith("wmt25 task 1, criticality")
    assert computed(task) == []
    task.write_text(text + 'gold = "gold.jsonl"\ntasks = ["error-free"]\n')
    assert computed(task) == ["error-free"]
    task.write_text(text)
    assert computed(task) == ["error-free", "criticality"]
    task.write_text(text + 'tasks = ["spans"]\n')
    with pytest.raises(UnknownNameError, match="error-free"):
        run_task(task)


def test_post_edits(tmp_path):
    names = "doc_id segment_id source_lang target_lang set_id system_id source_segment hypothesis_segment "
    names += "reference_segment domain_name method post_edit overall_comet22 after"
    rows = [names.split()]
    for number, (text, edited, after) in enumerate((("a b", "a c", 0.7), ("d e", "d e", 0.5)), 1):
        fixed = ("d", number, "en", "de", "official", "A", "s", text, "r", "news", "ESA")
        rows.append([*map(str, (*fixed, edited, 0.5, after))])
    (tmp_path / "mine.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))
    task = tmp_path / "task.toml"
    text = 'name = "edits"\nn_samples = 20\n[[pairs]]\nlanguage_pair = "en-de"\n[pairs.edits]\n'
    text += 'edits = { mine = "mine.tsv" }\n'
    task.write_text(f'{text}after = "after"\n')
    assert computed(task) == ["edits"]
    found = json.loads((tmp_path / "results" / "en-de" / "edits.json").read_text())["tables"]
    [row] = found["gain_to_edit"]["rows"]
    assert (row["editor"], row["ter"], row["ratio"]) == ("mine", 25, pytest.approx(0.4))
    record = json.loads((tmp_path / "results" / "record.json").read_text())
    assert record["rules"]["edits"].startswith("wmt25 task 3")
    assert list(record["inputs"]) == ["../mine.tsv"]
    assert computed(task) == []
    task.write_text(f'{text}after = "after"\ncharacters = true\n')
    assert computed(task) == ["edits"]
    task.write_text(f'{text}after = "after"\ngold = "mine.tsv"\n')
    assert computed(task) == ["edits"]
    task.write_text(text)
    with pytest.raises(FormatError, match="edits: there is no after: after = "):
        run_task(task)
    task.write_text(f'{text}after = "comet"\n')
    with pytest.raises(FormatError, match="there is no 'comet'"):
        run_task(task)


def test_compressed_models(tmp_path):
    (tmp_path / "text.txt").write_text("a b c\n" * 4)
    (tmp_path / "kiwi.tsv").write_text("full\tq4\n" + "0.5\t0.4\n" * 4)
    task = tmp_path / "task.toml"
    head = 'name = "small"\nn_samples = 20\n[[pairs]]\nlanguage_pair = "en-de"\n[pairs.compression]\n'
    head += 'source = "text.txt"\n'
    text = head + 'outputs = { full = "text.txt", q4 = "text.txt" }\nscores = { kiwi = "kiwi.tsv" }\n'
    text += 'baseline = "full"\nsizes = { full = 16, q4 = 4.0 }\n'
    task.write_text(text)
    assert computed(task) == ["compression"]
    path = tmp_path / "results" / "en-de" / "compression.json"
    _, row = json.loads(path.read_text())["tables"]["compressed_models"]["rows"]
    assert (row["system"], row["size"], row["delta"]) == ("q4", 25, pytest.approx(-0.1))
    assert computed(task) == []
    task.write_text(text.replace("4.0", "8"))
    assert computed(task) == ["compression"]
    task.write_text(head + "seconds = { q4 = [1, 2.0] }\nwarm_up = { q4 = 0.5 }\n")
    assert computed(task) == ["compression"]
    [row] = json.loads(path.read_text())["tables"]["run_speed"]["rows"]
    assert (row["system"], row["gross"], row["net"]) == ("q4", pytest.approx(20 / 1.5), 20)
    for change, message in (
        (("sizes = { full = 16", "sizes = { full = [16, 2]"), "compression: sizes: full has one size"),
        (
            ("sizes = { full = 16", "sizes = { full = [true]"),
            "compression: sizes: full has numbers, not true",
        ),
        (("sizes = { full", 'sizes = { full = "16", q8'), 'sizes: full is a list or a number, not "16"'),
        (("sizes = { full = 16", "sizes = { full = []"), "compression: sizes: full has no number"),
        (("sizes = { full = 16, ", "sizes = { "), "sizes: give that of the baseline full, too"),
        (
            ('scores = { kiwi = "kiwi.tsv" }', "seconds = { q4 = 1 }"),
            "compression: there is no scores: scores = ",
        ),
        (("source =", "baseline2 ="), "there is no setting 'baseline2'"),
        (('source = "text.txt"\n', ""), "compression: there is no source: source = "),
        (('scores = { kiwi = "kiwi.tsv" }', ""), "compression: there is no scores: scores = "),
        (("q4 = 4.0", "q8 = 4.0"), "sizes: q8 is none of the models, full, q4"),
        (('baseline = "full"', ""), "no translations of baseline--uncompressed"),
    ):
        task.write_text(text.replace(*change))
        with pytest.raises((FormatError, OptionError), match=re.escape(message)):
            run_task(task)


def test_terms_of_2026(tmp_path):
    term = {"source": "harbour", "target": "Hafen"}
    paragraph = {"source": "s", "reference": "Hafen", "segments": [{"terms": [term]}]}
    for name, value in (
        ("t", {"documents": [{"paragraphs": [paragraph] * 2}]}),
        ("o", ["der Hafen\nder Port"]),
    ):
        (tmp_path / f"{name}.json").write_text(json.dumps(value))
    task = tmp_path / "task.toml"
    task.write_text(
        'name = "terms"\nn_samples = 20\n[[pairs]]\nlanguage_pair = "en-de"\n[pairs.terminology]\n'
        'terms = "t.json"\nrule = "wmt26"\noutputs = { mine = "o.json" }\n'
    )
    assert computed(task) == ["terminology"]
    found = json.loads((tmp_path / "results" / "en-de" / "terminology.json").read_text())["tables"]
    mine = found["terminology"]["rows"][0]
    assert (mine["system"], mine["measure"], mine["success"]) == ("mine", "exclusive", 0.5)
    assert computed(task) == []
    text = task.read_text()
    task.write_text(text + 'source = "en"\n')
    with pytest.raises(OptionError, match="wmt26 has neither source nor target"):
        run_task(task)
    task.write_text(text.replace('rule = "wmt26"\n', ""))
    with pytest.raises(FormatError, match="terminology: there is no source"):
        run_task(task)


def test_terms_without_ratings(tmp_path):
    rows = [
        {"en": "a harbour", "de": "ein Hafen", "proper": {"harbour": "Hafen"}},
        {"en": "a kettle", "de": "ein Kessel", "proper": {"kettle": "Kessel"}},
    ]
    texts = {
        "terms": ["ein Hafen", "ein Kessel"],
        "good": ["der Hafen", "der Kessel"],
        "bad": ["der Port", "-"],
    }
    for name, lines in texts.items():
        made = ({**row, "de": line} for row, line in zip(rows, lines, strict=True))
        (tmp_path / f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in made))
    task = tmp_path / "task.toml"
    task.write_text(
        'name = "terms"\nn_samples = 20\n[[pairs]]\nlanguage_pair = "en-de"\n[pairs.terminology]\n'
        'terms = "terms.jsonl"\nsource = "en"\ntarget = "de"\n'
        'outputs = { good = "good.jsonl", bad = "bad.jsonl" }\n'
    )
    assert computed(task) == ["terminology"]
    table = json.loads((tmp_path / "results" / "en-de" / "terminology.json").read_text())["tables"][
        "terminology"
    ]
    assert [(row["system"], row["success"]) for row in table["rows"]] == [
        ("good", 1),
        ("bad", 0),
        ("reference", 1),
    ]
    assert computed(task) == []
    task.write_text(task.read_text().replace('"de"\nout', '"de"\nrule = "wmt25-track2"\nout'))
    assert computed(task) == ["terminology"]
    outputs = {"good": tmp_path / "good.jsonl", "bad": tmp_path / "bad.jsonl"}
    assert read_task(task).pairs[0].terminology == TaskTerms(
        outputs, tmp_path / "terms.jsonl", "en", "de", "wmt25-track2"
    )


def test_a_meta_evaluation(task, caplog):
    units = units_of(task)
    best = {"careful": 90, "careless": 60, "literal": 30}
    write_predictions(task.parent / "mine.jsonl", units, lambda system, number: best[system] + number % 3)
    write_predictions(task.parent / "short.jsonl", units[1:], lambda system, number: 50 + number)
    documents = {}
    for document, place in units:
        documents.setdefault(document, []).append(100 - place)
    for system in ("careful", "careless", "literal", "lost"):
        rows = [
            {
                "language_pair": "en-de",
                "domain": document.partition("_###_")[0],
                "document_id": document.rpartition("_###_")[2],
                "metric_scores": {
                    "M": [value - len(system) for value in values],
                    "gap": [*(value / len(system) for value in values[1:]), None],
                },
            }
            for document, values in [("speech_###_unrated", [1]), *documents.items()]
        ]
        (task.parent / f"{system}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    scores = [f"{system}.jsonl" for system in ("careful", "careless", "literal", "lost")]
    task.write_text(
        task.read_text().replace("seed =", 'meta = "wmt26"\nmetrics = ["chrf"]\nseed =')
        + f'scores = {json.dumps(scores)}\nmetric_scores = {{ mine = "mine.jsonl", short = "short.jsonl" }}\n'
    )
    out = task.parent / "out"
    assert computed(task)[-2:] == ["moved lines", "meta-evaluation"]
    ranking = json.loads((out / "meta-evaluation.json").read_text())["tables"]["ranking"]
    assert {row["metric"] for row in ranking["rows"]} == {"*chrF", "*M[noref]", "*mine[noref]"}
    assert ranking["rows"][0]["metric"] == "*mine[noref]"
    ceiling = json.loads((out / "en-de" / "ceiling.json").read_text())["tables"]["ceiling"]["rows"]
    assert [row["level"] for row in ceiling] == ["system", "segment"] * 2
    assert "en-de: short lacks 3 scores, and is no part of the meta-evaluation" in caplog.text
    assert "gap lacks 12 scores" in caplog.text
    evalset = load_evalset("snails27", "en-de", out / "evalsets")
    assert set(evalset.metric_names) == {"chrF-refA", "M-src", "mine-src"}
    assert computed(task) == []
    write_predictions(task.parent / "mine.jsonl", units, lambda system, number: -best[system])
    assert computed(task) == ["evaluation set", "meta-evaluation"]
    assert load_evalset("snails27", "en-de", out / "evalsets").scores("system", "mine-src")["careful"] == [
        -90
    ]
    text = (task.parent / "mine.jsonl").read_text()
    (task.parent / "mine.jsonl").write_text(text + text)
    with pytest.raises(RatingError, match=r"careful, segment 1 of .*: mine has two scores in .*mine.jsonl"):
        run_task(task)


@pytest.mark.needs("statsmodels")
def test_a_mixed_model(task):
    task.write_text(task.read_text().replace("seed =", "mixed_model = true\nseed ="))
    run_task(task)
    tables = json.loads((task.parent / "out" / "en-de" / "ranking.wmt26-final.json").read_text())["tables"]
    assert [row["system"] for row in tables["mixed_model"]["rows"]] == ["careful", "careless", "literal"]
    moved = json.loads((task.parent / "out" / "moved-lines.json").read_text())["tables"]["moved_lines"][
        "rows"
    ]
    assert {(row["model_lines"], row["model_moved"]) for row in moved} == {(2, 0)}
    assert "statsmodels" in json.loads((task.parent / "out" / "record.json").read_text())["rules"]
    work = _pair_work.PairWork(read_task(task), read_task(task).pairs[0])
    work.table = RatingTable.of_waves(["A", "B"], [[50.0, 50], [50, 50]])
    with pytest.raises(RatingError, match=r"en-de: the mixed model cannot be .*; or set mixed_model = false"):
        work.ranking("wmt26-final")
    task.write_text(task.read_text().replace("mixed_model = true", ""))
    assert computed(task) == ["ranking.wmt26-final", "ranking.wmt25-final", "page", "moved lines"]


def test_patterns_of_scores(task):
    (task.parent / "s1.jsonl").touch()
    (task.parent / "s[2].jsonl").touch()
    task.write_text(task.read_text() + f"scores = ['{task.parent}/s?.jsonl', 's1.jsonl', 's[2].jsonl']\n")
    assert [path.name for path in read_task(task).pairs[0].scores] == ["s1.jsonl", "s[2].jsonl"]
    (task.parent / "s1.jsonl").unlink()
    with pytest.raises(FormatError, match=r"pair 1: no file matches the scores '.*s\?\.jsonl'"):
        read_task(task)


def test_the_rater_filter(task):
    task.write_text(task.read_text().replace("n_samples = 500", "n_samples = 50\nrater_filter = true"))
    assert len(computed(task)) == len(STEPS) + 1
    settings = read_task(task)
    assert settings.rater_filter
    work = _pair_work.PairWork(settings, settings.pairs[0])
    work.filter = type("Nobody", (), {"removed": ("calm-otter-12", "brisk-heron-34")})
    with pytest.raises(RatingError, match="removes every rater"):
        _ = work.judgements


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('name = "snails27"', ""), "there is no name"),
        (('"snails27"', '"../../escaped"'), 'name is "../../escaped": names have no slash'),
        (('"en-de"', '"../en-de"'), 'pair 1: language_pair is "../en-de": names have no slash'),
        (('"snails27"', '".hidden"'), "no dot at the beginning"),
        (('"snails27"', '"two words"'), "no white space"),
        (("[[pairs]]", "[pairs]"), "pairs is a list, not"),
        (("seed = 12345", "seed = 1.5"), "seed is a whole number, not 1.5"),
        (("seed = 12345", "seeds = 1"), "there is no setting 'seeds'"),
        (("seed = 12345", "seed = true"), "seed is a whole number, not true"),
        (('ratings = "annotations.jsonl"', ""), "pair 1: there is no ratings"),
        (('"annotations.jsonl"', "[3]"), "files and names are text, not 3"),
        (("rules = [", "rules = [] # ["), "rules is empty"),
        (("seed = 12345", "seed ="), "this is no TOML"),
        (("[[pairs]]", '[[pairs]]\nlanguage_pair = "en-de"\nratings = "a"\n[[pairs]]'), "stands twice"),
        (('"testset.jsonl"', '"t"\n[pairs.spans]\ngold = "g"'), "pair 1: spans: there is no predictions"),
        (('"testset.jsonl"', '"t"\n[pairs.spans]\nout = 1'), "pair 1: spans: there is no setting 'out'"),
        (
            ('"testset.jsonl"', '"t"\n[pairs.spans]\npredictions = { a = 1 }'),
            "files and names are text, not 1",
        ),
        (('"testset.jsonl"', '"t"\n[pairs.terminology]\nterms = "g"'), "terminology: there is no outputs"),
        (
            ('"testset.jsonl"', '"t"\nscores = "testset.jsonl"\ntuned = { A = 1 }'),
            "tuned: A is text or a list",
        ),
        (('"testset.jsonl"', '"t"\nconstrained = ["A"]'), "pair 1: constrained needs scores"),
        (
            ('references = "testset.jsonl"', 'metric_scores = { a = "b" }'),
            "pair 1: metric_scores needs references",
        ),
        (('"testset.jsonl"', '"t"\nmetric_scores = { a = "b" }'), 'a meta-evaluation: meta = "wmt26"'),
        (
            (
                'references = "testset.jsonl"',
                "\n[[pairs]]\nlanguage_pair = 'a-b'\nratings='c'\n[pairs.spans]",
            ),
            "pair 2: spans: there is no predictions",
        ),
    ],
)
def test_wrong_settings(task, change, message):
    old, new = change
    assert old in task.read_text()
    task.write_text(task.read_text().replace(old, new))
    with pytest.raises(FormatError, match=message):
        read_task(task)


def test_names_that_do_not_exist(task):
    text = task.read_text()
    for old, new, message in (
        ("seed =", 'meta = "wmt99"\nseed =', "wmt26"),
        ("[[pairs]]", '[[pairs]]\nspans = { predictions = { a = "b" }, measures = ["f2"] }', "f1"),
        (
            "[[pairs]]",
            '[[pairs]]\nterminology = {outputs={a="b"}, terms="t", source="s", target="t", rule="x"}',
            "wmt25-track1",
        ),
    ):
        task.write_text(text.replace(old, new))
        with pytest.raises(UnknownNameError, match=message):
            read_task(task)
    task.write_text(text.replace("seed =", 'meta = "wmt26"\nseed =').replace("references", "# references"))
    with pytest.raises(FormatError, match="meta needs a pair that has ratings and references"):
        read_task(task)


SPANS = '{ predictions = { mine = "testset.jsonl" } }'


def test_inputs_that_do_not_fit(task):
    text = task.read_text()
    for old, new, error, *parts in (
        ("wmt26-final", "wmt99", UnknownNameError, "task.toml: rules", "wmt26-final"),
        ("annotations.jsonl", "none.jsonl", UnreadableFileError, "task.toml: en-de: step raters: ", "none"),
        (
            '"testset.jsonl"',
            '{ refA = "task.toml" }',
            RatingError,
            "evaluation set: ",
            "18 segments were rated",
        ),
        ('"testset.jsonl"', '"other.jsonl"', RatingError, "evaluation set: ", "none of the documents"),
        ("annotations.jsonl", "torn.jsonl", FormatError, "torn.jsonl:1: ", "task.toml: en-de: step raters"),
        (
            "[[pairs]]",
            f"[[pairs]]\nspans = {SPANS}",
            OptionError,
            "task.toml: en-de: step spans: ",
            "(--from",
        ),
        ("seed = 12345", "seed = -1", FormatError, "task.toml: seed is a whole number from 0, not -1"),
        ("n_samples = 500", "n_samples = 0", FormatError, "task.toml: n_samples", "at least 1"),
        ("[[pairs]]", 'metrics = ["blue"]\n[[pairs]]', UnknownNameError, "task.toml: metrics", "'bleu'"),
        ("[[pairs]]", "metrics = [3]\n[[pairs]]", FormatError, "task.toml: metrics are names, not 3"),
        (
            "[[pairs]]",
            '[[pairs]]\nformat = "permut"',
            UnknownNameError,
            "task.toml: pair 1: format",
            "pearmut",
        ),
    ):
        (task.parent / "other.jsonl").write_text('{"doc_id": "d", "refs": {"refA": {"ref": "x"}}}\n')
        (task.parent / "torn.jsonl").write_text('{"user_id": "a", "annotation": []}\n')
        assert old in text
        task.write_text(text.replace(old, new))
        with pytest.raises(error) as caught:
            run_task(task)
        for part in parts:
            assert part in str(caught.value)


def test_languages(task):
    rows = (task.parent / "annotations.jsonl").read_text().splitlines()
    named = {"eng_Latn---ces_Latn": [json.loads(row) for row in rows]}
    (task.parent / "annotations.jsonl").write_text(json.dumps(named))
    with pytest.raises(RatingError, match="there are no ratings of en-de, but of eng_Latn-ces_Latn"):
        run_task(task)
