"""Tests `parbleu.scale` in the real engines, also where they fail: numbers are those of one process."""

import importlib
import os
import re
import shutil
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import parbleu
from frameworks.real_engines import COLUMNS, ENGINES, dask_cluster, ray_dataset
from parbleu.nbest import decode
from parbleu.scale._partitions import Work, row_groups

pytestmark = [pytest.mark.frameworks, pytest.mark.filterwarnings("default")]

METRICS = {"bleu": parbleu.BLEU, "ter": parbleu.TER}


@pytest.fixture(params=ENGINES)
def engine(request):
    """The module of an engine, and what makes a dataset of columns."""
    return importlib.import_module(f"parbleu.scale.{request.param.split()[0]}"), ENGINES[request.param]


def test_an_engine_gives_the_numbers_of_one_process(engine):
    module, made = engine
    dataset, columns_of = made(COLUMNS)
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


def test_an_engine_decodes_as_one_process(engine):
    module, made = engine
    lists = [[COLUMNS["mt"][place], COLUMNS["ref"][place], "a cat"] for place in range(30)]
    dataset, columns_of = made({"id": list(range(30)), "candidates": lists})
    found = columns_of(module.decode_dataset(dataset, "chrf"))
    wanted = decode(lists, "chrf")
    assert found["translation"] == wanted.texts
    assert found["chosen"] == [each.chosen + 1 for each in wanted]
    assert found["expected_utility"] == [each.utility for each in wanted]


def test_a_null_cell_is_an_error_that_names_the_row(engine):
    module, made = engine
    cells = [*COLUMNS["mt"][:60], None, *COLUMNS["mt"][61:]]
    dataset, _ = made({**COLUMNS, "mt": cells})
    with pytest.raises(Exception, match=r"row \d+ \(id=60, d=[xy]\), column 'mt': the text is missing"):
        module.corpus_score(dataset, "bleu")


@pytest.mark.parametrize("name", ["ray", "dask cluster", "spark"])
def test_a_partition_with_nine_tenths_of_the_rows_changes_nothing(name):
    pyarrow = pytest.importorskip("pyarrow")
    module = importlib.import_module(f"parbleu.scale.{name.split()[0]}")
    dataset, columns_of = ENGINES[name](COLUMNS)
    if name == "ray":
        table = pyarrow.table(COLUMNS)
        dataset = importlib.import_module("ray").data.from_arrow([table.slice(0, 150), table.slice(150)])
        sizes = [batch.num_rows for batch in dataset.iter_batches(batch_size=None, batch_format="pyarrow")]
    elif name == "spark":
        dataset = dataset.repartition(5, "d")
        sizes = dataset.rdd.glom().map(len).collect()
    else:
        dataset = dataset.repartition(divisions=[0, 150, 153, 156])
        sizes = dataset.map_partitions(len).compute().tolist()
    assert len(sizes) > 1
    assert max(sizes) >= 0.9 * sum(sizes) == 0.9 * len(COLUMNS["id"])
    whole = parbleu.BLEU().corpus_score(COLUMNS["mt"], [COLUMNS["ref"]])
    assert module.corpus_score(dataset, "bleu").to_dict() == whole.to_dict()
    found = columns_of(module.score_dataset(dataset, "chrf"))
    assert found["score"] == parbleu.CHRF().segment_scores(COLUMNS["mt"], [COLUMNS["ref"]]).tolist()


@pytest.mark.parametrize("name", ["dask", "ray", "spark"])  # the others work in this process
def test_a_row_of_50_megabytes_is_scored(name):
    module, made = importlib.import_module(f"parbleu.scale.{name}"), ENGINES[name]
    long = "the cat sat on the mat . " * (50_000_000 // 25)
    rows = {"id": [0, 1], "mt": [long, "a b"], "ref": [long, "a c"]}
    dataset, _ = made(rows)
    found = module.corpus_score(dataset, "bleu")
    assert found.to_dict() == parbleu.BLEU().corpus_score(rows["mt"], [rows["ref"]]).to_dict()


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


@pytest.mark.parametrize("name", ["ray", "dask cluster", "spark"])
def test_a_worker_that_is_killed_changes_nothing(name, tmp_path):
    module = importlib.import_module(f"parbleu.scale.{name.split()[0]}")
    dataset, _ = ENGINES[name](COLUMNS)
    mark = str(tmp_path / "killed")

    def die_once(part):
        try:
            os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return part
        os._exit(1)

    if name == "ray":
        dataset = dataset.map_batches(die_once, batch_format="pyarrow")
    elif name == "spark":
        dataset = dataset.mapInArrow(lambda batches: map(die_once, batches), dataset.schema)
    else:
        dataset = dataset.map_partitions(die_once, meta=dataset._meta)
    whole = parbleu.BLEU().corpus_score(COLUMNS["mt"], [COLUMNS["ref"]])
    assert module.corpus_score(dataset, "bleu").to_dict() == whole.to_dict()
    assert (tmp_path / "killed").exists()


@pytest.mark.parametrize("name", ["ray", "dask cluster", "spark"])
def test_workers_read_files_themselves(name, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    ENGINES[name](COLUMNS)  # starts it
    module = importlib.import_module(f"parbleu.scale.{name.split()[0]}")
    rows = pyarrow.table(COLUMNS)
    # One of three files has nine tenths of the rows, in two groups, and one has none.
    for number, part in enumerate([rows.slice(0, 142), rows.slice(142), rows.slice(0, 0)]):
        parquet.write_table(part, tmp_path / f"{number}.parquet", row_group_size=100)
    whole = parbleu.CHRF().corpus_score(COLUMNS["mt"], [COLUMNS["ref"]])
    assert module.corpus_score(str(tmp_path), "chrf").to_dict() == whole.to_dict()
    for group, score in module.corpus_score(tmp_path, "chrf", by="d").items():
        some = rows.filter(pyarrow.compute.field("d") == group).to_pydict()
        assert score.to_dict() == parbleu.CHRF().corpus_score(some["mt"], [some["ref"]]).to_dict()

    work = Work("chrf", threads=1)
    groups = row_groups(tmp_path, work.columns())
    assert [group.part.row_groups[0].num_rows for group in groups] == [100, 42, 15]
    mark = str(tmp_path / "_killed")

    def dying_once(group):
        try:
            os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return work.summed_file(group)
        os._exit(1)

    assert work.finished(module.corpus_score.__self__.called(dying_once, groups)).to_dict() == whole.to_dict()
    assert (tmp_path / "_killed").exists()
    cells = pyarrow.array([*COLUMNS["mt"][:120], None, *COLUMNS["mt"][121:]])
    parquet.write_table(rows.set_column(1, "mt", cells), tmp_path / "0.parquet", row_group_size=100)
    with pytest.raises(Exception, match=r"0\.parquet: row 121 \(d=[xy]\), column 'mt': the text is missing"):
        module.corpus_score(tmp_path, "chrf", by="d")


SPARK_TEXTS = [
    *["the cat sat"] * 3,
    'he said "yes" to it',
    "a\\b \\ c",
    "tab\there",
    "two\nlines",
    "größer, 😀",
    "",
    '"',
    '\\"',
    "end \\",
]


@pytest.mark.parametrize(("kind", "delimiter"), [("tsv", "\t"), ("csv", ",")])
def test_tables_that_spark_writes(tmp_path, kind, delimiter):
    """Quotes follow a backslash there; white space around a text is gone."""
    rows = {"mt": SPARK_TEXTS, "ref": [f" {text} x " for text in SPARK_TEXTS]}
    frame, _ = ENGINES["spark"]({"id": list(range(len(SPARK_TEXTS))), **rows})
    frame.coalesce(1).sortWithinPartitions("id").drop("id").write.csv(
        str(tmp_path / "out"), sep=delimiter, header=True
    )
    [part] = (tmp_path / "out").glob("part-*.csv")
    part.rename(path := tmp_path / f"rows.{kind}")
    columns = parbleu.TableColumns("mt", "ref")
    read = parbleu.score_table([path], columns, ["bleu", "chrf", "ter"])
    rows["ref"] = [text.strip() for text in rows["ref"]]
    assert read == parbleu.score_table(rows, columns, ["bleu", "chrf", "ter"])


@pytest.fixture
def spark_cluster(tmp_path):
    """The address of a cluster of Spark with two workers, on hosts of their own: 127.0.0.2 and 127.0.0.3."""
    pyspark_sql = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    home = importlib.import_module("pyspark.find_spark_home")._find_spark_home()
    if session := pyspark_sql.SparkSession.getActiveSession():
        session.stop()  # a process has one at a time
    settings = {"SPARK_HOME": home, "SPARK_WORKER_DIR": str(tmp_path), "SPARK_DAEMON_MEMORY": "256m"}
    processes = []

    def start(kind, host, *words):
        command = [Path(home, "bin/spark-class"), f"org.apache.spark.deploy.{kind.lower()}.{kind}"]
        with Path(tmp_path, host).open("w") as log:
            command += ["--host", host, "--port", "0", "--webui-port", "0", *words]
            processes.append(subprocess.Popen(command, env={**os.environ, **settings}, stderr=log))

    try:
        start("Master", "127.0.0.1")
        while not (
            found := re.search("Starting Spark master at (.*)", Path(tmp_path, "127.0.0.1").read_text())
        ):
            assert processes[0].poll() is None
            time.sleep(0.1)
        for host in ("127.0.0.2", "127.0.0.3"):
            start("Worker", host, "--cores", "1", "--memory", "600m", found[1])
        yield found[1]
    finally:
        if session := pyspark_sql.SparkSession.getActiveSession():
            session.stop()
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()


def test_a_task_that_spark_runs_twice_counts_once(spark_cluster, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyspark.sql import SparkSession

    speculation = {"": "true", ".interval": "50ms", ".quantile": "0.5", ".minTaskRuntime": "50ms"}
    settings = {f"spark.speculation{name}": value for name, value in speculation.items()}
    settings |= {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "2"}
    builder = SparkSession.builder.master(spark_cluster).config(map=settings)
    frame = builder.config("spark.executor.memory", "512m").getOrCreate()
    dataset = frame.createDataFrame(pyarrow.table(COLUMNS)).repartition(5)

    def wait_for_duplicate(batches):
        # The first task of a partition ends only when Spark runs a second one beside it.
        from pyspark import TaskContext

        task = TaskContext.get()
        marks = [tmp_path / f"{task.partitionId()}-{number}" for number in (0, 1)]
        marks[task.attemptNumber()].touch()
        while task.partitionId() == 0 and not marks[1].exists():
            time.sleep(0.05)
        yield from batches

    dataset = dataset.mapInArrow(wait_for_duplicate, dataset.schema)
    module = importlib.import_module("parbleu.scale.spark")
    whole = parbleu.BLEU().corpus_score(COLUMNS["mt"], [COLUMNS["ref"]])
    assert module.corpus_score(dataset, "bleu").to_dict() == whole.to_dict()
    assert (tmp_path / "0-1").exists()


def test_actors_of_ray_make_a_metric_that_reads_sources():
    module = importlib.import_module("parbleu.scale.ray")

    # Workers cannot import tests: only what is defined in a function is sent to them.
    class Recall(parbleu.Metric):
        """A metric in Python that reads sources."""

        def _statistics(self, hypotheses, references, sources):
            texts = zip(hypotheses, references[0], sources, strict=True)
            return [[len({*h.split()} & {*r.split()}), len({*r.split(), *s.split()})] for h, r, s in texts]

        def _score(self, row):
            return 100 * row[0] / max(row[1], 1)

    dataset, columns_of = ray_dataset({**COLUMNS, "src": COLUMNS["ref"][::-1]})
    options = {"source": "src", "concurrency": 1, "num_cpus": 0.5}
    found = columns_of(module.score_dataset(dataset, Recall, **options))["score"]
    rows = Recall()._statistics(COLUMNS["mt"], [COLUMNS["ref"]], COLUMNS["ref"][::-1])
    assert found == [Recall()._score(row) for row in rows]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    assert module.corpus_score(dataset, Recall, **options).score == Recall()._score(sums)


def test_actors_of_ray_share_a_gpu():
    ray = pytest.importorskip("ray")
    module = importlib.import_module("parbleu.scale.ray")

    class OnGpu(parbleu.Metric):
        """Common words, by workers with half a graphics processor, of which Ray is told that there is one."""

        def __init__(self):
            self.where = os.getpid(), ray.get_gpu_ids(), ray.get_runtime_context().get_assigned_resources()

        def _statistics(self, hypotheses, references):
            process, numbers, resources = self.where
            assert process == os.getpid()  # made once by each worker, not sent to it
            assert numbers == [0]
            assert resources["GPU"] == 0.5
            return [
                [len({*h.split()} & {*r.split()})] for h, r in zip(hypotheses, references[0], strict=True)
            ]

        def _score(self, row):
            return row[0]

    common = [len({*h.split()} & {*r.split()}) for h, r in zip(COLUMNS["mt"], COLUMNS["ref"], strict=True)]
    dataset, columns_of = ray_dataset(COLUMNS)
    options = {"concurrency": 2, "num_cpus": 0.5, "num_gpus": 0.5, "batch_size": 20}
    assert columns_of(module.score_dataset(dataset, OnGpu, **options))["score"] == common
    lists = [["a dog", text, "the cat sat"] for text in COLUMNS["ref"][:30]]
    dataset, columns_of = ray_dataset({"id": list(range(30)), "candidates": lists})
    found = columns_of(module.decode_dataset(dataset, OnGpu, **options))
    utilities = [
        [sum(len({*one.split()} & {*other.split()}) for other in texts) / 3 for one in texts]
        for texts in lists
    ]
    assert found["expected_utility"] == pytest.approx([max(each) for each in utilities])


def test_aggregations_of_ray_score_groups():
    module = importlib.import_module("parbleu.scale.ray")
    dataset, _ = ray_dataset(COLUMNS)
    for metric in METRICS:
        counted = module.score_dataset(dataset, metric, emit="statistics")
        whole = module.corpus_score(dataset, metric)
        assert counted.aggregate(module.aggregation(metric))[whole.name] == whole.score
        groups = counted.groupby("d").aggregate(module.aggregation(metric, "s")).take_all()
        wanted = module.corpus_score(dataset, metric, by="d")
        assert {row["d"]: row["s"] for row in groups} == {group: s.score for group, s in wanted.items()}


def test_the_executor_of_ray_calls_what_is_no_function():
    ray_dataset({"id": [0]})
    executor = importlib.import_module("parbleu.scale.ray").RayExecutor()
    assert list(executor.map(partial(pow, 2), [1, 2, 3])) == [2, 4, 8]
    assert executor.submit(str.join, "-", ["a", "b"]).result() == "a-b"
    assert executor.submit(dict, fn=3).result() == {"fn": 3}


@pytest.mark.parametrize("name", ["dask", "ray"])
def test_tests_of_metrics_run_in_an_engine(name):
    numpy = pytest.importorskip("numpy")
    from parbleu.stats.pairwise_significance import significance
    from parbleu.stats.permutation_tests import PermutationTests

    module = importlib.import_module(f"parbleu.scale.{name}")
    if name == "ray":
        ray_dataset({"id": [0]})
        executor = module.RayExecutor()
    else:
        dask_cluster({"id": [0]})
        distributed = importlib.import_module("distributed")
        with importlib.import_module("dask").config.set(
            {"scheduler-address": distributed.get_client().scheduler.address}
        ):
            executor = module.executor()
    random = numpy.random.default_rng(1)
    gold = random.normal(size=(6, 20))
    metrics = [gold + random.normal(size=gold.shape) for _ in range(5)]
    here = significance("pearson", gold, metrics, resampling=parbleu.Resampling(n_samples=50))
    tests = PermutationTests(executor=executor)
    there = significance("pearson", gold, metrics, resampling=parbleu.Resampling(n_samples=50), tests=tests)
    if name == "dask":  # the executor's client, which would wait for its cluster at the end
        distributed.get_client().close()
    assert (here.draws == there.draws).all()


def test_an_engine_scores_with_a_scorer(engine, tmp_path, monkeypatch):
    module, made = engine
    monkeypatch.setenv("PARBLEU_SCORER_CACHE", "off")
    program = tmp_path / "letters.py"
    program.write_text("import sys\nfor line in sys.stdin:\n    print(len(line.rstrip('\\n')))\n")
    letters = f"command:{sys.executable} {program}:columns=hypothesis"
    dataset, columns_of = made(COLUMNS)
    wanted = list(map(len, COLUMNS["mt"]))
    found = columns_of(module.score_dataset(dataset, letters))
    assert dict(zip(found["id"], found["score"], strict=True)) == dict(
        zip(COLUMNS["id"], wanted, strict=True)
    )
    score = module.corpus_score(dataset, letters)
    assert (score.name, score.score) == ("letters", sum(wanted) / len(wanted))
