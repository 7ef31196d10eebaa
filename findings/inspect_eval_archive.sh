#!/bin/bash
# inspect-ai 0.3.285: its logs (.eval) are zip archives that Info-ZIP's unzip 6.0 and Python's zipfile before 3.14 cannot unpack.
#
# The name says .eval and the first bytes say zip, but each file in it is compressed by Zstandard (method 93), which came to the
# format in 2020. unzip 6.0, of 2009, skips all files and tells so; Python's zipfile raises NotImplementedError up to 3.13. Whoever
# unpacks a log to score its outputs so gets an empty folder. Inspect's own command makes JSON of it. Seen with Python 3.11:
#
#     unzip run.eval                        skipping: header.json   unsupported compression method 93
#     inspect log dump run.eval > log.json  the samples, with their outputs and targets
#
# This script installs the package, pinned, in a temporary folder, and makes a log by its own model that answers what it is told.
# It fails if another compression is used.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check inspect-ai==0.3.285
cd "$folder"
cat > program.py <<'PROGRAM'
import json
import subprocess
import sys
from glob import glob
from zipfile import ZipFile

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import exact

output = ModelOutput.from_content("mockllm/model", "Der Schlepper wartet.")
output.usage = ModelUsage()  # else tokens are counted by an encoding that is downloaded
task = Task(dataset=[Sample(input="The tug waits.", target="Der Schlepper wartet.")], scorer=exact())
eval(task, model=get_model("mockllm/model", custom_outputs=[output]), log_dir=".", log_format="eval", display="none")
(path,) = glob("*.eval")
methods = {info.compress_type for info in ZipFile(path).infolist()}
print("methods of compression:", methods)
assert methods == {93}, "the behaviour has changed"
command = [sys.executable, "-m", "inspect_ai", "log", "dump", path]
(sample,) = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["samples"]
assert sample["output"]["completion"] == sample["target"]
PROGRAM
"$folder/env/bin/python" program.py
