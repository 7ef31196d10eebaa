// Binds the first look at a sample of texts, which says of most that a closer look would find nothing.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parbleu/metrics/bleu.hpp"
#include "parbleu/writing/expected_language.hpp"
#include "parbleu/writing/first_look.hpp"
#include "parbleu/writing/limits.hpp"
#include "parbleu/writing/line_sampler.hpp"
#include "parbleu/writing/respelled.hpp"
#include "segments.hpp"

namespace parbleu::bindings {
namespace {

// What scores texts again once they are normalized, and the name of the score: BLEU if that is there, or if all metrics
// are computed in Python, so that what is said does not depend on the order of the metrics.
std::pair<nb::object, std::string> engine_of_search(nb::handle metrics) {
  nb::object chosen;
  std::pair<bool, std::string> least;
  for (nb::handle metric : metrics) {
    if (!nb::hasattr(metric, "native")) continue;
    const nb::object given = metric.attr("score_name");
    const std::string name = nb::cast<nb::str>(given).c_str();
    const std::pair key(name != "BLEU", name);
    if (chosen.is_valid() && least <= key) continue;
    chosen = nb::borrow(metric);
    least = key;
  }
  if (chosen.is_valid()) return {chosen.attr("engine"), least.second};
  return {nb::type<Bleu>()("13a", false, 4, "exp", 0.0, false), "BLEU"};
}

// Lines of an output and of each stream of references, ready to be scored.
class Sides {
 public:
  explicit Sides(std::size_t n_references) {
    for (std::size_t side = 0; side <= n_references; ++side) streams_.push_back(std::make_unique<Segments>());
  }

  void push(const std::vector<Text>& lines) {
    for (std::size_t side = 0; side < lines.size(); ++side) {
      const bool is_lacking = side > 1 && lines[side].size == 0;
      streams_[side]->push(is_lacking ? Text() : lines[side]);
    }
  }
  Arena& arena() { return streams_.front()->arena(); }

  // The sum of the statistics, added to those of other lines.
  nb::object total(const nb::object& engine, const nb::object& start) {
    nb::object output;
    nb::list references;
    for (auto& stream : streams_) {
      nb::object segments = nb::cast(stream.release(), nb::rv_policy::take_ownership);
      output.is_valid() ? references.append(segments) : void(output = std::move(segments));
    }
    return engine.attr("total")(output, references, 1, start);
  }

 private:
  std::vector<std::unique_ptr<Segments>> streams_;
};

template <class Unit>
Text narrowed(std::u32string_view points, Arena& arena) {
  const std::span<Unit> units = arena.make<Unit>(points.size());
  std::ranges::transform(points, units.begin(), [](char32_t point) { return static_cast<Unit>(point); });
  return as_text(std::span<const Unit>(units));
}

Text respelled_line(const Text& line, std::span<const std::string_view> names, Arena& arena) {
  std::u32string points = visit(line, [](auto units) { return std::u32string(units.begin(), units.end()); });
  for (const std::string_view name : names) points = respelled(std::move(points), name);
  const char32_t largest = points.empty() ? 0 : std::ranges::max(points);
  return largest < 0x100     ? narrowed<std::uint8_t>(points, arena)
         : largest < 0x10000 ? narrowed<std::uint16_t>(points, arena)
                             : narrowed<std::uint32_t>(points, arena);
}

// A normalized line is as narrow as it can be, unlike others.
bool are_equal(const Text& one, const Text& other) {
  return one.size == other.size && visit(one, [&](auto units) {
           return visit(other, [&](auto others) { return std::ranges::equal(units, others); });
         });
}

// By how much the score of an output changes once lines are normalized. Those that stay as they are are scored once.
double change_of_score(const nb::object& engine, const SampledLines& sample, std::size_t system,
                       std::span<const std::string_view> names) {
  const std::size_t n_references = sample.references.size();
  Sides same(n_references), before(n_references), after(n_references);
  bool is_changed = false;
  for (const std::size_t at : places_to_score(sample)) {
    std::vector<Text> lines{sample.systems[system][at]};
    for (const auto& stream : sample.references) lines.push_back(stream[at]);
    std::vector<Text> normalized;
    if (!std::ranges::all_of(lines, is_plainly_spelled)) {
      for (const Text& line : lines) normalized.push_back(respelled_line(line, names, after.arena()));
    }
    if (normalized.empty() || std::ranges::equal(lines, normalized, are_equal)) {
      same.push(lines);
      continue;
    }
    is_changed = true;
    before.push(lines);
    after.push(normalized);
  }
  if (!is_changed) return 0;
  const nb::object start = same.total(engine, nb::none());
  const auto score = [&](Sides& sides) {
    return nb::cast<double>(nb::float_(engine.attr("score")(sides.total(engine, start))));
  };
  return std::abs(score(after) - score(before));
}

bool changes_much(const SampledLines& sample, nb::handle metrics,
                  const std::vector<std::vector<std::string_view>>& names) {
  nb::object engine;
  for (std::size_t system = 0; system < names.size(); ++system) {
    if (names[system].empty()) continue;
    if (!engine.is_valid()) {
      for (nb::handle metric : metrics) {
        if (!nb::cast<bool>(metric.attr("takes_normalization"))) return true;
      }
      engine = engine_of_search(metrics).first;
    }
    if (change_of_score(engine, sample, system, names[system]) >= writing_limits::jump) return true;
  }
  return false;
}

bool is_ordinary(const LineSampler& sampler, nb::handle metrics, ExpectedLanguage language) {
  const SampledLines& sample = sampler.lines();
  const std::string_view by_script =
      sample.references.empty() ? std::string_view() : language_by_script(sample.references.front());
  for (nb::handle metric : metrics) {
    if (nb::cast<bool>(nb::bool_(nb::getattr(metric, "normalize", nb::none())))) return false;
    if (!by_script.empty() && !metric.attr("options_for")(by_script).is_none()) return false;
  }
  const auto names = spellings_alone(sample);
  if (!names) return false;
  if (language.code.empty()) language.code = by_script;
  if (!sample.references.empty() && !language.code.empty() && !is_expected(sample, language)) return false;
  return !changes_much(sample, metrics, *names);
}

}  // namespace

void bind_first_look(nb::module_& module) {
  module.def(
      "engine_of_search",
      [](nb::handle metrics) {
        const auto [engine, name] = engine_of_search(metrics);
        return nb::make_tuple(engine, nb::str(name.c_str()));
      },
      nb::arg("metrics"), nb::sig("def engine_of_search(metrics: Iterable[Any]) -> tuple[Any, str]"),
      "What scores texts again once they are normalized, and the name of the score: BLEU if that is there, "
      "or if all metrics are computed in Python.");
  module.def(
      "is_ordinary",
      [](const LineSampler& sampler, nb::handle metrics, std::string_view code, std::string_view script,
         std::string_view macrolanguage, std::string_view of_region) {
        return is_ordinary(sampler, metrics, {code, script, macrolanguage, of_region});
      },
      nb::arg("sample"), nb::arg("metrics"), nb::arg("code") = "", nb::arg("script") = "",
      nb::arg("macrolanguage") = "", nb::arg("of_region") = "",
      nb::sig("def is_ordinary(sample: LineSampler, metrics: Iterable[Any], code: str = '', script: str = '', "
              "macrolanguage: str = '', of_region: str = '') -> bool"),
      "Whether a closer look at a sample would find nothing to tell of these metrics' scores, and of the "
      "language that is expected, which `expectation` describes; any if there is no code.");
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
