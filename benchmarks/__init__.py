"""Measures parbleu's speed against tools that do the same work: `python -m benchmarks`, or `make bench`."""
