"""Provides the faces: parbleu under the names of the packages whose numbers it computes.

Use `from parbleu.compat import sacrebleu` in code that you write, and `install_as("sacrebleu")` for code that
imports sacreBLEU and is not changed. docs/dropin.md explains which to choose.
"""

from parbleu.compat.alias import FACES, Undo, install_as

__all__ = ["FACES", "Undo", "install_as"]
