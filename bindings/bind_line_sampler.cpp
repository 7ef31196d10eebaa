// Binds `LineSampler`, which draws lines of a corpus, and the first look at them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parbleu/writing/first_look.hpp"
#include "parbleu/writing/limits.hpp"
#include "parbleu/writing/line_sampler.hpp"
#include "parbleu/writing/normalizations.hpp"
#include "parbleu/writing/scripts.hpp"
#include "parbleu/writing/writing_signs.hpp"
#include "segments.hpp"
#include "writing_differences.hpp"

namespace parbleu::bindings {
namespace {

// The streams of a side, which stay alive with it.
struct Side {
  explicit Side(nb::handle given) : owner(nb::steal(PySequence_Tuple(given.ptr()))) {
    if (!owner.is_valid()) throw nb::python_error();
    for (nb::handle item : owner) streams.push_back(nb::cast<const Segments&>(item).stream());
  }

  nb::object owner;
  std::vector<Stream> streams;
};

template <auto SampledLines::* side>
nb::list lists_of(const LineSampler& sampler) {
  nb::list all;
  for (const std::vector<Text>& stream : sampler.lines().*side) {
    nb::list lines;
    for (const Text& line : stream) lines.append(to_python(line));
    all.append(lines);
  }
  return all;
}

nb::object spellings_of(const LineSampler& sampler) {
  const auto looks = first_look_at(sampler.lines());
  const auto is_odd = [](const LookAtOutput& look) {
    return look.may_be_other || look.may_be_unlike || look.shift;
  };
  if (!looks || std::ranges::any_of(*looks, is_odd)) return nb::none();
  nb::list names;
  for (const Normalization& how : normalizations()) {
    const bool is_there = std::ranges::any_of(
        *looks, [&](const auto& look) { return std::ranges::find(look.names, how.name) != look.names.end(); });
    if (is_there) names.append(nb::str(how.name.data(), how.name.size()));
  }
  return names;
}

bool do_look_cut(nb::handle streams) {
  const Side side(streams);
  std::vector<std::vector<Text>> texts;
  for (const Stream& stream : side.streams) texts.emplace_back(stream.begin(), stream.end());
  return looks_cut(texts);
}

nb::dict letters_of(const Segments& lines) {
  nb::dict counts;
  for (const auto& [script, count] : letters_by_script(lines.stream()))
    counts[nb::str(script.data(), script.size())] = count;
  return counts;
}

// Has numbers that the looks in Python need, too.
struct WritingLimits {};

void bind_limits(nb::module_& module) {
  using namespace writing_limits;
  nb::class_<WritingLimits> limits(module, "WritingLimits",
                                   "The thresholds of the looks at how texts are written.");
  const std::pair<const char*, std::size_t> numbers[] = {
      {"looked_at", looked_at},           {"few_lines", few_lines},
      {"begin_of_line", begin_of_line},   {"end_of_line", end_of_line},
      {"last_words", last_words},         {"long_line", long_line},
      {"fewest_repeats", fewest_repeats}, {"language_lines", language_lines},
      {"fewest_letters", fewest_letters}, {"letters_of_sign", letters_of_sign},
      {"enough_words", enough_words},     {"lines_of_words", lines_of_words},
      {"fewest_foreign", fewest_foreign}, {"fewest_words", fewest_words},
      {"short_line", short_line},         {"copied_line", copied_line},
      {"long_text", long_text},           {"begin_affix", begin_affix},
      {"end_affix", end_affix},           {"fewest_unmatched", fewest_unmatched},
      {"fewest_damaged", fewest_damaged}, {"frequent_letter", frequent_letter},
  };
  for (const auto& [name, number] : numbers) limits.attr(name) = number;
  const std::pair<const char*, double> shares[] = {
      {"rare", rare},
      {"tenth", tenth},
      {"written", written},
      {"unwritten", unwritten},
      {"no_blanks", no_blanks},
      {"mostly", mostly},
      {"wholly", wholly},
      {"hardly_any", hardly_any},
      {"most_in_chinese", most_in_chinese},
      {"least_in_japanese", least_in_japanese},
      {"lacking_words", lacking_words},
      {"having_words", having_words},
      {"known_words", known_words},
      {"shortest", shortest},
      {"many_cut", many_cut},
      {"affixed", affixed},
      {"mostly_ascii", mostly_ascii},
      {"hardly_ascii", hardly_ascii},
      {"rarely_shared", rarely_shared},
      {"alike", alike},
      {"damaged_in_line", damaged_in_line},
      {"hardly", hardly},
      {"jump", jump},
  };
  for (const auto& [name, share] : shares) limits.attr(name) = share;
  const std::pair<const char*, std::string_view> words[] = {
      {"latin_letters", latin_letters}, {"greek_letters", greek_letters},
      {"chinese_signs", chinese_signs}, {"kana_signs", kana_signs},
      {"korean_signs", korean_signs},   {"in_script_of_region", in_script_of_region},
  };
  for (const auto& [name, word] : words) limits.attr(name) = nb::str(word.data(), word.size());
}

nb::tuple begins_of_reasoning() {
  nb::list begins;
  for (const std::u32string_view begin : writing_limits::reasoning_begins) begins.append(to_python(begin));
  return nb::tuple(begins);
}

}  // namespace

void bind_line_sampler(nb::module_& module) {
  bind_limits(module);
  module.def("reasoning_begins", &begins_of_reasoning, nb::sig("def reasoning_begins() -> tuple[str, ...]"),
             "How output begins that is the reasoning of a language model.");
  module.def("letters_by_script", &letters_of, nb::arg("lines"),
             nb::sig("def letters_by_script(lines: Segments) -> dict[str, int]"),
             "What each script is called that has letters in these lines, and how many.");
  module.def("looks_cut", &do_look_cut, nb::arg("streams"),
             nb::sig("def looks_cut(streams: Iterable[Segments]) -> bool"),
             "Whether some of these lines look tokenized, or cut into pieces or characters, beside the others.");
  module.def(
      "writing_suspects",
      [](nb::handle outputs, const Segments& reference) {
        const Side side(outputs);
        return writing_suspects(side.streams, reference.stream());
      },
      nb::arg("outputs"), nb::arg("reference"),
      nb::sig("def writing_suspects(outputs: Iterable[Segments], reference: Segments) -> list[list[str]]"),
      "Of each output of four lines or more the normalizations that may change its score: those of characters and "
      "marks that one side has and the other lacks in the first 50 and the last 30 characters of lines.");
  module.def(
      "normalized_text",
      [](nb::handle text, std::string_view name) {
        return to_python(normalized_text(points_of(text), name, PythonTables()));
      },
      nb::arg("text"), nb::arg("name"), nb::sig("def normalized_text(text: str, name: str) -> str"),
      "A text after a normalization of the core, such as `quotes`.");
  module.def(
      "language_by_script", [](const Segments& lines) { return language_by_script(lines.stream()); },
      nb::arg("lines"), nb::sig("def language_by_script(lines: Segments) -> str"),
      "The code of the language without blanks between words that most of the first lines are in, or `ko`; an "
      "empty "
      "one of others, and of text that is cut into words.");
  module.def(
      "shares_of_traditional",
      [](const Segments& output, const Segments& reference) {
        return shares_of_traditional(output.stream(), reference.stream());
      },
      nb::arg("output"), nb::arg("reference"),
      nb::sig("def shares_of_traditional(output: Segments, reference: Segments) -> list[float]"),
      "The shares of traditional characters in two Chinese texts, if they are far apart; else nothing.");
  nb::class_<LineSampler>(module, "LineSampler", "A sample of lines of a corpus, which may be added in pieces.")
      .def(nb::init<std::size_t>(), nb::arg("first") = LineSampler::usual,
           nb::sig("def __init__(self, first: int = 320) -> None"),
           "So many lines are kept of the first piece, or of as many as are expected.")
      .def(
          "add",
          [](LineSampler& self, nb::handle systems, nb::handle references, nb::handle sources,
             std::uint64_t expected) {
            const Side output(systems), expectation(references), source(sources);
            self.add(output.streams, expectation.streams, source.streams, expected);
          },
          nb::arg("systems"), nb::arg("references"), nb::arg("sources"), nb::arg("expected"),
          nb::sig("def add(self, systems: Iterable[Segments], references: Iterable[Segments], "
                  "sources: Iterable[Segments], expected: int) -> None"),
          "Adds a piece of all streams; later ones may have more references. About `expected` lines come in all; "
          "0 "
          "if that is not known, then up to twice as many are kept.")
      .def(
          "add_source", [](LineSampler& self, const Segments& source) { self.add_source(source.stream()); },
          nb::arg("source"), nb::sig("def add_source(self, source: Segments) -> None"),
          "Adds the lines of a whole source that was read after the other sides.")
      .def("spellings", &spellings_of, nb::sig("def spellings(self) -> list[str] | None"),
           "None if a closer look may find something odd. Else the normalizations of characters that may "
           "change the score of an output. Metrics have to find words in the `language`.")
      .def_prop_ro(
          "language",
          [](const LineSampler& self) {
            const auto& references = self.lines().references;
            return references.empty() ? std::string_view() : language_by_script(references.front());
          },
          nb::sig("def language(self) -> str"),
          "What `language_by_script` says of the first stream of references.")
      .def(
          "seems_unlike",
          [](const LineSampler& self, std::size_t system) { return seems_unlike(self.lines(), system); },
          nb::arg("system"), nb::sig("def seems_unlike(self, system: int) -> bool"),
          "Whether the output of this place may be unlike its references, which a closer look tells for certain.")
      .def(
          "seems_turned",
          [](const LineSampler& self, std::size_t system) { return seems_turned(self.lines(), system); },
          nb::arg("system"), nb::sig("def seems_turned(self, system: int) -> bool"),
          "Whether the output of this place may have its words in the reverse order.")
      .def(
          "neighbours", [](const LineSampler& self) { return neighbours(self.lines()); },
          nb::sig("def neighbours(self) -> list[int]"),
          "Where lines are in the sample behind which stand those that follow them in the corpus.")
      .def_prop_ro(
          "step", [](const LineSampler& self) { return step_of(self.lines()); },
          "The step that leaves the lines that are searched for signs of another writing.")
      .def_prop_ro("systems", &lists_of<&SampledLines::systems>, nb::sig("def systems(self) -> list[list[str]]"),
                   "Lines of each system.")
      .def_prop_ro("references", &lists_of<&SampledLines::references>,
                   nb::sig("def references(self) -> list[list[str]]"), "Lines of each stream of references.")
      .def_prop_ro("sources", &lists_of<&SampledLines::sources>, nb::sig("def sources(self) -> list[list[str]]"),
                   "Lines of the source, if it is known.")
      .def_prop_ro(
          "places", [](const LineSampler& self) { return self.lines().places; },
          nb::sig("def places(self) -> list[int]"), "The number of each line, from 0.")
      .def_prop_ro(
          "n_references", [](const LineSampler& self) { return self.lines().references.size(); },
          "How many streams of references there are.")
      .def_prop_ro(
          "n_lines", [](const LineSampler& self) { return self.lines().n_lines; }, "How many lines there are.");
}

}  // namespace parbleu::bindings
