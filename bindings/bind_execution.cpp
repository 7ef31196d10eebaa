// Binds the choice of kernels, and stops native work for Ctrl-C.
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <typeinfo>

#include "execution.hpp"
#include "python_values.hpp"

namespace parbleu::bindings {

Execution execution(unsigned threads) {
  constexpr unsigned most_threads = 1024;  // each has memory of its own
  return {.threads = std::min(threads, most_threads), .interrupted = [] {
            nb::gil_scoped_acquire acquire;
            return PyErr_CheckSignals() != 0;
          }};
}

Simd simd_level(std::optional<std::string_view> wanted) {
  if (!wanted) return best_simd();
  for (const Simd simd : available_simd()) {
    if (*wanted == name(simd)) return simd;
  }
  throw nb::value_error("these kernels do not run on this machine");
}

std::size_t checked_order(std::size_t order) {
  constexpr std::size_t most = 1000;
  if (order > most) throw nb::value_error("the order of n-grams must be at most 1000");
  return order;
}

void raise_no_reference(const NoReference& problem) {
  if (PyErr_Occurred() != nullptr) throw nb::python_error();  // Ctrl-C came at the same time
  const nb::object type = nb::module_::import_("parbleu.errors").attr("NoReferenceError");
  PyErr_SetObject(type.ptr(), nb::make_tuple(problem.segment).ptr());
  throw nb::python_error();
}

void raise_too_long(const SegmentTooLong& problem) {
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  const nb::object type = nb::module_::import_("parbleu.errors").attr("SegmentTooLongError");
  PyErr_SetObject(type.ptr(), nb::make_tuple(problem.segment, problem.problem).ptr());
  throw nb::python_error();
}

namespace {

// A text that is too long, and an object of another type than a sequence should hold.
void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::length_error& error) {
    const nb::object type = nb::module_::import_("parbleu.errors").attr("InputShapeError");
    PyErr_SetString(type.ptr(), error.what());
  } catch (const std::bad_cast&) {
    PyErr_SetString(PyExc_TypeError, "an argument, or a part of one, has the wrong type");
  }
}

}  // namespace

void bind_execution(nb::module_& module) {
  nb::register_exception_translator(translate);
  module.def(
      "simd_levels",
      [] {
        nb::list names;
        for (const Simd simd : available_simd()) names.append(name(simd));
        return names;
      },
      nb::sig("def simd_levels() -> list[str]"),
      "Names of the kernels this machine can run, the portable one first.");
}

}  // namespace parbleu::bindings
