// Binds the reader of score files.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "memory_views.hpp"
#include "parbleu/parsing/score_lines.hpp"

namespace parbleu::bindings {
namespace {

// Raises a FormatError, to which the caller adds the name of the file.
[[noreturn]] void refuse_line(std::size_t line, const std::string& problem) {
  const nb::object type = nb::module_::import_("parbleu.errors").attr("FormatError");
  PyErr_SetObject(type.ptr(), nb::make_tuple("", line, problem).ptr());
  throw nb::python_error();
}

nb::object decoded(std::string_view text, std::size_t line) {
  nb::object result = nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr));
  if (result.is_valid()) return result;
  PyErr_Clear();
  refuse_line(line, "this is not valid UTF-8; convert the file");
}

nb::list names(const std::vector<std::string_view>& found, const std::vector<std::uint32_t>& place_of) {
  nb::list result;
  for (std::size_t line = 0; result.size() < found.size(); ++line) {
    if (place_of[line] == result.size()) result.append(decoded(found[result.size()], line + 1));
  }
  return result;
}

// Python's decimal numbers and "nan", in ASCII and without underscores: `+1`, and no `1_000`, `inf` or `1e999`.
double number(const ScoreLines::Unusual& score) {
  const nb::object text = decoded(score.text, score.line + 1);
  const bool is_plain =
      std::ranges::all_of(score.text, [](char c) { return c != '_' && static_cast<unsigned char>(c) < 128; });
  if (const nb::object value = nb::steal(is_plain ? PyFloat_FromString(text.ptr()) : nullptr); value.is_valid()) {
    const double found = PyFloat_AsDouble(value.ptr());
    if (!std::isinf(found)) return found;
  }
  PyErr_Clear();
  refuse_line(score.line + 1,
              std::string("'") + std::string(score.text) + "' is no number; a missing score is None");
}

template <class Number>
View<Number> copied(const std::vector<Number>& numbers) {
  auto result = std::make_unique_for_overwrite<Number[]>(numbers.size());
  std::ranges::copy(numbers, result.get());
  return own_view(std::move(result), {numbers.size()});
}

nb::object read(const nb::bytes& data, bool with_domain) {
  const std::string_view bytes(data.c_str(), data.size());
  ScoreLines found;
  try {
    found = read_score_lines(bytes, with_domain);
  } catch (const BadScoreLine& bad) {
    refuse_line(bad.line, std::string("a line is ") + (with_domain ? "DOMAIN SYSTEM SCORE" : "SYSTEM SCORE") +
                              ", but this one has " + std::to_string(bad.fields) + " fields");
  }
  for (const ScoreLines::Unusual& score : found.unusual) found.scores[score.line] = number(score);
  const std::size_t first_missing = found.missing.empty() ? 0 : found.missing.front() + 1;
  return nb::make_tuple(names(found.systems, found.system_of), copied(found.system_of), copied(found.scores),
                        names(found.domains, found.domain_of), copied(found.domain_of), first_missing);
}

}  // namespace

void bind_score_lines(nb::module_& module) {
  module.def("read_score_lines", &read, nb::arg("data"), nb::arg("with_domain"),
             nb::sig("def read_score_lines(data: bytes, with_domain: bool) -> tuple[list[str], memoryview, "
                     "memoryview, list[str], memoryview, int]"),
             "Reads a score file: systems, for each line the place of its system, scores (NaN for None), domains, "
             "for each line the place of its domain, and the first line, counted from 1, of a None, or 0. Raises "
             "FormatError for a line that is none.");
}

}  // namespace parbleu::bindings
