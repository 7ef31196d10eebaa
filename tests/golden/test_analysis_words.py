"""Tests accuracy of words against recorded numbers of compare-mt."""

from pathlib import Path

import numpy as np
import pytest

from compare_mt import EMPTY, LABELS, RecordedCorpus, SingleBlanks
from conftest import find_oracles
from parbleu import Resampling
from parbleu.analysis import Frequency, Labels, compared_texts, source_words, words

pytestmark = pytest.mark.usefixtures("oracles")


@pytest.fixture(scope="module", params=["de-en", "en-ja"])
def corpus(request):
    return RecordedCorpus(find_oracles(), request.param)


@pytest.fixture(scope="module", params=["en-de", "en-ja"])
def example_texts(request):
    """The systems and a reference of examples/, which need no recorded outputs."""
    folder = Path(__file__).parents[2] / "examples" / request.param
    lines = {path.name: path.read_text("utf-8").splitlines() for path in sorted(folder.iterdir())}
    systems = {name: text for name, text in lines.items() if name.startswith("system.")}
    tokenize = "char" if request.param == "en-ja" else "13a"
    return compared_texts(systems, [lines["ref.A.txt"]], tokenize=tokenize)


def buckets_of(corpus, profile, labels):
    """The way to sort words that a profile of compare-mt means."""
    cutoffs = [float(cut) for cut in profile.get("bucket_cutoffs", "").split(":") if cut] or None
    whole = None if cutoffs is None else [int(cut) if cut.is_integer() else cut for cut in cutoffs]
    kind = profile["bucket_type"]
    if kind == "freq":
        counts = corpus.training if "freq_count_file" in profile else None
        options = {} if whole is None else {"cutoffs": whole}
        return Frequency(counts=counts, last_variant_counts=True, **options)
    if kind == "case":
        return "case"
    label = LABELS[labels]
    return Labels(
        [list(map(label, corpus.reference))],
        {name: list(map(label, output)) for name, output in corpus.outputs.items()},
        label_set=profile["label_set"].split("+") if "label_set" in profile else None,
        cutoffs=(whole or (0.25, 0.5, 0.75)) if kind == "numlabel" else None,
        several=kind == "multilabel",
    )


def test_words(corpus, comparison):
    for recorded in corpus.golden["word_accuracy"]:
        profile = recorded["profile"]
        lowercase = profile.get("case_insensitive") == "True"
        by = buckets_of(corpus, profile, recorded.get("labels"))
        seed = recorded.get("seed")
        result = words(
            corpus.texts(lowercase),
            by,
            resampling=Resampling("none" if seed is None else "bootstrap", seed=seed),
            rules="compare-mt",
        )
        comparison.check(f"{profile} buckets", list(result.buckets), recorded["buckets"])
        counts = result.counts
        for place, system in enumerate(corpus.systems):
            for bucket, row in enumerate(recorded["systems"][system]):
                where = f"{profile} {system} {bucket}"
                match, closest, ref, out = counts[place, bucket].tolist()
                comparison.check(f"{where} counts", [match, ref, out], row[:3])
                comparison.check(f"{where} closest", closest, match)
                figures = [
                    float(result[name].values[place, bucket]) for name in ("recall", "precision", "f1")
                ]
                comparison.check(f"{where} figures", figures, row[3:])
                if seed is not None:
                    bounds = [
                        [
                            float(result[name].low[place, bucket]),
                            float(result[name].high[place, bucket]),
                        ]
                        for name in ("recall", "precision", "f1")
                    ]
                    comparison.check(
                        f"{where} bounds", bounds, recorded["intervals_rec_prec_f1"][system][bucket]
                    )
        if seed is not None:
            comparison.check("reference counts", counts[0, :, 2].tolist(), recorded["ref_counts"])
    comparison.finish(at_least=550)


def test_words_of_the_source(corpus, comparison):
    recorded = corpus.golden["src_word_accuracy"]
    count = recorded["lines"]
    alignments = (corpus.home / recorded["alignment_file"]).read_text("utf-8").splitlines()
    for report in recorded["reports"]:
        lowercase = report["profile"].get("case_insensitive") == "True"
        by = {"freq": "frequency", "case": "case"}[report["profile"]["bucket_type"]]
        result = source_words(
            corpus.texts(lowercase, count), alignments, by, resampling=Resampling("none"), rules="compare-mt"
        )
        comparison.check("buckets", list(result.buckets), report["buckets"])
        for place, system in enumerate(corpus.systems):
            for bucket, row in enumerate(report["systems"][system]):
                right, _, total = result.counts[place, bucket].tolist()
                where = f"{report['profile']} {system} {bucket}"
                comparison.check(where, [right, total], row[:2])
                recall = float(result["recall_of_all"].values[place, bucket])
                comparison.check(where, recall, row[3])
    comparison.finish(at_least=100)


@pytest.fixture(scope="module")
def edge(read_golden):
    """Eight own sentences with empty lines, doubled blanks and variants in case."""
    return read_golden("analysis/compare-mt.edge")


def edge_texts(edge, lowercase=False):
    texts = edge["texts"]
    return compared_texts(
        {"s0": texts["s0"], "s1": texts["s1"]}, [texts["ref"]], tokenize=SingleBlanks(), lowercase=lowercase
    )


def rows(result):
    """The rows of compare-mt: match, ref, out, recall, precision, F1 of each system and bucket."""
    found = []
    for place in range(len(result.systems)):
        figures = [result[name].values[place] for name in ("recall", "precision", "f1")]
        counts = result.counts[place][:, [0, 2, 3]]
        found.append(np.column_stack([counts, *figures]).tolist())
    return found


def test_edges(edge, comparison):
    for recorded in edge["word_accuracy"]:
        profile = recorded["profile"]
        cutoffs = [int(cut) for cut in profile.get("bucket_cutoffs", "").split(":") if cut]
        by = "case" if profile["bucket_type"] == "case" else Frequency(cutoffs)
        texts = edge_texts(edge, "case_insensitive" in profile)
        result = words(texts, by, resampling=Resampling("none"), rules="compare-mt")
        comparison.check(str(profile), rows(result), recorded["systems"])
    comparison.finish(at_least=3)


def count_file(edge):
    found = {}
    for line in edge["count_file"]["file"].splitlines():
        fields = line.split("\t")
        if len(fields) == 2:
            found[fields[0]] = int(fields[1])
    return found


def test_variants_of_a_count_file_add_up_where_compare_mt_keeps_the_last(edge):
    recorded = edge["count_file"]
    cutoffs = (1, 3, 6, 101)
    counts = count_file(edge)
    sensitive = words(
        edge_texts(edge), Frequency(cutoffs, counts), resampling=Resampling("none"), rules="compare-mt"
    )
    assert rows(sensitive) == recorded["case_sensitive"]
    assert list(sensitive.buckets) == recorded["buckets"]
    theirs = Frequency(cutoffs, counts, last_variant_counts=True)
    texts = edge_texts(edge, lowercase=True)
    assert (
        rows(words(texts, theirs, resampling=Resampling("none"), rules="compare-mt"))
        == recorded["case_insensitive"]
    )
    ours = words(texts, Frequency(cutoffs, counts), resampling=Resampling("none"), rules="compare-mt")
    # "the" is 105 and not 100, "old" 3 and not 2.
    assert (
        ours.counts[:, :, 2].tolist() == [[28, 0, 3, 0, 1]] * 2 or rows(ours) != recorded["case_insensitive"]
    )


def test_an_empty_line_is_no_word():
    texts = {
        "ref": ["A door stands open .", "", "She said  no , no !"],
        "s0": ["A door is open .", "nothing", "She said no !"],
        "s1": ["the door stands open .", "", "She said  no , no no !"],
    }
    own = {"texts": texts}
    theirs = words(edge_texts(own), Frequency((1,)), resampling=Resampling("none"), rules="compare-mt")
    ours = words(
        compared_texts({"s1": texts["s1"]}, [texts["ref"]], tokenize="none"),
        Frequency((1,)),
        resampling=Resampling("none"),
    )
    assert EMPTY in edge_texts(own).numbered.tokens
    assert theirs.counts[1, 1].tolist()[0] - 2 == ours.counts[0, 1].tolist()[0]  # a line, and a doubled blank


def test_precision_and_recall_are_not_exchanged(corpus):
    """compare-mt prints recall under "prec"."""
    printed = [row[1:] for row in corpus.golden["printed_as_precision_case"]]
    result = words(corpus.texts(), "case", resampling=Resampling("none"), rules="compare-mt")

    def rounded(figure):
        return [[f"{value:.4f}" for value in row] for row in result[figure].values.T]

    assert printed == rounded("recall") != rounded("precision")


def test_intervals_come_from_samples_of_full_size(example_texts):
    """compare-mt draws half of the segments, so that its intervals are too wide."""
    theirs = words(example_texts, "case", rules="compare-mt")
    ours = words(example_texts, "case")
    wide, narrow = (result["f1"].high - result["f1"].low for result in (theirs, ours))
    some = narrow > 0  # a bucket without a wrong word has no width
    assert some.sum() >= 4
    assert np.median(wide[some] / narrow[some]) == pytest.approx(2**0.5, rel=0.2)


def test_what_no_reference_has_is_no_bucket_of_zeros(example_texts):
    theirs = words(example_texts, resampling=Resampling("none"), rules="compare-mt")
    ours = words(example_texts, resampling=Resampling("none"))
    assert theirs.buckets[0] == "<1"
    assert theirs["f1"].values[:, 0].tolist() == [0, 0, 0]
    assert ours.counts[:, 0, 3].all()
    assert ours.buckets[0] == "in no reference"
    assert np.isnan(ours["f1"].values[:, 0]).all()
    assert ours.counts[:, 0].tolist() == theirs.counts[:, 0].tolist()
