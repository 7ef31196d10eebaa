"""Systems by metrics: scores, intervals, which differences are real. Begin at `parbleu.compare`.

The room is not called `compare`: importing anything from it would put the module in the function's place.
"""
