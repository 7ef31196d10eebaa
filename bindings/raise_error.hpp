// Raises the errors of the Python package from native code.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace parbleu::bindings {

// Raises the error of that name in parbleu.errors.
[[noreturn]] inline void raise_error(const char* error, const std::string& message) {
  const nanobind::object type = nanobind::module_::import_("parbleu.errors").attr(error);
  PyErr_SetString(type.ptr(), message.c_str());
  throw nanobind::python_error();
}

}  // namespace parbleu::bindings
