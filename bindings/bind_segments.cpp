// Binds `Segments`, a checked stream of texts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <string>

#include "segments.hpp"

namespace parbleu::bindings {
namespace {

// How many segments end in a blank and a full stop, as tokenised text does.
std::size_t tokenized_periods(const Segments& segments) {
  const Stream stream = segments.stream();
  return static_cast<std::size_t>(std::ranges::count_if(stream, [](const Text& text) {
    return !text.missing() && text.size >= 2 && visit(text, [](auto units) {
      return units[units.size() - 1] == '.' && units[units.size() - 2] == ' ';
    });
  }));
}

// How many references every segment has; -1 if that varies.
std::int64_t count_references(nb::handle streams) {
  const nb::object given = nb::steal(PySequence_Tuple(streams.ptr()));  // keeps what a generator makes
  if (!given.is_valid()) throw nb::python_error();
  std::vector<Stream> all;
  for (nb::handle item : given) all.push_back(nb::cast<const Segments&>(item).stream());
  std::int64_t common = -1;
  const std::size_t size = all.empty() ? 0 : all.front().size();
  for (std::size_t segment = 0; segment < size; ++segment) {
    const std::int64_t present = std::ranges::count_if(
        all, [&](const Stream& stream) { return segment < stream.size() && !stream[segment].missing(); });
    if (segment > 0 && present != common) return -1;
    common = present;
  }
  return common;
}

}  // namespace

Text view(nb::handle string) {
  PyObject* object = string.ptr();
  if (!PyUnicode_Check(object)) throw nb::type_error("expected a string");
#if PY_VERSION_HEX < 0x030C0000
  if (PyUnicode_READY(object) != 0) throw nb::python_error();
#endif
  return {PyUnicode_DATA(object), static_cast<std::size_t>(PyUnicode_GET_LENGTH(object)),
          static_cast<Width>(PyUnicode_KIND(object))};
}

nb::object to_python(const Text& text) {
  if (text.missing()) return nb::none();
  PyObject* result =
      PyUnicode_FromKindAndData(static_cast<int>(text.width), text.data, static_cast<Py_ssize_t>(text.size));
  if (result == nullptr) throw nb::python_error();
  return nb::steal(result);
}

Segments::Segments(nb::handle texts) {
  PyObject* tuple = PySequence_Tuple(texts.ptr());  // a snapshot: the caller's list may change while we score
  if (tuple == nullptr) throw nb::python_error();
  owner_ = nb::steal(tuple);
  const auto count = static_cast<std::size_t>(PyTuple_GET_SIZE(tuple));
  texts_.reserve(count);
  for (std::size_t index = 0; index < count; ++index) {
    PyObject* item = PyTuple_GET_ITEM(tuple, static_cast<Py_ssize_t>(index));
    if (item == Py_None) {
      push({});
    } else if (PyUnicode_Check(item)) {
      push(view(item));
    } else {
      const std::string message =
          "segment " + std::to_string(index) + " is " + Py_TYPE(item)->tp_name + ", not str";
      throw nb::type_error(message.c_str());
    }
  }
}

nb::object Segments::at(std::ptrdiff_t index) const {
  const auto count = static_cast<std::ptrdiff_t>(texts_.size());
  if (index < 0) index += count;
  if (index < 0 || index >= count) throw nb::index_error("segment index out of range");
  return to_python(texts_[static_cast<std::size_t>(index)]);
}

void bind_segments(nb::module_& module) {
  module.def("count_references", &count_references, nb::arg("streams"),
             nb::sig("def count_references(streams: Iterable[Segments]) -> int"),
             "How many references every segment has, or -1 if that varies.");
  nb::class_<Segments>(module, "Segments", "One stream of texts, checked and ready for the core. Immutable.")
      .def(nb::init<nb::handle>(), nb::arg("texts"),
           nb::sig("def __init__(self, texts: Iterable[str | None]) -> None"),
           "Views of `texts`; None is a missing segment. Raises TypeError for any other item.")
      .def("__len__", &Segments::size)
      .def("__getitem__", &Segments::at, nb::arg("index"),
           nb::sig("def __getitem__(self, index: int, /) -> str | None"))
      .def(
          "__reduce__",
          [](nb::handle self) { return nb::make_tuple(self.type(), nb::make_tuple(nb::list(self))); },
          nb::sig("def __reduce__(self) -> tuple[type[Segments], tuple[list[str | None]]]"))
      .def_prop_ro("missing", &Segments::missing, "How many segments are missing.")
      .def("tokenized_periods", &tokenized_periods, "How many segments end in a blank and a full stop.");
}

}  // namespace parbleu::bindings
