from __future__ import annotations

import pytest

from parbleu.compat.mt_metrics_eval import data, meta_info

SYSTEMS = {"A": [-1, None, -3, 0], "B": [-2, None, -1, -1], "C": [-5, -1, 0, None]}


@pytest.fixture
def home(tmp_path):
    """A data directory with a test set of four segments, three documents, two domains and two references."""
    root = tmp_path / "tiny"

    def write(path, *lines):
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def write_scores(path, **scores):
        write(path, *(f"{system}\t{score}" for system, row in scores.items() for score in row))

    write("sources/en-de.txt", *"wxyz")
    write("documents/en-de.docs", "news d1", "news d1", "talks d2", "news d3")
    for name in ("refA", "refB"):
        write(f"references/en-de.{name}.txt", *"1234")
    for name in (*SYSTEMS, "refA"):
        write(f"system-outputs/en-de/{name}.txt", name, "[No translation supplied]", "", name)
    write_scores("human-scores/en-de.mqm.seg.score", **SYSTEMS)
    write_scores("human-scores/en-de.mqm.sys.score", A=[-1.5], B=[-1.25], C=[-2], refA=[None])
    write_scores("metric-scores/en-de/BLEU-refA.sys.score", A=[2.5], B=[6.5], C=[1])
    write_scores("metric-scores/en-de/BLEU-refA.seg.score", A=[1, 2, 3, 4], B=[5, 6, 7, 8], C=[1, 1, 1, 2])
    write_scores("metric-scores/en-de/Part-src.sys.score", A=[2.5], B=[6.5])
    write(
        "human-scores/en-de.mqm.rater1.seg.rating",
        'A\t{"errors": [{"start": 0, "end": 1, "severity": "minor"}]}\trater1',
        *["A\tNone"] * 3,
    )
    return tmp_path


@pytest.fixture
def evs(home):
    info = meta_info.MetaInfo("refA", {"seg": "mqm", "sys": "mqm"}, {"C"}, {"BLEU"})
    return data.EvalSet("tiny", "en-de", True, info, home, read_stored_ratings=True)
