"""Compares systems by metrics: scores, intervals and tests of differences. Begin at `parbleu.compare`.

The room is not called `compare`: importing anything from it would put the module in the function's place.
"""
