# How Zig links a module for each system; tools/zig.cmake says why with another library.
set(PARBLEU_WITH_LIBRARY "\"${CMAKE_COMMAND}\" -E env ZIG_LIB_DIR=\"${PARBLEU_ZIG_LIBRARY}\"")
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  set(CMAKE_CXX_CREATE_SHARED_MODULE
      "${PARBLEU_WITH_LIBRARY} <CMAKE_CXX_COMPILER> <LANGUAGE_COMPILE_FLAGS> <LINK_FLAGS> -shared -o <TARGET> <OBJECTS> <LINK_LIBRARIES>"
  )
  if(PARBLEU_TARGET MATCHES "-musl$")
    # auditwheel knows a module for musl by the name that Alpine's linker gives the C library; both names load the same.
    list(APPEND CMAKE_CXX_CREATE_SHARED_MODULE
         "patchelf --replace-needed libc.so libc.musl-${CMAKE_SYSTEM_PROCESSOR}.so.1 <TARGET>")
  endif()
elseif(CMAKE_SYSTEM_NAME STREQUAL "Windows" AND NOT CMAKE_CXX_CREATE_SHARED_MODULE MATCHES "ZIG_LIB_DIR")
  string(PREPEND CMAKE_CXX_CREATE_SHARED_MODULE "${PARBLEU_WITH_LIBRARY} ")
elseif(CMAKE_SYSTEM_NAME STREQUAL "Darwin")
  # Zig makes no bundles, and reads no file of options as nanobind gives one. Python's functions are found when it loads
  # the module.
  set(CMAKE_CXX_CREATE_SHARED_MODULE
      "<CMAKE_CXX_COMPILER> <LANGUAGE_COMPILE_FLAGS> -dynamiclib -undefined dynamic_lookup -install_name @rpath/<TARGET> -o <TARGET> <OBJECTS> <LINK_LIBRARIES>"
  )
endif()
