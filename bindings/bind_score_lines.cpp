// Binds the reader of score files.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "execution.hpp"
#include "parbleu/parsing/score_lines.hpp"
#include "python_values.hpp"

namespace parbleu::bindings {
namespace {

// Raises a FormatError, to which the caller adds the name of the file.
[[noreturn]] void refuse_line(std::size_t line, const std::string& problem) {
  const nb::object type = nb::module_::import_("parbleu.errors").attr("FormatError");
  PyErr_SetObject(type.ptr(), nb::make_tuple("", line, problem).ptr());
  throw nb::python_error();
}

[[noreturn]] void refuse_encoding(std::size_t line) {
  PyErr_Clear();
  refuse_line(line, "this is not valid UTF-8; convert the file");
}

nb::object decoded(std::string_view text) {
  return nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr));
}

nb::list names(const std::vector<std::string_view>& found, const std::vector<std::uint32_t>& place_of) {
  nb::list result;
  for (const std::string_view name : found) {
    const nb::object text = decoded(name);
    if (!text.is_valid()) {
      const auto first = std::ranges::find(place_of, static_cast<std::uint32_t>(result.size()));
      refuse_encoding(static_cast<std::size_t>(first - place_of.begin()) + 1);
    }
    result.append(text);
  }
  return result;
}

// Python's decimal numbers and "nan", in ASCII and without underscores: `+1`, and no `1_000`, `inf` or `1e999`.
double number(const ScoreLines::Unusual& score) {
  const nb::object text = decoded(score.text);
  if (!text.is_valid()) refuse_encoding(score.line + 1);
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
View<Number> view_of(std::vector<Number> numbers) {
  auto* const kept = new std::vector<Number>(std::move(numbers));
  const nb::capsule owner(kept, [](void* pointer) noexcept { delete static_cast<std::vector<Number>*>(pointer); });
  return View<Number>(kept->data(), {kept->size()}, owner);
}

nb::object read_lines(const ByteArray& data, bool with_domain, double largest) {
  const std::string_view bytes(reinterpret_cast<const char*>(data.data()), data.size());
  ScoreLines found;
  try {
    without_gil([&] { found = read_score_lines(bytes, with_domain); });
  } catch (const BadScoreLine& bad) {
    refuse_line(bad.line, std::string("a line is ") + (with_domain ? "DOMAIN SYSTEM SCORE" : "SYSTEM SCORE") +
                              ", but this one has " + std::to_string(bad.fields) +
                              (bad.fields == 1 ? " field" : " fields"));
  }
  for (const ScoreLines::Unusual& score : found.unusual) found.scores[score.line] = number(score);
  const std::size_t first_missing = found.missing.empty() ? 0 : found.missing.front() + 1;
  const auto too_large =
      std::ranges::find_if(found.scores, [&](double score) { return std::abs(score) > largest; });
  const std::size_t first_large =
      too_large == found.scores.end() ? 0 : static_cast<std::size_t>(too_large - found.scores.begin()) + 1;
  const nb::list systems = names(found.systems, found.system_of);
  const nb::list domains = names(found.domains, found.domain_of);
  if (!with_domain && in_equal_blocks(found)) found.system_of = {};
  return nb::make_tuple(systems, view_of(std::move(found.system_of)), view_of(std::move(found.scores)), domains,
                        view_of(std::move(found.domain_of)), first_missing, first_large);
}

}  // namespace

void bind_score_lines(nb::module_& module) {
  module.def(
      "read_score_lines", &read_lines, nb::arg("data"), nb::arg("with_domain"), nb::arg("largest"),
      nb::sig("def read_score_lines(data: Buffer, with_domain: bool, largest: float) -> tuple[list[str], "
              "memoryview, memoryview, list[str], memoryview, int, int]"),
      "Reads a score file: systems, for each line the place of its system, scores (NaN for None), domains, "
      "for each line the place of its domain, and the first lines, counted from 1, of a None and of a score "
      "that exceeds the largest, or 0. Without domains there are no places of systems if the lines of each stand "
      "together and are as many as those "
      "of the others. Raises FormatError for a line that is none.");
}

}  // namespace parbleu::bindings
