// Sums in NumPy's order of addition.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace parbleu {

// Eight running sums over up to 128 numbers, halves of more.
template <class Real>
Real pairwise_sum(std::span<const Real> numbers) {
  const std::size_t count = numbers.size();
  if (count > 128) {
    const std::size_t half = count / 2 / 8 * 8;
    return pairwise_sum(numbers.first(half)) + pairwise_sum(numbers.subspan(half));
  }
  Real sum = 0;
  std::size_t at = 0;
  if (count >= 8) {
    std::array<Real, 8> part;
    std::copy_n(numbers.begin(), 8, part.begin());
    for (at = 8; at + 8 <= count; at += 8) {
      for (std::size_t lane = 0; lane < 8; ++lane) part[lane] += numbers[at + lane];
    }
    sum = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
  }
  for (; at < count; ++at) sum += numbers[at];
  return sum;
}

}  // namespace parbleu
