// Computes the hybrids of two metrics pair by pair.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "parbleu/correlation/permutation_test.hpp"
#include "reference/slow_measures.hpp"

namespace parbleu::twin {

// Two metrics' scores in the rows of gold scores.
struct Scores {
  Rows rows;
  std::vector<double> first;
  std::vector<double> second;
};

// The five kinds of pairs of the first hybrid: where a coin is 1, the first metric's comparisons.
inline std::vector<PairCounts> hybrid_counts(const Scores& scores, double first_epsilon, double second_epsilon,
                                             const std::vector<std::uint64_t>& coins, bool square, bool inverted) {
  std::vector<PairCounts> all;
  std::size_t word = 0;
  for (std::size_t row = 0; row < scores.rows.size(); ++row) {
    PairCounts counts;
    const std::size_t start = scores.rows.starts[row];
    const std::size_t length = scores.rows.length(row);
    std::size_t pair = 0;
    for (std::size_t i = 0; i < length; ++i) {
      for (std::size_t j = i + 1; j < length; ++j, ++pair) {
        const std::size_t place = square ? i * length + j : pair;
        const bool coin = ((coins[word + place / 64] >> (place % 64)) & 1) != 0;
        const std::vector<double>& metric = coin != inverted ? scores.first : scores.second;
        const std::vector<double> gold{scores.rows.gold[start + i], scores.rows.gold[start + j]};
        const std::vector<double> two{metric[start + i], metric[start + j]};
        const PairCounts one = count_pairs(gold, two, coin != inverted ? first_epsilon : second_epsilon);
        counts.concordant += one.concordant;
        counts.discordant += one.discordant;
        counts.gold_ties += one.gold_ties;
        counts.metric_ties += one.metric_ties;
        counts.both_ties += one.both_ties;
      }
    }
    word += ((square ? length * length : pair) + 63) / 64;
    all.push_back(counts);
  }
  return all;
}

inline double mean_value(const std::vector<PairCounts>& rows, PairVariant variant) {
  double sum = 0;
  double count = 0;
  for (const PairCounts& row : rows) {
    const auto concordant = static_cast<double>(row.concordant);
    const auto discordant = static_cast<double>(row.discordant);
    const auto gold_ties = static_cast<double>(row.gold_ties + row.both_ties);
    const auto metric_ties = static_cast<double>(row.metric_ties + row.both_ties);
    const auto right = concordant + static_cast<double>(row.both_ties);
    const double pairs = right + discordant + static_cast<double>(row.gold_ties + row.metric_ties);
    double value = right / pairs;
    if (variant == PairVariant::tau_23) value = 2 * value - 1;
    if (variant == PairVariant::tau_b) {
      value = (concordant - discordant) / std::sqrt((pairs - gold_ties) * (pairs - metric_ties));
    }
    if (!std::isfinite(value)) continue;
    sum += value;
    ++count;
  }
  return count == 0 ? 0 : sum / count;
}

}  // namespace parbleu::twin
