"""`parbleu meta run`, `score` and `import`."""

import csv
import io
import os
import re
import shutil

import numpy
import pytest

import parbleu
from campaign import CAMPAIGN, TEXTS, said
from parbleu.evalset import EvalSet
from printed_json import printed_tables


@pytest.fixture
def campaign(meta, tmp_path):
    """Imports the campaign with what else is said; returns the command's result."""

    def runner(*words, **changed):
        options = {
            "source": f"{TEXTS}/src.txt",
            "references": f"refA={TEXTS}/ref.A.txt",
            "systems": f"{CAMPAIGN}/systems",
            "human": f"esa={CAMPAIGN}/esa.csv",
            "language-pair": "en-de",
            **changed,
        }
        name = options.pop("name", "mine")
        given = [f"--{name} {value}" for name, value in options.items() if value is not None]
        return meta(f"import -t {name} --data {tmp_path / 'sets'}", *given, *words)

    return runner


# run


def test_run(printed):
    words = "run wmt24 -t demo -l en-de -n 100 --chance --seed 1"
    found = printed_tables(printed(words, "-f json"))
    assert found["facts"] == {
        "tasks": "wmt24",
        "test_set": "demo",
        "n_samples": 100,
        "seed": 1,
        "generator": "mt19937",
        "BLEU-refA signature": parbleu.BLEU(references=[["x"]]).get_signature().format(),
        "chrF-refA signature": parbleu.CHRF(references=[["x"]]).get_signature().format(),
        "chrF-refA.refB signature": parbleu.CHRF(references=[["x"], ["y"]]).get_signature().format(),
    }
    rows = found["rows"]
    assert {row["metric"] for row in rows} == {"BLEU", "chrF", "(constant)", "(random)"}
    assert list(rows[0])[:4] == ["metric", "rank", "average_correlation", "en-de system SPA with human: rank"]
    for row in rows:
        values = [value for name, value in row.items() if name.endswith("with human: correlation")]
        assert row["average_correlation"] == pytest.approx(sum(values) / 2)
    table = list(csv.DictReader(io.StringIO(printed(words, "-f csv"))))
    assert [row["average_correlation"] for row in table] == [repr(row["average_correlation"]) for row in rows]
    assert {(row["test_set"], row["n_samples"], row["seed"]) for row in table} == {("demo", "100", "1")}
    text = printed(words)
    assert text.splitlines()[0].split("  ")[-2:] == ["en-de system SPA", "en-de segment acc-t"]
    assert printed(words, "--threads 2") == text


@pytest.mark.long
def test_run_with_intervals_and_true_p_values(meta, printed):
    words = "run wmt24 -t demo -l en-de -n 50 --chance --seed 1 --intervals --recalibrate"
    rows = printed_tables(printed(words, "-f json --threads 1"))["rows"]
    for title in ("en-de system SPA with human", "en-de segment acc-t by item with human"):
        for row in rows:
            low, value, high = (row[f"{title}: {what}"] for what in ("low", "correlation", "high"))
            assert low <= value <= high or row["metric"] == "(constant)", row
    assert "wmt22 averages ranks" in said(meta("run wmt22 -t demo -l en-de -n 0 --intervals"))


def test_run_with_other_references(meta, printed, tmp_path, sets):
    shutil.copytree(sets, tmp_path / "own")
    own = f"-t demo -l en-de --data {tmp_path / 'own'} -n 0 --references refB"
    told = said(meta(f"run wmt23 {own}"))
    assert "there is no metric to compare among the primary ones that uses refB or no reference" in told
    assert meta(f"score -t demo -l en-de -m chrF++ TER -r refB --data {tmp_path / 'own'}").status == 0
    rows = printed_tables(printed(f"run wmt23 {own} --all -f json"))["rows"]
    assert {row["metric"] for row in rows} == {"*chrF++", "*TER"}
    matrix = printed_tables(printed(f"matrix {own} --all --correlation accuracy -f json"))["rows"]
    found = {row["metric"]: row["en-de system accuracy: correlation"] for row in rows}
    assert {row["metric"]: row["correlation"] for row in matrix} == found


def test_run_all_tasks(meta, printed, tmp_path, sets):
    for name in ("wmt23", "wmt24-on-wmt23", "wmt25"):
        done = meta(f"run {name} -t demo -l en-de --all -n 0 -o {tmp_path / 'table'}")
        assert (done.status, done.out) == (0, "")
        table = (tmp_path / "table").read_text()
        assert "*TER" in table
        assert "\n*: not a primary metric.\n" in table
    assert "generator" not in printed_tables(printed("run wmt24 -t demo -l en-de -n 0 -f json"))["facts"]
    evalset = EvalSet("demo", "en-de", sets)
    found = printed_tables(printed("run wmt22 -t demo -l en-de -n 0 -f json"))["rows"][0]
    shown = {name.split(":")[0].split()[-1] for name in found} & {*evalset.domain_names, "conversation"}
    assert shown == set(evalset.domain_names)  # its own, not those of WMT22


def test_a_variable_may_name_what_is_not_there(run, tmp_path, monkeypatch):
    monkeypatch.setenv("PARBLEU_EVALSETS", os.pathsep.join([str(tmp_path), str(tmp_path / "none")]))
    refused = run("meta", "scores", "-t", "wmt22", "-l", "en-de")
    assert refused.status == 1
    assert f"PARBLEU_EVALSETS lists what is not there: {tmp_path / 'none'}\n" in refused.err
    told = [line.split() for line in run("doctor").out.splitlines()]
    assert ["PARBLEU_EVALSETS", str(tmp_path), "writable"] in told
    assert ["PARBLEU_EVALSETS", str(tmp_path / "none"), "not", "there"] in told


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        ("run", 2, "name the task: wmt22, wmt23, wmt24, wmt24-on-wmt23, wmt25"),
        ("run wmt24 -t demo", 2, "name the language pairs of demo"),
        ("run wmt21", 1, "unknown protocol of a metrics task 'wmt21': choose from wmt22, "),
        ("run wmt-24", 1, "unknown protocol of a metrics task 'wmt-24': did you mean 'wmt24'? choose from "),
        (
            "run wmt24",
            1,
            "/mt-metrics-eval-v2/wmt24, nor in /",
        ),
        ("matrix -t demo -l us-de", 1, "us-de.txt is missing; did you mean 'en-de'? the language pairs here"),
        ("run wmt24 -t demo -l en-de --references refA x", 1, "unknown reference of demo/en-de 'x': choose "),
        (
            "matrix -t demo -l en-de --references refA x",
            1,
            "unknown reference of demo/en-de 'x': choose from",
        ),
        (
            "matrix -t demo -l en-de --close-references x",
            1,
            "unknown reference of demo/en-de 'x': choose from",
        ),
        (
            "matrix -t demo -l en-de --primary-metrics TER x",
            1,
            "unknown metric of demo/en-de 'x': choose from",
        ),
        ("score -t demo", 2, "-l PAIR is needed"),
        ("score -l en-de", 2, "-t SET is needed"),
        ("score -t demo -l en-de", 1, "there are scores of BLEU-refA at the level segment already"),
        ("import -t demo -l en-de", 2, "--source FILE is needed"),
    ],
)
def test_refused(meta, words, status, told):
    assert told in said(meta(words), status)


def test_an_empty_word(run):
    told = said(run("meta", "run", "wmt24", "-t", "demo", ""), 2)
    assert told.startswith("parbleu: a word of the command line is empty, as a variable that is not set")


def test_wmt22_summary(printed):
    """Of many tasks only what they make together is shown: the average of ranks."""
    lines = printed("run wmt22 -t demo -l en-de -n 0").splitlines()
    assert lines[0].split() == ["metric", "rank", "avg.", "rank", "↓"]
    assert sorted(line.split()[0] for line in lines[2:4]) == ["BLEU", "chrF"]


def test_run_without_signatures(meta, tmp_path, sets):
    shutil.copytree(sets, tmp_path / "own")
    for signature in (tmp_path / "own").glob("demo/metric-scores/en-de/BLEU*.signature"):
        signature.unlink()
    words = f"run wmt24 -t demo -l en-de -n 0 --data {tmp_path / 'own'}"
    found = meta(words).out
    stored = "No signature is stored with the scores of BLEU-refA"
    assert f"{stored}; BLEU with the tokenizer 13a gives the same scores." in found
    scores = next((tmp_path / "own").glob("demo/metric-scores/en-de/BLEU-refA.sys.score"))
    scores.write_text(scores.read_text().replace(".", "1."))
    assert f"{stored}, so their tokenizer is unknown" in meta(words).out
    assert "No signature" not in meta("run wmt24 -t demo -l en-de -n 0").out


# score


def test_score(meta, tmp_path, sets):
    """What is stored is what the Python interface gives."""
    shutil.copytree(sets, tmp_path / "own")
    own = f"--data {tmp_path / 'own'}"
    done = meta(f"score -t demo -l en-de -m chrF++ TER -r refB {own}")
    assert done.status == 0, done.err
    names = [
        f"{name}-refB.{level}.score"
        for name in ("chrF++", "TER")
        for level in ("sys", "domain", "doc", "seg")
    ]
    assert [line.rpartition("/")[2] for line in done.out.splitlines()[2:] if line.endswith(".score")] == names
    assert "\nTER-refB signature: nrefs:1|case:lc|tok:tercom|" in done.out
    evalset = EvalSet("demo", "en-de", tmp_path / "own")
    assert "refB" not in evalset.scores("segment", "TER-refB")  # it is the reference
    output, reference = evalset.sys_outputs["hasty"], evalset.all_refs["refB"]
    chrf, ter = parbleu.CHRF(word_order=2), parbleu.TER()
    assert evalset.scores("segment", "chrF++-refB")["hasty"] == pytest.approx(
        chrf.segment_scores(output, [reference]), abs=0
    )
    assert evalset.scores("system", "TER-refB")["hasty"] == -ter.corpus_score(output, [reference]).score
    begin, end = evalset.docs["snails"]
    wanted = chrf.corpus_score(output[begin:end], [reference[begin:end]]).score
    place = evalset.doc_names.index("snails")
    assert evalset.scores("document", "chrF++-refB")["hasty"][place] == wanted
    assert meta(f"score -t demo -l en-de -m TER -r refB --means --overwrite {own}").status == 0
    means = EvalSet("demo", "en-de", tmp_path / "own").scores("document", "TER-refB")["hasty"][place]
    assert means == pytest.approx(-ter.segment_scores(output, [reference])[begin:end].mean())
    done = meta(
        f"score -t demo -l en-de -m TER --levels document --overwrite --into {tmp_path / 'other'} -f json"
    )
    assert {row["metric"] for row in printed_tables(done.out)["rows"]} == {"TER-refA"}
    assert (tmp_path / "other" / "demo" / "metric-scores" / "en-de" / "TER-refA.doc.score").is_file()
    told = said(meta(f"score -t demo -l en-de -m TER -r refC {own}"))
    assert "unknown reference of demo/en-de 'refC'" in told
    assert (
        meta(f"score -t demo -l en-de -m BLEU --tokenize char --levels system --overwrite {own}").status == 0
    )
    bleu = EvalSet("demo", "en-de", tmp_path / "own").scores("system", "BLEU-refA")["hasty"][0]
    assert bleu == parbleu.BLEU(tokenize="char").corpus_score(output, [evalset.all_refs["refA"]]).score


@pytest.mark.long
@pytest.mark.parametrize("pair", ["wmt21.news/en-de", "wmt24/en-zh", "wmt24/en-ja", "wmt21.tedtalks/zh-en"])
def test_stored_scores_are_reproduced(meta, oracles, tmp_path, pair):
    """The sets of the oracles hold sacreBLEU's scores, rounded to 4 and 6 digits.

    Of WMT 2024 the TER of long segments is that of their beginning, and Japanese is split into characters.
    """
    name, _, langs = pair.partition("/")
    stored = oracles / "data" / "evalsets" / name
    home = tmp_path / name
    for kind in ("sources", "documents", "references", "human-scores"):
        (home / kind).parent.mkdir(exist_ok=True)
        (home / kind).symlink_to(stored / kind)
    (home / "system-outputs").symlink_to(stored / "system-outputs")
    metrics = "BLEU chrF chrF++" if name == "wmt24" else "BLEU chrF TER"
    words = f"score -t {name} -l {langs} -m {metrics} --means --data {tmp_path}"
    for metric in metrics.split():
        tokenize = "--tokenize char" if langs == "en-ja" else ""
        assert meta(words.replace(metrics, metric), tokenize).status == 0
    theirs, ours = (EvalSet(name, langs, path) for path in (stored.parent, tmp_path))
    compared = 0
    for level in ("segment", "document", "domain", "system"):
        for full in ours.scorers(level)[1]:
            if theirs.has_scores(level, full):
                wanted = theirs.scores(level, full)
                found = ours.scores(level, full).rows(wanted.systems)
                digits = 6 if level == "system" else 4
                assert numpy.abs(found - wanted.table).max() <= 0.5001 * 10**-digits, (level, full)
                compared += 1
    assert compared >= 6


# import


def test_import(campaign, meta, tmp_path):
    done = campaign()
    assert done.status == 0, done.err
    assert "mine      en-de                48" in done.out
    evalset = EvalSet("mine", "en-de", tmp_path / "sets")
    rows = list(csv.DictReader((CAMPAIGN / "esa.csv").read_text(encoding="utf-8").splitlines()))
    scores = [float(row["score"]) for row in rows if (row["system"], row["segment"]) == ("patchy", "7")]
    assert len(scores) == 2
    assert evalset.scores("segment", "esa")["patchy"][6] == sum(scores) / 2
    assert evalset.info.std_gold == dict.fromkeys(("segment", "domain", "system"), "esa")
    assert "mine has en-de already" in re.sub(r"\S+/mine", "mine", said(campaign()))
    done = campaign("--overwrite --baseline-metrics BLEU --primary-metrics BLEU Mine -f json", human=None)
    assert printed_tables(done.out)["human_scores"]["rows"] == []
    info = EvalSet("mine", "en-de", tmp_path / "sets").info
    assert (info.baseline_metrics, info.primary_metrics) == ({"BLEU"}, {"BLEU", "Mine"})


def test_import_of_other_tables(campaign, tmp_path, sets):
    """Penalties of MQM in TSV with columns of other names, segments counted in documents."""
    table = tmp_path / "mqm.tsv"
    table.write_text(
        "model\tdoc\tn\tpenalty\nhasty\tsnails\t2\t7.5\nhasty\tbridge\t1\tNone\nstiff\tkey\t7\t1\n"
    )
    done = campaign(
        f"--documents {CAMPAIGN}/documents.txt",
        human=f"mqm={table}",
        negate="mqm",
        columns="system=model segment=n score=penalty document=doc",
        metrics=f"{sets}/demo/metric-scores/en-de/chrF-refA.seg.score",
        systems=" ".join(f"{name}={CAMPAIGN}/systems/{name}.txt" for name in ("hasty", "stiff")),
    )
    assert (done.status, done.out) == (1, "")
    missing, told = done.err.splitlines()
    assert missing.endswith("mqm.tsv: left out rows without a score: 1")
    assert "there are no outputs of careful, careless, literal, patchy, refB" in told
    done = campaign(
        f"--documents {CAMPAIGN}/documents.txt",
        human=f"mqm={table}",
        negate="mqm",
        columns="system=model segment=n score=penalty document=doc",
    )
    assert done.status == 0, done.err
    scores = EvalSet("mine", "en-de", tmp_path / "sets").scores("segment", "mqm").to_lists()
    assert {
        name: {place: score for place, score in enumerate(row) if score is not None}
        for name, row in scores.items()
    } == {
        "hasty": {17: -7.5},
        "stiff": {15: -1.0},
    }


@pytest.mark.parametrize(
    ("changed", "status", "told"),
    [
        ({"references": "ref.txt"}, 2, "--references ref.txt: this must be NAME=VALUE"),
        ({"human": "a=b a=c"}, 2, "--human a=c: this is given twice"),
        ({"negate": "mqm"}, 1, "mqm is to be negated, but is not among the human scores: esa"),
        ({"source": "/nowhere"}, 1, "cannot read /nowhere"),
        (
            {"source": f"{CAMPAIGN}/esa.csv"},
            1,
            "en-de/ref.A.txt:49: this has 48 segments, but the source has",
        ),
        ({"references": f"ref-A={TEXTS}/ref.A.txt"}, 1, ": a reference cannot be called 'ref-A'"),
        ({"name": "../mine"}, 1, "a test set cannot be called '../mine'"),
        ({"systems": "/nowhere/x.txt"}, 1, "cannot read /nowhere/x.txt"),
        (
            {"systems": f"{CAMPAIGN}/systems hasty={CAMPAIGN}/systems/stiff.txt"},
            1,
            "are both of the system hasty",
        ),
        ({"columns": "system=model"}, 1, "esa.csv:2: there is no 'model'"),
        ({"columns": "wrong=model"}, 1, "tables have the columns"),
        ({"human": f"esa={CAMPAIGN}/documents.txt"}, 1, "documents.txt"),
        ({"documents": f"{TEXTS}/../metaeval/keyword_f.py"}, 1, "keyword_f.py"),
    ],
)
def test_import_refused(campaign, tmp_path, changed, status, told):
    """Nothing is left behind."""
    assert told in said(campaign(**changed), status)
    assert not (tmp_path / "sets" / "mine").exists()


def test_import_with_too_few_documents(campaign, tmp_path):
    (path := tmp_path / "my.docs").write_text("news one\n")
    told = said(campaign(documents=path))
    assert f"{path}:2: this has 1 segment, but the source has 48" in told
    assert "a language pair is called SOURCE-TARGET" in said(campaign(**{"language-pair": "ende"}))
