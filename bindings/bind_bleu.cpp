// Binds BLEU.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bind_metric.hpp"
#include "bind_pairwise.hpp"
#include "metric_options.hpp"
#include "parbleu/metrics/bleu.hpp"

namespace parbleu::bindings {
namespace {

// (score, counts, totals, precisions, brevity penalty, hypothesis length, reference length) of a row.
nb::tuple result(const Bleu& metric, const Bleu::Number* row) {
  const std::size_t orders = metric.max_ngram_order();
  std::vector<double> room(row + 2, row + 2 + 2 * orders);
  room.resize(3 * orders);
  const auto part = [&](std::size_t index) { return std::span(room).subspan(index * orders, orders); };
  const BleuScore score = bleu_formula<double>(part(0), part(1), static_cast<double>(row[0]),
                                               static_cast<double>(row[1]), metric.formula(), part(2));
  return nb::make_tuple(score.score, numbers(part(0)), numbers(part(1)), floats(part(2)), score.brevity_penalty,
                        row[0], row[1]);
}

// The caller's own numbers, except those that smoothing changed.
nb::list smoothed(const nb::list& before, std::span<const double> after) {
  nb::list result;
  for (std::size_t n = 0; n < after.size(); ++n) {
    result.append(as_double(before[n]) == after[n] ? nb::object(before[n]) : number(after[n]));
  }
  return result;
}

// The formula with every step rounded to single precision, over numbers that come and go as double.
BleuScore single_formula(std::span<double> counts, std::span<double> totals, double sys_len, double ref_len,
                         const BleuFormula& how, std::span<double> precisions) {
  const std::size_t orders = counts.size();
  std::vector<Single> room(3 * orders);
  const auto part = [&](std::size_t index) { return std::span(room).subspan(index * orders, orders); };
  const auto narrow = [](double value) { return Single(static_cast<float>(value)); };
  const auto widen = [](Single value) { return static_cast<double>(value); };
  std::ranges::transform(counts, part(0).begin(), narrow);
  std::ranges::transform(totals, part(1).begin(), narrow);
  const BleuScore score = bleu_formula<Single>(part(0), part(1), sys_len, ref_len, how, part(2));
  std::ranges::transform(part(0), counts.begin(), widen);
  std::ranges::transform(part(1), totals.begin(), widen);
  std::ranges::transform(part(2), precisions.begin(), widen);
  return score;
}

nb::tuple bleu_score(nb::handle correct, nb::handle total, nb::handle sys_len, nb::handle ref_len,
                     std::string_view smooth_method, double smooth_value, bool effective_order, bool single) {
  const nb::list given_correct(correct);
  const nb::list given_total(total);
  std::vector<double> counts = as_doubles(given_correct);
  std::vector<double> totals = as_doubles(given_total);
  if (counts.size() != totals.size()) throw nb::value_error("correct and total differ in length");
  std::vector<double> precisions(counts.size());
  const auto formula = single ? single_formula : bleu_formula<double>;
  const BleuScore score = formula(counts, totals, as_double(sys_len), as_double(ref_len),
                                  {smoothing(smooth_method), smooth_value, effective_order}, precisions);
  return nb::make_tuple(score.score, smoothed(given_correct, counts), smoothed(given_total, totals),
                        floats(precisions), score.brevity_penalty);
}

}  // namespace

void bind_bleu(nb::module_& module) {
  nb::class_<Bleu, Scorable> type(
      module, "Bleu", "BLEU: rows of [hypothesis length, closest reference length, correct_1.., total_1..].");
  bind_constructor(type, option("tokenizer", &BleuOptions::tokenizer),
                   option("lowercase", &BleuOptions::lowercase),
                   option("max_ngram_order", &BleuOptions::max_ngram_order),
                   option("smooth_method", &BleuOptions::formula, &BleuFormula::smoothing),
                   option("smooth_value", &BleuOptions::formula, &BleuFormula::smooth_value),
                   option("effective_order", &BleuOptions::formula, &BleuFormula::effective_order));
  bind_metric(module, type, "PreparedBleu");
  bind_pairwise(type);
  type.def(
      "result", [](const Bleu& self, nb::handle row) { return result(self, row_from_sequence(self, row).data()); },
      nb::arg("row"),
      nb::sig("def result(self, row: Iterable[int]) -> "
              "tuple[float, list[Any], list[Any], list[float], float, int, int]"),
      "(score, counts, totals, precisions, brevity penalty, hypothesis length, reference length) of a row.");
  module.def(
      "bleu_score", &bleu_score, nb::arg("correct"), nb::arg("total"), nb::arg("sys_len"), nb::arg("ref_len"),
      nb::arg("smooth_method"), nb::arg("smooth_value"), nb::arg("effective_order"), nb::arg("single") = false,
      nb::sig("def bleu_score(correct: Sequence[float], total: Sequence[float], sys_len: float, ref_len: float, "
              "smooth_method: str, smooth_value: float, effective_order: bool, single: bool = False) "
              "-> tuple[float, list[Any], list[Any], list[float], float]"),
      "(score, counts, totals, precisions, brevity penalty) from counts per order; add-k smooths the counts. "
      "`single`: with every step in single precision, as NumPy does it.");
}

}  // namespace parbleu::bindings
