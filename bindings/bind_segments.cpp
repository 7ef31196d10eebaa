#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "parbleu/utf8.hpp"
#include "rooms.hpp"
#include "segments.hpp"

namespace parbleu::bindings {
namespace {

// A contiguous read-only buffer of any Python object that offers one.
class Buffer {
 public:
  explicit Buffer(nb::handle object) {
    if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_SIMPLE) != 0) throw nb::python_error();
  }
  ~Buffer() { PyBuffer_Release(&view_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  [[nodiscard]] const std::uint8_t* bytes() const { return static_cast<const std::uint8_t*>(view_.buf); }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(view_.len); }

 private:
  Py_buffer view_{};
};

std::int64_t offset_at(const Buffer& offsets, std::size_t index, bool large) {
  if (large) {
    std::int64_t value;
    std::memcpy(&value, offsets.bytes() + index * 8, 8);
    return value;
  }
  std::int32_t value;
  std::memcpy(&value, offsets.bytes() + index * 4, 4);
  return value;
}

// An Arrow string column: UTF-8 bytes, 32- or 64-bit offsets, an optional validity bitmap. ASCII rows stay where
// they are; the others are decoded. `start` is the column's offset into its buffers.
std::unique_ptr<Segments> from_arrow(nb::object data, nb::object offsets, nb::object validity, std::size_t start,
                                     std::size_t count, bool large) {
  const Buffer ends(offsets);
  const auto bytes = std::make_unique<Buffer>(data);
  if (ends.size() < (start + count + 1) * (large ? 8 : 4))
    throw nb::value_error("the offsets buffer is too short");
  std::unique_ptr<Buffer> valid;
  if (!validity.is_none()) {
    valid = std::make_unique<Buffer>(validity);
    if (valid->size() * 8 < start + count) throw nb::value_error("the validity buffer is too short");
  }
  auto result = std::make_unique<Segments>();
  result->reserve(count);
  for (std::size_t row = start; row < start + count; ++row) {
    if (valid && ((valid->bytes()[row / 8] >> (row % 8)) & 1) == 0) {
      result->push({});
      continue;
    }
    const std::int64_t begin = offset_at(ends, row, large);
    const std::int64_t end = offset_at(ends, row + 1, large);
    if (begin < 0 || end < begin || static_cast<std::size_t>(end) > bytes->size()) {
      throw nb::value_error("an offset lies outside the data buffer");
    }
    const auto units = std::span(bytes->bytes() + begin, static_cast<std::size_t>(end - begin));
    const Decoded decoded = decode_utf8(units, result->arena());
    if (decoded.bad_byte) {
      const std::string message = "row " + std::to_string(row - start) + " is not valid UTF-8";
      throw nb::value_error(message.c_str());
    }
    result->push(decoded.text);
  }
  result->own(std::move(data));  // Arrow buffers are immutable and stay while their owner does
  return result;
}

// How many segments end in a blank and a full stop, as tokenised text does.
std::size_t tokenized_periods(const Segments& segments) {
  const Stream stream = segments.stream();
  return static_cast<std::size_t>(std::ranges::count_if(stream, [](const Text& text) {
    return !text.missing() && text.size >= 2 && visit(text, [](auto units) {
      return units[units.size() - 1] == '.' && units[units.size() - 2] == ' ';
    });
  }));
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
  nb::class_<Segments>(module, "Segments", "One stream of texts, checked and ready for the core. Immutable.")
      .def(nb::init<nb::handle>(), nb::arg("texts"),
           nb::sig("def __init__(self, texts: Iterable[str | None]) -> None"),
           "Views of `texts`; None is a missing segment. Raises TypeError for any other item.")
      .def_static("from_arrow", &from_arrow, nb::arg("data"), nb::arg("offsets"), nb::arg("validity").none(),
                  nb::arg("start"), nb::arg("count"), nb::arg("large"),
                  nb::sig("def from_arrow(data: Buffer, offsets: Buffer, validity: Buffer | None, start: int, "
                          "count: int, large: bool) -> Segments"),
                  "The rows of an Arrow string column. Raises ValueError for bad offsets or UTF-8.")
      .def("__len__", &Segments::size)
      .def("__getitem__", &Segments::at, nb::arg("index"),
           nb::sig("def __getitem__(self, index: int, /) -> str | None"))
      .def_prop_ro("missing", &Segments::missing, "How many segments are missing.")
      .def("tokenized_periods", &tokenized_periods, "How many segments end in a blank and a full stop.");
}

}  // namespace parbleu::bindings
