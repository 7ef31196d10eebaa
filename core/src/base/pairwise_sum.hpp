// Adds numbers in NumPy's order of addition.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace parbleu {

// Of what `of` makes of the numbers: eight running sums over up to 128 of them, halves of more.
template <class Real, class Of>
Real pairwise_sum_of(std::span<const Real> numbers, const Of& of) {
  const std::size_t count = numbers.size();
  if (count > 128) {
    const std::size_t half = count / 2 / 8 * 8;
    return pairwise_sum_of(numbers.first(half), of) + pairwise_sum_of(numbers.subspan(half), of);
  }
  Real sum = 0;
  std::size_t at = 0;
  if (count >= 8) {
    std::array<Real, 8> part;
    for (std::size_t lane = 0; lane < 8; ++lane) part[lane] = of(numbers[lane]);
    for (at = 8; at + 8 <= count; at += 8) {
      for (std::size_t lane = 0; lane < 8; ++lane) part[lane] += of(numbers[at + lane]);
    }
    sum = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
  }
  for (; at < count; ++at) sum += of(numbers[at]);
  return sum;
}

template <class Real>
Real pairwise_sum(std::span<const Real> numbers) {
  return pairwise_sum_of(numbers, [](Real number) { return number; });
}

}  // namespace parbleu
