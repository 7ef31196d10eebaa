// Binds the paired permutation tests of two metrics.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include "execution.hpp"
#include "python_values.hpp"
#include "score_arrays.hpp"

namespace parbleu::bindings {
namespace {

// draws, block_size, early_min, early_max
using RuleTuple = std::tuple<std::size_t, std::size_t, double, double>;

StoppingRule stopping_rule(const RuleTuple& rule, bool only_counted, bool forgiving = false) {
  const auto& [draws, block, early_min, early_max] = rule;
  return {draws, block, early_min, early_max, only_counted, forgiving};
}

// (reached, first, second, draws): how many draws reached the difference, the metrics' own values, and all hybrids'.
nb::object run(const Exchange& exchange, const StoppingRule& stopping, nb::handle random, unsigned threads) {
  PermutationResult found;
  const Execution how = execution(threads);
  const auto test = [&](auto& generator) {
    without_gil([&] {
      found = generator.with([&](auto& numbers) { return permutation_test(exchange, stopping, numbers, how); });
    });
  };
  if (nb::isinstance<LegacyGenerator>(random)) {
    test(nb::cast<LegacyGenerator&>(random));
  } else {
    test(nb::cast<OwnGenerator&>(random));
  }
  auto table = std::make_unique_for_overwrite<double[]>(2 * found.hybrids.size());
  double* next = table.get();
  for (const TwoValues& draw : found.hybrids) {
    *next++ = draw.second;
    *next++ = draw.first;
  }
  return nb::make_tuple(found.reached, found.observed.first, found.observed.second,
                        own_view(std::move(table), {found.hybrids.size(), 2}));
}

nb::object permute_scores(const Measure& measure, const Reals& first, const Reals& second, bool zero,
                          const RuleTuple& rule, nb::handle random, unsigned threads) {
  const double* const one = scores_for(measure, first);
  const double* const other = scores_for(measure, second);
  std::unique_ptr<Exchange> exchange;
  without_gil(
      [&] { exchange = exchange_scores(measure, one, other, zero ? Undefined::zero : Undefined::dropped); });
  return run(*exchange, stopping_rule(rule, false), random, threads);
}

PairOutcomes outcomes(const Reals& gold, const Places& starts, const Reals& metric, double epsilon, bool square) {
  if (metric.size() != gold.size()) raise_error("InputShapeError", "gold and metric scores differ in number");
  const Rows rows = make_rows(gold, starts);
  return {rows, metric.data(), checked_epsilon(epsilon), square};
}

nb::object permute_pairs(const PairOutcomes& first, const PairOutcomes& second, const std::string& variant,
                         bool by_row, bool zero, const RuleTuple& rule, bool only_counted, nb::handle random,
                         unsigned threads) {
  if (first.right().size() != second.right().size() || first.rows().size() != second.rows().size()) {
    raise_error("InputShapeError", "the metrics' scores stand in different rows");
  }
  const PairVariant kind = variant == "b"    ? PairVariant::tau_b
                           : variant == "23" ? PairVariant::tau_23
                                             : PairVariant::acc_23;
  std::unique_ptr<Exchange> exchange;
  without_gil([&] {
    exchange = exchange_pairs(first, second, kind, by_row ? ExchangedUnit::row : ExchangedUnit::pair,
                              zero ? Undefined::zero : Undefined::dropped);
  });
  return run(*exchange, stopping_rule(rule, only_counted), random, threads);
}

nb::object permute_calibrated(const Reals& gold, const Places& starts, const Reals& first, const Reals& second,
                              const std::string& variant, bool by_row, const RuleTuple& rule, nb::handle random,
                              unsigned threads) {
  if (first.size() != gold.size() || second.size() != gold.size()) {
    raise_error("InputShapeError", "gold and metric scores differ in number");
  }
  const Rows rows = make_rows(gold, starts);
  std::unique_ptr<Exchange> exchange;
  without_gil([&] {
    exchange = exchange_calibrated_pairs(rows, first.data(), second.data(), variant == "acc23",
                                         by_row ? ExchangedUnit::row : ExchangedUnit::pair);
  });
  return run(*exchange, stopping_rule(rule, false, true), random, threads);
}

#define PARBLEU_RULE "rule: tuple[int, int, float, float], "
#define PARBLEU_RESULT "random: Mersenne | SplitMix, threads: int) -> tuple[int, float, float, memoryview]"

void bind_tests(nb::module_& module) {
  module.def(
      "permute_scores", &permute_scores, nb::arg("measure"), nb::arg("first"), nb::arg("second"), nb::arg("zero"),
      nb::arg("rule"), nb::arg("random"), nb::arg("threads"),
      nb::sig("def permute_scores(measure: Measure, first: NDArray[numpy.float64], second: "
              "NDArray[numpy.float64], zero: bool, " PARBLEU_RULE PARBLEU_RESULT),
      "Exchanges single scores: how many draws are as far apart as the metrics, the value of either metric, "
      "and those of the hybrids, the second first.");
  module.def("permute_pairs", &permute_pairs, nb::arg("first"), nb::arg("second"), nb::arg("variant"),
             nb::arg("by_row"), nb::arg("zero"), nb::arg("rule"), nb::arg("only_counted"), nb::arg("random"),
             nb::arg("threads"),
             nb::sig("def permute_pairs(first: PairOutcomes, second: PairOutcomes, variant: str, by_row: bool, "
                     "zero: bool, " PARBLEU_RULE "only_counted: bool, " PARBLEU_RESULT),
             "Exchanges outcomes of comparisons.");
  module.def("permute_calibrated", &permute_calibrated, nb::arg("gold"), nb::arg("starts"), nb::arg("first"),
             nb::arg("second"), nb::arg("variant"), nb::arg("by_row"), nb::arg("rule"), nb::arg("random"),
             nb::arg("threads"),
             nb::sig("def permute_calibrated(gold: NDArray[numpy.float64], starts: NDArray[numpy.int64], first: "
                     "NDArray[numpy.float64], second: NDArray[numpy.float64], "
                     "variant: str, by_row: bool, " PARBLEU_RULE PARBLEU_RESULT),
             "Exchanges comparisons, and calibrates ties anew for every draw.");
}

#undef PARBLEU_RULE
#undef PARBLEU_RESULT

}  // namespace

void bind_permutation_test(nb::module_& module) {
  nb::class_<PairOutcomes>(module, "PairOutcomes", "The outcomes of a metric's comparisons, in bits.");
  module.def("make_outcomes", &outcomes, nb::arg("gold"), nb::arg("starts"), nb::arg("metric"), nb::arg("epsilon"),
             nb::arg("square"),
             nb::sig("def make_outcomes(gold: NDArray[numpy.float64], starts: NDArray[numpy.int64], metric: "
                     "NDArray[numpy.float64], epsilon: float, square: bool) "
                     "-> PairOutcomes"),
             "Compares the scores of each row; `square` is for the legacy generator's order of coins.");
  bind_tests(module);
}

}  // namespace parbleu::bindings
