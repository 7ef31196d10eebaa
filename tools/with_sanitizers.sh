#!/usr/bin/env bash
# with_sanitizers.sh DIRECTORY COMMAND...: runs a command with the package of that directory, whose native module was built with
# g++'s address and undefined-behaviour sanitizers. Their library has to be in the process before Python starts.
set -euo pipefail
PYTHONPATH=$(cd "$1" && pwd)
compiler=${CXX:-g++}
shift
export PYTHONPATH
# The interpreter frees little at its end; a request that is too large is an answer, not a finding.
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0:max_allocation_size_mb=2048:allocator_may_return_null=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
LD_PRELOAD="$("$compiler" -print-file-name=libasan.so) $("$compiler" -print-file-name=libstdc++.so)" exec "$@"
