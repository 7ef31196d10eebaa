// The measures, which measure.cpp lists, and what they share.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/pairwise_sum.hpp"
#include "correlation/pair_counting/pair_counter.hpp"
#include "parbleu/correlation/measure.hpp"

namespace parbleu {

std::unique_ptr<Measure> make_pearson(Rows rows, const MeasureOptions& options);
std::unique_ptr<Measure> make_quick_pearson(Rows rows, const MeasureOptions& options);
std::unique_ptr<Measure> make_pearson_differences(Rows rows, const MeasureOptions& options);
std::unique_ptr<Measure> make_spearman(Rows rows, const MeasureOptions& options);
std::unique_ptr<Measure> make_kendall(Rows rows, const MeasureOptions& options);
std::unique_ptr<Measure> make_kendall_like(Rows rows, const MeasureOptions& options);
std::unique_ptr<Measure> make_kendall_variants(Rows rows, const MeasureOptions& options);
std::unique_ptr<Measure> make_pairwise_accuracy(Rows rows, const MeasureOptions& options);

// Whether no two numbers differ; NaN differs.
inline bool constant(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [&](double number) { return number == numbers.front(); });
}

// --- averages of rows, for permutation tests

// Collects the values to average.
inline void add_value(std::vector<double>& values, double value, Undefined undefined) {
  if (!std::isnan(value)) {
    values.push_back(value);
  } else if (undefined == Undefined::zero) {
    values.push_back(0);
  }
}

// The mean in NumPy's order of addition; 0 of nothing.
inline double mean_of(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return pairwise_sum(std::span<const double>(values)) / static_cast<double>(values.size());
}

// --- the base of measures that count pairs

inline bool any_nan(std::span<const double> numbers) {
  return std::ranges::any_of(numbers, [](double number) { return std::isnan(number); });
}

inline double real(std::uint64_t count) { return static_cast<double>(count); }

inline double signed_difference(const PairCounts& counts) {
  return real(counts.concordant) - real(counts.discordant);
}

// tau-c: `classes` is the smaller number of different scores.
inline double stuart(const PairCounts& counts, std::size_t length, std::uint64_t classes) {
  const double square = real(length) * real(length);
  return 2 * signed_difference(counts) / (square * (real(classes) - 1) / real(classes));
}

class PairMeasure : public RowMeasure {
 public:
  // Pairs whose gold scores differ by less than `least` may be left out.
  explicit PairMeasure(Rows given, double least = 0) : RowMeasure(std::move(given)) {
    for (std::size_t row = 0; row < rows().size(); ++row) counters_.emplace_back(rows().row(row), least);
  }

 protected:
  [[nodiscard]] const PairCounter& counter(std::size_t row) const { return counters_[row]; }
  [[nodiscard]] PairCounts count(std::size_t row, const double* metric, double epsilon, Scratch& scratch) const {
    return counters_[row].count(rows().of(metric, row), epsilon, scratch);
  }
  // tau-b or tau-c needs scores that differ, on both sides.
  [[nodiscard]] bool varied(std::size_t row, const PairCounts& counts) const {
    const std::uint64_t pairs = counters_[row].pairs();
    return counts.gold_ties + counts.both_ties != pairs && counts.metric_ties + counts.both_ties != pairs;
  }
  // How many different scores there are at least on both sides.
  std::uint64_t classes(std::size_t row, const double* metric, Scratch& scratch) const {
    return std::min(counters_[row].ties().groups, metric_ties(row, metric, scratch).groups);
  }
  TieSums metric_ties(std::size_t row, const double* metric, Scratch& scratch) const {
    const auto scores = rows().of(metric, row);
    scratch.values.assign(scores.begin(), scores.end());
    std::ranges::sort(scratch.values);
    return tie_sums(scratch.values);
  }

 private:
  std::vector<PairCounter> counters_;
};

}  // namespace parbleu
