// Binds the splitting of blocks of bytes into lines.
#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>

#include "parbleu/parsing/line_splitter.hpp"
#include "parbleu/parsing/plain_json.hpp"
#include "segments.hpp"

namespace parbleu::bindings {
namespace {

// A LineSplitter whose lines become Segments.
class LineReader {
 public:
  explicit LineReader(bool universal) : splitter_(universal) {}

  // Bytes objects never change: the lines point into them. Of anything else we take a copy.
  void feed(nb::object block) {
    if (!PyBytes_CheckExact(block.ptr())) {
      if (!PyObject_CheckBuffer(block.ptr())) throw nb::type_error("a block is bytes or another buffer");
      block = nb::steal(PyBytes_FromObject(block.ptr()));
      if (!block.is_valid()) throw nb::python_error();
    }
    splitter_.feed({reinterpret_cast<const std::uint8_t*>(PyBytes_AsString(block.ptr())),
                    static_cast<std::size_t>(PyBytes_Size(block.ptr()))});
    block_ = std::move(block);  // only now may the one before go away
  }

  void finish() { splitter_.finish(); }
  [[nodiscard]] std::size_t available() const { return splitter_.available(); }

  std::unique_ptr<Segments> take(std::size_t count) {
    auto result = std::make_unique<Segments>();
    result->own(block_);
    try {
      splitter_.take(count, result->texts(), result->arena());
    } catch (const BadLine& bad) {
      const nb::object type = nb::module_::import_("parbleu.errors").attr("UndecodableLineError");
      PyErr_SetObject(type.ptr(), nb::make_tuple(bad.line, bad.column, bad.byte).ptr());
      throw nb::python_error();
    }
    return result;
  }

 private:
  LineSplitter splitter_;
  nb::object block_;
};

}  // namespace

void bind_lines(nb::module_& module) {
  nb::class_<LineReader>(module, "LineReader",
                         "Blocks of UTF-8 in, Segments of lines out, each without its trailing white space.")
      .def(nb::init<bool>(), nb::arg("universal"), nb::sig("def __init__(self, universal: bool) -> None"),
           "Lines end at LF; with `universal` also at CR LF and at a lone CR.")
      .def("feed", &LineReader::feed, nb::arg("block"), nb::sig("def feed(self, block: Buffer) -> None"),
           nb::lock_self(), "Adds a block of bytes, cut anywhere.")
      .def("finish", &LineReader::finish, nb::lock_self(),
           "Says that nothing follows: what has no line end is the last line.")
      .def_prop_ro("available", &LineReader::available, nb::lock_self(), "How many complete lines wait.")
      .def("take", &LineReader::take, nb::arg("count"), nb::lock_self(),
           "The next lines, at most `count`. Raises UndecodableLineError for invalid UTF-8.");
  module.def(
      "is_plain_json",
      [](const nb::str& text, std::size_t deepest, std::size_t longest) {
        Py_ssize_t size = 0;
        const char* const units = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
        if (units == nullptr) {  // a lone surrogate
          PyErr_Clear();
          return false;
        }
        return is_plain_json({units, static_cast<std::size_t>(size)}, deepest, longest);
      },
      nb::arg("text"), nb::arg("deepest"), nb::arg("longest"),
      nb::sig("def is_plain_json(text: str, deepest: int, longest: int) -> bool"),
      "Whether no object of a JSON text has a key twice, no bracket is inside of `deepest` others, and no number "
      "has more than `longest` digits in a row. False may also mean that it is not known.");
}

}  // namespace parbleu::bindings
