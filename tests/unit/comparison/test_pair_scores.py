"""One system on many language pairs: averages over pairs and families, and pairs that cannot be scored."""

import json

import pytest

import parbleu
from parbleu._cli.main import main
from parbleu._comparison.pair_map import PairMap
from parbleu.errors import FormatError, OptionError, UnknownTestSetError
from parbleu.tables import render

TEXTS = {
    "eng_Latn": "The ship waits in the harbour.\nNobody complains about the rain here.\n",
    "deu_Latn": "Das Schiff wartet im Hafen dort.\nNiemand klagt hier über den Regen.\n",
    "nld_Latn": "Het schip wacht in de haven.\nNiemand klaagt hier over de regen.\n",
    "tur_Latn": "Gemi limanda sakin sakin bekliyor.\nBurada kimse yağmurdan şikayet etmiyor.\n",
}


@pytest.fixture
def harbour(tmp_path, monkeypatch):
    """A set of four languages, and the outputs of three pairs, one of which is too short."""
    for code, text in TEXTS.items():
        (tmp_path / f"{code}.txt").write_text(text)
    languages = {" ".join(TEXTS): "{language}.txt"}
    entry = {"name": "harbour", "format": "plain", "version": "2", "languages": languages}
    (tmp_path / "sets").mkdir()
    languages = {" ".join(TEXTS): "../{language}.txt"}
    (tmp_path / "sets" / "harbour.json").write_text(json.dumps({**entry, "languages": languages}))
    monkeypatch.setenv("PARBLEU_TESTSETS", str(tmp_path / "sets"))
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "cache"))
    out = tmp_path / "out"
    out.mkdir()
    for target in ("deu_Latn", "tur_Latn"):
        (out / f"eng_Latn-{target}.txt").write_text(TEXTS[target].replace("Hafen", "Wasser"))
    (out / "nld_Latn-deu_Latn.txt").write_text("Ein Satz.\n")
    monkeypatch.chdir(tmp_path)
    return "harbour"


def test_each_pair_is_scored_as_by_itself(harbour):
    result = parbleu.score_pairs(harbour, "out/{pair}.txt", ["bleu", "chrf"])
    loaded = parbleu.load_test_set(harbour, "en-de")
    with open("out/eng_Latn-deu_Latn.txt", encoding="utf-8") as file:
        hypotheses = file.read().splitlines()
    first = result.pairs[0]
    assert first.language_pair == "eng_Latn-deu_Latn"
    assert first.scores["BLEU"] == parbleu.corpus_bleu(hypotheses, loaded.references).score
    assert "|test:harbour@2|lang:eng_Latn-deu_Latn|" in first.signatures["BLEU"]
    assert result.metrics == ("BLEU", "chrF2")
    facts = result.tables()[0].facts
    assert list(facts) == ["test_set", "BLEU signature", "chrF2 signature"]
    assert facts["BLEU signature"] == first.signatures["BLEU"].replace("|lang:eng_Latn-deu_Latn", "")
    assert list(result.problems) == ["nld_Latn-deu_Latn"]
    assert "different lengths" in result.problems["nld_Latn-deu_Latn"]


def test_averages_over_pairs_and_families(harbour):
    result = parbleu.score_pairs(harbour, "out/{pair}.txt")
    scores = [pair.scores["BLEU"] for pair in result.pairs if not pair.problem]
    averages = {each.group: (each.n_pairs, each.scores["BLEU"]) for each in result.averages}
    assert averages == {
        "all pairs": (2, pytest.approx(sum(scores) / 2)),
        "from Germanic": (2, pytest.approx(sum(scores) / 2)),
        "into Germanic": (1, scores[0]),
        "into Turkic": (1, scores[1]),
    }


def test_files_by_name_in_folders_and_codes_of_any_kind(harbour, tmp_path):
    (tmp_path / "opus" / "eng-tur").mkdir(parents=True)
    (tmp_path / "opus" / "harbour.en-de.opus").write_text(TEXTS["deu_Latn"])
    (tmp_path / "opus" / "eng-tur" / "output.txt").write_text(TEXTS["tur_Latn"])
    result = parbleu.score_pairs(harbour, "opus")
    assert {pair.language_pair: pair.scores["BLEU"] for pair in result.pairs} == {
        "eng_Latn-deu_Latn": pytest.approx(100),
        "eng_Latn-tur_Latn": pytest.approx(100),
    }
    (tmp_path / "opus" / "again.en-de.opus").write_text("x\n")
    with pytest.raises(OptionError, match=r"are both of eng_Latn-deu_Latn: name one, by \{pair\}"):
        parbleu.score_pairs(harbour, "opus")
    (tmp_path / "out").mkdir(exist_ok=True)
    for name in ("en-de", "eng_Latn-deu_Latn"):
        (tmp_path / "out" / f"twice.{name}.txt").write_text(TEXTS["deu_Latn"])
    with pytest.raises(OptionError, match="are both of eng_Latn-deu_Latn"):
        parbleu.score_pairs(harbour, "out/twice.{pair}.txt")


def nemo_rows(pairs, *, other=()):
    """Rows as NeMo writes them: "translation" is the reference, "generation" the output."""
    codes = {"eng_Latn": "en", "deu_Latn": "de", "tur_Latn": "tr"}
    rows = []
    for source, target in pairs:
        sides = zip(TEXTS[source].splitlines(), TEXTS[target].splitlines(), strict=True)
        for text, reference in [*sides, *other]:
            output = reference.replace("Hafen", "Wasser")
            languages = {"source_language": codes[source], "target_language": codes[target]}
            rows.append({"text": text, "translation": reference, "generation": output, **languages})
    return rows


PAIRS = [("eng_Latn", "deu_Latn"), ("eng_Latn", "tur_Latn")]


def write_rows(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_rows_of_a_table_find_their_segments(harbour, tmp_path, capsys):
    """A harness writes one file of all pairs, also of rows that are no segments, in any order."""
    rows = nemo_rows(PAIRS, other=[("A canary.", "Ein Kanarienvogel.")])
    rows[0]["text"] += "\n"
    table = tmp_path / "run" / "eval-results" / "harbour" / "output.jsonl"
    write_rows(table, rows[::-1])
    wanted = parbleu.score_pairs(harbour, "out/{pair}.txt", ["bleu", "chrf"]).pairs[:2]
    for words in ("run", "run/eval-results/harbour/output.jsonl"):
        assert parbleu.score_pairs(harbour, words, ["bleu", "chrf"]).pairs == wanted
    assert run(capsys, "--hyps", "run", "-f", "csv")[0] == 0
    told = f"{table.relative_to(tmp_path)}: left out 2 rows of texts that harbour does not score"
    assert told in run(capsys, "--hyps", "run", "-f", "csv")[2]
    status, out, _ = run(capsys, "--hyps", "run", "-l", "en-de,de-en", "-f", "csv")
    assert (status, "there is no output of this pair" in out) == (1, True)


def test_rows_without_sources_are_in_order(harbour, tmp_path):
    outputs = TEXTS["deu_Latn"].replace("Hafen", "Wasser").splitlines()
    (tmp_path / "t.tsv").write_text("lp\thyp\n" + "".join(f"en-de\t{text}\n" for text in outputs))
    wanted = parbleu.score_pairs(harbour, "out/{pair}.txt").pairs[:1]
    assert parbleu.score_pairs(harbour, "t.tsv").pairs == wanted
    (tmp_path / "t.tsv").write_text(f"lp\thyp\nen-de\t{outputs[0]}\n")
    problem = "1 row of this pair, and the test set 2 segments"
    assert problem in parbleu.score_pairs(harbour, "t.tsv").problems["eng_Latn-deu_Latn"]


def test_tables_that_cannot_be_scored(harbour, tmp_path):
    rows = nemo_rows(PAIRS)
    write_rows(tmp_path / "a.jsonl", [*rows, {**rows[0], "generation": "Anders."}])
    problems = parbleu.score_pairs(harbour, "a.jsonl").problems
    assert list(problems) == ["eng_Latn-deu_Latn"]
    assert "a.jsonl:5: another output of 'The ship waits" in problems["eng_Latn-deu_Latn"]
    write_rows(tmp_path / "a.jsonl", [*rows, rows[0]])
    assert parbleu.score_pairs(harbour, "a.jsonl").problems == {}
    write_rows(tmp_path / "a.jsonl", [*rows[:-1], {**rows[0], "target_language": "xx"}])
    problems = parbleu.score_pairs(harbour, "a.jsonl").problems
    assert "a.jsonl lacks 1 segment of 2, such as 'Nobody" in problems["eng_Latn-tur_Latn"]
    assert "unknown language pair" in problems["en-xx"]
    write_rows(tmp_path / "two" / "output-rs0.jsonl", rows)
    write_rows(tmp_path / "two" / "output-rs1.jsonl", rows)
    write_rows(tmp_path / "two" / "metrics.jsonl", [{"bleu": 1}])
    with pytest.raises(OptionError, match=r"output-rs0.jsonl and .*output-rs1.jsonl both hold outputs"):
        parbleu.score_pairs(harbour, "two")
    with pytest.raises(OptionError, match=r"columns of language pairs .* are needed; there are bleu"):
        parbleu.score_pairs(harbour, "two/metrics.jsonl")


def test_a_pair_that_can_be_several_does_not_end_the_others(harbour, tmp_path, monkeypatch):
    entry = json.loads((tmp_path / "sets" / "harbour.json").read_text())
    entry["languages"] = {"eng_Latn deu_Latn zho_Hans zho_Hant": "../deu_Latn.txt"}
    (tmp_path / "sets" / "harbour.json").write_text(json.dumps(entry))
    texts = TEXTS["deu_Latn"].splitlines()
    rows = [{"pair": pair, "output": text} for pair in ("en-zh", "en-de") for text in texts]
    write_rows(tmp_path / "a.jsonl", rows)
    result = parbleu.score_pairs(harbour, "a.jsonl")
    assert [pair.language_pair for pair in result.pairs if not pair.problem] == ["eng_Latn-deu_Latn"]
    assert "choose from eng_Latn-zho_Hans, eng_Latn-zho_Hant" in result.problems["en-zh"]


def test_mistakes(harbour):
    with pytest.raises(OptionError, match="there is no output of a language pair"):
        parbleu.score_pairs(harbour, "in/{pair}.txt")
    with pytest.raises(OptionError, match=r"name a folder, a table, or files with \{pair\}"):
        parbleu.score_pairs(harbour, "out.txt")
    with pytest.raises(FormatError, match=r"no table.*; name a folder, a table, or files with \{pair\}"):
        parbleu.score_pairs(harbour, "out/eng_Latn-deu_Latn.txt")
    with pytest.raises(OptionError, match="no language pair of harbour is named"):
        parbleu.score_pairs(harbour, {})
    with pytest.raises(UnknownTestSetError):
        parbleu.score_pairs("port", "out/{pair}.txt")
    result = parbleu.score_pairs(harbour, {"en-xx": "x", "en-de": "nowhere.txt"})
    assert "unknown language pair" in result.problems["en-xx"]
    assert "nowhere.txt" in result.problems["eng_Latn-deu_Latn"]
    assert result.averages == ()


def run(capsys, *words):
    status = main(["score", "-t", "harbour", *words])
    return status, *capsys.readouterr()


def test_the_command(harbour, capsys):
    status, out, err = run(capsys, "--hyps", "out/{pair}.txt", "-f", "text", "-m", "chrf")
    assert (status, err.splitlines()[-1]) == (1, "parbleu: 1 of 3 language pairs could not be scored")
    assert "language pair" in out
    assert "into Turkic" in out
    status, out, err = run(capsys, "--hyps", "out/{pair}.txt", "-l", "en-de", "-f", "csv")
    assert (status, err) == (0, "")
    assert out.splitlines()[1].startswith("language_pairs,eng_Latn-deu_Latn,")
    status, out, _ = run(capsys, "--hyps", "out/{pair}.txt", "-l", "en-de,de-en", "-f", "csv")
    assert (status, "there is no output of this pair" in out) == (1, True)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["-i", "x"], "names the output of each language pair"),
        (["-sl"], "--sentence-level is for one language pair"),
        (["--by", "domain"], "--by is for one language pair"),
        (["--score", "comet:lower"], "--score is for one language pair"),
        (["--leave-out", "locked"], "--leave-out is for one language pair"),
        (["--tags", "keep"], "--tags is for one language pair"),
        (["--train", "t.txt"], "--train is for one language pair"),
        (["--sort", "BLEU"], "--sort is for one language pair"),
        (["--join", "documents", "--documents", "d"], "--join is for one language pair"),
        (["-pbs"], "tests and limits are of one language pair"),
        (["-n", "50"], "tests and limits are of one language pair"),
        (["--unit", "document"], "tests and limits are of one language pair"),
        (["--runs", "A"], "--runs is for one language pair"),
        (["--region", "0.1"], "--region is for one language pair"),
        (["-nr", "2"], "-nr and --ref-encoding are of files of references"),
        (["--ref-encoding", "latin-1"], "-nr and --ref-encoding are of files of references"),
    ],
)
def test_options_of_one_pair(harbour, capsys, words, problem):
    status, _, err = run(capsys, "--hyps", "out/{pair}.txt", *words)
    assert status == 2
    assert problem in err


def test_one_note_of_line_ends_in_all_pairs(harbour, tmp_path, capsys):
    for file in (tmp_path / "out").glob("*.txt"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    [line] = [line for line in run(capsys, "--hyps", "out/{pair}.txt")[2].splitlines() if "CR LF" in line]
    assert "eng_Latn-deu_Latn.txt, eng_Latn-tur_Latn.txt; no score depends on it" in line


def test_a_map_of_several_sources_and_targets(harbour, tmp_path):
    result = parbleu.score_pairs("harbour", "out/{pair}.txt", ["chrf"])
    assert [table.name for table in result.tables()] == ["language_pairs", "averages"]
    (tmp_path / "out" / "nld_Latn-deu_Latn.txt").write_text(TEXTS["deu_Latn"])
    result = parbleu.score_pairs("harbour", "out/{pair}.txt", ["chrf"])
    table = result.tables()[-1]
    scores = {pair.language_pair: pair.scores["chrF2"] for pair in result.pairs}
    assert table.rows == (
        ("eng_Latn", scores["eng_Latn-deu_Latn"], scores["eng_Latn-tur_Latn"]),
        ("nld_Latn", 100.0, None),
    )
    assert table.marks[1, "into_deu_Latn"] == {"heat8"}
    assert {*map(len, table.marks.values())} == {1}
    assert (1, "into_tur_Latn") not in table.marks


def test_a_page_of_many_pairs(harbour, tmp_path, capsys):
    words = ["report", "-t", "harbour", "--hyps", "out/{pair}.txt", "-m", "chrf", "-o", "page.html"]
    assert main(words) == 1
    problem = "parbleu: 1 of 3 language pairs could not be scored: page.html says why"
    assert capsys.readouterr().err.splitlines()[-1] == problem
    page = (tmp_path / "page.html").read_text()
    assert "harbour@2: 3 language pairs" in page
    assert "<caption>Language pairs</caption>" in page
    assert page.count("background: rgb(") == 2  # the scores of the pairs
    assert "into Turkic" in page
    assert main([*words, "-l", "en-de"]) == 0
    assert "Turkic" not in (tmp_path / "page.html").read_text()
    capsys.readouterr()
    assert main([*words, "--alpha", "0.1"]) == 2
    assert "--alpha is for one language pair: leave out --hyps" in capsys.readouterr().err


@pytest.mark.needs("matplotlib")
def test_the_heat_map(harbour, tmp_path, capsys):
    run(capsys, "--hyps", "out/{pair}.txt", "--plot", "heat.svg", "-f", "text")
    picture = (tmp_path / "heat.svg").read_text()
    assert "eng_Latn" in picture
    assert "BLEU, harbour@2" in picture


def rows_of_two_systems():
    """Return the rows of a table of two sources, three targets and a missing pair."""
    rows = []
    for source, target in [("eng", "deu"), ("eng", "tur"), ("nld", "deu")]:
        for reference in TEXTS[f"{target}_Latn"].splitlines():
            worse = reference.replace("Hafen", "Wasser").replace("Gemi", "Vapur")
            rows.append({"lp": f"{source}-{target}", "ref": reference, "good": reference, "bad": worse})
    return rows


def test_groups_of_a_table_have_a_map_of_each_system():
    columns = parbleu.TableColumns(["good", "bad"], "ref")
    result = parbleu.score_table(rows_of_two_systems(), columns, ["chrf", "bleu"], by="lp")
    table = result.tables()[-1]
    assert table.name == "map"
    assert [column.name for column in table.columns] == ["system", "source", "into_deu", "into_tur"]
    scores = [pytest.approx(result[pair]["chrF2"]["bad"].score) for pair in ("eng-deu", "eng-tur")]
    assert table.rows[:3] == (
        ("good", "eng", 100, 100),
        ("good", "nld", 100, None),
        ("bad", "eng", *scores),
    )
    assert "background: rgb(" in result.render("html", "map")
    single = parbleu.score_table(rows_of_two_systems(), parbleu.TableColumns("bad", "ref"), ["chrf"], by="lp")
    assert single.tables()[-1].rows[0] == ("eng", *scores)
    by_reference = parbleu.score_table(rows_of_two_systems(), columns, ["chrf"], by="ref")
    assert "map" not in [each.name for each in by_reference.tables()]


@pytest.mark.needs("matplotlib")
def test_pictures_of_groups(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_rows(tmp_path / "t.jsonl", rows_of_two_systems())
    words = ["score", "t.jsonl", "--hyp", "good", "bad", "--ref", "ref", "-q", "-m", "chrf"]
    assert main([*words, "--by", "lp", "--plot", "map.svg"]) == 0
    picture = (tmp_path / "map.svg").read_text()
    assert [text for text in ("chrF2", "good", "bad", "nld", "tur") if f">{text}<" not in picture] == []
    assert main([*words, "--by", "lp", "ref", "--plot", "dots.svg"]) == 0
    assert "higher is better" in (tmp_path / "dots.svg").read_text()


def test_texts_of_all_pairs_are_looked_at(harbour, tmp_path, capsys):
    """A pair whose output is written otherwise is told, and only that."""
    (tmp_path / "eng_Latn.txt").write_text("".join(f"He calls “no {n}” twice.\n" for n in range(20)))
    (tmp_path / "deu_Latn.txt").write_text("".join(f"Er ruft “nein {n}” zweimal.\n" for n in range(20)))
    (tmp_path / "tur_Latn.txt").write_text("".join(f"İki kez {n} hayır diyor.\n" for n in range(20)))
    (tmp_path / "nld_Latn.txt").write_text("".join(f"Hij roept {n} keer nee.\n" for n in range(20)))
    straight = (tmp_path / "deu_Latn.txt").read_text().replace("“", '"').replace("”", '"')
    for path in (tmp_path / "out").iterdir():
        path.unlink()
    turkish = (tmp_path / "tur_Latn.txt").read_text().replace("hayır", "olmaz")
    for target, text in (("deu", straight), ("tur", turkish)):
        (tmp_path / "out" / f"eng_Latn-{target}_Latn.txt").write_text(text)
    words = ["-t", harbour, "--hyps", "out/{pair}.txt"]
    result = parbleu.score_pairs(harbour, "out/{pair}.txt")
    [told] = result.warnings
    assert told.startswith("eng_Latn-deu_Latn: eng_Latn-deu_Latn.txt and ")
    assert "written differently: typographic and straight quotes" in told
    assert main(["score", *words, "-f", "json"]) == 0
    printed = capsys.readouterr()
    assert "parbleu: eng_Latn-deu_Latn: " in printed.err
    german, turkish = json.loads(printed.out)["tables"]["language_pairs"]["rows"]
    assert "written differently" in german["warnings"]
    assert turkish["warnings"] is None
    for silent in ("-q", "--force"):
        assert main(["score", *words, "-f", "json", silent]) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        assert "warnings" not in printed.out
    assert main(["report", *words, "-o", "page.html", "-q"]) == 0
    assert capsys.readouterr().err == ""
    assert "eng_Latn-deu_Latn: eng_Latn-deu_Latn.txt and " in (tmp_path / "page.html").read_text("utf-8")
    texts = [(tmp_path / f"{side}.txt").read_text().splitlines() for side in ("eng_Latn", "deu_Latn")]
    sides = zip(*texts, straight.splitlines(), strict=True)
    rows = [{"lp": "en-de", "source": a, "reference": b, "generation": c} for a, b, c in sides]
    write_rows(tmp_path / "rows" / "output.jsonl", rows)
    [told] = parbleu.score_pairs(harbour, "rows").warnings
    assert "rows/output.jsonl and references are written differently" in told


def test_a_line_tells_of_each_pair_and_the_worst_comes_first(harbour, tmp_path, capsys):
    """Tokenized output has two warnings, one of which says itself how to leave it out."""
    for code, text in TEXTS.items():
        first, second = (line.rstrip(".") for line in text.splitlines())
        lines = [f"{first}, {second} {n}." for n in range(120)]
        (tmp_path / f"{code}.txt").write_text("".join(f"{line}\n" for line in lines))
        if code != "eng_Latn":
            kept = {"deu_Latn": 90, "nld_Latn": 10, "tur_Latn": 50}[code]
            cut = [line.replace(".", " .").replace(",", " ,") for line in lines]
            cut[kept:] = [f"{line.split()[0]} , was ist {n} ." for n, line in enumerate(cut[kept:])]
            (tmp_path / "out" / f"eng_Latn-{code}.txt").write_text("".join(f"{line}\n" for line in cut))
    (tmp_path / "out" / "nld_Latn-deu_Latn.txt").unlink()
    assert main(["score", "-t", harbour, "--hyps", "out/{pair}.txt", "-m", "bleu", "chrf"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert [line.split(":")[1] for line in told] == [
        f" eng_Latn-{code}_Latn" for code in ("nld", "tur", "deu")
    ]
    assert [line.count("leaves this out") for line in told] == [1, 1, 1]
    assert all("tokenized" in line and "; " in line for line in told)
    assert len(parbleu.score_pairs(harbour, "out/{pair}.txt").warnings) == 3


def test_what_is_not_shaded_is_not_said_to_be_darker():
    scores = {"en-de": 30.0, "en-fr": 40.0, "cs-de": 20.0, "cs-fr": 25.0}
    table = PairMap("BLEU", {"harbour": scores}).table()
    for form in ("text", "markdown"):
        shown = render([table], form)
        assert "sources as rows, targets as columns." in shown
        assert "darker" not in shown
