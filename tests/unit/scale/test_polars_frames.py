"""Tests `parbleu.scale.polars` and its namespace with eager and lazy frames."""

import parbleu
from extras import extra

polars = extra("polars")
extra("pyarrow")
module = extra("parbleu.scale.polars")

COLUMNS = {
    "id": list(range(40)),
    "d": ["x", "y", None, "x"] * 10,
    "mt": [f"the cat {place % 7} sat on the mat {place}" for place in range(40)],
    "ref": [f"a cat {place % 5} sat on the mat {place}" for place in range(40)],
}
FRAME = polars.DataFrame(COLUMNS)


def test_frames_are_scored_as_lists():
    wanted = parbleu.CHRF().segment_scores(COLUMNS["mt"], [COLUMNS["ref"]]).tolist()
    whole = parbleu.BLEU().corpus_score(COLUMNS["mt"], [COLUMNS["ref"]])
    for frame in (FRAME, FRAME.lazy()):
        scored = frame.parbleu.score_dataset("chrf").lazy().collect()
        assert scored["score"].to_list() == wanted
        assert scored.drop("score").equals(FRAME)
        assert frame.parbleu.corpus_score("bleu").to_dict() == whole.to_dict()
        groups = module.corpus_score(frame, "bleu", by="d")
        assert set(groups) == {"x", "y", None}
        rows = [place for place, value in enumerate(COLUMNS["d"]) if value is None]
        alone = parbleu.BLEU().corpus_score(
            [COLUMNS["mt"][row] for row in rows], [[COLUMNS["ref"][row] for row in rows]]
        )
        assert groups[None].to_dict() == alone.to_dict()


def test_a_lazy_frame_stays_lazy_and_knows_its_columns():
    lazy = module.score_dataset(FRAME.lazy(), "bleu", emit="both").filter(polars.col("id") < 3)
    assert isinstance(lazy, polars.LazyFrame)
    assert lazy.collect_schema()["statistics"] == polars.Array(polars.Int64, 10)
    assert lazy.collect().height == 3
