"""MT Metrics Eval's converters: programs for `python -m` with the original's flags and printed text."""
