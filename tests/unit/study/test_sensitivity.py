"""Tests that the rows of a settings study are the numbers that the metrics return."""

import pytest

import parbleu
from parbleu import study
from parbleu.errors import (
    InputShapeError,
    InputTypeError,
    OptionError,
    TokenizerError,
    UnknownNameError,
)
from parbleu.metrics import tokens
from parbleu.stats.rank_clusters import holm
from parbleu.text._tokenizers.base import Tokenizer
from three_systems import EXAMPLES, REFERENCES, SYSTEMS, expected, scores, texts


@pytest.fixture(scope="module")
def everything():
    return study.tokenization(SYSTEMS, REFERENCES, vary=study.VARIED, resampling=parbleu.Resampling("none"))


def options(varies, name):
    method, _, value = name.partition(" ")
    return {
        "tokenizer": {"tokenize": name},
        "case": {"lowercase": name == "lc"},
        "smoothing": {"smooth_method": method, "smooth_value": float(value) if value else None},
    }[varies]


@pytest.mark.parametrize("varies", ["tokenizer", "case", "smoothing"])
def test_rows_are_scores_of_bleu(everything, varies):
    rows = everything[varies].rows
    assert len({row.name for row in rows}) == {"tokenizer": 5, "case": 2, "smoothing": 4}[varies]
    for row in rows:
        found = expected(parbleu.BLEU(**options(varies, row.name)))
        assert scores(row) == {name: score.score for name, score in found.items()}
        assert row.signature == str(found["careful"].signature)
        assert row.lengths == tuple((score.sys_len, score.ref_len) for score in found.values())
        assert row.hyp_ref_ratios == tuple(score.ratio for score in found.values())
        assert row.ref_hyp_ratios == pytest.approx([1 / score.ratio for score in found.values()])
        assert row.brevity_penalties == tuple(score.bp for score in found.values())


def test_rows_of_other_metrics(everything):
    bleu, chrf, ter = everything["metric"].rows
    assert bleu == everything["case"]["mixed"].__class__(
        **{**vars(everything["case"]["mixed"]), "name": "BLEU"}
    )
    for row, metric in ((chrf, parbleu.CHRF()), (ter, parbleu.TER())):
        found = expected(metric)
        assert scores(row) == {name: score.score for name, score in found.items()}
        assert (row.name, row.signature) == (found["careful"].name, str(found["careful"].signature))
        assert (row.lengths, row.hyp_ref_ratios, row.changed) == (None, None, None)
        assert (row.ref_hyp_ratios, row.brevity_penalties) == (None, None)
    assert (ter.higher_is_better, ter.ranks) == (False, (1, 3, 2))
    assert everything["metric"].spreads == ()


def test_rows_of_other_tools(everything):
    def cut(path):
        return [parbleu.tokenize(text).split() for text in texts(path)]

    for row in everything["variant"].rows:
        for name, path in SYSTEMS.items():
            found = tokens.corpus_bleu(cut(path), [cut(path) for path in REFERENCES], variant=row.name)
            assert scores(row)[name] == pytest.approx(found.score, rel=1e-14)
        place = list(SYSTEMS).index(name)
        assert row.lengths[place] == (found.sys_len, found.ref_len)
    assert "variant:nltk|tok:13a|" in everything["variant"]["nltk"].signature
    assert "|smooth:none|" in everything["variant"]["sacrebleu-r"].signature


def test_pairs_are_those_of_compare():
    found = study.tokenization(
        SYSTEMS, REFERENCES, ["13a", "char"], resampling=parbleu.Resampling(n_samples=200, seed=7)
    )
    compared = parbleu.compare(
        SYSTEMS,
        REFERENCES,
        {"13a": parbleu.BLEU(), "char": parbleu.BLEU(tokenize="char"), "chrF2": "chrf", "TER": "ter"},
        test="bootstrap",
        n_samples=200,
        seed=7,
        all_pairs=True,
    )
    rows = [*found["tokenizer"].rows, *found["metric"].rows[1:]]
    for row in rows:
        pairs = compared[row.name].pairs
        corrected = holm([pair.p_value for pair in pairs])  # settings are no further tests
        assert row.pairs == tuple(
            pair.changed(p_holm=value) for pair, value in zip(pairs, corrected, strict=True)
        )
        assert row.signature == compared[row.name].signature
    assert (found.test, found.n_samples, found.seed) == ("bootstrap", 200, 7)


def test_what_changes():
    """Characters put the word-for-word system ahead of the careless one, words behind it; both clearly."""
    section = study.tokenization(SYSTEMS, REFERENCES, vary="tokenizer")["tokenizer"]
    careful, _, flipped = section.changes
    assert (careful.order, careful.significance, careful.contradiction) == (False, False, False)
    assert (flipped.first, flipped.second) == ("literal", "careless")
    assert (flipped.order, flipped.significance, flipped.contradiction) == (True, False, True)
    names = [row.name for row in section.rows]
    assert names == ["13a", "none", "zh", "intl", "char"]
    for one, row in zip(names, section.taus, strict=True):
        for other, tau in zip(names, row, strict=True):
            assert tau == pytest.approx(1 / 3 if (one == "char") != (other == "char") else 1)
    spread = section.spreads[1]
    assert (spread.system, spread.lowest_in, spread.highest_in) == ("literal", "none", "char")
    assert spread.difference == section["char"].scores[1] - section["none"].scores[1]
    assert section["char"].ranks == (1, 2, 3)
    assert section["13a"].ranks == (1, 3, 2)


def test_equal_systems_share_a_rank():
    found = study.tokenization({"a": ["a b c d"], "b": ["a b c e"], "c": ["a b c d"]}, [["a b c d"]], "none")
    assert found["tokenizer"].rows[0].ranks == (1, 3, 1)
    assert {change.order for change in found["tokenizer"].changes} == {False}


def test_one_system():
    found = study.tokenization({"a": ["x y"]}, [["x z"]], ["none", "char"], vary="tokenizer")
    assert (found.test, found.n_samples, found.seed, found["tokenizer"].changes) == (None, 0, None, ())
    assert found["tokenizer"].taus == ((None, None), (None, None))


def test_a_command_and_case():
    command = study.FilterCommand("sed 's/./& /g'")
    found = study.tokenization(
        SYSTEMS,
        REFERENCES,
        [command, "char"],
        vary=["tokenizer", "case"],
        resampling=parbleu.Resampling("none"),
    )
    mine, theirs = found["tokenizer"].rows
    assert (mine.scores, mine.lengths, mine.changed) == (theirs.scores, theirs.lengths, 0)
    assert "|tok:command(sed%20's/./&%20/g')|" in mine.signature
    lower = study.tokenization(
        SYSTEMS, REFERENCES, ["char"], vary="case", resampling=parbleu.Resampling("none")
    )["case"]
    assert found["case"]["lc"].scores == lower["lc"].scores != mine.scores


def test_japanese():
    systems = {"literal": EXAMPLES / "en-ja" / "system.literal.txt"}
    references = [EXAMPLES / "en-ja" / "ref.A.txt"]
    row = study.tokenization(systems, references, ["ja-mecab"], vary="tokenizer")["tokenizer"].rows[0]
    wanted = parbleu.BLEU(tokenize="ja-mecab").corpus_score(systems["literal"], references)
    assert (row.scores, row.signature, row.changed) == ((wanted.score,), str(wanted.signature), 0)


class Counting(Tokenizer):
    """Cuts at blanks, and keeps what it was given."""

    def __init__(self):
        super().__init__("counting")
        self.given = []

    def tokenize_all(self, texts):
        self.given.append(list(texts))
        return texts


def test_every_text_is_cut_once():
    counting = Counting()
    systems = {"a": ["one Two ", "three"], "b": ["one Two", "four"]}
    vary = ["tokenizer", "smoothing", "variant", "case"]
    found = study.tokenization(systems, [["one", "three"], [None, "Four"]], [counting], vary=vary)
    assert counting.given == [["one Two", "three", "four", "one", "Four"], ["one two"]]
    assert found.n_references == -1
    assert found["variant"]["nltk"].lengths == ((3, 2), (3, 2))


@pytest.mark.parametrize("side", ["hyp", "ref"])
def test_one_side(side, model):
    pieces = study.PieceFile(model)
    cutters = {"char": parbleu.text._tokenizers.get_tokenizer("char"), str(model): pieces}
    found = study.tokenization(SYSTEMS, REFERENCES, ["13a", *cutters.values()], one_side=side)
    usual, *others = found["tokenizer"].rows
    assert scores(usual) == {name: each.score for name, each in expected(parbleu.BLEU()).items()}
    for row, (name, cutter) in zip(others, cutters.items(), strict=True):
        references = [texts(path) for path in REFERENCES]
        systems = {each: texts(path) for each, path in SYSTEMS.items()}
        if side == "ref":
            references = [cutter.tokenize_all(stream) for stream in references]
        else:
            systems = {each: cutter.tokenize_all(stream) for each, stream in systems.items()}
        bleu = parbleu.BLEU(force=True, references=references)
        assert scores(row) == {each: bleu.corpus_score(stream).score for each, stream in systems.items()}
        assert row.name == f"{name}, {side} only"
        assert f"|tok:13a({cutter.signature()}({side}))|" in row.signature
    assert found.warnings
    assert "char" in found.warnings[0]


def test_one_side_where_the_scorer_is_a_command():
    command = study.FilterCommand("cat")
    found = study.tokenization(
        SYSTEMS, REFERENCES, [command, "13a"], one_side="hyp", resampling=parbleu.Resampling("none")
    )
    hypotheses = [parbleu.tokenize(text) for text in texts(SYSTEMS["careful"])]
    wanted = parbleu.BLEU(tokenize="none", force=True).corpus_score(hypotheses, REFERENCES)
    assert found["tokenizer"].rows[1].scores[0] == wanted.score


def test_texts_that_tokens_do_not_spell():
    systems = {"a": ["a &amp; b", "a <skipped> b", "a < b", "ende"]}
    commands = [study.FilterCommand(command) for command in ("tr e E", "sed 's/^/▁/; s/de/@@ de/'")]
    found = study.tokenization(systems, [["x", "&quot;", "y", "z"]], ["13a", "intl", *commands])
    assert [row.changed for row in found["tokenizer"].rows] == [3, 0, 2, 0]


def test_named_normalizations():
    """Each is a setting of its own, and those joined by a plus sign are one; a usual one stays the first."""
    names = ["quotes+nfc", "case", "lower", "entities"]
    found = study.tokenization(SYSTEMS, REFERENCES, vary="normalization", normalizations=names)
    assert [row.name for row in found["normalization"].rows] == ["none", "nfc+quotes", "case", "entities"]
    for row in found["normalization"].rows[1:]:
        lone = parbleu.BLEU(normalize=row.name)
        assert scores(row) == {name: score.score for name, score in expected(lone).items()}
        assert f"|norm:{row.name}|" in row.signature
    found = study.tokenization(
        SYSTEMS, REFERENCES, vary="normalization", normalizations="case", bleu=parbleu.BLEU(normalize="nfc")
    )
    assert [row.name for row in found["normalization"].rows] == ["nfc", "none", "case"]


def test_the_rest_of_the_settings():
    found = study.tokenization(
        SYSTEMS,
        REFERENCES,
        ["intl"],
        vary=study.VARIED,
        bleu=parbleu.BLEU(lowercase=True, smooth_method="floor", smooth_value=0.5),
        metrics=["chrf++"],
        resampling=parbleu.Resampling("none"),
    )
    usual = expected(parbleu.BLEU(True, tokenize="intl", smooth_method="floor", smooth_value=0.5))
    for section in found.sections[:1] + found.sections[2:]:
        assert scores(section.rows[0]) == {name: score.score for name, score in usual.items()}
        assert section.rows[0].signature == str(usual["careful"].signature)
    assert [row.name for row in found["case"].rows] == ["lc", "mixed"]
    assert [row.name for row in found["smoothing"].rows] == [
        "floor 0.5",
        "none",
        "floor 0.1",
        "add-k 1",
        "exp",
    ]
    assert "case:lc" in found["variant"]["nltk"].signature
    assert found["metric"].rows[1].name == "chrF2++"
    assert found.sections[1].name == "tokenizer, chrF2++"


def test_other_metrics_of_tokens():
    """They score what `parbleu.tokenize` makes of both sides; scores from elsewhere stay what they are."""
    comet = {"COMET": {name: [0.5] * 48 for name in SYSTEMS}}
    found = study.tokenization(
        SYSTEMS,
        REFERENCES,
        ["13a", "char"],
        metrics=["ter", "chrf++", comet],
        resampling=parbleu.Resampling("none"),
        bleu=parbleu.BLEU(lowercase=True),
    )
    names = ["tokenizer", "tokenizer, TER", "tokenizer, chrF2++", "metric"]
    assert [section.name for section in found.sections] == names
    assert [section.metric for section in found.sections] == ["BLEU", "TER", "chrF2++", None]
    for section, metric in zip(found.sections[1:3], (parbleu.TER(), parbleu.CHRF(word_order=2)), strict=True):
        for row in section.rows:
            cut = [[parbleu.tokenize(text, row.name) for text in texts(path)] for path in REFERENCES]
            for name, path in SYSTEMS.items():
                wanted = metric.corpus_score([parbleu.tokenize(text, row.name) for text in texts(path)], cut)
                assert scores(row)[name] == wanted.score
            signature = str(wanted.signature).replace("|version", f"|cut:{row.name}|version")
            assert (row.signature, row.lengths, row.changed) == (signature, None, None)
    assert found["tokenizer, TER"].rows[0].ranks == (1, 3, 2)
    assert [row.name for row in found["metric"].rows] == ["BLEU", "TER", "chrF2++", "COMET"]
    with pytest.raises(OptionError, match="two metrics are called 'TER'"):
        study.tokenization(SYSTEMS, REFERENCES, vary="metric", metrics=["ter", "ter"])


def test_other_metrics_of_one_side():
    found = study.tokenization(
        SYSTEMS,
        REFERENCES,
        ["none", "char"],
        vary="tokenizer",
        one_side="ref",
        metrics="ter",
        resampling=parbleu.Resampling("none"),
    )
    row = found["tokenizer, TER"]["char, ref only"]
    references = [[parbleu.tokenize(text, "char") for text in texts(path)] for path in REFERENCES]
    for name, path in SYSTEMS.items():
        assert scores(row)[name] == parbleu.TER().corpus_score(texts(path), references).score
    assert "|cut:none(char(ref))|" in row.signature


def test_scores_from_elsewhere():
    comet = {name: [place / 10] * 48 for place, name in enumerate(SYSTEMS)}
    found = study.tokenization(SYSTEMS, REFERENCES, "13a", vary="metric", metrics=[{"COMET": comet}])
    row = found["metric"]["COMET"]
    assert (row.scores, row.ranks, row.lengths) == (pytest.approx((0, 0.1, 0.2)), (3, 2, 1), None)


def test_nothing_at_all():
    """Where sacRebleu says NaN, a study has 0, which can be ranked and tested."""
    found = study.tokenization(
        {"a": ["", ""], "b": ["x", ""]},
        [["", ""]],
        vary=study.VARIED,
        resampling=parbleu.Resampling(n_samples=50),
    )
    row = found["variant"]["sacrebleu-r"]
    assert (row.scores, row.ranks, row.hyp_ref_ratios) == ((0, 0), (1, 1), (0, 0))
    assert (row.ref_hyp_ratios, row.brevity_penalties) == ((0, 0), (1, 1))
    silent = study.tokenization({"a": [""]}, [["x"]], ["13a"], vary="tokenizer")["tokenizer"]["13a"]
    assert (silent.ref_hyp_ratios, silent.brevity_penalties) == ((0,), (0,))
    assert found.warnings[0].endswith("one side at least has no token at all, for a, b")
    assert found.warnings[-1].startswith("sacrebleu-r: with no token on either side")
    assert row.pairs[0].p_value == 1


def test_text_that_is_cut_before(caplog):
    cut = {"a": [" ".join(text) for text in texts(SYSTEMS["careful"])]}
    for force in (True, False):
        caplog.clear()
        study.tokenization(cut, REFERENCES, "none", vary="tokenizer", bleu=parbleu.BLEU(force=force))
        assert len(caplog.messages) == 2 - force
    assert caplog.messages[0].startswith("a: ")


def test_lengths_are_told_once():
    long = {"a": ["x y z"]}
    found = study.tokenization(
        long, [["x"]], ["none", "char"], vary=["case", "tokenizer"], resampling=parbleu.Resampling("none")
    )
    assert [warning.partition(":")[0] for warning in found.warnings] == ["none", "char"]
    found = study.tokenization(
        long, [["x"]], ["none", "char"], vary=["case", "smoothing"], resampling=parbleu.Resampling("none")
    )
    assert [warning.partition(":")[0] for warning in found.warnings] == ["mixed"]
    assert "3.00 for a" in found.warnings[0]


class Forgetful(Tokenizer):
    """Makes nothing of the last text."""

    def __init__(self):
        super().__init__("forgetful")

    def tokenize_all(self, texts):
        return texts[:-1]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"tokenizers": []}, OptionError, "there is no tokenizer"),
        ({"tokenizers": ["13a", "13a"]}, OptionError, "'13a' was given twice"),
        ({"tokenizers": 3}, InputTypeError, "a tokenizer is a name such as '13a'"),
        ({"tokenizers": [Forgetful()]}, TokenizerError, "'forgetful' must make a string of each text"),
        ({"vary": 3}, UnknownNameError, "thing to vary"),
        ({"tokenizers": [len]}, InputTypeError, "a tokenizer is a name such as '13a'"),
        ({"tokenizers": "14a"}, UnknownNameError, "unknown tokenizer '14a'"),
        ({"vary": []}, OptionError, "nothing to vary"),
        ({"vary": "weather"}, UnknownNameError, "thing to vary"),
        ({"normalizations": ["nfc"]}, OptionError, "only where the normalization varies"),
        ({"normalizations": [], "vary": "normalization"}, OptionError, "there is no normalization"),
        ({"normalizations": ["nfd"], "vary": "normalization"}, UnknownNameError, "normalization 'nfd'"),
        ({"normalizations": [3], "vary": "normalization"}, OptionError, "name normalizations"),
        ({"one_side": "left"}, UnknownNameError, "unknown side 'left'"),
        ({"one_side": "hyp", "vary": "case"}, OptionError, "only where the tokenizer varies"),
        ({"one_side": "hyp", "tokenizers": "char"}, OptionError, "needs a second tokenizer"),
        (
            {"resampling": parbleu.Resampling(n_samples=9, all_pairs=True, test="none")},
            OptionError,
            "needs a test",
        ),
        ({"references": [["a"]]}, InputShapeError, "1 segment but there are 48"),
    ],
)
def test_what_it_refuses(arguments, error, message):
    with pytest.raises(error, match=message):
        study.tokenization(SYSTEMS, **{"references": REFERENCES, **arguments})


def test_a_seed_that_was_drawn_is_reported():
    found = study.tokenization(
        SYSTEMS, REFERENCES, "13a", vary="tokenizer", resampling=parbleu.Resampling(n_samples=30, seed="none")
    )
    row = found["tokenizer"].rows[0]
    assert "|seed:none|" in row.signature
    again = study.tokenization(
        SYSTEMS,
        REFERENCES,
        "13a",
        vary="tokenizer",
        resampling=parbleu.Resampling(n_samples=30, seed=found.seed),
    )
    assert again["tokenizer"].rows[0].pairs == row.pairs


def test_few_samples():
    found = study.tokenization(
        SYSTEMS, REFERENCES, "13a", vary="tokenizer", resampling=parbleu.Resampling(n_samples=20)
    )
    (warning,) = found.warnings
    assert warning == (
        "corrected for 3 tests, no difference can be significant at 0.05 with 20 samples; "
        "ask for n_samples=59 or more"
    )


def test_tables():
    found = study.tokenization(
        SYSTEMS, REFERENCES, ["13a", "char"], metrics=["ter"], resampling=parbleu.Resampling(n_samples=100)
    )
    tables = {table.name: table for table in found.tables()}
    of_bleu = ("scores", "lengths", "spread", "tau", "pairs")
    of_ter = ("scores", "spread", "tau", "pairs")
    assert list(tables) == [
        *(f"tokenizer_{name}" for name in of_bleu),
        *(f"tokenizer_TER_{name}" for name in of_ter if name != "tau" or "tokenizer_TER_tau" in tables),
        *(f"metric_{name}" for name in ("scores", "tau", "pairs") if f"metric_{name}" in tables),
        "summary",
    ]
    section = found["tokenizer"]
    scores = tables["tokenizer_scores"]
    assert scores.column("setting") == ["13a", "char"]
    for place, system in enumerate(section.systems):
        assert scores.column(f"{system}_score") == [row.scores[place] for row in section.rows]
        assert scores.column(f"{system}_rank") == [row.ranks[place] for row in section.rows]
    assert scores.facts == {f"{row.name} signature": row.signature for row in section.rows}
    pairs = tables["tokenizer_pairs"]
    assert pairs.column("changes") == [str(change) for change in section.changes]
    for name in ("p_value", "p_holm"):
        assert pairs.column(f"char_{name}") == [getattr(pair, name) for pair in section["char"].pairs]
    assert pairs.column("char_difference") == [pair.difference for pair in section["char"].pairs]
    significant = {row for row, column in pairs.marks if column == "char_p_holm"}
    assert significant == {
        place for place, pair in enumerate(section["char"].pairs) if pair.p_holm <= found.alpha
    }
    lengths = tables["tokenizer_lengths"]
    assert len(lengths.rows) == 2 * 3
    assert lengths.column("hyp_ref_ratio")[:3] == list(section["13a"].hyp_ref_ratios)
    assert tables["summary"].column("varies") == ["tokenizer", "tokenizer, TER", "metric"]
    assert tables["summary"].facts["n_samples"] == 100
    for format in parbleu.tables.FORMATS:  # noqa: A001
        assert found.render(format)


def test_tables_without_a_test():
    found = study.tokenization({"a": ["x y z"]}, [["x"]], ["none", "char"], vary="tokenizer")
    scores, lengths, spread, summary = found.tables()
    assert (len(scores.rows), len(lengths.rows), len(spread.rows)) == (2, 2, 1)
    assert summary.notes == found.warnings
    assert summary.facts["test"] is None
    assert "seed" not in summary.facts


def test_pairs_of_many_systems():
    """Of many pairs those are shown that something changes; here all systems are alike, but for the last."""
    same, glued = ["The dog bit the man.", "It was."], ["Thedog bit theman.", "It was not."]
    systems = {**{f"same{number}": same for number in range(8)}, "glued": glued}
    references = [["The dog bit a man.", "It was not."]]
    found = study.tokenization(
        systems, references, ["none", "char"], vary="tokenizer", resampling=parbleu.Resampling("none")
    )
    (table,) = (table for table in found.tables() if table.name == "tokenizer_pairs")
    assert len(found["tokenizer"].changes) == 36
    assert {str(change) for change in found["tokenizer"].changes} == {"nothing", "order"}
    assert set(table.column("changes")) == {"order"}
    assert table.column("second") == ["glued"] * 8
    assert table.notes == ("28 of 36 pairs are left out: nothing changes them.",)
