// Binds the first look at a sample of texts, which says of most that a closer look would find nothing.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parbleu/writing/cut_streams.hpp"
#include "parbleu/writing/expected_language.hpp"
#include "parbleu/writing/first_look.hpp"
#include "parbleu/writing/limits.hpp"
#include "parbleu/writing/line_sampler.hpp"
#include "segments.hpp"
#include "writing_differences.hpp"

namespace parbleu::bindings {
namespace {

// Which streams are cut, and of each output the shift and the difference in writing, if a closer look would tell of
// nothing else.
struct Look {
  std::vector<std::optional<CutStream>> cuts;  // of outputs, and then of references; none if none looks cut
  std::vector<LookAtOutput> outputs;
  FoundDifferences differences;
};

constexpr auto has_value = [](const std::optional<CutStream>& cut) { return cut.has_value(); };

// Whether a line names an output: that of its own, or that of the only reference, which names two others at most.
bool is_named(const std::vector<std::optional<CutStream>>& cuts, std::size_t system) {
  if (cuts[system]) return true;
  if (!cuts.back()) return false;
  const auto& others = cuts.back()->others;
  return others.front() == system || (others.size() == 2 && others.back() == system);
}

bool heeds_blanks(nb::handle metrics) {
  std::size_t count = 0;
  for (nb::handle metric : metrics) {
    if (nb::cast<bool>(metric.attr("heeds_blanks"))) return true;
    ++count;
  }
  return count == 0;
}

// Nothing if a closer look may tell of something else.
std::optional<Look> first_look(const LineSampler& sampler, nb::handle metrics, ExpectedLanguage language) {
  const SampledLines& sample = sampler.lines();
  const std::string_view by_script =
      sample.references.empty() ? std::string_view() : language_by_script(sample.references.front());
  for (nb::handle metric : metrics) {
    if (nb::cast<bool>(nb::bool_(nb::getattr(metric, "normalize", nb::none())))) return {};
    if (!by_script.empty() && !metric.attr("options_for")(by_script).is_none()) return {};
  }
  auto looks = first_look_at(sample);
  if (!looks) return {};
  if (language.code.empty()) language = {by_script, {}, by_script, {}};
  if (!sample.references.empty()) {
    if (!language.code.empty() && !is_expected(sample, language)) return {};
    for (nb::handle metric : metrics) {
      const auto cut = nb::cast<std::string>(nb::getattr(metric, "language_of_tokenizer", nb::str("")));
      if (!cut.empty() && cut != language.code && !is_expected(sample, {cut, {}, cut, {}})) return {};
    }
  }
  std::vector<std::optional<CutStream>> cuts;
  if (!looks->empty() && looks->front().is_cut) {
    cuts = cut_streams(sample.systems, sample.references, heeds_blanks(metrics));
    if (sample.references.size() > 1 && std::ranges::any_of(cuts, has_value))
      return {};  // of names that are not known
    for (std::size_t system = 0; system < looks->size(); ++system) {
      if (is_named(cuts, system)) (*looks)[system].may_be_unlike = false;
    }
  }
  if (std::ranges::all_of(*looks,
                          [](const LookAtOutput& look) { return look.names.empty() && !look.may_be_unlike; }))
    return Look{std::move(cuts), std::move(*looks), FoundDifferences(looks->size())};
  for (nb::handle metric : metrics) {
    if (!nb::cast<bool>(metric.attr("takes_normalization"))) return {};
  }
  std::vector<WrittenSystem> systems;
  for (std::size_t system = 0; system < looks->size(); ++system) {
    const auto& names = (*looks)[system].names;
    systems.push_back({{sample.systems[system]}, {names.begin(), names.end()}});
    std::ranges::copy(sample.references, std::back_inserter(systems.back().sides));
  }
  FoundDifferences found = writing_differences(systems, sample.n_lines > sample.places.size(),
                                               engine_of_search(metrics).first, nb::none());
  for (std::size_t system = 0; system < looks->size(); ++system) {
    const LookAtOutput& look = (*looks)[system];
    if (!found[system] && (look.may_be_other || look.may_be_unlike)) return {};
    if (!found[system] || look.shift || (!cuts.empty() && is_named(cuts, system))) continue;
    const std::vector<std::string_view> names(found[system]->names.begin(), found[system]->names.end());
    if (seems_unlike_after(sample, system, names, PythonTables())) return {};
  }
  return Look{std::move(cuts), std::move(*looks), std::move(found)};
}

// From where on lines are shifted, in words, by these names of an output and of the reference.
std::string worded_shift(const Shift& shift, std::span<const std::size_t> firsts,
                         std::span<const std::uint64_t> places, const std::string& name,
                         const std::string& reference) {
  const auto number = [&](std::size_t pair) { return std::to_string(places[firsts[pair]] + 1); };
  const std::string first = shift.begin > 0 ? "about line " + number(shift.begin) : "line 1";
  const bool is_part = shift.end + writing_limits::run < firsts.size();
  const std::string part = first + (is_part ? " to " + number(shift.end) : " on");
  const std::string cause = shift.is_later
                                ? "a line is missing in " + name + ", or one too many is in " + reference
                                : "one line too many is in " + name + ", or one is missing in " + reference;
  return name + " and " + reference + " do not match line by line: from " + part +
         ", each line of the output belongs to the reference one line " + (shift.is_later ? "later" : "earlier") +
         ". Most likely " + cause + ", at " + first;
}

// The streams that are cut, in words, by these names of them.
nb::list worded_cuts(const std::vector<std::optional<CutStream>>& cuts, const std::vector<std::string>& systems,
                     const std::vector<std::string>& references) {
  constexpr std::size_t longest = 40;
  nb::list lines;
  for (std::size_t stream = 0; stream < cuts.size(); ++stream) {
    if (!cuts[stream]) continue;
    const CutStream& cut = *cuts[stream];
    const bool is_output = stream < systems.size();
    const auto& theirs = is_output ? references : systems;
    const std::string& name = is_output ? systems[stream] : references[stream - systems.size()];
    std::string others = theirs[cut.others.front()];
    if (cut.others.size() == 2) others += " and " + theirs[cut.others.back()];
    if (cut.others.size() > 2) others += " and " + std::to_string(cut.others.size() - 1) + " others";
    lines.append(text_of(name + ": " + std::to_string(std::lrint(100 * cut.share)) + " % of the segments look " +
                         std::string(cut.kind.look) + ", such as " +
                         utf8(nb::repr(to_python(std::u32string_view(cut.example).substr(0, longest)))) +
                         ", and those of " + others + " do not. " + std::string(cut.kind.effect) +
                         "; detokenize first, `parbleu study tokenization --one-side " +
                         (is_output ? "hyp" : "ref") + "` shows the effect"));
  }
  return lines;
}

std::vector<std::string> all_in_utf8(nb::handle names) {
  std::vector<std::string> all;
  for (nb::handle name : names) all.push_back(utf8(name));
  return all;
}

nb::list cut_lines(nb::handle systems, nb::handle references, nb::handle system_names, nb::handle reference_names,
                   bool is_blank_heeded) {
  const auto streams_of = [](nb::handle side) {
    std::vector<std::vector<Text>> streams;
    for (nb::handle item : side) {
      const Stream stream = nb::cast<const Segments&>(item).stream();
      streams.emplace_back(stream.begin(), stream.end());
    }
    return streams;
  };
  return worded_cuts(cut_streams(streams_of(systems), streams_of(references), is_blank_heeded),
                     all_in_utf8(system_names), all_in_utf8(reference_names));
}

nb::list told(const Look& look, const SampledLines& sample, const std::string& score, const nb::list& systems,
              const nb::str& reference, bool in_shell) {
  nb::list lines = worded_cuts(look.cuts, all_in_utf8(systems), {utf8(reference)});
  const std::vector<std::size_t> firsts = neighbours(sample);
  for (std::size_t system = 0; system < look.outputs.size(); ++system) {
    const auto& shift = look.outputs[system].shift;
    if (shift)
      lines.append(text_of(worded_shift(*shift, firsts, sample.places, utf8(systems[system]), utf8(reference))));
  }
  lines.extend(worded(look.differences, score, systems, reference, in_shell, nb::none()));
  return lines;
}

nb::object shifted_lines(const Segments& output, const Segments& reference, const std::vector<std::size_t>& firsts,
                         const std::vector<std::uint64_t>& places, bool has_blanks, nb::handle name,
                         nb::handle reference_name) {
  const auto shift = shift_of(output.stream(), reference.stream(), firsts, has_blanks);
  if (!shift) return nb::none();
  return nb::make_tuple(shift->begin, shift->end,
                        text_of(worded_shift(*shift, firsts, places, utf8(name), utf8(reference_name))));
}

}  // namespace

void bind_first_look(nb::module_& module) {
  module.def(
      "first_look",
      [](const LineSampler& sampler, nb::handle metrics, const nb::list& systems, const nb::str& reference,
         bool in_shell, std::string_view code, std::string_view script, std::string_view macrolanguage,
         std::string_view of_region) -> nb::object {
        const auto look = first_look(sampler, metrics, {code, script, macrolanguage, of_region});
        if (!look) return nb::none();
        return told(*look, sampler.lines(), engine_of_search(metrics).second, systems, reference, in_shell);
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
      "cut_lines", &cut_lines, nb::arg("systems"), nb::arg("references"), nb::arg("system_names"),
      nb::arg("reference_names"), nb::arg("heeds_blanks"),
      nb::sig("def cut_lines(systems: list[Segments], references: list[Segments], system_names: Sequence[str], "
              "reference_names: Sequence[str], heeds_blanks: bool) -> list[str]"),
      "A line for each stream that looks tokenized, or split into subwords or characters, where one of the other "
      "side does not, by these names; only of subwords if scores do not heed blanks.");
  module.def(
      "shifted_lines", &shifted_lines, nb::arg("output"), nb::arg("reference"), nb::arg("firsts"),
      nb::arg("places"), nb::arg("has_blanks"), nb::arg("name"), nb::arg("reference_name"),
      nb::sig("def shifted_lines(output: Segments, reference: Segments, firsts: list[int], places: list[int], "
              "has_blanks: bool, name: str, reference_name: str) -> tuple[int, int, str] | None"),
      "From where to where lines of a sample, as places of `firsts`, belong to the reference of the line "
      "behind them, or before them, and a line that says so by these names; None if they do not. `firsts` are "
      "the `neighbours` of a sample, and `places` the numbers of its lines. Without blanks between words, pairs "
      "of characters tell.");
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
