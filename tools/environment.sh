#!/bin/sh
# environment.sh PYTHON VENV: the private environment of the Makefile. Says what is missing and how to get it, rather
# than let the first step that needs it fail in its own words.
set -eu
python=$1
venv=$2

fail() {
  printf '\n*** %s\n' "$1" >&2
  exit 1
}

command -v "$python" >/dev/null 2>&1 || fail "'$python' was not found. Name an interpreter: PYTHON=python3.12 make ..."
ask() { "$python" -c "$1"; }

version=$(ask 'import sys; print("%d.%d" % sys.version_info[:2])')
ask 'import sys; sys.exit(sys.version_info < (3, 10))' ||
  fail "'$python' is Python $version; parbleu needs 3.10 or newer. Name one: PYTHON=python3.12 make ..."
command -v "${CXX:-c++}" >/dev/null 2>&1 || command -v g++ >/dev/null 2>&1 ||
  fail "No C++ compiler was found. On Debian or Ubuntu: apt install g++"
ask 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' ||
  fail "The C headers of Python $version are missing. On Debian or Ubuntu: apt install python3-dev"

same='import sys; print("%d.%d%s" % (sys.version_info[:2] + (sys.abiflags,)))'
if [ ! -x "$venv/bin/python" ] || [ "$("$venv/bin/python" -c "$same")" != "$(ask "$same")" ]; then
  ask 'import venv, ensurepip' 2>/dev/null ||
    fail "Python $version cannot make virtual environments. On Debian or Ubuntu: apt install python3-venv"
  echo "--- making a private environment in $venv with Python $version"
  "$python" -m venv --clear "$venv" || fail "Python $version could not make a virtual environment in $venv"
fi
# `pip install --group` came with 25.1.
"$venv/bin/python" -m pip --disable-pip-version-check -q install --upgrade 'pip>=25.1'
