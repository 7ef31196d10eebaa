"""Makes datasets of the real engines of `parbleu.scale`, which are skipped where they are not installed."""

import random
import shutil

import pytest

WORDS = ["the", "a", "cat", "dog", "sat", "on", "mat", "größer", "我们", ",", "."]


def columns(count=157):
    draw = random.Random(4)
    refs = [" ".join(draw.choices(WORDS, k=draw.randint(0, 12))) for _ in range(count)]
    mts = [" ".join(draw.choice(WORDS) if draw.random() < 0.3 else w for w in ref.split()) for ref in refs]
    # Groups of very different sizes.
    groups = draw.choices(["x", "y"], weights=[20, 1], k=count)
    return {"id": list(range(count)), "mt": mts, "ref": refs, "d": groups}


COLUMNS = columns()


def duckdb_relation(rows):
    duckdb = pytest.importorskip("duckdb")
    pyarrow = pytest.importorskip("pyarrow")
    return duckdb.from_arrow(pyarrow.table(rows)), lambda found: found.to_pydict()


def hugging_face(rows):
    datasets = pytest.importorskip("datasets")
    return datasets.Dataset.from_dict(rows), lambda found: found.to_dict()


def hugging_face_stream(rows):
    datasets = pytest.importorskip("datasets")
    stream = datasets.Dataset.from_dict(rows).to_iterable_dataset()
    return stream, by_id


def dask_frame(rows):
    dask = pytest.importorskip("dask")
    dataframe = pytest.importorskip("dask.dataframe")
    pandas = pytest.importorskip("pandas")
    dask.config.set({"dataframe.convert-string": False})  # which makes strings of lists
    frame = dataframe.from_pandas(pandas.DataFrame(rows), npartitions=5)
    return frame, lambda found: found.compute().to_dict("list")


def dask_cluster(rows):
    distributed = pytest.importorskip("distributed")
    if distributed.client._get_global_client() is None:
        cluster = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        )
        distributed.Client(cluster)
    return dask_frame(rows)


def ray_dataset(rows):
    ray = pytest.importorskip("ray")
    pyarrow = pytest.importorskip("pyarrow")
    if not ray.is_initialized():
        ray.init(
            num_cpus=2, num_gpus=1, include_dashboard=False, log_to_driver=False, configure_logging=False
        )
    table = pyarrow.table(rows)
    return ray.data.from_arrow([table.slice(0, 3), table.slice(0, 0), table.slice(3)]), lambda found: by_id(
        found.take_all()
    )


def spark_frame(rows):
    pyspark_sql = pytest.importorskip("pyspark.sql")
    pyarrow = pytest.importorskip("pyarrow")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    settings = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "2", "spark.driver.memory": "2g"}
    builder = pyspark_sql.SparkSession.builder.master("local[2,4]").config(map=settings)
    # More partitions than some of these tables have rows: some are empty.
    frame = builder.getOrCreate().createDataFrame(pyarrow.table(rows)).repartition(5)
    return frame, lambda found: by_id(found.toArrow().to_pylist())


def by_id(rows):
    rows = sorted(rows, key=lambda row: row["id"])
    return {name: [row[name] for row in rows] for name in rows[0]}


ENGINES = {
    "duckdb": duckdb_relation,
    "datasets": hugging_face,
    "datasets stream": hugging_face_stream,
    "dask": dask_frame,
    "dask cluster": dask_cluster,
    "ray": ray_dataset,
    "spark": spark_frame,
}
