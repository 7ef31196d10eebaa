"""`parbleu study permutations`: what it prints, writes and refuses."""

import pytest

import parbleu
from printed_json import printed_tables
from toy_sets import SYSTEM, lines

UNNAMED = "name the references before -i, or a test set: -t SET -l PAIR"


@pytest.fixture
def permutations(run, corpus):
    """Runs `parbleu study permutations` in the folder of a small corpus."""
    return lambda *words, **more: run("study", "permutations", *words, cwd=corpus, **more)


@pytest.fixture
def tables(permutations):
    """Runs the same for the tables in JSON: name -> columns, facts and notes."""

    def read(*words, **more):
        found = permutations(*words, "-f", "json", **more)
        assert (found.status, found.err) == (0, "")
        return printed_tables(found.out)

    return read


def rows(table, **wanted):
    return [row for row in table["rows"] if all(row[column] == value for column, value in wanted.items())]


def test_text(permutations):
    found = permutations("a", "b", "-i", "hyp", "--top", "1", "--n-samples", "4", "--seed", "2")
    assert (found.status, found.out, found.err) == (0, TRANSCRIPT, "")


def test_metrics_that_are_the_default(permutations):
    """They change nothing without samples, and are not refused either."""
    words = ["a", "-i", "hyp"]
    assert permutations(*words, "-m", "chrf", "ter", "chrf++") == permutations(*words)


TRANSCRIPT = """\
Reorderings that cannot lower BLEU
system  tokens  count     product  log10 per segment  log10 per token  sum  largest segment
───────────────────────────────────────────────────────────────────────────────────────────
hyp         17  paper        2880             1.1531           0.2035  145                3
hyp         17  safe         2880             1.1531           0.2035  145                3
hyp         17  distinct     2880             1.1531           0.2035  145                3

paper: (k - b)! for k tokens and b matching bigrams, clipped as in BLEU: the published estimate.
safe: m! for m blocks between neighbours that no reference has side by side: no order lowers BLEU.
distinct: m! / (m_1! m_2! ...), since equal blocks change places unseen.
Segments are reordered independently of one another, so a corpus has the product of their numbers.
The sum hardly exceeds its largest terms: it describes one or two segments, and not the system.
n_segments: 3
n_references: 2
tokenize: 13a
lowercase: no
max_order: 4

Segments with the most reorderings; a bar stands at every cut
system  segment  tokens  matches  blocks  paper  safe  distinct  text
─────────────────────────────────────────────────────────────────────
hyp           3       7        2       5    120   120       120  The man had | just | bitten | him | .

Scores of 4 random reorderings
system  metric   original  lowest   mean  highest
─────────────────────────────────────────────────
hyp     BLEU        48.53   48.53  48.53    48.53
hyp     chrF2       59.73   59.73  59.73    59.73
hyp     TER         33.33   38.89  44.44    50.00
hyp     chrF2++     59.15   59.15  59.15    59.15

Metrics score the tokens of both sides, so that nothing but their order differs.

Segments of 4 random reorderings whose counts of BLEU are equal, higher or lower
system  segments  equal  higher  lower
──────────────────────────────────────
hyp           12     12       0      0

seed: 2
"""


def test_json(tables):
    found = tables("a", "-i", "hyp", "--n-samples", "2", "--top", "all")
    assert list(found) == ["counts", "segments", "sample_scores", "sample_segments"]
    assert found["counts"]["facts"] == {
        "n_segments": 3,
        "n_references": 1,
        "tokenize": "13a",
        "lowercase": False,
        "max_order": 4,
    }
    segments = {row["segment"]: row for row in found["segments"]["rows"]}
    assert sorted(segments) == [1, 2, 3]
    assert segments[1]["text"] == "The dog bit the man ."
    assert (segments[1]["safe_log10"], segments[1]["safe_exact"]) == (0.0, "1")
    total = 1
    for row in segments.values():
        total *= int(row["safe_exact"])
    (safe,) = rows(found["counts"], count="safe")
    assert (safe["product_exact"], safe["largest_segment"]) == (str(total), 3)
    assert safe["log10_per_segment"] == safe["product_log10"] / 3
    assert safe["log10_per_token"] == safe["product_log10"] / safe["tokens"]
    assert rows(found["sample_segments"])[0]["lower"] == 0
    assert [row["metric"] for row in found["sample_scores"]["rows"]] == ["BLEU", "chrF2", "TER", "chrF2++"]


def test_markdown(permutations):
    found = permutations(
        "a", "-i", "-", "-f", "markdown", "--n-samples", "1", stdin=b"a b\r\nc|d\nThe man.\n"
    )
    assert (found.status, found.err) == (0, "")
    tables = [line for line in found.out.split("\n") if line.startswith("|")]
    assert tables[0].startswith("| system | tokens | count | product | log10 per segment |")
    assert any(line.endswith(" c \\| \\| \\| d |") for line in tables)
    assert "| BLEU |" in found.out


@pytest.mark.parametrize("name", ["html", "latex", "typst", "csv", "tsv"])
def test_other_formats(permutations, corpus, name):
    found = permutations("a", "-i", "hyp", "-f", name, "-o", "result")
    assert (found.status, found.out, found.err) == (0, "", "")
    references = [(corpus / "a").read_text().splitlines()]
    study = parbleu.study.permutations({"hyp": (corpus / "hyp").read_text().splitlines()}, references)
    assert (corpus / "result").read_text() == study.render(name, whole_page=True)


@pytest.mark.long
@pytest.mark.needs("matplotlib")
def test_a_corpus_of_equal_bleu(permutations, tables, run, corpus):
    words = ("a", "b", "-i", "hyp", "--equal-corpus", "other", "--plot", "picture.png", "-f", "csv")
    found = permutations(*words)
    assert (found.status, found.err) == (0, "")
    scores = [
        run("score", "a", "b", "-i", name, "-b", "-w", "12", cwd=corpus).out for name in ("hyp", "other")
    ]
    assert scores[0] == scores[1] != ""
    assert (corpus / "other").read_text() != (corpus / "hyp").read_text()
    assert (corpus / "picture.png").read_bytes().startswith(b"\x89PNG")
    (row,) = tables("a", "-i", "hyp", "--equal-corpus", "other")["equal_corpora"]["rows"]
    texts = [(corpus / name).read_text().splitlines() for name in ("hyp", "other")]
    changed = sum(parbleu.tokenize(new) != parbleu.tokenize(old) for old, new in zip(*texts, strict=True))
    assert row == {"system": "hyp", "segments": 3, "reordered": changed}
    found = tables("a", "-i", "hyp", "b", "--equal-corpus", "other", "another")["equal_corpora"]["rows"]
    assert [row["system"] for row in found] == ["hyp", "b"]
    assert (corpus / "another").read_text().count("\n") == 3


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["-i", "hyp"], 2, UNNAMED),
        (["-", "-i", "-"], 1, "standard input is the system's output: it cannot be a reference, too"),
        (
            ["a", "-i", "hyp", "--subset", "x"],
            2,
            "--origlang and --subset choose segments of a test set: -t SET -l PAIR",
        ),
        (
            ["a", "-i", "hyp", "--max-order", "0"],
            1,
            "permutations: max_order is a whole number from 1, not 0",
        ),
        (
            ["a", "-i", "hyp", "b", "--equal-corpus", "x"],
            2,
            "--equal-corpus needs a file for each of 2 systems, not 1",
        ),
        (
            ["a", "-i", "hyp", "--equal-corpus", "-"],
            2,
            "--equal-corpus needs a file: standard output has the counts",
        ),
        (
            ["a", "-i", "hyp", "--equal-corpus", "x.gz"],
            2,
            "x.gz: the output is not compressed: leave out .gz",
        ),
        pytest.param(
            ["a", "-i", "hyp", "--plot", "x.svg", "--equal-corpus", "./x.svg"],
            1,
            "--equal-corpus and --plot would both write x.svg; give each file a name of its own",
            marks=pytest.mark.needs("matplotlib"),
        ),
        (
            ["a", "-i", "hyp", "-o", "x", "--equal-corpus", "./x"],
            1,
            "--equal-corpus and --output would both write x; give each file a name of its own",
        ),
        (
            ["a", "-i", "hyp", "--n-samples=-1"],
            1,
            "n_samples is a whole number from 0, not -1",
        ),
        (["a", "-i", "hyp", "--top=-1"], 1, "permutations: top is a whole number from 0, not -1"),
        (["a", "-i", "hyp", "--plot", "x.gif"], 1, "x.gif: a picture's name ends in .svg, .png, .pdf"),
        (
            ["a", "-i", "hyp", "--equal-corpus", "./hyp"],
            1,
            "--equal-corpus would overwrite hyp, which is read by --input; give it another name",
        ),
        (["a", "-i", "hyp", "--equal-corpus", "no/x"], 1, "cannot write no/x: there is no directory no"),
        (["none", "-i", "hyp"], 1, "cannot read none: No such file or directory"),
        (
            ["a", "-i", "hyp", "-l", "german"],
            1,
            "'german' is not a language pair: give source and target, such as en-de",
        ),
    ],
)
def test_what_it_refuses(permutations, corpus, words, status, message):
    found = permutations(*words)
    assert (found.status, found.out) == (status, "")
    assert found.err == f"parbleu: {message}\n"
    assert len(list(corpus.iterdir())) == 3


def test_several_systems(tables):
    found = tables("a", "-i", "hyp", "b", "--top", "1", "--n-samples", "3")
    assert [row["system"] for row in found["counts"]["rows"]] == ["hyp"] * 3 + ["b"] * 3
    assert [row["product"] for row in rows(found["counts"], system="hyp")] == ["17280"] * 3
    assert [row["system"] for row in found["segments"]["rows"]] == ["hyp", "b"]
    assert [(row["system"], row["segments"]) for row in found["sample_segments"]["rows"]] == [
        ("hyp", 9),
        ("b", 9),
    ]
    assert len(rows(found["sample_scores"], system="b", metric="chrF2++")) == 1


@pytest.mark.parametrize("name", ["hyp", "b"])
def test_each_of_several_systems_as_if_alone(tables, name):
    words = ("--n-samples", "2", "--top", "all")
    alone = tables("a", "-i", name, *words)
    together = tables("a", "-i", "hyp", "b", *words)
    for table in alone:
        assert rows(together[table], system=name) == alone[table]["rows"]


def test_names_and_standard_input(tables, corpus):
    text = "".join(f"{line}\t{line}\n" for line in (corpus / "hyp").read_text().splitlines()).encode()
    found = tables("a", "--names", "x", "y", stdin=text)["segments"]
    ours, theirs = rows(found, system="x"), rows(found, system="y")
    assert [{**row, "system": "y"} for row in ours] == theirs != []


def test_case(permutations, tables, corpus):
    (corpus / "shout").write_text((corpus / "hyp").read_text().upper())
    found, other = (tables("a", "-i", name, "-lc", "--names", "x") for name in ("shout", "hyp"))
    assert found == other
    assert found["counts"]["facts"]["lowercase"]
    assert tables("a", "-i", "shout", "--names", "x")["counts"]["rows"] != found["counts"]["rows"]
    written = tables("a", "b", "-i", "shout", "-lc", "--equal-corpus", "other")
    assert written["equal_corpora"]["rows"][0]["reordered"] == 2


def test_order(tables):
    words = ("a", "-i", "hyp", "--top", "all")
    found = tables(*words, "--max-order", "1", "--n-samples", "2")
    segments = found["segments"]["rows"]
    assert [row["blocks"] for row in segments] == [row["tokens"] for row in segments]
    (first,) = rows(found["segments"], segment=1)
    assert first["paper"] == first["safe"] == "720"
    # Of words alone, all are always there.
    assert found["sample_segments"]["rows"] == [
        {"system": "hyp", "segments": 6, "equal": 6, "higher": 0, "lower": 0}
    ]
    longer, usual = tables(*words, "--max-order", "7"), tables(*words)
    assert longer["counts"]["facts"].pop("max_order") == 7
    assert usual["counts"]["facts"].pop("max_order") == 4
    assert longer == usual


def test_a_test_set(run, toys, tmp_path):
    (tmp_path / "out").write_text(lines(SYSTEM), encoding="utf-8")
    words = ["-l", "en-de", "-i", str(tmp_path / "out"), "-f", "json", "--top", "all"]

    def read(*more):
        return printed_tables(run("study", "permutations", *more, *words, env=toys.env).out)

    content = read("-t", "toy")
    assert (content["counts"]["facts"]["n_references"], content["counts"]["facts"]["n_segments"]) == (2, 3)
    assert [row["text"] for row in rows(content["segments"], segment=1)] == ["eins und zwei"]
    content = read("-t", "toy/xml", "--origlang", "cs")
    assert [row["text"] for row in content["segments"]["rows"]] == ["vier fünf"]


@pytest.mark.parametrize(("pair", "tokenizer"), [("en-zh", "zh"), ("en-de", "13a")])
def test_the_tokenizer_of_the_language(tables, pair, tokenizer):
    assert tables("a", "-i", "hyp", "-l", pair)["counts"]["facts"]["tokenize"] == tokenizer
    assert tables("a", "-i", "hyp", "-l", pair, "-tok", "char")["counts"]["facts"]["tokenize"] == "char"


def test_segments_in_which_nothing_moves_are_not_shown(tables):
    found = tables("a", "-i", "-", "--top", "9", stdin=b"The dog bit the man.\n\nfirst a\n")
    (row,) = found["segments"]["rows"]
    assert (row["segment"], row["tokens"], row["matches"], row["blocks"]) == (3, 2, 0, 2)
    assert (row["paper"], row["safe"], row["distinct"], row["text"]) == ("2", "2", "2", "first | a")


def test_files_of_different_length(permutations, corpus):
    (corpus / "short").write_text("x\n")
    found = permutations("short", "-i", "hyp")
    assert (found.status, found.out) == (1, "")
    assert found.err.startswith(
        "parbleu: System and reference streams have different lengths. Lines: 1 in short, 3 in hyp; output"
    )


def test_help(run):
    found = run("study")
    assert (found.status, "permutations  how many reorderings" in found.err) == (2, True)
    assert "--equal-corpus FILE" in run("study", "permutations", "--help-all").out
