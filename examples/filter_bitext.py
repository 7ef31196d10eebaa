"""Filters a bitext by length, exposure of a test set, chrF, TER and language, in batches of bounded memory.

    python examples/filter_bitext.py bitext.parquet kept.parquet --test-set src.txt ref.txt --languages en de

The bitext has the columns `src`, `tgt` and `mt`, a machine translation of `src`, with which `tgt`
is compared.
The cheapest filter comes first, and each sees only the rows that the ones before have left. In Ray, `Filter`
is what actors run:

    dataset.map_batches(Filter, fn_constructor_args=(None, ()), batch_format="pyarrow", concurrency=8)
"""

import argparse
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from parbleu.analysis import exposure
from parbleu.scale import score_batches

MOST_RATIO, MOST_EXPOSURE, LEAST_CHRF, MOST_TER = 2.0, 0.7, 20.0, 120.0


class Filter:
    """Keeps the rows of a table that pass all filters, and counts what each has cost.

    Args:
        test_set: the texts of the source and of the reference that must not be in the bitext; or None.
        languages: of source and target, as py3langid calls them; () for any.
    """

    def __init__(self, test_set, languages):
        self.test_set = test_set
        self.languages = languages
        self.seconds = {}
        self.rows = {}

    def __call__(self, table):
        """Returns the rows that pass."""
        steps = (self.lengths, self.unexposed, self.by_chrf, self.by_ter, self.in_languages)
        for step in steps:
            begin = time.process_time()
            name, rows = step.__name__, table.num_rows
            if rows:
                table = table.filter(step(table))
            self.seconds[name] = self.seconds.get(name, 0) + time.process_time() - begin
            self.rows[name] = self.rows.get(name, 0) + rows
        return table

    def lengths(self, table):
        """Whether neither side has more than twice as many characters."""
        lengths = [pc.add(pc.utf8_length(table[name]), 1) for name in ("src", "tgt")]
        ratio = pc.divide(pc.cast(lengths[0], pa.float64()), lengths[1])
        return pc.and_(pc.less_equal(ratio, MOST_RATIO), pc.greater_equal(ratio, 1 / MOST_RATIO))

    def unexposed(self, table):
        """Whether no pair of the test set is nearly the same: the batch is looked up in its lines."""
        if self.test_set is None:
            return pa.array([True] * table.num_rows)
        found = exposure(table["src"], [table["tgt"]], [self.test_set], threads=1)
        return pa.array(found["pair"].similarity < MOST_EXPOSURE)

    def by_chrf(self, table):
        """Whether the translation resembles the target."""
        return pc.greater_equal(self.scores(table, "chrf"), LEAST_CHRF)

    def by_ter(self, table):
        """Whether few edits make the target of the translation."""
        return pc.less_equal(self.scores(table, "ter"), MOST_TER)

    def scores(self, table, metric):
        """Scores the translation against the target."""
        scored = score_batches(table, metric, hypothesis="mt", references="tgt", threads=1)
        return pa.Table.from_batches(scored)["score"]

    def in_languages(self, table):
        """Whether both sides are in their languages."""
        keep = [True] * table.num_rows
        for name, language in zip(("src", "tgt"), self.languages, strict=False):
            from py3langid import classify

            for row, text in enumerate(table[name].to_pylist()):
                keep[row] = keep[row] and classify(text)[0] == language
        return pa.array(keep)


def main():
    """Reads the command line, and filters."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("bitext")
    parser.add_argument("kept")
    parser.add_argument("--test-set", nargs=2, metavar=("SRC", "REF"))
    parser.add_argument("--languages", nargs=2, default=(), metavar=("SOURCE", "TARGET"))
    options = parser.parse_args()
    test_set = None
    if options.test_set:
        test_set = tuple(Path(path).read_text(encoding="utf-8").splitlines() for path in options.test_set)
    work = Filter(test_set, options.languages)
    bitext = pq.ParquetFile(options.bitext, pre_buffer=False)
    with pq.ParquetWriter(options.kept, bitext.schema_arrow) as writer:
        for batch in bitext.iter_batches(10_000):
            writer.write_table(work(pa.Table.from_batches([batch])))
    for name, rows in work.rows.items():
        print(f"{name:13}{rows:12,} rows in {rows / max(work.seconds[name], 1e-9):12,.0f} rows/s and core")


if __name__ == "__main__":
    main()
