# Runs clang-tidy on the sources of the core, for which CMake writes down how each is compiled: sh tools/tidy.sh PATTERN
set -e
cmake -S core -B core/build/tidy -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_BUILD_TYPE=Release >/dev/null
find core/src -name "${1:-*.cpp}" -print0 |
  xargs -0 -P "$(getconf _NPROCESSORS_ONLN)" -n 4 clang-tidy --quiet -p core/build/tidy
