// Finds and words differences in writing.
#pragma once

#include <nanobind/nanobind.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parbleu/writing/first_look.hpp"
#include "parbleu/writing/normalizations.hpp"
#include "parbleu/writing/written_differently.hpp"

namespace parbleu::bindings {

namespace nb = nanobind;

using FoundDifferences = std::vector<std::optional<WritingDifference>>;

// Asks functions of Python.
class PythonTables final : public TextTables {
 public:
  [[nodiscard]] std::u32string in_form(std::string_view form, std::u32string text) const override;
  [[nodiscard]] std::u32string bare(std::u32string text) const override;
  [[nodiscard]] std::u32string unescaped(std::u32string text) const override;
  [[nodiscard]] bool is_letter(char32_t point) const override;
  [[nodiscard]] bool is_small(char32_t point) const override;
  [[nodiscard]] std::u32string code_page(std::string_view encoding) const override;
  [[nodiscard]] std::string in_utf_8(std::u32string_view text) const override;
  [[nodiscard]] std::string quoted(std::u32string_view text) const override;
  [[nodiscard]] std::string rounded(double number) const override;

 private:
  mutable std::map<char32_t, bool> letters_;
  mutable std::map<char32_t, std::u32string> bare_;                                      // of single characters
  mutable std::map<std::pair<std::string_view, std::u32string>, std::u32string> forms_;  // of short texts
};

// A name in UTF-8, and a text of UTF-8; of files whose names are none, it has half of a surrogate pair for a byte.
std::string utf8(nb::handle name);
TextNames names_of(nb::handle systems, nb::handle references, std::size_t n_systems, std::size_t n_references);
nb::object text_of(const std::string& line);

// What scores texts again once they are normalized, and the name of the score: BLEU if that is there, or if all metrics
// are computed in Python, so that what is said does not depend on the order of the metrics.
std::pair<nb::object, std::string> engine_of_search(nb::handle metrics);

// What the core finds by an engine. `normalize` is a function of a name and a list of texts, for normalizations that the
// core does not apply; it returns them normalized, or None if the normalization cannot be applied.
FoundDifferences writing_differences(const std::vector<WrittenSystem>& systems, bool is_sample, nb::object engine,
                                     nb::object normalize);

// A line for each difference, of the systems that differ so from the reference. `words` is a function of the name of a
// normalization that the core does not apply; it returns what that undoes, and what to do about it.
nb::list worded(const FoundDifferences& found, const std::string& score, const nb::list& systems,
                const nb::str& reference, bool in_shell, const nb::object& words);

}  // namespace parbleu::bindings
