"""`parbleu analyze errors`: what it prints, writes and refuses."""

import json

import pytest

REFERENCE = "he sees two big houses today\nthe old dog barks\na b c d\n"
FIRST = "today he saw two large house\nthe old dog barks\na b c d\n"
SECOND = "he sees two houses\nthe very old dog barked\nd a b c\n"
RATINGS = """\
system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity
one\td\t1\t1\tann\ts\ttoday he <v>saw</v> two\tAccuracy/Mistranslation\tMajor
one\td\t1\t1\tbob\ts\ttoday <v>he saw</v> two\tAccuracy/Mistranslation\tMinor
one\td\t2\t2\tann\ts\tthe old dog\tNo-error\tNo-error
two\td\t1\t1\tann\ts\the <v>sees</v>\tFluency/Punctuation\tMinor
two\td\t2\t2\tann\ts\tthe <v>very</v> old\tStyle/Awkward\tMinor
"""


@pytest.fixture
def errors(run, tmp_path):
    """Runs `parbleu analyze errors` in a folder with two systems and a file of MQM."""
    for name, text in (("ref", REFERENCE), ("one", FIRST), ("two", SECOND), ("mqm.tsv", RATINGS)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return lambda *words, **more: run("analyze", "errors", *words, cwd=tmp_path, **more)


def test_text(errors):
    found = errors("ref", "-i", "one", "two", "-n", "0")
    assert (found.status, found.err) == (0, "")
    assert found.out == TRANSCRIPT


TRANSCRIPT = """\
Wrong words of the references, in % of their words
class       one ↓  two ↓
────────────────────────
inflection   7.14   7.14
order        7.14   7.14
missing      7.14  14.29
lexical      7.14   0.00
other        0.00   0.00
all         28.57  28.57

Wrong words of the hypotheses, in % of the references' words
class       one ↓  two ↓
────────────────────────
inflection   7.14   7.14
order        7.14   7.14
extra        0.00   7.14
lexical     14.29   0.00
other        0.00   0.00
all         28.57  21.43

Classes after Hjerson (Popovic 2011); each word has one.
n_segments: 3
n_references: 1
tokenize: 13a
lowercase: no
base_forms: first-four

system  side        class       words  blocks  segments  % of reference words ↓  % of the side's words ↓
────────────────────────────────────────────────────────────────────────────────────────────────────────
one     reference   inflection      1       1         1                    7.14                     7.14
one     reference   order           1       1         1                    7.14                     7.14
one     reference   missing         1       1         1                    7.14                     7.14
one     reference   lexical         1       1         1                    7.14                     7.14
one     reference   other           0       0         0                    0.00                     0.00
one     hypothesis  inflection      1       1         1                    7.14                     7.14
one     hypothesis  order           1       1         1                    7.14                     7.14
one     hypothesis  extra           0       0         0                    0.00                     0.00
one     hypothesis  lexical         2       2         1                   14.29                    14.29
one     hypothesis  other           0       0         0                    0.00                     0.00
two     reference   inflection      1       1         1                    7.14                     7.14
two     reference   order           1       1         1                    7.14                     7.14
two     reference   missing         2       2         1                   14.29                    14.29
two     reference   lexical         0       0         0                    0.00                     0.00
two     reference   other           0       0         0                    0.00                     0.00
two     hypothesis  inflection      1       1         1                    7.14                     7.69
two     hypothesis  order           1       1         1                    7.14                     7.69
two     hypothesis  extra           1       1         1                    7.14                     7.69
two     hypothesis  lexical         0       0         0                    0.00                     0.00
two     hypothesis  other           0       0         0                    0.00                     0.00
"""


def test_intervals_and_tests(errors):
    found = errors("ref", "-i", "one", "two", "-n", "20", "--seed", "3", "-f", "json")
    tables = json.loads(found.out)["tables"]
    assert list(tables) == ["reference", "hypothesis", "error_counts", "reference_pairs", "hypothesis_pairs"]
    assert tables["reference"]["facts"]["seed"] == 3
    assert {row["bucket"] for row in tables["reference"]["rows"]} >= {"inflection", "missing", "all"}


def test_base_forms_from_files(errors, tmp_path):
    (tmp_path / "ref.lemmas").write_text("he see two big house today\nthe old dog bark\na b c d\n")
    (tmp_path / "one.lemmas").write_text("today he see two large house\nthe old dog bark\na b c d\n")
    words = ("ref", "-i", "one", "-n", "0", "-f", "json", "--base-form-files", "reference=ref.lemmas")
    found = errors(*words, "one=one.lemmas")
    rows = json.loads(found.out)["tables"]["error_counts"]["rows"]
    assert {row["class"]: row["words"] for row in rows if row["side"] == "hypothesis"}["inflection"] == 2
    assert "no base forms of 'one'" in errors(*words).err
    (tmp_path / "one.lemmas").write_text("today he see\nthe old dog bark\na b c d\n")
    assert "line 1 has 3 base forms for 6 words" in errors(*words, "one=one.lemmas").err


def test_counts_of_marked_errors(errors):
    found = errors("--ratings", "mqm.tsv", "--by", "severity", "system", "-f", "csv")
    assert found.out == (
        "severity,system,errors,characters,segments,cost,cost_share\n"
        "Minor,two,2,8,2,1.1,15.492957746478876\n"
        "Major,one,1,3,1,5.0,70.42253521126761\n"
        "Minor,one,1,6,1,1.0,14.084507042253522\n"
        "no error,one,1,0,1,0.0,0.0\n"
    )


def test_parts_of_scores(errors):
    found = errors("--ratings", "mqm.tsv", "--parts", "top_category", "-n", "50", "-f", "json")
    tables = json.loads(found.out)["tables"]
    parts = {row["system"]: row for row in tables["score_parts"]["rows"]}
    assert parts["one"]["score"] == -1.5  # (5 + 1) / 2 raters, and 0, in two segments
    assert parts["two"]["part_Style"] == -0.5
    without = {(row["part"], row["system"]): row for row in tables["hypothetical_scores"]["rows"]}
    assert without["Accuracy", "one"]["score"] == 0
    assert without["Accuracy", "one"]["rank_change"] == -1
    shares = [row["share"] for row in tables["gaps"]["rows"]]
    assert sum(shares) == pytest.approx(100)
    assert "rules" in errors("--ratings", "mqm.tsv", "--parts", "rule").err
    assert errors("--ratings", "mqm.tsv", "--parts", "rule", "--scheme", "marot").status == 0


def test_overlap(errors):
    found = errors("--ratings", "mqm.tsv", "--overlap", "-f", "json")
    row = json.loads(found.out)["tables"]["span_overlap"]["rows"][0]
    # ann marks 3 characters as major, bob 6 as minor around them: half of 3.
    assert (row["shared"], row["precision"], row["recall"]) == (1.5, 0.25, 0.5)
    found = errors("--ratings", "mqm.tsv", "--metric-spans", "mqm.tsv", "-f", "json")
    assert json.loads(found.out)["tables"]["span_overlap"]["rows"][0]["predicted"] == "metric"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("ref", "-i", "one", "--overlap"), "add --ratings FILE"),
        (("ref", "-i", "one", "--ratings", "mqm.tsv"), "no references"),
        (("--ratings", "mqm.tsv", "--overlap", "--by", "rater"), "choose one of --by and --overlap"),
        (("--ratings", "ref"), "ref"),
        (("--ratings", "mqm.tsv", "--scheme", "esa", "--parts", "severity"), "weighs errors"),
        ((), "reference"),
    ],
)
def test_refusals(errors, words, message):
    found = errors(*words)
    assert found.status in (1, 2)
    assert found.out == ""
    assert message in found.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("errors ref -i hyp --scheme esa", "--scheme changes nothing without --ratings"),
        ("errors ref -i hyp --from google", "--from changes nothing without --ratings"),
        ("errors --ratings r --lowercase", "--lowercase changes nothing beside --ratings"),
        ("errors --ratings r -n 7", "--n-samples changes nothing beside --ratings without --parts"),
        ("errors --ratings r --overlap --scheme esa", "--scheme changes nothing beside --overlap"),
        ("words ref -i hyp --first-is-one", "--first-is-one changes nothing without --alignments"),
        ("words ref -i hyp --several-labels", "--several-labels changes nothing without --ref-labels"),
        ("words ref -i hyp --alignments hyp --figure recall", "--figure changes nothing beside --alignments"),
        ("words ref -i hyp --scores comet=hyp", "unrecognized arguments: --scores"),
    ],
)
def test_options_that_change_nothing(run, tmp_path, words, told):
    for name in ("ref", "hyp", "r"):
        (tmp_path / name).write_text("a b c\n")
    refused = run("analyze", *words.split(), cwd=tmp_path)
    assert (refused.status, refused.out) == (2, "")
    assert told in refused.err
