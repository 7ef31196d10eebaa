# A toolchain file: compiles for another system, or for an older C library, with the compiler of the package ziglang.
#   PARBLEU_TARGET=aarch64-linux-gnu.2.28 cmake -S core -B build/cross --toolchain tools/zig.cmake -DPARBLEU_TESTS=ON
# The target is named as Zig does: processor-system-library, and a version if the library is glibc.
set(PARBLEU_TARGET "$ENV{PARBLEU_TARGET}" CACHE STRING "What to compile for, as Zig names it")
if(NOT PARBLEU_TARGET MATCHES "^([a-z0-9_]+)-(linux|macos|windows)")
  message(FATAL_ERROR "PARBLEU_TARGET is '${PARBLEU_TARGET}', not such as aarch64-linux-gnu.2.28 or x86_64-windows-gnu")
endif()
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_MATCH_1})
string(REPLACE "linux" "Linux" CMAKE_SYSTEM_NAME ${CMAKE_MATCH_2})
string(REPLACE "macos" "Darwin" CMAKE_SYSTEM_NAME ${CMAKE_SYSTEM_NAME})
string(REPLACE "windows" "Windows" CMAKE_SYSTEM_NAME ${CMAKE_SYSTEM_NAME})

find_program(PARBLEU_ZIG zig HINTS ENV PARBLEU_ZIG NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PARBLEU_TARGET PARBLEU_ZIG)
# Baseline processors: Zig would otherwise compile for the one at hand if the target is the machine's own.
set(CMAKE_CXX_COMPILER ${PARBLEU_ZIG} c++ -target ${PARBLEU_TARGET} -mcpu=baseline)
set(CMAKE_CXX_ARCHIVE_CREATE "\"${PARBLEU_ZIG}\" ar qc <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_APPEND "\"${PARBLEU_ZIG}\" ar q <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "\"${PARBLEU_ZIG}\" ranlib <TARGET>")
# No file is a module, and Zig brings no program that looks for them.
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
if(PARBLEU_TARGET MATCHES "-musl$")
  # auditwheel knows a module for musl by the name that Alpine's linker gives the C library; both names load the same.
  set(CMAKE_CXX_CREATE_SHARED_MODULE
      "<CMAKE_CXX_COMPILER> <LANGUAGE_COMPILE_FLAGS> <LINK_FLAGS> -shared -o <TARGET> <OBJECTS> <LINK_LIBRARIES>"
      "patchelf --replace-needed libc.so libc.musl-${CMAKE_SYSTEM_PROCESSOR}.so.1 <TARGET>")
endif()
