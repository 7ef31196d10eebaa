#!/bin/sh
# Runs a tool of the private environment, which `make` makes: sh tools/run_tool.sh ruff check FILE...
# It is for hooks of pre-commit, whose PATH lacks the environment; VENV is another one than .venv, as for make.
tool=${VENV:-.venv}/bin/$1
shift
[ -x "$tool" ] || { echo "there is no $tool: run make lint once, which installs it" >&2; exit 1; }
exec "$tool" "$@"
