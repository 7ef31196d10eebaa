"""Makes the installed sacreBLEU compute what it was recorded to compute, whichever interpreter runs it.

Since Python 3.12 `sum` compensates for the rounding of floats, and with it the last digits of BLEU changed.
"""

import builtins
import sys


def add_up(items, start=0):
    """Returns the sum from left to right, as `sum` gave it up to Python 3.11."""
    total = start
    for item in items:
        total = total + item
    return total


def use_plain_sum() -> None:
    """Gives sacreBLEU's modules the older `sum`."""
    if sys.version_info < (3, 12):
        return
    import sacrebleu.metrics
    import sacrebleu.significance  # noqa: F401 - loaded, so that the loop below finds it

    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "sacrebleu":
            module.sum = add_up


def use_plain_sum_everywhere() -> None:
    """Gives every module the older `sum`, also those that are not loaded yet: for processes of their own."""
    if sys.version_info >= (3, 12):
        builtins.sum = add_up
