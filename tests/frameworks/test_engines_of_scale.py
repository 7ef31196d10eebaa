"""Tests `parbleu.scale` in DuckDB, datasets, Dask and Ray: numbers are those of one process."""

import importlib
import random

import pytest

import parbleu

pytestmark = pytest.mark.frameworks

WORDS = ["the", "a", "cat", "dog", "sat", "on", "mat", "größer", "我们", ",", "."]


def columns(count=157):
    draw = random.Random(4)
    refs = [" ".join(draw.choices(WORDS, k=draw.randint(0, 12))) for _ in range(count)]
    mts = [" ".join(draw.choice(WORDS) if draw.random() < 0.3 else w for w in ref.split()) for ref in refs]
    return {"id": list(range(count)), "mt": mts, "ref": refs, "d": draw.choices(["x", "y"], k=count)}


COLUMNS = columns()
METRICS = {"bleu": parbleu.BLEU, "ter": parbleu.TER}


def duckdb_relation():
    duckdb = pytest.importorskip("duckdb")
    pyarrow = pytest.importorskip("pyarrow")
    return duckdb.from_arrow(pyarrow.table(COLUMNS)), lambda found: found.to_pydict()


def hugging_face():
    datasets = pytest.importorskip("datasets")
    return datasets.Dataset.from_dict(COLUMNS), lambda found: found.to_dict()


def hugging_face_stream():
    datasets = pytest.importorskip("datasets")
    rows = datasets.Dataset.from_dict(COLUMNS).to_iterable_dataset()
    return rows, lambda found: {name: [row[name] for row in found] for name in ("id", "score")}


def dask_frame():
    dataframe = pytest.importorskip("dask.dataframe")
    pandas = pytest.importorskip("pandas")
    frame = dataframe.from_pandas(pandas.DataFrame(COLUMNS), npartitions=5)
    return frame, lambda found: found.compute().to_dict("list")


def ray_dataset():
    ray = pytest.importorskip("ray")
    pyarrow = pytest.importorskip("pyarrow")
    if not ray.is_initialized():
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    return ray.data.from_arrow(pyarrow.table(COLUMNS)).repartition(3), lambda found: {
        name: [row[name] for row in sorted(found.take_all(), key=lambda row: row["id"])]
        for name in ("id", "score")
    }


ENGINES = {
    "duckdb": duckdb_relation,
    "datasets": hugging_face,
    "datasets stream": hugging_face_stream,
    "dask": dask_frame,
    "ray": ray_dataset,
}


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_gives_the_numbers_of_one_process(name):
    module = importlib.import_module(f"parbleu.scale.{name.split()[0]}")
    dataset, columns_of = ENGINES[name]()
    for metric, kind in METRICS.items():
        whole = kind().corpus_score(COLUMNS["mt"], [COLUMNS["ref"]])
        assert module.corpus_score(dataset, metric).to_dict() == whole.to_dict()
    groups = module.corpus_score(dataset, "bleu", hypothesis="mt", references=["ref"], by="d")
    for group, score in groups.items():
        rows = [place for place, value in enumerate(COLUMNS["d"]) if value == group]
        alone = parbleu.BLEU().corpus_score(
            [COLUMNS["mt"][row] for row in rows], [[COLUMNS["ref"][row] for row in rows]]
        )
        assert score.to_dict() == alone.to_dict()
    assert set(groups) == {"x", "y"}
    found = columns_of(module.score_dataset(dataset, "chrf"))
    assert found["id"] == COLUMNS["id"]
    assert found["score"] == parbleu.CHRF().segment_scores(COLUMNS["mt"], [COLUMNS["ref"]]).tolist()


def test_sql_of_duckdb_scores_rows():
    duckdb = pytest.importorskip("duckdb")
    pyarrow = pytest.importorskip("pyarrow")
    from parbleu.scale.duckdb import register

    connection = duckdb.connect()
    register(connection, "chrf", "chrf")
    connection.register("corpus", pyarrow.table(COLUMNS))
    found = connection.sql("SELECT chrf(mt, ref) FROM corpus ORDER BY id").fetchall()
    wanted = parbleu.CHRF().segment_scores(COLUMNS["mt"], [COLUMNS["ref"]])
    assert [score for (score,) in found] == wanted.tolist()


@pytest.mark.filterwarnings("default")
def test_a_worker_of_ray_that_is_killed_changes_nothing(tmp_path):
    module = importlib.import_module("parbleu.scale.ray")
    mark = str(tmp_path / "killed")

    def die_once(table):
        import os

        try:
            os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
            os._exit(1)
        except FileExistsError:
            return table

    dataset = ray_dataset()[0].map_batches(die_once, batch_format="pyarrow")
    whole = parbleu.BLEU().corpus_score(COLUMNS["mt"], [COLUMNS["ref"]])
    assert module.corpus_score(dataset, "bleu").to_dict() == whole.to_dict()
    assert (tmp_path / "killed").exists()
