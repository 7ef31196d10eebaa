# What find_package(parbleu_core) reads: the target parbleu::core.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/parbleu_core-targets.cmake)
