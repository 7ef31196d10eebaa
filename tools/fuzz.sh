#!/usr/bin/env bash
# fuzz.sh [SECONDS | --check | --compiler | --build | --save]: builds the libFuzzer targets of core/fuzz with clang under the address and undefined-behaviour
# sanitizers and runs each for that long, as many at a time as there are processors. What a run learns stays in
# core/build/fuzz/corpus; an input that breaks a target stays in core/build/fuzz/found.
# Each begins with the saved corpus, core/fuzz/corpus.tar.gz. --save: replaces that by the fewest short inputs that reach
# all that the saved ones and those of earlier runs reach.
# --check: only says whether this machine can do that. --compiler: prints the clang++ that is used. --build: runs none.
set -euo pipefail
cd "$(dirname "$0")/.."
build=core/build/fuzz
jobs=$(getconf _NPROCESSORS_ONLN)

# The newest clang++ that there is.
clang=$(compgen -c clang++ | grep -E '^clang\+\+(-[0-9]+)?$' | sort -V | tail -1 || true)
# shellcheck disable=SC2054
flags=(-fsanitize=fuzzer -fsanitize=address,undefined -std=c++20)
target='#include <cstddef>
extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, std::size_t) { return 0; }'
if [ -z "$clang" ] || ! "$clang" "${flags[@]}" -x c++ -o /dev/null - <<<"$target" 2>/dev/null; then
  echo 'The libFuzzer targets need clang++ with its run time. On Debian or Ubuntu: apt install clang libclang-rt-14-dev' >&2
  exit 1
fi
[ "${1:-}" != --check ] || exit 0
[ "${1:-}" != --compiler ] || { echo "$clang"; exit 0; }
seconds=${1:-${FUZZ_SECONDS:-15}}
saved=$build/saved

cmake --preset fuzz -S core -DCMAKE_CXX_COMPILER="$clang" >/dev/null
cmake --build "$build" -j "$jobs"
[ "${1:-}" != --build ] || exit 0

rm -rf "$saved"
mkdir -p "$saved"
tar -xzf core/fuzz/corpus.tar.gz -C "$saved"

# Writes the archive the same way for the same inputs.
save() {
  local target name
  rm -rf "$build/fewest"
  for target in "$build"/fuzz_*; do
    name=$(basename "$target")
    [ -f "$target" ] && [ -x "$target" ] || continue
    mkdir -p "$build/fewest/$name" "$build/corpus/$name" "$saved/$name"
    "$target" -merge=1 -max_len=300 "$build/fewest/$name" "$saved/$name" "$build/corpus/$name" >"$build/$name.log" 2>&1
  done
  tar --sort=name --mtime=@0 --owner=0 --group=0 -cf - -C "$build/fewest" . | gzip -9n >core/fuzz/corpus.tar.gz
}
[ "$seconds" != --save ] || { save; exit 0; }

run_one() {
  local target=$1 name log status=0
  name=$(basename "$target")
  log=$build/$name.log
  mkdir -p "$build/corpus/$name" "$saved/$name" "$build/found"
  "$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="$build/found/$name-" "$build/corpus/$name" "$saved/$name" >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" -eq 0 ]; then
    printf '  %-24s %9s inputs\n' "$name" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
  else
    tail -n 60 "$log"
    echo "  $name FAILED"
  fi
  return "$status"
}
export -f run_one
export build saved seconds

mapfile -t targets < <(find "$build" -maxdepth 1 -name 'fuzz_*' -type f -perm -u+x | sort)
[ "${#targets[@]}" -gt 0 ] || { echo 'core/fuzz holds no fuzz_*.cpp' >&2; exit 1; }
# shellcheck disable=SC2016
printf '%s\0' "${targets[@]}" | xargs -0 -n 1 -P "$jobs" bash -c 'run_one "$1" || exit 255' run_one
echo "fuzz: ${#targets[@]} targets, $seconds s each, nothing found"
