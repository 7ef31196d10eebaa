// Binds the search for lines of a training corpus that are similar to segments of a test set.
#include <nanobind/nanobind.h>

#include <memory>
#include <span>

#include "bind_metric.hpp"
#include "execution.hpp"
#include "parbleu/ngrams/similar_lines.hpp"
#include "python_values.hpp"
#include "segments.hpp"

namespace parbleu::bindings {
namespace {

nb::tuple arrays(std::span<const SimilarLine> found) {
  auto similarities = std::make_unique_for_overwrite<double[]>(found.size());
  auto lines = std::make_unique_for_overwrite<std::int64_t[]>(found.size());
  for (std::size_t at = 0; at < found.size(); ++at) {
    similarities[at] = found[at].similarity;
    lines[at] = found[at].line;
  }
  return nb::make_tuple(own_view(std::move(similarities), {found.size()}),
                        own_view(std::move(lines), {found.size()}));
}

}  // namespace

void bind_similar_lines(nb::module_& module) {
  nb::class_<SimilarLines>(module, "SimilarLines",
                           "The lines of a corpus that are most similar to each segment of a test set.")
      .def(
          "__init__",
          [](SimilarLines* self, nb::handle sources, nb::handle references) {
            const Streams one(sources);
            const Streams other(references);
            if (one.streams().size() > 1) throw nb::value_error("there is at most one source");
            if (!one.streams().empty()) other.check(one.streams()[0].size());
            if (one.streams().empty() && !other.streams().empty()) other.check(other.streams()[0].size());
            const Execution how = execution(1);
            without_gil([&] {
              const InterruptibleScope scope(how.interrupted);
              new (self) SimilarLines(one.streams(), other.streams());
            });
          },
          nb::arg("sources"), nb::arg("references"),
          nb::sig("def __init__(self, sources: Sequence[Segments], references: Sequence[Segments]) -> None"))
      .def(
          "add",
          [](SimilarLines& self, const Segments& sources, const Segments& targets, unsigned threads) {
            if (sources.size() != 0 && targets.size() != 0 && sources.size() != targets.size()) {
              throw nb::value_error("both sides of the corpus have the same number of lines");
            }
            const Execution how = execution(threads);
            without_gil([&] { self.add(sources.stream(), targets.stream(), how); });
          },
          nb::arg("sources"), nb::arg("targets"), nb::arg("threads"),
          "Compares with the next lines of the corpus; one side may be empty.")
      .def(
          "sources", [](const SimilarLines& self) { return arrays(self.sources()); },
          nb::sig("def sources(self) -> tuple[memoryview, memoryview]"),
          "For each segment the similarity of the most similar source (float64), and its line (int64), or -1.")
      .def(
          "targets", [](const SimilarLines& self) { return arrays(self.targets()); },
          nb::sig("def targets(self) -> tuple[memoryview, memoryview]"), "The same of targets.")
      .def(
          "pairs", [](const SimilarLines& self) { return arrays(self.pairs()); },
          nb::sig("def pairs(self) -> tuple[memoryview, memoryview]"),
          "The same of pairs, whose similarity is the smaller one of both sides.");
}

}  // namespace parbleu::bindings
