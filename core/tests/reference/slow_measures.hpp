// Computes the measures of measure.hpp in the simplest way.
#pragma once

#include <cmath>
#include <cstdlib>
#include <span>
#include <vector>

#include "parbleu/correlation/measure.hpp"

namespace parbleu::twin {

inline PairCounts count_pairs(std::span<const double> gold, std::span<const double> metric, double epsilon) {
  PairCounts counts;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool metric_tie = std::abs(metric[i] - metric[j]) <= epsilon;
      if (gold[i] == gold[j]) {
        ++(metric_tie ? counts.both_ties : counts.gold_ties);
      } else if (metric_tie) {
        ++counts.metric_ties;
      } else if ((gold[i] < gold[j]) == (metric[i] < metric[j])) {
        ++counts.concordant;
      } else {
        ++counts.discordant;
      }
    }
  }
  return counts;
}

// Concordant pairs less all others, of those whose gold scores are at least `threshold` apart; and their number.
struct KendallLike {
  double difference = 0;
  double pairs = 0;
};
inline KendallLike kendall_like(std::span<const double> gold, std::span<const double> metric, double threshold) {
  KendallLike found;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (std::abs(gold[i] - gold[j]) < threshold) continue;
      const bool alike =
          (gold[i] > gold[j] && metric[i] > metric[j]) || (gold[i] < gold[j] && metric[i] < metric[j]);
      found.difference += alike ? 1 : -1;
      ++found.pairs;
    }
  }
  return found;
}

inline double pearson(std::span<const double> gold, std::span<const double> metric) {
  long double x = 0;
  long double y = 0;
  const auto count = static_cast<long double>(gold.size());
  for (std::size_t at = 0; at < gold.size(); ++at) {
    x += gold[at] / count;
    y += metric[at] / count;
  }
  long double xx = 0;
  long double yy = 0;
  long double xy = 0;
  for (std::size_t at = 0; at < gold.size(); ++at) {
    xx += (gold[at] - x) * (gold[at] - x);
    yy += (metric[at] - y) * (metric[at] - y);
    xy += (gold[at] - x) * (metric[at] - y);
  }
  return static_cast<double>(xy / std::sqrt(xx * yy));
}

// The average share of right pairs of all rows, if differences up to `threshold` are ties.
inline double accuracy(const Rows& rows, const std::vector<double>& metric, double threshold) {
  double sum = 0;
  double active = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::vector<double> gold;
    std::vector<double> scores;
    for (std::size_t at = rows.starts[row]; at < rows.starts[row + 1]; ++at) {
      if (std::isnan(rows.gold[at]) || std::isnan(metric[at])) continue;
      gold.push_back(rows.gold[at]);
      scores.push_back(metric[at]);
    }
    if (gold.size() < 2) continue;
    const PairCounts counts = count_pairs(gold, scores, threshold);
    sum += static_cast<double>(counts.concordant + counts.both_ties) /
           (static_cast<double>(gold.size() * (gold.size() - 1)) / 2);
    ++active;
  }
  return sum / active;
}

}  // namespace parbleu::twin
