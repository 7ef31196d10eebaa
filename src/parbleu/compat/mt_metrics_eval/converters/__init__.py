"""The converters of MT Metrics Eval: programs for `python -m` with the original's flags and output."""
