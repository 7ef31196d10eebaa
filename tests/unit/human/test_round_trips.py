"""Tests that ratings are read back as they were written, whatever their texts and names contain."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parbleu.errors import OptionError, RatingError
from parbleu.human import Error, Judgement, Rating, read_judgements
from parbleu.human._judgement import MISSING
from parbleu.human._rating_files import write_judgements
from parbleu.human.formats._mt_metrics_eval import Collection, collection_lines, read_collection

REPEATABLE = settings(
    max_examples=60,
    derandomize=True,
    database=None,
)
ANY = st.text(
    st.one_of(
        st.sampled_from(" \t\n\r\"',\\{}\x00\x1c\x85\u2028\ufeff<>/v😀é"), st.characters(codec="utf-8")
    ),
    max_size=12,
)
if sys.version_info < (3, 11):  # the module `csv` neither reads nor writes NUL characters
    ANY = ANY.map(lambda text: text.replace("\0", "_"))
# No TABs or line ends, which files of lines cannot hold; for names no white space around them, either.
FIELD = ANY.map(lambda text: text.translate(dict.fromkeys(map(ord, "\t\n\r"), "_")))
NAME = FIELD.map(str.strip).filter(lambda name: bool(name) and not name.startswith("\ufeff"))
NAMES = st.one_of(st.none(), ANY)
SCORES = st.one_of(st.none(), st.integers(-99, 99), st.floats(-1e150, 1e150))


@st.composite
def ratings(draw, text, source, *, scores=SCORES, names=NAMES, missing=True):
    errors = []
    for _ in range(draw(st.integers(0, 3))):
        of_source = draw(st.booleans()) and source is not None
        length = len(source if of_source else text)
        start = draw(st.integers(0, length))
        places = start, draw(st.integers(start, length))
        if missing and draw(st.booleans()):
            places = MISSING, MISSING
        errors.append(Error(*places, draw(names), draw(names), draw(scores), of_source))
    return Rating(tuple(errors))


@st.composite
def lists(draw, texts, **options):
    """Judgements of different segments."""
    found = []
    for segment in draw(st.lists(st.integers(0, 9), unique=True, max_size=4)):
        source, hypothesis = draw(texts), draw(texts)
        rating = draw(ratings(hypothesis, source, **options))
        known = {"source": source, "hypothesis": hypothesis, "document": draw(NAME)}
        found.append(Judgement(draw(NAME), segment, draw(NAME), rating, **known))
    return found


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("ratings") / "file"


@REPEATABLE
@given(judgements=lists(ANY))
def test_standalone(path, judgements):
    write_judgements(path, judgements, "standalone")
    assert read_judgements(path, "standalone") == judgements


@REPEATABLE
@given(data=st.data(), size=st.integers(1, 4), systems=st.lists(NAME, unique=True, min_size=1, max_size=3))
def test_collections(path, data, size, systems):
    rated = st.one_of(st.none(), ratings("x" * 20, "y" * 9))
    table = {system: [data.draw(rated) for _ in range(size)] for system in systems}
    raters = {
        system: [None if each is None else data.draw(NAME) for each in row] for system, row in table.items()
    }
    collection = Collection(table, raters)
    path.write_text(
        "".join(f"{line}\n" for line in collection_lines(collection)), encoding="utf-8", newline=""
    )
    assert read_collection(str(path), "name") == collection


PLAIN = FIELD.map(lambda text: text.replace("<", "_"))
CLEAN = {"scores": st.none(), "names": NAME.filter(lambda name: name.lower() != "no-error"), "missing": False}


@REPEATABLE
@given(judgements=lists(PLAIN, **CLEAN))
@pytest.mark.parametrize("name", ["google", "unbabel"])
def test_tables_of_mqm(path, name, judgements):
    known = [
        Judgement(
            each.system, each.segment, each.rater, each.rating, 7.5 if name == "unbabel" else None,
            each.document, source=each.source, hypothesis=each.hypothesis,
        )
        for each in judgements
    ]  # fmt: skip
    write_judgements(path, known, name)
    assert read_judgements(path, name) == known


@st.composite
def assessments(draw):
    """Judgements with scores, as ESA has them."""
    text = "x" * draw(st.integers(1, 20))
    rating = draw(ratings(text, None, scores=st.none()))
    languages = {"src_lang": draw(NAME), "tgt_lang": draw(NAME)}
    documents = NAME.map(lambda name: name.replace("#", "_")).filter(lambda name: "tutorial" not in name)
    score = draw(st.floats(0, 100))
    return Judgement(
        draw(NAME), draw(st.integers(0, 9)), draw(NAME), rating, score, draw(documents), **languages
    )


@REPEATABLE
@given(judgements=st.lists(assessments(), max_size=3, unique_by=lambda each: each.segment))
def test_esa(path, judgements):
    write_judgements(path, judgements, "esa")
    assert read_judgements(path, "esa") == judgements


@REPEATABLE
@given(judgements=st.lists(assessments(), max_size=3), in_documents=st.booleans())
def test_tables_of_scores(tmp_path_factory, path, judgements, in_documents):
    table = path.with_suffix(".csv")
    known = [
        Judgement(each.system, score=each.score, rater=each.rater, document=each.document, place=each.segment)
        if in_documents
        else Judgement(each.system, each.segment, each.rater, score=each.score)
        for each in judgements
    ]
    write_judgements(table, known, "table")
    assert read_judgements(table, "table") == known


@pytest.mark.skipif(sys.version_info >= (3, 11), reason="the module `csv` takes NUL characters from 3.11 on")
def test_no_nul_characters_on_python_3_10(tmp_path):
    with pytest.raises(RatingError, match="NUL characters as CSV: remove them"):
        write_judgements(tmp_path / "file", [Judgement("a\0", 0, "r", score=1.0)], "table")
    (tmp_path / "any").write_text("a\0b,of no format that is known\n")
    with pytest.raises(OptionError, match="no known format"):
        [*read_judgements(tmp_path / "any")]
