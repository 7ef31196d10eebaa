// Sums of rows that masks select, of numbers whose sums are rounded: rows are added in groups of eight.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "resampling/kernels.hpp"

namespace parbleu::resampling {

// Adds numbers, a multiple of 8 of them, of the rows that each mask selects, and of the others, by tables as in the
// fast kernel.
inline void add_masked(std::span<const double> numbers, const Masks& masks, double* chosen, double* rest) {
  std::array<double, 256> sums{};
  for (std::size_t row = 0; row < numbers.size(); row += 8) {
    for (std::size_t bit = 0; bit < 8; ++bit) {
      const std::size_t size = std::size_t{1} << bit;
      for (std::size_t at = 0; at < size; ++at) sums[size + at] = sums[at] + numbers[row + bit];
    }
    for (std::size_t mask = 0; mask < masks.starts.size(); ++mask) {
      const std::uint64_t at = masks.starts[mask] + row;
      const std::uint64_t* const word = &masks.words[at / 64];
      const auto shift = static_cast<unsigned>(at % 64);
      const std::uint64_t bits = (word[0] >> shift | word[1] << 1 << (63 - shift)) & 255;
      chosen[mask] += sums[bits];
      rest[mask] += sums[255 - bits];
    }
  }
}

}  // namespace parbleu::resampling
