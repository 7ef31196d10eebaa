// Averages rows for permutation tests.
#pragma once

#include <cmath>

#include "base/pairwise_sum.hpp"
#include "parbleu/correlation/measure.hpp"

namespace parbleu {

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

}  // namespace parbleu
