// Resamples in the simplest way: draws every sample and adds every row, one after the other.
#pragma once

#include <cmath>
#include <type_traits>
#include <vector>

#include "parbleu/resampling/resampling.hpp"

namespace parbleu::twin {

inline double number(const Table& table, std::size_t at) {
  return table.reals != nullptr ? table.reals[at] : static_cast<double>(table.integers[at]);
}

template <class Real>
double drawn_score(const Scorer& scorer, const Table& table, std::span<const std::uint32_t> indices) {
  std::vector<Real> sum(scorer.width());
  for (const std::uint32_t index : indices) {
    for (std::size_t column = 0; column < sum.size(); ++column) {
      sum[column] += static_cast<Real>(number(table, index * sum.size() + column));
    }
  }
  if constexpr (std::is_same_v<Real, float>) return scorer.resampled(sum.data());
  if constexpr (std::is_same_v<Real, double>) return scorer.corpus(sum.data());
}

inline std::vector<double> bootstrap(std::span<const MetricTables> metrics, std::size_t segments,
                                     const Sampling& sampling) {
  std::vector<double> scores;
  for (const MetricTables& systems : metrics) {
    for (const Table& table : systems.tables) {
      Indices stream(sampling.seed, segments, sampling.from);
      std::vector<std::uint32_t> indices(segments);
      for (std::size_t sample = 0; sample < sampling.samples; ++sample) {
        stream.fill(indices);
        scores.push_back(systems.scorer->single_sums() ? drawn_score<float>(*systems.scorer, table, indices)
                                                       : drawn_score<double>(*systems.scorer, table, indices));
      }
    }
  }
  return scores;
}

inline std::vector<TrialCounts> randomize(std::span<const MetricTables> metrics, std::size_t segments,
                                          const Sampling& sampling, std::span<const Pair> pairs,
                                          std::span<const double> observed) {
  std::vector<TrialCounts> counts;
  for (std::size_t metric = 0; metric < metrics.size(); ++metric) {
    const Scorer& scorer = *metrics[metric].scorer;
    for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
      const Table& first = metrics[metric].tables[pairs[pair].first];
      const Table& second = metrics[metric].tables[pairs[pair].second];
      Draws draws(sampling.seed);
      std::uint32_t draw = 0;
      std::size_t bit = 32;
      TrialCounts count;
      for (std::size_t trial = 0; trial < sampling.samples; ++trial) {
        std::vector<double> left(scorer.width());
        std::vector<double> right(scorer.width());
        for (std::size_t segment = 0; segment < segments; ++segment) {
          if (++bit >= 32) {
            draws.fill({&draw, 1});
            bit = 0;
          }
          const bool taken = (draw >> bit & 1) != 0;
          for (std::size_t column = 0; column < left.size(); ++column) {
            const std::size_t at = segment * left.size() + column;
            left[column] += number(taken ? first : second, at);
            right[column] += number(taken ? second : first, at);
          }
        }
        const double difference = std::abs(scorer.randomized(left.data()) - scorer.randomized(right.data()));
        count.beyond += difference > observed[metric * pairs.size() + pair] ? 1 : 0;
        count.equal += difference == observed[metric * pairs.size() + pair] ? 1 : 0;
      }
      counts.push_back(count);
    }
  }
  return counts;
}

}  // namespace parbleu::twin
