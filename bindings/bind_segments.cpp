// Binds `Segments`, a checked stream of texts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
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

#ifdef Py_LIMITED_API

// Its UTF-8 is then its own storage. That of another string Python would make, and keep as long as the string.
bool is_ascii(PyObject* string) {
  static PyObject* const name = PyUnicode_InternFromString("isascii");
  const nb::object answer = nb::steal(PyObject_CallMethodObjArgs(string, name, nullptr));
  if (!answer.is_valid()) throw nb::python_error();
  return answer.ptr() == Py_True;
}

Text view(nb::handle string, Arena& arena) {
  PyObject* object = string.ptr();
  if (!PyUnicode_Check(object)) throw nb::type_error("expected a string");
  const Py_ssize_t length = PyUnicode_GetLength(object);
  if (is_ascii(object)) {
    Py_ssize_t size = 0;
    const char* const bytes = PyUnicode_AsUTF8AndSize(object, &size);
    if (bytes == nullptr) throw nb::python_error();
    if (size == length) return {bytes, static_cast<std::size_t>(length), Width::one};  // a subclass may lie
  }
  const std::span<Py_UCS4> points = arena.make<Py_UCS4>(static_cast<std::size_t>(length));
  if (PyUnicode_AsUCS4(object, points.data(), length, 0) == nullptr) throw nb::python_error();
  Py_UCS4 all = 0;
  for (const Py_UCS4 point : points) all |= point;
  const auto narrowed = [&]<class Unit>(Unit) {
    // In place: no unit is written before the points up to it are read. In blocks, which compilers make vectors of.
    Unit* const units = reinterpret_cast<Unit*>(points.data());
    std::array<Unit, 64> block;
    for (std::size_t at = 0; at < points.size(); at += block.size()) {
      const std::size_t size = std::min(block.size(), points.size() - at);
      const Py_UCS4* const from = points.data() + at;
      const auto narrow = [&](std::size_t count) {
        for (std::size_t place = 0; place < count; ++place) block[place] = static_cast<Unit>(from[place]);
      };
      size == block.size() ? narrow(block.size()) : narrow(size);
      std::memcpy(units + at, block.data(), size * sizeof(Unit));
    }
    arena.shrink(std::span(units, points.size()), points.size());
    return as_text(std::span<const Unit>(units, points.size()));
  };
  if (all < 0x100) return narrowed(std::uint8_t{});
  if (all < 0x10000) return narrowed(std::uint16_t{});
  return as_text(std::span<const std::uint32_t>(points));
}

nb::object to_python(const Text& text) {
  if (text.missing()) return nb::none();
  PyObject* result = nullptr;
  if (text.width == Width::one) {
    result =
        PyUnicode_DecodeLatin1(static_cast<const char*>(text.data), static_cast<Py_ssize_t>(text.size), nullptr);
  } else {
    const auto points = visit(text, [](auto units) { return std::vector<Py_UCS4>(units.begin(), units.end()); });
    int order = std::endian::native == std::endian::little ? -1 : 1;  // said, so that no mark of it is looked for
    result =
        PyUnicode_DecodeUTF32(reinterpret_cast<const char*>(points.data()),
                              static_cast<Py_ssize_t>(points.size() * sizeof(Py_UCS4)), "surrogatepass", &order);
  }
  if (result == nullptr) throw nb::python_error();
  return nb::steal(result);
}

#else

Text view(nb::handle string, Arena&) {
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

#endif

std::u32string points_of(nb::handle string) {
  Arena arena;
  return parbleu::points_of(view(string, arena));
}

nb::object to_python(std::u32string_view points) {
  const std::vector<std::uint32_t> units(points.begin(), points.end());
  return to_python(as_text(std::span(units)));
}

// With all that it calls as part of it: a text that is written field by field and read as a whole keeps the processor
// waiting, which takes as long as the rest.
[[gnu::flatten]] Segments::Segments(nb::handle texts) {
  PyObject* tuple = PySequence_Tuple(texts.ptr());  // a snapshot: the caller's list may change while we score
  if (tuple == nullptr) throw nb::python_error();
  owner_ = nb::steal(tuple);
  const std::size_t count = nb::len(owner_);
  texts_.reserve(count);
  for (std::size_t index = 0; index < count; ++index) {
    PyObject* item = NB_TUPLE_GET_ITEM(tuple, static_cast<Py_ssize_t>(index));
    if (item == Py_None) {
      push({});
    } else if (PyUnicode_Check(item)) {
      push(view(item, arena_));
    } else {
      const std::string message = "segment " + std::to_string(index) + " is " +
                                  nb::type_name(nb::handle(item).type()).c_str() + ", not str";
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

nb::list Segments::chosen(const nb::list& places) const {
  const std::size_t count = nb::len(places);
  nb::list result = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(count)));
  if (!result.is_valid()) throw nb::python_error();
  for (std::size_t index = 0; index < count; ++index) {
    nb::object text = at(nb::cast<std::ptrdiff_t>(places[index]));
    PyList_SetItem(result.ptr(), static_cast<Py_ssize_t>(index), text.release().ptr());
  }
  return result;
}

nb::list Segments::to_list() const {
  const auto count = static_cast<Py_ssize_t>(texts_.size());
  nb::list result = nb::steal<nb::list>(PyList_New(count));
  if (!result.is_valid()) throw nb::python_error();
  for (Py_ssize_t index = 0; index < count; ++index) {
    PyList_SetItem(result.ptr(), index, to_python(texts_[static_cast<std::size_t>(index)]).release().ptr());
  }
  return result;
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
      .def("chosen", &Segments::chosen, nb::arg("places"),
           nb::sig("def chosen(self, places: list[int], /) -> list[str | None]"), "The segments at these places.")
      .def("to_list", &Segments::to_list, nb::sig("def to_list(self) -> list[str | None]"), "All segments.")
      .def(
          "__reduce__",
          [](nb::handle self) {
            return nb::make_tuple(self.type(), nb::make_tuple(nb::cast<const Segments&>(self).to_list()));
          },
          nb::sig("def __reduce__(self) -> tuple[type[Segments], tuple[list[str | None]]]"))
      .def_prop_ro("missing", &Segments::missing, "How many segments are missing.")
      .def("tokenized_periods", &tokenized_periods, "How many segments end in a blank and a full stop.");
}

}  // namespace parbleu::bindings
