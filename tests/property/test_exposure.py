"""Tests the exposure of random test sets against a search that compares everything."""

from hypothesis import given, settings
from hypothesis import strategies as st

from parbleu.analysis import exposure
from parbleu.analysis._training_lines import normalized

TEXT = st.text(alphabet="ab é\u3042\U0001f600 ", max_size=14) | st.text(max_size=8)
PAIRS = st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=12)


def ngrams(text):
    found = {text[at : at + order] for order in (3, 4, 5) for at in range(len(text) - order + 1)}
    return found or ({text} if text else set())


def similarity(one, other):
    one, other = ngrams(normalized(one)), ngrams(normalized(other))
    return len(one & other) / len(one | other) if one else 0.0


def best(values):
    top = max(values)
    return top, values.index(top) if top > 0 else -1


@settings(max_examples=150, deadline=None)
@given(test=PAIRS, train=PAIRS, other=st.data(), threads=st.integers(1, 3))
def test_the_search_equals_comparing_everything(test, train, other, threads):
    sources, targets = (list(side) for side in zip(*test, strict=True))
    second = other.draw(st.lists(TEXT, min_size=len(test), max_size=len(test)))
    cut = other.draw(st.integers(0, len(train)))
    sides = [list(side) for side in zip(*train, strict=True)]
    shards = [
        part for part in ((sides[0][:cut], sides[1][:cut]), (sides[0][cut:], sides[1][cut:])) if part[0]
    ]
    found = exposure(sources, [targets, second], shards, threads=threads)
    for number, (source, *references) in enumerate(zip(sources, targets, second, strict=True)):
        of_source = [similarity(source, line) for line in sides[0]]
        of_target = [max(similarity(text, line) for text in references) for line in sides[1]]
        pairs = [min(both) for both in zip(of_source, of_target, strict=True)]
        for side, values in (("source", of_source), ("target", of_target), ("pair", pairs)):
            assert (found[side].similarity[number], found[side].line[number]) == best(values)
        written = normalized(source)
        assert found["source"].exact[number] == (written != "" and written in map(normalized, sides[0]))
        nearest = found["source"].line[number]
        assert found.memory[number] == (sides[1][nearest] if nearest >= 0 else "")


def test_many_lines_and_segments():
    """Enough for n-grams that are common, for more than 248 of them in a line, and for several threads."""
    words = [f"{one}{two}ng" for one in "abcdefghij" for two in "klmnopqrst"]
    lines = [" ".join(words[(7 * n + k * k) % 100] for k in range(3 + n % 90)) for n in range(400)]
    found = exposure(lines[:150], None, [(lines[100:] + lines[:20], None)], threads=2)
    again = exposure(lines[:150], None, [(lines[100:250], None), (lines[250:] + lines[:20], None)], threads=1)
    train = [ngrams(line) for line in lines[100:] + lines[:20]]
    for number in range(150):
        own = ngrams(lines[number])
        values = [len(own & each) / len(own | each) for each in train]
        assert (found["source"].similarity[number], found["source"].line[number]) == best(values)
    assert found["source"].line.tolist() == again["source"].line.tolist()


def test_an_empty_segment_is_not_exposed() -> None:
    found = exposure(["", "a b c"], [["", "x y z"]], [(["", "a b c"], ["", "x y z"])])
    for side in ("source", "target", "pair"):
        assert found[side].exact.tolist() == [False, True]
        assert found[side].similarity.tolist() == [0.0, 1.0]
        assert found[side].line.tolist() == [-1, 1]
    assert (found.bins, found.seen) == (("far", "exact"), 0.5)
