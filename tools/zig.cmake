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
# Logarithms and exponentials are the C library's, as Python's are. On aarch64 Zig would link its own, whose last bits
# differ. So modules are linked with Zig's library less the files that define them, which is in the build's folder.
# Programs for musl are linked statically, with a C library that has no others.
set(PARBLEU_ZIG_LIBRARY ${CMAKE_BINARY_DIR}/zig)
if(NOT EXISTS ${PARBLEU_ZIG_LIBRARY})
  get_filename_component(folder ${PARBLEU_ZIG} DIRECTORY)
  file(MAKE_DIRECTORY ${PARBLEU_ZIG_LIBRARY})
  file(GLOB parts ${folder}/lib/*)
  list(REMOVE_ITEM parts ${folder}/lib/compiler_rt.zig)
  foreach(part ${parts})
    get_filename_component(name ${part} NAME)
    file(CREATE_LINK ${part} ${PARBLEU_ZIG_LIBRARY}/${name} SYMBOLIC)
  endforeach()
  file(READ ${folder}/lib/compiler_rt.zig text)
  string(REGEX REPLACE "_ = @import\\(\"compiler_rt/(cos|exp2?|log(10|2)?|sin|sincos|tan)[.]zig\"\\)[;]" "" text "${text}")
  file(WRITE ${PARBLEU_ZIG_LIBRARY}/compiler_rt.zig "${text}")
endif()
# Baseline processors: Zig would otherwise compile for the one at hand if the target is the machine's own.
set(CMAKE_CXX_COMPILER ${PARBLEU_ZIG} c++ -target ${PARBLEU_TARGET} -mcpu=baseline)
set(CMAKE_CXX_ARCHIVE_CREATE "\"${PARBLEU_ZIG}\" ar qc <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_APPEND "\"${PARBLEU_ZIG}\" ar q <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "\"${PARBLEU_ZIG}\" ranlib <TARGET>")
# No file is a module, and Zig brings no program that looks for them.
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  set(CMAKE_CXX_CREATE_SHARED_MODULE
      "\"${CMAKE_COMMAND}\" -E env ZIG_LIB_DIR=\"${PARBLEU_ZIG_LIBRARY}\" <CMAKE_CXX_COMPILER> <LANGUAGE_COMPILE_FLAGS> \
<LINK_FLAGS> -shared -o <TARGET> <OBJECTS> <LINK_LIBRARIES>")
endif()
if(PARBLEU_TARGET MATCHES "-musl$")
  # auditwheel knows a module for musl by the name that Alpine's linker gives the C library; both names load the same.
  list(APPEND CMAKE_CXX_CREATE_SHARED_MODULE
       "patchelf --replace-needed libc.so libc.musl-${CMAKE_SYSTEM_PROCESSOR}.so.1 <TARGET>")
endif()
if(CMAKE_SYSTEM_NAME STREQUAL "Darwin")
  # CMake's own rules for this system come after this file, and this one after them.
  set(CMAKE_USER_MAKE_RULES_OVERRIDE "${CMAKE_CURRENT_LIST_DIR}/zig_macos.cmake")
endif()
