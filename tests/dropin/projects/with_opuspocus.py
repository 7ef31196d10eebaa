"""OpusPocus: the step of a pipeline that evaluates, on gzipped files; it writes a score and a signature."""

import gzip
import tempfile
from pathlib import Path
from types import SimpleNamespace

from corpus import lines, tell
from opuspocus.pipeline_steps.evaluate import EvaluateStep


def work():
    found = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sides = {"translated": "system.literal", "reference": "ref.A"}
        steps = {}
        for side, text in sides.items():
            (folder / side).mkdir()
            with gzip.open(folder / side / "set.de.gz", "wt", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in lines("en-de", text, 8))
            steps[f"{side}_step"] = SimpleNamespace(output_dir=folder / side)
        step = SimpleNamespace(**steps, tgt_lang="de", _available_metrics=EvaluateStep._available_metrics)
        for metric in EvaluateStep._available_metrics:
            target = folder / f"{metric}.set.txt"
            if metric != "TER":
                EvaluateStep.command(step, target)
                found[metric] = target.read_text(encoding="utf-8")
    return found


tell(work)
