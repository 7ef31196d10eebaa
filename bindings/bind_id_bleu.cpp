// Binds BLEU over sequences of token ids.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "execution.hpp"
#include "metric_options.hpp"
#include "parbleu/metrics/id_bleu.hpp"
#include "python_values.hpp"
#include "token_lists.hpp"

namespace parbleu::bindings {

template <>
struct OptionType<BleuVariant> {
  using From = std::string_view;
  static BleuVariant convert(std::string_view name) {
    constexpr std::array<std::string_view, 3> names{"sacrebleu", "sacrebleu-r", "nltk"};
    for (std::size_t index = 0; index < names.size(); ++index) {
      if (names[index] == name) return static_cast<BleuVariant>(index);
    }
    throw nb::value_error("the variant must be sacrebleu, sacrebleu-r or nltk");
  }
};

namespace {

// References as streams, or one list of groups; checked against the hypotheses.
IdReferences references_of(const std::vector<const TokenLists*>& given, const TokenLists& hypotheses) {
  if (hypotheses.grouped) throw nb::value_error("hypotheses are no groups");
  if (hypotheses.lists.missing() > 0) throw nb::value_error("a hypothesis is missing");
  const std::size_t segments = hypotheses.size();
  std::vector<const IdLists*> streams;
  for (const TokenLists* lists : given) {
    if (lists == nullptr) throw nb::type_error("a list of references is None");
    if (lists->size() != segments) throw nb::value_error("hypotheses and references differ in length");
    if (lists->grouped && given.size() > 1) throw nb::value_error("grouped references are one list");
    streams.push_back(&lists->lists);
  }
  if (given.size() == 1 && given.front()->grouped) return IdReferences(given.front()->lists);
  return {streams, segments};
}

// How many references every segment has, or -1 if that varies.
std::int64_t references_of_all(const IdReferences& references) {
  for (std::size_t segment = 1; segment < references.size(); ++segment) {
    if (references[segment].size() != references[0].size()) return -1;
  }
  return references.size() == 0 ? 0 : static_cast<std::int64_t>(references[0].size());
}

nb::tuple total(const IdBleu& metric, const TokenLists& hypotheses, const std::vector<const TokenLists*>& given,
                unsigned threads) {
  const Execution how = execution(threads);
  RuledScore made;
  BleuSums sums(metric.rules().orders);
  std::int64_t num_refs = 0;
  without_gil([&] {
    const IdReferences references = references_of(given, hypotheses);
    num_refs = references_of_all(references);
    sums = metric.total(hypotheses.lists, references, how);
    made = score(sums, metric.rules());
  });
  return nb::make_tuple(made.score, made.fraction, numbers(made.counts), numbers(made.totals),
                        floats(made.precisions), made.brevity_penalty, sums.hypothesis_length,
                        sums.reference_length, num_refs);
}

View<std::int64_t> statistics(const IdBleu& metric, const TokenLists& hypotheses,
                              const std::vector<const TokenLists*>& given, unsigned threads) {
  const Execution how = execution(threads);
  auto table = std::make_unique_for_overwrite<std::int64_t[]>(hypotheses.size() * metric.width());
  without_gil([&] { metric.statistics(hypotheses.lists, references_of(given, hypotheses), table.get(), how); });
  return own_view(std::move(table), {hypotheses.size(), metric.width()});
}

View<std::int64_t> full_statistics(const IdBleu& metric, const TokenLists& hypotheses,
                                   const std::vector<const TokenLists*>& given, unsigned threads) {
  const Execution how = execution(threads);
  auto table = std::make_unique_for_overwrite<std::int64_t[]>(hypotheses.size() * metric.full_width());
  without_gil(
      [&] { metric.full_statistics(hypotheses.lists, references_of(given, hypotheses), table.get(), how); });
  return own_view(std::move(table), {hypotheses.size(), metric.full_width()});
}

View<double> segment_scores(const IdBleu& metric, const TokenLists& hypotheses,
                            const std::vector<const TokenLists*>& given, unsigned threads) {
  const Execution how = execution(threads);
  auto scores = std::make_unique_for_overwrite<double[]>(hypotheses.size());
  without_gil(
      [&] { metric.segment_scores(hypotheses.lists, references_of(given, hypotheses), scores.get(), how); });
  return own_view(std::move(scores), {hypotheses.size()});
}

}  // namespace

void bind_id_bleu(nb::module_& module) {
  nb::class_<Vocabulary>(module, "Vocabulary", "What the tokens of a corpus are: whole numbers, or strings.")
      .def(nb::init<>());
  nb::class_<TokenLists>(module, "TokenLists", "Sequences of tokens, or groups of them, as ids.")
      .def(
          "__init__",
          [](TokenLists* self, nb::handle data, std::string what, bool grouped, bool may_miss,
             Vocabulary& vocabulary) {
            TokenLists made{.lists = {}, .grouped = grouped};
            TokenReader(made, vocabulary, std::move(what), may_miss).read(data);
            new (self) TokenLists(std::move(made));
          },
          nb::arg("data"), nb::arg("what"), nb::arg("grouped"), nb::arg("may_miss"), nb::arg("vocabulary"),
          nb::sig("def __init__(self, data: object, what: str, grouped: bool, may_miss: bool, "
                  "vocabulary: Vocabulary) -> None"))
      .def("__len__", &TokenLists::size);
  nb::class_<IdBleu, Scorable> type(module, "IdBleu", "BLEU over ids by the rules of several tools.");
  bind_constructor(type, option("variant", &BleuRules::variant),
                   option("smooth_method", &BleuRules::formula, &BleuFormula::smoothing),
                   option("smooth_value", &BleuRules::formula, &BleuFormula::smooth_value),
                   option("effective_order", &BleuRules::formula, &BleuFormula::effective_order),
                   option("max_ngram_order", &BleuRules::orders), option("weights", &BleuRules::weights));
  type.def("total", &total, nb::arg("hypotheses"), nb::arg("references"), nb::arg("threads"),
           nb::sig("def total(self, hypotheses: TokenLists, references: Sequence[TokenLists], threads: int) "
                   "-> tuple[float, float, list[float], list[float], list[float], float, int, int, int]"),
           "(score, its fraction, counts, totals, precisions, brevity penalty, hypothesis length, reference "
           "length, "
           "references of every segment or -1) of a corpus.")
      .def("statistics", &statistics, nb::arg("hypotheses"), nb::arg("references"), nb::arg("threads"),
           nb::sig("def statistics(self, hypotheses: TokenLists, references: Sequence[TokenLists], threads: int) "
                   "-> memoryview"),
           "Rows of [hypothesis length, closest reference length, correct_1.., total_1..].")
      .def("full_statistics", &full_statistics, nb::arg("hypotheses"), nb::arg("references"), nb::arg("threads"),
           nb::sig("def full_statistics(self, hypotheses: TokenLists, references: Sequence[TokenLists], "
                   "threads: int) -> memoryview"),
           "The same rows, followed by unmatched_1.., short_1..: 1 where the segment has no match, or no n-gram. "
           "This object scores sums of these by its variant, as `corpus_scores` and resampling take it.")
      .def("segment_scores", &segment_scores, nb::arg("hypotheses"), nb::arg("references"), nb::arg("threads"),
           nb::sig("def segment_scores(self, hypotheses: TokenLists, references: Sequence[TokenLists], "
                   "threads: int) -> memoryview"),
           "The score of every segment, 0 to 100.");
}

}  // namespace parbleu::bindings
