"""Tests what normalizations make of the score of a sample."""

from parbleu.text._writing_differences import LAST_RESORT, usual_engine, written_differently

REFERENCE = [f"so it {number} is, and so we go, not there, {number} times." for number in range(60)]


def test_text_without_punctuation_gains_by_its_loss() -> None:
    """Lines of other words that lack their last one lack a full stop, too, but lose where it counts less."""
    lacking = [line.replace(",", "").replace(".", "") for line in REFERENCE]
    found = written_differently(lacking, [REFERENCE], [LAST_RESORT], usual_engine(), is_sample=False)
    assert found is not None
    assert (found.names, round(found.after)) == ((LAST_RESORT,), 100)
    cut = [line.replace("so", "yes").replace("go", "come").rpartition(" ")[0] for line in REFERENCE]
    assert written_differently(cut, [REFERENCE], [LAST_RESORT], usual_engine(), is_sample=False) is None
