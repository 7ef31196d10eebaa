"""Faces: parbleu under the names of the packages whose numbers it computes.

`from parbleu.compat import sacrebleu` for code that you write; `install_as("sacrebleu")` for code that
imports sacreBLEU and shall stay as it is. docs/dropin.md says which is yours.
"""

from parbleu.compat.alias import FACES, Undo, install_as

__all__ = ["FACES", "Undo", "install_as"]
