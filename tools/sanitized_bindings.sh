#!/usr/bin/env bash
# sanitized_bindings.sh CORE DIRECTORY: links the core library of a sanitized build with the bindings, and puts the package
# with that native module into the directory. Needs cmake and nanobind on the path.
set -euo pipefail
cd "$(dirname "$0")/.."
core=$1
directory=$2

cmake --install "$core" --prefix "$directory/core" >/dev/null
cmake -S . -B "$directory/bindings" -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS='-O1 -g1' \
  -DPARBLEU_INSTALLED_CORE=ON -Dparbleu_core_ROOT="$PWD/$directory/core" \
  -Dnanobind_DIR="$(python -m nanobind --cmake_dir)" -DPython_EXECUTABLE="$(command -v python)" >/dev/null
cmake --build "$directory/bindings" -j "$(getconf _NPROCESSORS_ONLN)"
rm -rf "$directory/parbleu"
cp -r src/parbleu "$directory/"
rm -f "$directory"/parbleu/_core*.so
cp "$directory"/bindings/_core*.so "$directory/parbleu/"
# Ahead of src/, which `make dev` puts first.
printf 'import os, sys\n\nsys.path.insert(0, os.path.dirname(__file__))\n' >"$directory/sitecustomize.py"
