// Binds the first look at a sample of texts, which says of most that a closer look would find nothing.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parbleu/writing/expected_language.hpp"
#include "parbleu/writing/first_look.hpp"
#include "parbleu/writing/line_sampler.hpp"
#include "segments.hpp"
#include "writing_differences.hpp"

namespace parbleu::bindings {
namespace {

// Of each output the difference in writing, if a closer look would tell of nothing else; nothing if it may.
std::optional<FoundDifferences> first_look(const LineSampler& sampler, nb::handle metrics,
                                           ExpectedLanguage language) {
  const SampledLines& sample = sampler.lines();
  const std::string_view by_script =
      sample.references.empty() ? std::string_view() : language_by_script(sample.references.front());
  for (nb::handle metric : metrics) {
    if (nb::cast<bool>(nb::bool_(nb::getattr(metric, "normalize", nb::none())))) return {};
    if (!by_script.empty() && !metric.attr("options_for")(by_script).is_none()) return {};
  }
  const auto looks = first_look_at(sample);
  if (!looks) return {};
  if (language.code.empty()) language.code = by_script;
  if (!sample.references.empty() && !language.code.empty() && !is_expected(sample, language)) return {};
  if (std::ranges::all_of(*looks, [](const LookAtOutput& look) { return look.names.empty(); }))
    return FoundDifferences(looks->size());
  for (nb::handle metric : metrics) {
    if (!nb::cast<bool>(metric.attr("takes_normalization"))) return {};
  }
  std::vector<WrittenSystem> systems;
  for (std::size_t system = 0; system < looks->size(); ++system) {
    const auto& names = (*looks)[system].names;
    systems.push_back({{sample.systems[system]}, {names.begin(), names.end()}});
    std::ranges::copy(sample.references, std::back_inserter(systems.back().sides));
  }
  const FoundDifferences found = writing_differences(systems, sample.n_lines > sample.places.size(),
                                                     engine_of_search(metrics).first, nb::none());
  for (std::size_t system = 0; system < looks->size(); ++system) {
    const LookAtOutput& look = (*looks)[system];
    if (!found[system] && (look.may_be_other || look.may_be_unlike)) return {};
    if (!found[system] || !look.may_be_unlike) continue;
    const std::vector<std::string_view> names(found[system]->names.begin(), found[system]->names.end());
    if (seems_unlike_after(sample, system, names, PythonTables())) return {};
  }
  return found;
}

}  // namespace

void bind_first_look(nb::module_& module) {
  module.def(
      "first_look",
      [](const LineSampler& sampler, nb::handle metrics, const nb::list& systems, const nb::str& reference,
         bool in_shell, std::string_view code, std::string_view script, std::string_view macrolanguage,
         std::string_view of_region) -> nb::object {
        const auto found = first_look(sampler, metrics, {code, script, macrolanguage, of_region});
        if (!found) return nb::none();
        return worded(*found, engine_of_search(metrics).second, systems, reference, in_shell, nb::none());
      },
      nb::arg("sample"), nb::arg("metrics"), nb::arg("systems"), nb::arg("reference"), nb::arg("in_shell"),
      nb::arg("code") = "", nb::arg("script") = "", nb::arg("macrolanguage") = "", nb::arg("of_region") = "",
      nb::sig("def first_look(sample: LineSampler, metrics: Iterable[Any], systems: list[str], reference: str, "
              "in_shell: bool, code: str = '', script: str = '', macrolanguage: str = '', of_region: str = '') "
              "-> list[str] | None"),
      "The lines that a closer look at a sample would tell of these metrics' scores, by these names of the "
      "outputs and of the references, and of the language that is expected, which `expectation` describes; any "
      "if there is no code. Mostly there are none. None if only a closer look can tell.");
  module.def(
      "is_expected",
      [](const LineSampler& sampler, std::string_view code, std::string_view script,
         std::string_view macrolanguage, std::string_view of_region) {
        return !sampler.lines().references.empty() &&
               is_expected(sampler.lines(), {code, script, macrolanguage, of_region});
      },
      nb::arg("sample"), nb::arg("code"), nb::arg("script"), nb::arg("macrolanguage"), nb::arg("of_region"),
      nb::sig("def is_expected(sample: LineSampler, code: str, script: str, macrolanguage: str, of_region: str) "
              "-> bool"),
      "Whether references and outputs are in the language that `expectation` describes for certain, as far as "
      "scripts and frequent words tell.");
  module.def(
      "script_of",
      [](std::string_view code, std::string_view script, std::string_view macrolanguage) {
        return script_of({code, script, macrolanguage, ""});
      },
      nb::arg("code"), nb::arg("script"), nb::arg("macrolanguage"),
      nb::sig("def script_of(code: str, script: str, macrolanguage: str) -> str"),
      "What `letters_by_script` calls the script of a language; an empty text if it is not known.");
  module.def(
      "frequent_words",
      [](std::string_view code) {
        const std::u32string_view words = frequent_words(code);
        const std::vector<std::uint32_t> units(words.begin(), words.end());
        return to_python(as_text(std::span(units)));
      },
      nb::arg("code"), nb::sig("def frequent_words(code: str) -> str"),
      "Words, parted by blanks, of which texts in a language have many, and texts in related ones few; none "
      "of most languages.");
}

}  // namespace parbleu::bindings
