// Computes soft pairwise accuracy's p-values from the definition.
#pragma once

#include <cmath>
#include <vector>

#include "base/pairwise_sum.hpp"
#include "parbleu/correlation/soft_pairwise_accuracy.hpp"

namespace parbleu::twin {

// Of scores that single precision holds and whose sums are exact.
inline std::vector<double> p_values(const Grid& grid, std::size_t trials, Seed seed) {
  std::vector<std::size_t> used;
  for (std::size_t item = 0; item < grid.items; ++item) {
    std::size_t present = 0;
    for (std::size_t system = 0; system < grid.systems; ++system) {
      present += std::isnan(grid.scores[system * grid.items + item]) ? 0 : 1;
    }
    if (present > 1) used.push_back(item);
  }
  std::vector<std::uint32_t> draws(trials * used.size());
  Draws(seed).fill(draws);
  std::vector<double> found;
  for (std::size_t i = 0; i < grid.systems; ++i) {
    for (std::size_t j = i + 1; j < grid.systems; ++j) {
      double reached = 0;
      std::size_t common = 0;
      for (std::size_t trial = 0; trial < trials; ++trial) {
        double sum = 0;
        double observed = 0;
        common = 0;
        for (std::size_t at = 0; at < used.size(); ++at) {
          const double difference =
              grid.scores[i * grid.items + used[at]] - grid.scores[j * grid.items + used[at]];
          if (std::isnan(difference)) continue;
          const double uniform = (draws[trial * used.size() + at] >> 8) / 16777216.0;
          sum += uniform > 0.5 ? difference : -difference;
          observed += difference;
          ++common;
        }
        reached += sum >= observed ? 1 : 0;
      }
      found.push_back(common == 0 ? no_value : reached / static_cast<double>(trials));
    }
  }
  return found;
}

// Of scores of which none is missing, with sums in single precision that are rounded as OpenBLAS rounds them.
inline std::vector<double> rounded_p_values(const Grid& grid, std::size_t trials, Seed seed) {
  const std::size_t items = grid.items;
  std::vector<std::uint32_t> draws(trials * items);
  Draws(seed).fill(draws);
  const auto score = [&](std::size_t system, std::size_t item) {
    return static_cast<float>(grid.scores[system * items + item]);
  };
  const auto length = [](std::size_t left) {  // of a block
    return left >= 896 ? 448 : left > 448 ? (left / 2 + 15) / 16 * 16 : left;
  };
  std::vector<float> sums(trials * grid.systems);
  std::vector<float> observed;
  for (std::size_t system = 0; system < grid.systems; ++system) {
    for (std::size_t trial = 0; trial < trials; ++trial) {
      float& sum = sums[trial * grid.systems + system];
      for (std::size_t start = 0; start < items;) {
        const std::size_t end = start + length(items - start);
        float block = 0;
        for (; start < end; ++start) {
          const double uniform = (draws[trial * items + start] >> 8) / 16777216.0;
          block += uniform > 0.5 ? score(system, start) : -score(system, start);
        }
        sum += block;
      }
    }
    std::vector<float> own(items);
    for (std::size_t item = 0; item < items; ++item) own[item] = score(system, item);
    observed.push_back(pairwise_sum(std::span<const float>(own)));
  }
  std::vector<double> found;
  for (std::size_t i = 0; i < grid.systems; ++i) {
    for (std::size_t j = i + 1; j < grid.systems; ++j) {
      double reached = 0;
      for (std::size_t trial = 0; trial < trials; ++trial) {
        const float* const sum = &sums[trial * grid.systems];
        reached += sum[i] - sum[j] >= observed[i] - observed[j] ? 1 : 0;
      }
      found.push_back(reached / static_cast<double>(trials));
    }
  }
  return found;
}

}  // namespace parbleu::twin
