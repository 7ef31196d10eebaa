"""Tests that the stub of the native module states the module's own signatures."""

import importlib.util
from pathlib import Path

TOOL = Path(__file__).parent.parent / "tools" / "make_core_stub.py"


def test_the_stub_is_current():
    spec = importlib.util.spec_from_file_location("make_core_stub", TOOL)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    written = tool.declarations(tool.STUB.read_text(encoding="utf-8"))
    assert written == tool.declarations(tool.stub()), "run python tools/make_core_stub.py"
    assert len(written) > 40
