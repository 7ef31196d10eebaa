"""Compares systems by metrics: scores, intervals and tests of differences. Begin at `parbleu.compare`.

The room is not called `compare`: importing from it would then replace the function `parbleu.compare`.
"""
