# A toolchain file: compiles for another system, or for an older C library, with the compiler of the package ziglang.
#   PARBLEU_TARGET=aarch64-linux-gnu.2.28 cmake -S core -B build/cross --toolchain tools/zig.cmake -DPARBLEU_TESTS=ON
# The target is named as Zig does: processor-system-library, and a version if the library is glibc.
# On Windows, packages are built with it as well.
set(PARBLEU_TARGET "$ENV{PARBLEU_TARGET}" CACHE STRING "What to compile for, as Zig names it")
if(CMAKE_HOST_WIN32 AND NOT PARBLEU_TARGET)
  set(PARBLEU_TARGET x86_64-windows-gnu)
endif()
if(NOT PARBLEU_TARGET MATCHES "^([a-z0-9_]+)-(linux|macos|windows)")
  message(FATAL_ERROR "PARBLEU_TARGET is '${PARBLEU_TARGET}', not such as aarch64-linux-gnu.2.28 or x86_64-windows-gnu")
endif()
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_MATCH_1})
string(REPLACE "linux" "Linux" CMAKE_SYSTEM_NAME ${CMAKE_MATCH_2})
string(REPLACE "macos" "Darwin" CMAKE_SYSTEM_NAME ${CMAKE_SYSTEM_NAME})
string(REPLACE "windows" "Windows" CMAKE_SYSTEM_NAME ${CMAKE_SYSTEM_NAME})

if(NOT PARBLEU_ZIG AND NOT DEFINED ENV{PARBLEU_ZIG} AND Python_EXECUTABLE)
  execute_process(COMMAND "${Python_EXECUTABLE}" -c "import os, ziglang; print(os.path.dirname(ziglang.__file__))"
                  OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
find_program(PARBLEU_ZIG zig HINTS "${folder}" ENV PARBLEU_ZIG NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PARBLEU_TARGET PARBLEU_ZIG)
# Logarithms and exponentials are the C library's, as Python's are. On aarch64 and on Windows Zig would link its own,
# whose last bits differ. So modules are linked with Zig's library less the files that define them, which is in the
# build's folder. Programs for musl are linked statically, with a C library that has no others.
set(PARBLEU_ZIG_LIBRARY ${CMAKE_BINARY_DIR}/zig)
get_property(trying GLOBAL PROPERTY IN_TRY_COMPILE)
if(NOT EXISTS ${PARBLEU_ZIG_LIBRARY} AND NOT trying)
  get_filename_component(folder ${PARBLEU_ZIG} DIRECTORY)
  file(GLOB parts ${folder}/lib/*)
  list(REMOVE_ITEM parts ${folder}/lib/compiler_rt.zig)
  file(MAKE_DIRECTORY ${PARBLEU_ZIG_LIBRARY})
  foreach(part ${parts})
    if(CMAKE_HOST_WIN32)  # where not everybody may make links
      file(COPY ${part} DESTINATION ${PARBLEU_ZIG_LIBRARY})
    else()
      get_filename_component(name ${part} NAME)
      file(CREATE_LINK ${part} ${PARBLEU_ZIG_LIBRARY}/${name} SYMBOLIC)
    endif()
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
# CMake's own rules for a system come after this file, and these after them.
set(CMAKE_USER_MAKE_RULES_OVERRIDE "${CMAKE_CURRENT_LIST_DIR}/zig_links.cmake")
