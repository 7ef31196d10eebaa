// Binds the first look at a sample of texts, which says of most that a closer look would find nothing.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
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
#include "parbleu/writing/odd_texts.hpp"
#include "segments.hpp"
#include "writing_differences.hpp"

namespace parbleu::bindings {
namespace {

// Whether a line about streams that are cut names an output: that of its own, or that of a reference, which names two
// others at most.
bool is_named(const std::vector<std::optional<CutStream>>& cuts, std::size_t system, std::size_t n_systems) {
  if (cuts.empty()) return false;
  const auto names = [system](const std::optional<CutStream>& cut) {
    if (!cut) return false;
    const auto& others = cut->others;
    return others.front() == system || (others.size() == 2 && others.back() == system);
  };
  return cuts[system] || std::ranges::any_of(std::span(cuts).subspan(n_systems), names);
}

bool heeds_blanks(nb::handle metrics) {
  std::size_t count = 0;
  for (nb::handle metric : metrics) {
    if (nb::cast<bool>(metric.attr("heeds_blanks"))) return true;
    ++count;
  }
  return count == 0;
}

// Metrics that score texts normalized, and whether none of several does.
std::pair<nb::list, bool> normalizing(nb::handle metrics) {
  nb::list chosen;
  bool is_none = false;
  for (nb::handle metric : metrics) {
    is_none = true;
    if (nb::cast<bool>(metric.attr("takes_normalization"))) chosen.append(metric);
  }
  return {chosen, is_none && chosen.size() == 0};
}

// What normalizations make of scores.
struct Differences {
  FoundDifferences found;
  std::string score;
};

Differences differences_of(const SampledLines& sample, const FirstLook& look, nb::handle metrics) {
  const auto [chosen, is_none] = normalizing(metrics);
  const bool are_spelled_alike =
      std::ranges::all_of(look.outputs, [](const LookAtOutput& output) { return output.names.empty(); });
  if (is_none || are_spelled_alike) return {FoundDifferences(look.outputs.size()), ""};
  const auto cut = cut_reasoning(sample);
  std::vector<WrittenSystem> systems;
  std::vector<std::vector<Text>> whole;  // lines without reasoning alone
  whole.reserve(look.outputs.size() * (1 + sample.references.size()));
  for (std::size_t system = 0; system < look.outputs.size(); ++system) {
    const auto& names = look.outputs[system].names;
    systems.push_back({{}, {names.begin(), names.end()}});
    const auto add = [&](const std::vector<Text>& lines) {
      if (cut[system].empty()) {
        systems.back().sides.emplace_back(lines);
        return;
      }
      auto& left = whole.emplace_back();
      for (std::size_t at = 0; at < lines.size(); ++at) {
        if (!cut[system][at]) left.push_back(lines[at]);
      }
      systems.back().sides.emplace_back(left);
    };
    add(sample.systems[system]);
    for (const auto& lines : sample.references) add(lines);
  }
  const auto [engine, score] = engine_of_search(chosen);
  return {writing_differences(systems, sample.n_lines > sample.places.size(), engine, nb::none()), score};
}

// The streams that are cut, in words, by these names of them.
nb::list worded_cuts(const std::vector<std::optional<CutStream>>& cuts, const TextNames& names) {
  const auto& [systems, references] = names;
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

// Whether only a closer look can tell: of texts that a metric normalizes, or whose words it does not find.
bool needs_closer_look(const SampledLines& sample, nb::handle metrics, ExpectedLanguage language) {
  const std::string_view by_script =
      sample.references.empty() ? std::string_view() : language_by_script(sample.references.front());
  for (nb::handle metric : metrics) {
    if (nb::cast<bool>(nb::bool_(nb::getattr(metric, "normalize", nb::none())))) return true;
    if (!by_script.empty() && !metric.attr("options_for")(by_script).is_none()) return true;
  }
  if (sample.references.empty() || sample.places.empty()) return false;
  if (language.code.empty()) {
    language = {by_script, {}, by_script, {}};
    if (!by_script.empty() && !is_expected(sample, language)) return true;
  }
  for (nb::handle metric : metrics) {
    const auto code = nb::cast<std::string>(nb::getattr(metric, "language_of_tokenizer", nb::str("")));
    if (!code.empty() && code != language.code && !is_expected(sample, {code, {}, code, {}})) return true;
  }
  return false;
}

nb::list strings_of(const std::vector<Text>& lines) {
  nb::list strings;
  for (const Text& line : lines) strings.append(to_python(line));
  return strings;
}

// The target language: its code as it is spelled, whether texts are in it for certain, and what is told of references in
// another one.
struct Target {
  std::string code;
  bool is_certain = false;
  std::string other;
};

std::string worded_other_target(const std::string& look, const std::string& code, bool in_shell) {
  return "the references " + look + ", and the target language is " + code + ": check " +
         (in_shell ? "the language pair (-l)" : "trg_lang");
}

Target target_of(const SampledLines& sample, const std::string& code, const ExpectedLanguage& language,
                 bool in_shell) {
  if (code.empty() || is_expected(sample, language)) return {code, true, ""};
  const std::string other(code == language.code ? evident_other_language(sample, language) : "");
  if (!other.empty()) return {code, false, worded_other_target("look like " + other, code, in_shell)};
  const nb::object told = nb::module_::import_("parbleu.text._expected_language")
                              .attr("other_target")(strings_of(sample.references.front()), code);
  return {code, false, utf8(told)};
}

// What is told of an output that is evidently not in the target language.
std::string unlike_target(const std::vector<Text>& lines, const Target& target, const std::string& name) {
  if (target.is_certain || !target.other.empty()) return "";
  const nb::object look = nb::module_::import_("parbleu.text._expected_language")
                              .attr("unlike_target")(strings_of(lines), target.code);
  return nb::len(look) == 0 ? "" : "the segments of " + name + " " + utf8(look);
}

// The lines of an output in another language, by frequent words, or else by the package that recognizes it.
std::optional<ForeignPart> foreign_part(const SampledLines& sample, std::size_t system,
                                        std::span<const std::size_t> places) {
  const ForeignPart evident = evident_foreign_part(sample, system, places);
  if (!evident.language.empty()) return evident;
  nb::list lines, references;
  for (const std::size_t at : places) lines.append(to_python(sample.systems[system][at]));
  const std::vector<std::size_t> others = neighbours(sample);
  for (std::size_t at = 0; evident.expected.empty() && at < others.size(); ++at)
    references.append(to_python(sample.references.front()[others[at]]));
  const nb::object part =
      nb::module_::import_("parbleu.text._identified_language")
          .attr("part_in_another_language")(lines, references, others.size(), evident.expected);
  if (part.is_none()) return {};
  return ForeignPart{utf8(part[0]), utf8(part[1]), nb::cast<long>(part[2])};
}

// What is told of a sample; nothing if only a closer look can tell.
std::optional<nb::list> first_look(const LineSampler& sampler, nb::handle metrics, const nb::list& systems,
                                   nb::handle references, bool in_shell, bool tells_equal, const std::string& code,
                                   const ExpectedLanguage& language) {
  const SampledLines& sample = sampler.lines();
  if (needs_closer_look(sample, metrics, language)) return {};
  if (sample.references.empty() || sample.places.empty()) return nb::list();
  const Target target = target_of(sample, code, language, in_shell);
  const TextNames names = names_of(systems, references, sample.systems.size(), sample.references.size());
  const PythonTables tables;
  const FirstLook look = first_look_at(sample, names, tells_equal, tables);
  std::vector<std::optional<CutStream>> cuts;
  if (look.is_cut) cuts = cut_streams(sample.systems, sample.references, heeds_blanks(metrics));
  const auto [found, score] = differences_of(sample, look, metrics);
  nb::list lines = worded_cuts(cuts, names);
  for (const ToldLine& line : look.told) lines.append(text_of(line.words));
  if (!target.other.empty()) lines.append(text_of(target.other));
  lines.extend(worded(found, score, systems, nb::str(references[0]), in_shell, nb::none()));
  for (std::size_t system = 0; system < look.outputs.size(); ++system) {
    const LookAtOutput& output = look.outputs[system];
    const auto is_about = [system](const ToldLine& line) { return std::ranges::count(line.systems, system) > 0; };
    const bool is_told = look.is_cut || found[system];
    const bool is_own = is_named(cuts, system, names.systems.size()) || std::ranges::any_of(look.told, is_about);
    const bool is_copied =
        std::ranges::any_of(look.told, [&](const ToldLine& line) { return line.is_copied && is_about(line); });
    if (!is_told && !is_own && (output.may_be_damaged || !output.perhaps_foreign.empty())) {
      const std::string damage = how_damaged(sample, system, names.references.front(), tables);
      if (!damage.empty()) {
        lines.append(text_of(names.systems[system] + " " + damage));
        continue;
      }
    }
    const std::vector<std::size_t>& foreign = output.perhaps_foreign;
    if (!is_told && !is_copied && !foreign.empty() && !stand_backwards(sample, system, foreign)) {
      const auto part = foreign_part(sample, system, foreign);
      if (part && part->language != part->expected) {
        const std::string& reference = names.references.front();
        const SampledLines turned = {
            {sample.references.front()}, {sample.systems[system]}, {}, sample.places, sample.n_lines};
        const std::string damage = how_damaged(turned, 0, names.systems[system], tables);
        lines.append(text_of(damage.empty() ? worded_foreign_part(*part, names.systems[system], reference)
                                            : reference + " " + damage));
        continue;
      }
    }
    std::string unlike = unlike_target(sample.systems[system], target, names.systems[system]);
    if (!unlike.empty()) {
      lines.append(text_of(unlike));
      continue;
    }
    if (is_own) continue;
    if (found[system]) {  // what normalizations undo may hide as much as it shows
      const std::vector<std::string_view> normalizations(found[system]->names.begin(), found[system]->names.end());
      unlike = how_unlike_after(sample, system, names, normalizations, tables);
    } else if (output.may_be_unlike) {
      unlike = how_unlike(sample, system, names, tables);
    }
    if (!unlike.empty()) lines.append(text_of(unlike));
  }
  return lines;
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
  const auto outputs = streams_of(systems), beside = streams_of(references);
  const TextNames names = names_of(system_names, reference_names, outputs.size(), beside.size());
  return worded_cuts(cut_streams(outputs, beside, is_blank_heeded), names);
}

}  // namespace

void bind_first_look(nb::module_& module) {
  module.def(
      "first_look",
      [](const LineSampler& sampler, nb::handle metrics, const nb::list& systems, const nb::list& references,
         bool in_shell, bool equal, const std::string& target, std::string_view code, std::string_view script,
         std::string_view macrolanguage, std::string_view of_region) -> nb::object {
        const auto lines = first_look(sampler, metrics, systems, references, in_shell, equal, target,
                                      {code, script, macrolanguage, of_region});
        return lines ? nb::object(*lines) : nb::none();
      },
      nb::arg("sample"), nb::arg("metrics"), nb::arg("systems"), nb::arg("references"), nb::arg("in_shell"),
      nb::arg("equal"), nb::arg("target") = "", nb::arg("code") = "", nb::arg("script") = "",
      nb::arg("macrolanguage") = "", nb::arg("of_region") = "",
      nb::sig("def first_look(sample: LineSampler, metrics: Iterable[Any], systems: list[str], "
              "references: list[str], in_shell: bool, equal: bool, target: str = '', code: str = '', "
              "script: str = '', macrolanguage: str = '', of_region: str = '') -> list[str] | None"),
      "The lines that a closer look at a sample would tell of these metrics' scores, by these names of the "
      "outputs and of the references, and of the target language, whose code is `target`, and which `expectation` "
      "describes; any if there is no code. `equal`: whether to tell of texts that are the same. Mostly there are "
      "none. None if only a closer look can tell.");
  module.def(
      "worded_other_target",
      [](nb::handle look, nb::handle code, bool in_shell) {
        return text_of(worded_other_target(utf8(look), utf8(code), in_shell));
      },
      nb::arg("look"), nb::arg("code"), nb::arg("in_shell"),
      nb::sig("def worded_other_target(look: str, code: str, in_shell: bool) -> str"),
      "The line that references look so, and not as text in the target language of this code.");
  module.def(
      "cut_lines", &cut_lines, nb::arg("systems"), nb::arg("references"), nb::arg("system_names"),
      nb::arg("reference_names"), nb::arg("heeds_blanks"),
      nb::sig("def cut_lines(systems: list[Segments], references: list[Segments], system_names: Sequence[str], "
              "reference_names: Sequence[str], heeds_blanks: bool) -> list[str]"),
      "A line for each stream that looks tokenized, or split into subwords or characters, where one of the other "
      "side does not, by these names; only of subwords if scores do not heed blanks.");
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
      "evident_language", [](const Segments& lines) { return evident_language(lines.stream()); }, nb::arg("lines"),
      nb::sig("def evident_language(lines: Segments) -> str"),
      "The code of the language that lines are in beyond doubt, by its frequent words; an empty text of others.");
  module.def(
      "worded_foreign_part",
      [](const std::string& language, const std::string& expected, long percentage, nb::handle name,
         nb::handle reference) {
        return text_of(worded_foreign_part({language, expected, percentage}, utf8(name), utf8(reference)));
      },
      nb::arg("language"), nb::arg("expected"), nb::arg("percentage"), nb::arg("name"), nb::arg("reference"),
      nb::sig("def worded_foreign_part(language: str, expected: str, percentage: int, name: str, reference: str) "
              "-> str"),
      "What is told of lines in another language than the one expected, by these names of an output and of the "
      "reference.");
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
