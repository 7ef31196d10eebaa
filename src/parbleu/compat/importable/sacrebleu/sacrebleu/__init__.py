"""Makes `import sacrebleu` find the face wherever the directory above is on the search path.

It is in processes that were started by one that called `install_as("sacrebleu")`, or by
`python -m parbleu.compat`.
"""

try:
    from parbleu.compat.alias import forward
except ModuleNotFoundError:
    # Another interpreter, which has no parbleu: it gets what it would have got.
    import sys
    from pathlib import Path

    here: Path = Path(__file__).parents[1]
    sys.path[:] = [entry for entry in sys.path if Path(entry) != here]
    del sys.modules[__name__]
    __import__(__name__)
else:
    forward(__name__)
