"""Provides the campaign of examples/metaeval as an evaluation set, for tests of meta-evaluation."""

from pathlib import Path

from parbleu.evalset._evalset_writer import SetTexts, read_human_table, save_metric, write_evalset
from parbleu.evalset._metric_scoring import score_systems
from parbleu.evalset._standard_info import Info

CAMPAIGN = Path(__file__).parents[1] / "examples" / "metaeval"
TEXTS = CAMPAIGN.parent / "en-de"


def write_campaign(home):
    """Writes the set demo/en-de, where a reference is a system, too, and four metrics have scores."""
    systems = {path.stem: path for path in (CAMPAIGN / "systems").iterdir()}
    evalset = write_evalset(
        home,
        "demo",
        "en-de",
        SetTexts(
            TEXTS / "src.txt",
            {"refA": TEXTS / "ref.A.txt", "refB": TEXTS / "ref.B.txt"},
            {**systems, "refB": TEXTS / "ref.B.txt"},
            CAMPAIGN / "documents.txt",
        ),
        human={"esa": lambda documents: read_human_table(CAMPAIGN / "esa.csv", systems, documents)},
        info=Info(
            "refA", dict.fromkeys(("segment", "domain", "system"), "esa"), primary_metrics=["BLEU", "chrF"]
        ),
    )
    for metric in ("BLEU", "chrF", "TER"):
        save_metric(evalset, score_systems(evalset, metric), home)
    save_metric(evalset, score_systems(evalset, "chrF", ["refA", "refB"]), home)


def metric_file(sets, name):
    """Returns the file of a metric's scores, given its name and level: BLEU-refA.seg."""
    return f"{sets}/demo/metric-scores/en-de/{name}.score"


def said(done, status=1):
    """Returns what a command that failed said, in one line."""
    assert (done.status, done.out) == (status, "")
    assert done.err.count("\n") == 1
    return done.err
