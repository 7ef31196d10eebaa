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
#include "parbleu/writing/odd_texts.hpp"
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

std::size_t known(const LineSampler& sampler, std::size_t system) {
  if (system >= sampler.lines().systems.size()) throw nb::index_error("there is no such system");
  return system;
}

// Names of all streams.
TextNames names_in(const LineSampler& sampler, nb::handle systems, nb::handle references) {
  const SampledLines& sample = sampler.lines();
  return names_of(systems, references, sample.systems.size(), sample.references.size());
}

TextNames no_names(const SampledLines& sample) {
  return {std::vector<std::string>(sample.systems.size()), std::vector<std::string>(sample.references.size())};
}

nb::object spellings_of(const LineSampler& sampler) {
  const SampledLines& sample = sampler.lines();
  const PythonTables tables;
  const FirstLook look = first_look_at(sample, no_names(sample), true, tables);
  if (!look.told.empty()) return nb::none();
  for (std::size_t system = 0; system < look.outputs.size(); ++system) {
    const LookAtOutput& output = look.outputs[system];
    if (output.may_be_unlike || (!look.is_cut && !output.perhaps_foreign.empty())) return nb::none();
    if (!look.is_cut && output.may_be_damaged && !how_damaged(sample, system, "", tables).empty())
      return nb::none();
  }
  nb::list names;
  for (const Normalization& how : normalizations()) {
    const bool is_there = std::ranges::any_of(look.outputs, [&](const auto& output) {
      return std::ranges::find(output.names, how.name) != output.names.end();
    });
    if (is_there) names.append(nb::str(how.name.data(), how.name.size()));
  }
  return names;
}

nb::list mismatches_of(const LineSampler& sampler, nb::handle systems, nb::handle references, bool equal) {
  const SampledLines& sample = sampler.lines();
  nb::list lines;
  for (const ToldLine& line :
       mismatches(sample, names_in(sampler, systems, references), shifts_of(sample), equal, PythonTables()))
    lines.append(text_of(line.words));
  return lines;
}

nb::list shifts_in(const LineSampler& sampler, nb::handle systems, nb::handle reference) {
  nb::list lines;
  const auto shifts = shifts_of(sampler.lines());
  for (std::size_t system = 0; system < shifts.size(); ++system) {
    if (shifts[system])
      lines.append(
          text_of(worded_shift(sampler.lines(), *shifts[system], utf8(systems[system]), utf8(reference))));
  }
  return lines;
}

nb::object foreign_of(const LineSampler& sampler, std::size_t system) {
  const SampledLines& sample = sampler.lines();
  if (sample.references.empty()) return nb::none();
  const auto places = perhaps_foreign(sample, known(sampler, system));
  if (places.empty()) return nb::none();
  nb::list lines, references;
  for (const std::size_t at : places) lines.append(to_python(sample.systems[system][at]));
  for (const std::size_t at : neighbours(sample)) references.append(to_python(sample.references.front()[at]));
  return nb::make_tuple(lines, references);
}

nb::dict letters_of(const Segments& lines) {
  nb::dict counts;
  for (const auto& [script, count] : letters_by_script(lines.stream()))
    counts[nb::str(script.data(), script.size())] = count;
  return counts;
}

// Has numbers that the closer look in Python needs, too.
struct WritingLimits {};

void bind_limits(nb::module_& module) {
  using namespace writing_limits;
  nb::class_<WritingLimits> limits(module, "WritingLimits",
                                   "The thresholds of the looks at how texts are written.");
  const std::pair<const char*, std::size_t> numbers[] = {
      {"looked_at", looked_at},
      {"few_lines", few_lines},
      {"language_lines", language_lines},
      {"fewest_letters", fewest_letters},
      {"letters_of_sign", letters_of_sign},
      {"enough_words", enough_words},
      {"lines_of_words", lines_of_words},
  };
  for (const auto& [name, number] : numbers) limits.attr(name) = number;
  const std::pair<const char*, double> shares[] = {
      {"mostly", mostly},
      {"wholly", wholly},
      {"hardly_any", hardly_any},
      {"most_in_chinese", most_in_chinese},
      {"least_in_japanese", least_in_japanese},
      {"lacking_words", lacking_words},
      {"having_words", having_words},
      {"alike", alike},
  };
  for (const auto& [name, share] : shares) limits.attr(name) = share;
  const std::pair<const char*, std::string_view> words[] = {
      {"latin_letters", latin_letters}, {"greek_letters", greek_letters},
      {"chinese_signs", chinese_signs}, {"kana_signs", kana_signs},
      {"korean_signs", korean_signs},   {"in_script_of_region", in_script_of_region},
  };
  for (const auto& [name, word] : words) limits.attr(name) = nb::str(word.data(), word.size());
}

}  // namespace

void bind_line_sampler(nb::module_& module) {
  bind_limits(module);
  module.def("letters_by_script", &letters_of, nb::arg("lines"),
             nb::sig("def letters_by_script(lines: Segments) -> dict[str, int]"),
             "What each script is called that has letters in these lines, and how many.");
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
          "looks_cut", [](const LineSampler& self) { return looks_cut(self.lines()); },
          nb::sig("def looks_cut(self) -> bool"),
          "Whether some streams look tokenized, or cut into pieces or characters, beside the others.")
      .def(
          "seems_unlike",
          [](const LineSampler& self, std::size_t system) {
            return seems_unlike(self.lines(), known(self, system));
          },
          nb::arg("system"), nb::sig("def seems_unlike(self, system: int) -> bool"),
          "Whether the output of this place may be unlike its references, which a closer look tells for certain.")
      .def(
          "seems_turned",
          [](const LineSampler& self, std::size_t system) {
            return seems_turned(self.lines(), known(self, system));
          },
          nb::arg("system"), nb::sig("def seems_turned(self, system: int) -> bool"),
          "Whether the output of this place may have its words in the reverse order.")
      .def(
          "cut_reasoning", [](const LineSampler& self) { return cut_reasoning(self.lines()); },
          nb::sig("def cut_reasoning(self) -> list[list[bool]]"),
          "For each system whether a line is reasoning of a language model, with no text behind it; an empty list "
          "of a system without such lines.")
      .def(
          "mismatches", &mismatches_of, nb::arg("systems"), nb::arg("references"), nb::arg("equal"),
          nb::sig("def mismatches(self, systems: Sequence[str], references: Sequence[str], equal: bool) "
                  "-> list[str]"),
          "A line for each sign that the sides do not fit each other, by these names; `equal`: whether texts that "
          "are the same are such a sign.")
      .def("shifts", &shifts_in, nb::arg("systems"), nb::arg("reference"),
           nb::sig("def shifts(self, systems: Sequence[str], reference: str) -> list[str]"),
           "A line for each system whose lines match their neighbours instead of each other, by these names.")
      .def("perhaps_foreign", &foreign_of, nb::arg("system"),
           nb::sig("def perhaps_foreign(self, system: int) -> tuple[list[str], list[str]] | None"),
           "Lines of the output of this place that may be in another language, and of the references; None if "
           "there are few such lines.")
      .def(
          "evident_foreign_part",
          [](const LineSampler& self, std::size_t system) -> nb::object {
            const SampledLines& sample = self.lines();
            if (sample.references.empty()) return nb::none();
            const auto part = evident_foreign_part(sample, system, perhaps_foreign(sample, known(self, system)));
            if (part.language.empty()) return nb::none();
            return nb::make_tuple(nb::str(part.language.c_str()), nb::str(part.expected.c_str()), part.percentage);
          },
          nb::arg("system"), nb::sig("def evident_foreign_part(self, system: int) -> tuple[str, str, int] | None"),
          "The language of the lines that may be in another one, that of the references, and how many of a "
          "hundred lines they are; None if frequent words do not tell.")
      .def(
          "how_damaged",
          [](const LineSampler& self, std::size_t system, nb::handle reference) {
            if (self.lines().references.empty()) return text_of("");
            return text_of(how_damaged(self.lines(), known(self, system), utf8(reference), PythonTables()));
          },
          nb::arg("system"), nb::arg("reference"),
          nb::sig("def how_damaged(self, system: int, reference: str) -> str"),
          "How an output was damaged; an empty text if it is intact, or of another language.")
      .def(
          "how_unlike",
          [](const LineSampler& self, std::size_t system, nb::handle systems, nb::handle references) {
            const TextNames names = names_in(self, systems, references);
            if (self.lines().references.empty()) return text_of("");
            return text_of(how_unlike(self.lines(), known(self, system), names, PythonTables()));
          },
          nb::arg("system"), nb::arg("systems"), nb::arg("references"),
          nb::sig("def how_unlike(self, system: int, systems: Sequence[str], references: Sequence[str]) -> str"),
          "How an output is unlike its references, by these names; an empty text if it is not.")
      .def(
          "with_lines",
          [](const LineSampler& self, nb::handle systems, nb::handle references) {
            const Side output(systems), expectation(references);
            return self.with_lines(output.streams, expectation.streams);
          },
          nb::arg("systems"), nb::arg("references"),
          nb::sig(
              "def with_lines(self, systems: Iterable[Segments], references: Iterable[Segments]) -> LineSampler"),
          "The sample with other lines in place of its own, which are these normalized.")
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
