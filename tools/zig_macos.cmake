# How Zig links a module for macOS: it makes no bundles, and reads no file of options as nanobind gives one. Python's
# functions are found when it loads the module.
set(CMAKE_CXX_CREATE_SHARED_MODULE
    "<CMAKE_CXX_COMPILER> <LANGUAGE_COMPILE_FLAGS> -dynamiclib -undefined dynamic_lookup -install_name @rpath/<TARGET> -o <TARGET> <OBJECTS> <LINK_LIBRARIES>"
)
