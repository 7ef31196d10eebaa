// Binds the reader of XML test files.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "parbleu/parsing/xml_documents.hpp"

namespace parbleu::bindings {
namespace nb = nanobind;
namespace {

nb::dict to_dict(const XmlAttributes& attributes) {
  nb::dict result;
  for (const auto& [name, value] : attributes)
    result[nb::str(name.data(), name.size())] = nb::str(value.data(), value.size());
  return result;
}

nb::bytes to_bytes(const std::string& text) { return nb::bytes(text.data(), text.size()); }

// Documents as plain tuples: the rules of a test set are written in Python.
class Reader {
 public:
  Reader(std::string document, std::vector<std::string> groups, std::string segment, std::string key, bool whole)
      : documents_({std::move(document), groups, std::move(segment), std::move(key), whole}) {
    for (const std::string& group : groups) names_.append(nb::str(group.data(), group.size()));
  }

  nb::list feed(const nb::bytes& block) {
    nb::list result;
    try {
      for (const XmlDocument& document : documents_.feed({block.c_str(), block.size()})) {
        nb::list groups;
        for (const XmlGroup& group : document.groups) groups.append(to_tuple(group));
        result.append(nb::make_tuple(document.line, to_dict(document.attributes), groups));
      }
    } catch (const BadXml& bad) {
      raise(bad);
    }
    return result;
  }

  void finish() {
    try {
      documents_.finish();
    } catch (const BadXml& bad) {
      raise(bad);
    }
  }

 private:
  nb::tuple to_tuple(const XmlGroup& group) const {
    nb::list empty;
    for (const std::uint32_t segment : group.empty) empty.append(segment);
    return nb::make_tuple(names_[group.name], group.line, to_dict(group.attributes), to_bytes(group.keys),
                          to_bytes(group.lines), empty, group.cut);
  }

  [[noreturn]] static void raise(const BadXml& bad) {
    const nb::object type = nb::module_::import_("parbleu.errors").attr("FormatError");
    const std::string problem = bad.problem + " (column " + std::to_string(bad.column) + ")";
    PyErr_SetObject(type.ptr(), nb::make_tuple("", bad.line, problem).ptr());
    throw nb::python_error();
  }

  XmlDocuments documents_;
  nb::list names_;
};

}  // namespace

void bind_xml(nb::module_& module) {
  nb::class_<Reader>(module, "XmlDocuments", "Blocks of XML in UTF-8 in, documents of segments out.")
      .def(nb::init<std::string, std::vector<std::string>, std::string, std::string, bool>(), nb::arg("document"),
           nb::arg("groups"), nb::arg("segment"), nb::arg("key"), nb::arg("whole") = false,
           nb::sig("def __init__(self, document: str, groups: list[str], segment: str, key: str, whole: bool = "
                   "False) -> None"),
           "Names the elements: documents hold groups, and those hold segments, which an attribute tells apart. "
           "A segment's text ends where other markup begins in it, or is the whole text inside of it; then text "
           "of a group outside of segments is refused.")
      .def(
          "feed", &Reader::feed, nb::arg("block"),
          nb::sig("def feed(self, block: bytes) -> list[tuple[int, dict[str, str], list[tuple[str, int, dict[str, "
                  "str], bytes, bytes, list[int], int]]]]"),
          nb::lock_self(),
          "Adds a block, cut anywhere, and returns the documents that end in it: (line, attributes, groups). A "
          "group "
          "is (name, line, attributes, keys, lines, empty, cut): for each segment a key ended by NUL and a line "
          "ended by LF, which segments are without any text, and the line where one has text behind other markup, "
          "or "
          "0. Raises FormatError for XML that is not well-formed.")
      .def("finish", &Reader::finish, nb::lock_self(),
           "Says that nothing follows. Raises FormatError if something is missing.");
}

}  // namespace parbleu::bindings
