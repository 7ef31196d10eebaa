"""MT Metrics Eval's modules, answered by parbleu: the package is replaced by its face in `parbleu.compat`."""

from parbleu.compat.alias import forward

forward(__name__)
