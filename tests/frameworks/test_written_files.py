"""Tests that files which data frames, databases and evaluations write are read as they are meant."""

import json

import datasets
import duckdb
import lm_eval
import pandas
import polars
import pytest
from lm_eval.loggers import EvaluationTracker
from lm_eval.tasks import TaskManager

import parbleu
from frameworks.test_lm_eval import TASK, Parrot
from parbleu.errors import FormatError
from parbleu.nbest import read_nbest

pytestmark = pytest.mark.frameworks

MT = [
    *["the cat sat"] * 30,
    'he said "yes" to it',
    "a\\b \\ c",
    "tab\there",
    "two\nlines",
    "größer, 😀",
    "",
    '"',
]
REF = [
    *["the cat sits"] * 30,
    'he said "no" to it',
    "a\\b \\ d",
    "tab\tthere",
    "two\nlives",
    "groß, 😀",
    "",
    '"',
]
COLUMNS = {"mt": MT, "ref": REF}


def by_pandas(path, kind):
    frame = pandas.DataFrame(COLUMNS)
    if kind in ("csv", "tsv"):
        frame.to_csv(path, sep="\t" if kind == "tsv" else ",", index=False)
    elif kind == "jsonl":
        frame.to_json(path, orient="records", lines=True)
    elif kind == "json":
        frame.to_json(path, orient="records", indent=1)
    else:
        getattr(frame, f"to_{'parquet' if kind == 'parquet' else 'feather'}")(path)


def by_polars(path, kind):
    frame = polars.DataFrame(COLUMNS)
    if kind in ("csv", "tsv"):
        frame.write_csv(path, separator="\t" if kind == "tsv" else ",")
    else:
        {"jsonl": frame.write_ndjson, "parquet": frame.write_parquet, "arrow": frame.write_ipc}[kind](path)


def by_duckdb(path, kind):
    options = {
        "csv": "HEADER",
        "tsv": "HEADER, DELIMITER '\t'",
        "jsonl": "FORMAT json",
        "json": "FORMAT json, ARRAY true",
        "parquet": "FORMAT parquet",
    }
    connection = duckdb.connect()
    connection.execute("CREATE TABLE rows (place INTEGER, mt VARCHAR, ref VARCHAR)")
    connection.executemany(
        "INSERT INTO rows VALUES (?, ?, ?)", list(zip(range(len(MT)), MT, REF, strict=True))
    )
    connection.execute(f"COPY (SELECT mt, ref FROM rows ORDER BY place) TO '{path}' ({options[kind]})")


def by_datasets(path, kind):
    rows = datasets.Dataset.from_dict(COLUMNS)
    {"csv": rows.to_csv, "jsonl": rows.to_json, "parquet": rows.to_parquet}[kind](str(path))


WRITERS = {
    by_pandas: ("csv", "tsv", "jsonl", "json", "parquet", "arrow"),
    by_polars: ("csv", "tsv", "jsonl", "parquet", "arrow"),
    by_duckdb: ("csv", "tsv", "jsonl", "json", "parquet"),
    by_datasets: ("csv", "jsonl", "parquet"),
}


@pytest.mark.parametrize(
    ("write", "kind"), [(write, kind) for write, kinds in WRITERS.items() for kind in kinds]
)
def test_tables_are_read_as_written(tmp_path, write, kind):
    write(path := tmp_path / f"rows.{kind}", kind)
    read = parbleu.score_table([path], parbleu.TableColumns("mt", "ref"), ["bleu", "chrf", "ter"])
    assert read == parbleu.score_table(COLUMNS, parbleu.TableColumns("mt", "ref"), ["bleu", "chrf", "ter"])


METRIC = "metric_list:\n  - {metric: parbleu_chrf, aggregation: parbleu_chrf, higher_is_better: true}\n"


class Twice(Parrot):
    """Gives several samples of each request."""

    def generate_until(self, requests, disable_tqdm=False):
        return [f"{request.args[0]} {number}" for number, request in enumerate(requests)]


def samples(folder, settings):
    """Returns the file of samples that the harness writes of a task."""
    rows = [{"source": str(place), "references": [f"reference {place}"]} for place in range(3)]
    (data := folder / "data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tasks := folder / "tasks").mkdir()
    (tasks / "mine.yaml").write_text(TASK.format(name="mine", data=data) + settings + METRIC)
    manager = TaskManager(include_path=str(tasks), include_defaults=False)
    found = lm_eval.simple_evaluate(model=Twice({}), tasks=["mine"], task_manager=manager, log_samples=True)
    tracker = EvaluationTracker(output_path=str(folder / "out"))
    tracker.save_results_aggregated(results=found, samples=found["samples"])
    tracker.save_results_samples(task_name="mine", samples=found["samples"]["mine"])
    [path] = (folder / "out").rglob("samples_mine_*.jsonl")
    return path


def test_samples_of_lm_eval_are_lists_of_candidates(tmp_path):
    lists = list(read_nbest(samples(tmp_path, "repeats: 2\n")))
    assert [each.candidates for each in lists] == [("0 0", "0 1"), ("1 2", "1 3"), ("2 4", "2 5")]


FILTERS = """
filter_list:
  - {name: one, filter: [{function: take_first}]}
  - {name: other, filter: [{function: take_first}]}
"""


def test_samples_of_lm_eval_with_two_filters_are_refused(tmp_path):
    """The harness writes each document once for each filter."""
    path = samples(tmp_path, FILTERS)
    assert len(path.read_text().splitlines()) == 6
    with pytest.raises(FormatError, match="the document 0 stands here again: keep the samples of one filter"):
        list(read_nbest(path))
