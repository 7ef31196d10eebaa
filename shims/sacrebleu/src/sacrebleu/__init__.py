"""sacreBLEU's modules, answered by parbleu: this package puts `parbleu.compat.sacrebleu` in its own place."""

from parbleu.compat.alias import forward

forward(__name__)
