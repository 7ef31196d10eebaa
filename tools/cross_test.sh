# Compiles the core and its tests for another system with Zig, and runs them there: sh tools/cross_test.sh TARGET RUNNER
# The runner is a program that runs such programs here, as qemu-aarch64 or wine; without one they are compiled only.
# Statically linked ones (musl) need no libraries of that system.
set -e
PARBLEU_TARGET=$1
PARBLEU_ZIG=$(python -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')
build=core/build/$1
export PARBLEU_TARGET PARBLEU_ZIG
cmake -S core -B "$build" -G Ninja --toolchain "$(pwd)/tools/zig.cmake" -DPARBLEU_TESTS=ON -DCMAKE_CROSSCOMPILING_EMULATOR="$2"
cmake --build "$build"
# A project that finds the installed library would be compiled for this machine.
[ -z "$2" ] || ctest --test-dir "$build" --output-on-failure --exclude-regex 'install'
