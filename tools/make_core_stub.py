"""Writes the type stub of the native module, from the signatures that nanobind keeps in it.

`python tools/make_core_stub.py` writes src/parbleu/_core.pyi; it needs the module as it is built, and ruff.
`tests/test_stub.py` compares the two.
"""

import ast
import subprocess
from collections import defaultdict
from pathlib import Path

from nanobind.stubgen import StubGen

from parbleu import _core

STUB = Path(__file__).parent.parent / "src" / "parbleu" / "_core.pyi"
HEAD = '''# Written by tools/make_core_stub.py.
"""The native module. Private: the package's classes are the interface."""
'''
MODULES = {
    "Any": "typing",
    "Buffer": "typing_extensions",
    "Callable": "collections.abc",
    "Iterable": "collections.abc",
    "NDArray": "numpy.typing",
    "Sequence": "collections.abc",
}
"""Where the types are from that signatures name."""


class _Bare(ast.NodeTransformer):
    """Replaces Annotated[memoryview, dict(dtype="int64")] by memoryview."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if (
            isinstance(node.value, ast.Name)
            and node.value.id == "Annotated"
            and isinstance(node.slice, ast.Tuple)
        ):
            return node.slice.elts[0]
        return node


def stub() -> str:
    """Returns the stub of the module that is built, not yet formatted."""
    generator = StubGen(_core, include_docstrings=False, quiet=True)
    generator.put(_core)
    tree = _Bare().visit(ast.parse(generator.get()))
    imports = defaultdict(set)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in MODULES:
            imports[MODULES[node.id]].add(node.id)
        elif isinstance(node, ast.ClassDef) and isinstance(node.body[0], ast.Pass):
            node.body = [ast.Expr(ast.Constant(...))]
    # Leaves out the module's documentation, and imports that lack the names of signatures written by hand.
    tree.body = [node for node in tree.body if not isinstance(node, ast.Expr | ast.Import | ast.ImportFrom)]
    lines = [f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(imports.items())]
    return "\n".join([HEAD, *lines, "import numpy", ast.unparse(tree)]) + "\n"


def declarations(text: str) -> list[str]:
    """Returns what a stub declares, formatted in one way, without its imports."""
    body = ast.parse(text).body
    return [ast.unparse(node) for node in body if not isinstance(node, ast.Import | ast.ImportFrom)]


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
    for words in (["check", "--select", "I", "--fix"], ["format"]):
        subprocess.run(["ruff", *words, "--quiet", str(STUB)], check=True)
