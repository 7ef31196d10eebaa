#!/bin/sh
# environment.sh PYTHON VENV: the private environment of the Makefile. Says everything that is missing at once and how
# to get it, rather than let the first step that needs it fail in its own words.
set -eu
python=$1
venv=$2

fail() {
  printf '\n*** %s\n' "$1" >&2
  exit 1
}

command -v "$python" >/dev/null 2>&1 || fail "'$python' was not found. Name an interpreter: PYTHON=python3.12 make ..."
ask() { "$python" -c "$1" 2>/dev/null; }

# The first line of a command names the interpreter, and ends at a blank.
case $venv in /*) place=$venv ;; *) place=$PWD/$venv ;; esac
case $place in
  *[[:space:]]*) fail "Commands in '$place' cannot start, for there is a blank in the path. Name a place: VENV=/tmp/parbleu make ..." ;;
esac

version=$(ask 'import sys; print("%d.%d" % sys.version_info[:2])')
ask 'import sys; sys.exit(sys.version_info < (3, 10))' ||
  fail "'$python' is Python $version; parbleu needs 3.10 or newer. Name one: PYTHON=python3.12 make ..."

identity='import sys; print("%d.%d%s" % (sys.version_info[:2] + (sys.abiflags,)))'
ready=no
if [ -x "$venv/bin/python" ] && [ "$("$venv/bin/python" -c "$identity")" = "$(ask "$identity")" ]; then
  ready=yes
fi

missing=
lack() { # WHAT PACKAGE
  printf '*** missing: %s\n' "$1" >&2
  missing="$missing $2"
}
if ! command -v "${CXX:-c++}" >/dev/null 2>&1 && ! command -v g++ >/dev/null 2>&1; then
  lack 'a C++ compiler' g++
fi
ask 'import os, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h")' ||
  lack "the C headers of Python $version" python3-dev
[ "$ready" = yes ] || ask 'import ensurepip, venv' ||
  lack "Python's way to make virtual environments" python3-venv
[ -z "$missing" ] || fail "On Debian or Ubuntu: apt install$missing"

# `pip install --group` came with 25.1.
pip() { "$venv/bin/python" "$@" --disable-pip-version-check -q install --no-compile --upgrade 'pip>=25.1'; }

if [ "$ready" = yes ]; then
  pip -m pip
else
  echo "--- making a private environment in $venv with Python $version"
  # The pip that comes with Python runs from its wheel, to install the one that replaces it.
  wheel=$(ask 'import ensurepip, glob, os, sysconfig
folders = [os.path.join(os.path.dirname(ensurepip.__file__), "_bundled"), sysconfig.get_config_var("WHEEL_PKG_DIR") or "."]
print(*[wheel for folder in folders for wheel in glob.glob(os.path.join(glob.escape(folder), "pip-*.whl"))][:1])') || wheel=
  "$python" -m venv --clear ${wheel:+--without-pip} "$venv" ||
    fail "Python $version could not make a virtual environment in $venv"
  if [ -n "$wheel" ]; then pip "$wheel/pip"; else pip -m pip; fi
fi
