// Defines the base of measures that count pairs.
#pragma once

#include <cmath>

#include "correlation/measure_list.hpp"
#include "correlation/pair_counting/pair_counter.hpp"

namespace parbleu {

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
