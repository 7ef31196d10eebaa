"""How fast parbleu is, against the tools that do the same work: `python -m benchmarks`, or `make bench`."""
