"""Runs the notebook in docs/ cell by cell, in a kernel of its own, and looks at what it shows."""

import json
import sys
from pathlib import Path

import pytest

from extras import extra

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.long
@pytest.mark.needs("pandas")
@pytest.mark.needs("matplotlib")
@pytest.mark.needs("ipykernel")
def test_notebook(tmp_path, monkeypatch):
    nbformat, nbclient = extra("nbformat"), extra("nbclient")
    spec = tmp_path / "kernels" / "python3"
    spec.mkdir(parents=True)
    kernel = {
        "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "Python 3",
        "language": "python",
    }
    (spec / "kernel.json").write_text(json.dumps(kernel), encoding="utf-8")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    notebook = nbformat.read(DOCS / "notebook.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells)  # outputs would go out of date
    client = nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(DOCS)}}
    )
    client.execute()
    shown = [
        output["data"] for cell in notebook.cells for output in cell.get("outputs", ()) if "data" in output
    ]
    tables = [data["text/html"] for data in shown if "<table" in data.get("text/html", "")]
    assert len(tables) >= 6
    assert any("chrF2" in table and "BLEU" in table for table in tables)
    assert sum("image/png" in data for data in shown) == 2
