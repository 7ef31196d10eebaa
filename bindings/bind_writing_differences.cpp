// Binds the search for texts that differ in their writing alone, and words what it finds.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "parbleu/metrics/bleu.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "parbleu/writing/normalizations.hpp"
#include "parbleu/writing/written_differently.hpp"
#include "segments.hpp"
#include "writing_differences.hpp"

namespace parbleu::bindings {
namespace {

std::string rounded(double score) { return nb::cast<std::string>(nb::str("{:.1f}").format(score)); }

// Lines of an output and of each stream of references, ready to be scored.
class Sides {
 public:
  explicit Sides(std::size_t count) {
    for (std::size_t side = 0; side < count; ++side) streams_.push_back(std::make_unique<Segments>());
  }

  void push(std::size_t side, const Text& line) {
    const bool is_lacking = side > 1 && line.size == 0;
    streams_[side]->push(is_lacking ? Text() : line);
  }
  void push(std::size_t side, std::u32string_view line) { push(side, narrowed(line, streams_[side]->arena())); }

  // The output and the references, for an engine.
  std::pair<nb::object, nb::list> taken() {
    nb::object output;
    nb::list references;
    for (auto& stream : streams_) {
      nb::object segments = nb::cast(stream.release(), nb::rv_policy::take_ownership);
      output.is_valid() ? references.append(segments) : void(output = std::move(segments));
    }
    return {output, references};
  }

 private:
  std::vector<std::unique_ptr<Segments>> streams_;
};

// Scores by an engine, and normalizes by the core or a function of Python.
class EngineScorer : public WritingScorer {
 public:
  // `normalize` returns a list of texts after the normalization of a name, or None if it cannot be applied.
  EngineScorer(nb::object engine, nb::object normalize)
      : engine_(std::move(engine)), normalize_(std::move(normalize)) {}

  std::vector<std::u32string> normalized(const std::vector<std::u32string>& lines,
                                         std::string_view name) override {
    std::vector<std::u32string> made = lines;
    if (const Normalization* const how = normalization(name)) {
      for (auto& line : made) line = how->apply(std::move(line), tables_);
      return made;
    }
    nb::list texts;
    for (const auto& line : lines) texts.append(to_python(line));
    const nb::object result = normalize_(nb::str(name.data(), name.size()), texts);
    if (result.is_none()) return made;
    for (std::size_t line = 0; line < made.size(); ++line) made[line] = points_of(result[line]);
    return made;
  }

  std::vector<LineStatistics> statistics(const WrittenSides& lines, std::span<const std::size_t> places) override {
    if (places.empty()) return {};
    Sides sides(lines.size());
    for (std::size_t side = 0; side < lines.size(); ++side) {
      for (const std::size_t at : places) sides.push(side, lines[side][at]);
    }
    const auto [output, references] = sides.taken();
    nb::list outputs;
    outputs.append(output);
    const auto table = nb::cast<Table>(engine_.attr("tables")(outputs, references, 1)[0]);
    const std::size_t width = table.shape(1);
    std::vector<LineStatistics> rows;
    for (std::size_t at = 0; at < table.size(); at += width)
      rows.push_back(are_whole_ ? row_at<std::int64_t>(table, at) : row_at<double>(table, at));
    return rows;
  }

  LineStatistics total(std::span<const Stream> sides, std::span<const std::size_t> places) override {
    Sides chosen(sides.size());
    for (std::size_t side = 0; side < sides.size(); ++side) {
      for (const std::size_t at : places) chosen.push(side, sides[side][at]);
    }
    const auto [output, references] = chosen.taken();
    LineStatistics sum;
    for (nb::handle number : engine_.attr("total")(output, references, 1)) {
      are_whole_ = nb::isinstance<nb::int_>(number);
      sum.push_back(nb::cast<double>(nb::float_(number)));
    }
    return sum;
  }

  double score(const LineStatistics& sum) override {
    nb::list row;
    for (const double number : sum) {
      are_whole_ ? row.append(nb::int_(static_cast<std::int64_t>(number))) : row.append(nb::float_(number));
    }
    return nb::cast<double>(nb::float_(engine_.attr("score")(row)));
  }

 private:
  using Table = nb::ndarray<nb::ro, nb::ndim<2>, nb::c_contig, nb::device::cpu>;  // of int64 or of float64

  template <class Number>
  static LineStatistics row_at(const Table& table, std::size_t begin) {
    const auto* const numbers = static_cast<const Number*>(table.data()) + begin;
    return {numbers, numbers + table.shape(1)};
  }

  bool are_whole_ = true;  // numbers of the statistics
  nb::object engine_;
  nb::object normalize_;
  PythonTables tables_;
};

std::string joined(const std::vector<std::string>& texts, const std::string& between) {
  std::string all;
  for (const std::string& text : texts) all += (&text == texts.data() ? "" : between) + text;
  return all;
}

// What normalizations undo, and what to do about it, each once.
std::pair<std::string, std::string> meaning_of(const std::vector<std::string>& names, const nb::object& words) {
  std::vector<std::string> meanings, remedies;
  for (const std::string& name : names) {
    std::string meaning, remedy;
    if (const Normalization* const how = normalization(name)) {
      meaning = how->meaning;
      remedy = how->remedy;
    } else {
      std::tie(meaning, remedy) = nb::cast<std::pair<std::string, std::string>>(words(name));
    }
    meanings.push_back(meaning);
    if (std::ranges::find(remedies, remedy) == remedies.end()) remedies.push_back(remedy);
  }
  return {joined(meanings, "; "), joined(remedies, "; ")};
}

// What differs, its effect and what to do; `likewise`: other systems with both scores, in words.
std::string explained(const WritingDifference& made, const std::string& score, std::vector<std::string> likewise,
                      bool in_shell, const nb::object& words) {
  const auto [meaning, remedy] = meaning_of(made.names, words);
  std::string others;
  if (!likewise.empty()) {
    const std::string last = likewise.back();
    likewise.pop_back();
    others = "; likewise " + joined(likewise, ", ") + (likewise.empty() ? "" : " and ") + last;
  }
  nb::list names;
  for (const std::string& name : made.names) names.append(name);
  const std::string option =
      in_shell ? "--normalize " + joined(made.names, " ") : "normalize=" + nb::cast<std::string>(nb::repr(names));
  const std::string scored = (made.is_sample ? "a sample of " : "all ") + std::to_string(made.n_segments);
  return meaning + ". " + score + " of " + scored + " segments is " + rounded(made.before) + ", and " +
         rounded(made.after) + " when both sides are normalized, which changes " + std::to_string(made.n_changed) +
         " of them" + others + "; " + remedy + ", or score with " + option;
}

nb::object character(char32_t point) { return to_python(std::u32string_view(&point, 1)); }

nb::module_ unicode_forms() { return nb::module_::import_("parbleu._base.unicode_forms"); }

}  // namespace

std::string utf8(nb::handle name) {
  const nb::bytes bytes(name.attr("encode")("utf-8", "surrogatepass"));
  return {bytes.c_str(), bytes.size()};
}

TextNames names_of(nb::handle systems, nb::handle references, std::size_t n_systems, std::size_t n_references) {
  TextNames names;
  for (nb::handle name : systems) names.systems.push_back(utf8(name));
  for (nb::handle name : references) names.references.push_back(utf8(name));
  if (names.systems.size() != n_systems || names.references.size() != n_references)
    throw nb::value_error("there are not as many names as streams");
  return names;
}

nb::object text_of(const std::string& line) {
  return nb::bytes(line.data(), line.size()).attr("decode")("utf-8", "surrogatepass");
}

std::u32string PythonTables::in_form(std::string_view form, std::u32string text) const {
  constexpr std::size_t short_text = 8;
  const auto known = text.size() > short_text ? forms_.end() : forms_.find({form, text});
  if (known != forms_.end()) return known->second;
  const std::u32string made = points_of(unicode_forms().attr("unicode_form")(form, to_python(text)));
  if (text.size() <= short_text) forms_[{form, text}] = made;
  return made;
}

std::u32string PythonTables::bare(std::u32string text) const {
  const auto known = text.size() == 1 ? bare_.find(text[0]) : bare_.end();
  if (known != bare_.end()) return known->second;
  const std::u32string made = points_of(unicode_forms().attr("without_marks")(to_python(text)));
  if (text.size() == 1) bare_[text[0]] = made;
  return made;
}

std::u32string PythonTables::unescaped(std::u32string text) const {
  return points_of(nb::module_::import_("html").attr("unescape")(to_python(text)));
}

bool PythonTables::is_letter(char32_t point) const {
  if (point < 0x80) return (point | 0x20) >= 'a' && (point | 0x20) <= 'z';
  const auto known = letters_.find(point);
  if (known != letters_.end()) return known->second;
  const bool is_there = nb::cast<bool>(character(point).attr("isalpha")());
  letters_[point] = is_there;
  return is_there;
}

bool PythonTables::is_small(char32_t point) const { return nb::cast<bool>(character(point).attr("islower")()); }

std::u32string PythonTables::code_page(std::string_view encoding) const {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  return points_of(
      nb::bytes(bytes.data(), bytes.size()).attr("decode")(nb::str(encoding.data(), encoding.size()), "replace"));
}

std::string PythonTables::in_utf_8(std::u32string_view text) const { return utf8(to_python(text)); }

std::string PythonTables::quoted(std::u32string_view text) const { return utf8(nb::repr(to_python(text))); }

std::string PythonTables::rounded(double number) const { return bindings::rounded(number); }

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

FoundDifferences writing_differences(const std::vector<WrittenSystem>& systems, bool is_sample, nb::object engine,
                                     nb::object normalize) {
  EngineScorer scorer(std::move(engine), std::move(normalize));
  return parbleu::writing_differences(systems, is_sample, scorer);
}

nb::list worded(const FoundDifferences& found, const std::string& score, const nb::list& systems,
                const nb::str& reference, bool in_shell, const nb::object& words) {
  nb::list lines;
  std::vector<bool> is_told(found.size());
  for (std::size_t first = 0; first < found.size(); ++first) {
    if (!found[first] || is_told[first]) continue;
    const auto effect = [&](std::size_t system) { return std::abs(found[system]->after - found[system]->before); };
    std::size_t most = first;
    std::vector<std::size_t> same;
    for (std::size_t system = first; system < found.size(); ++system) {
      if (!found[system] || found[system]->names != found[first]->names) continue;
      is_told[system] = true;
      same.push_back(system);
      if (effect(system) > effect(most)) most = system;
    }
    const auto name = [&](std::size_t system) { return utf8(systems[system]); };
    std::vector<std::string> likewise;
    for (const std::size_t system : same) {
      if (system != most)
        likewise.push_back(name(system) + " (" + rounded(found[system]->before) + " and " +
                           rounded(found[system]->after) + ")");
    }
    const std::string line = name(most) + " and " + utf8(reference) + " are written differently: " +
                             explained(*found[most], score, likewise, in_shell, words);
    lines.append(text_of(line));
  }
  return lines;
}

void bind_writing_differences(nb::module_& module) {
  nb::class_<WritingDifference>(module, "WritingDifference", "What normalizations of both sides make of a score.")
      .def_ro("names", &WritingDifference::names, "Of the normalizations.")
      .def_ro("is_sample", &WritingDifference::is_sample, "Whether there are more segments.")
      .def_ro("n_segments", &WritingDifference::n_segments, "How many segments were scored.")
      .def_ro("n_changed", &WritingDifference::n_changed, "How many of these change, on either side.")
      .def_ro("before", &WritingDifference::before, "The score.")
      .def_ro("after", &WritingDifference::after, "The score of the texts normalized.");
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
      "writing_differences",
      [](nb::handle systems, const nb::object& engine, const nb::object& normalize, bool is_sample) {
        std::vector<WrittenSystem> written;
        const nb::tuple given(systems);
        for (nb::handle system : given) {
          written.emplace_back();
          for (nb::handle side : system[0])
            written.back().sides.push_back(nb::cast<const Segments&>(side).stream());
          const std::vector<Stream>& sides = written.back().sides;
          const auto is_other = [&](const Stream& side) { return side.size() != sides.front().size(); };
          if (sides.size() < 2 || std::ranges::any_of(sides, is_other))
            throw nb::value_error("a system has an output and references of as many lines");
          for (nb::handle name : system[1]) written.back().names.emplace_back(nb::cast<std::string>(name));
        }
        return writing_differences(written, is_sample, engine, normalize);
      },
      nb::arg("systems"), nb::arg("engine"), nb::arg("normalize"), nb::arg("is_sample"),
      nb::sig("def writing_differences(systems: Iterable[tuple[Sequence[Segments], Sequence[str]]], engine: Any, "
              "normalize: Callable[[str, list[str]], list[str] | None], is_sample: bool) "
              "-> list[WritingDifference | None]"),
      "What normalizations make of the score of each system, if that is much; else None. A system's streams are "
      "lines "
      "of its output and of references, and its normalizations are named in the order in which they are "
      "applied.\n\n`normalize` returns texts after a normalization, or "
      "None if it cannot be applied. `is_sample` says whether there are more lines.");
  module.def(
      "native_normalizations",
      [] {
        nb::list names;
        for (const Normalization& how : normalizations()) names.append(nb::str(how.name.data(), how.name.size()));
        return names;
      },
      nb::sig("def native_normalizations() -> list[str]"),
      "The names of the normalizations of `normalized_text`, in the order in which several are applied.");
  module.def(
      "words_of_native_normalization",
      [](std::string_view name) -> nb::object {
        const Normalization* const how = normalization(name);
        if (how == nullptr) return nb::none();
        return nb::make_tuple(nb::str(how->meaning.data(), how->meaning.size()),
                              nb::str(how->remedy.data(), how->remedy.size()));
      },
      nb::arg("name"), nb::sig("def words_of_native_normalization(name: str) -> tuple[str, str] | None"),
      "What a normalization of `normalized_text` undoes, and what to do about it, in words; None of others.");
  module.def(
      "worded_differences",
      [](const FoundDifferences& found, const std::string& score, const nb::list& systems,
         const nb::str& reference, bool in_shell,
         const nb::object& words) { return worded(found, score, systems, reference, in_shell, words); },
      nb::arg("found"), nb::arg("score"), nb::arg("systems"), nb::arg("reference"), nb::arg("in_shell"),
      nb::arg("words"),
      nb::sig("def worded_differences(found: list[WritingDifference | None], score: str, systems: list[str], "
              "reference: str, in_shell: bool, words: Callable[[str], tuple[str, str]]) -> list[str]"),
      "A line for each difference that `writing_differences` found, of the outputs that differ so from the "
      "references; by these names of score, outputs and references.\n\n`words` returns what a normalization that "
      "the core does not apply undoes, and what to do about it.");
  module.def(
      "explained_difference",
      [](const WritingDifference& difference, const std::string& score, const nb::object& words) {
        return explained(difference, score, {}, true, words);
      },
      nb::arg("difference"), nb::arg("score"), nb::arg("words"),
      nb::sig("def explained_difference(difference: WritingDifference, score: str, "
              "words: Callable[[str], tuple[str, str]]) -> str"),
      "What differs, its effect on a score of that name, and what to do.");
}

}  // namespace parbleu::bindings
