// Implements Kernels::add, add_rounded and count for every level.
#pragma once

#include <algorithm>

#include "correlation/soft_pairwise_accuracy/kernels.hpp"

namespace parbleu::random_signs {
namespace {

constexpr std::uint32_t above_half = 0x80000100U;
constexpr std::size_t count_tile = 128;  // trials

template <class Real>
using Row __attribute__((vector_size(sign_columns * sizeof(Real)))) = Real;
using Sums = Row<double>;

// Eight numbers, wherever they stand.
template <class Real>
struct [[gnu::packed, gnu::may_alias]] Eight {
  Row<Real> row;
};
template <class Real>
PARBLEU_INLINE Eight<Real>& eight(Real* numbers) {
  return *reinterpret_cast<Eight<Real>*>(numbers);
}
template <class Real>
PARBLEU_INLINE const Eight<Real>& eight(const Real* numbers) {
  return *reinterpret_cast<const Eight<Real>*>(numbers);
}

// All ways to sign a block's rows of numbers: bit k of the entry's number is the sign of row k.
PARBLEU_INLINE void all_sums(const std::array<double, sign_columns>* rows, Sums* table) {
  table[0] = Sums{};
  for (std::size_t item = 0; item < sign_block; ++item) table[0] -= eight(rows[item].data()).row;
  for (std::size_t item = 0; item < sign_block; ++item) {
    const std::size_t known = std::size_t{1} << item;
    const Sums twice = 2 * eight(rows[item].data()).row;
    for (std::size_t entry = 0; entry < known; ++entry) table[known + entry] = table[entry] + twice;
  }
}

PARBLEU_KERNEL void add(const SignedNumbers& numbers, const BlockSigns& signs, std::size_t trials, double* sums,
                        std::size_t stride) {
  constexpr std::size_t entries = std::size_t{1} << sign_block;
  std::array<std::array<Sums, entries>, sign_blocks> tables;
  for (std::size_t at = 0; at < sign_blocks; ++at) all_sums(&numbers[at * sign_block], tables[at].data());
  const auto [first, second, third, fourth] = signs;
  for (std::size_t trial = 0; trial < trials; ++trial, sums += stride) {
    eight(sums).row += (tables[0][first[trial]] + tables[1][second[trial]]) +
                       (tables[2][third[trial]] + tables[3][fourth[trial]]);
  }
}

// Item after item, and a few trials at a time, whose sums stay in the nearest cache.
PARBLEU_KERNEL void add_rounded(const float* numbers, std::size_t first, std::size_t end, std::size_t stride,
                                const std::uint8_t* signs, std::size_t trials, float* sums) {
  for (std::size_t start = 0; start < trials; start += count_tile) {
    const std::size_t now = std::min(count_tile, trials - start);
    for (std::size_t column = 0; column < stride; column += sign_columns) {
      std::array<Row<float>, count_tile> part{};
      for (std::size_t item = first; item < end; ++item) {
        const Row<float> number = eight(numbers + item * stride + column).row;
        const std::array<Row<float>, 2> signed_numbers{-number, number};
        const std::uint8_t* const bytes = signs + item / sign_block * trials + start;
        for (std::size_t at = 0; at < now; ++at) {
          part[at] += signed_numbers[(bytes[at] >> (item % sign_block)) & 1U];
        }
      }
      for (std::size_t at = 0; at < now; ++at) eight(sums + (start + at) * stride + column).row += part[at];
    }
  }
}

// Of these trials, how often column i exceeds eight others by at least their limits.
template <class Real>
PARBLEU_INLINE void count_column(const Real* sums, std::size_t i, std::size_t from, const Real* observed,
                                 std::size_t trials, std::size_t stride, double* counts) {
  using Reached = decltype(Row<Real>{} >= Row<Real>{});
  Reached reached{};
  const Row<Real> limits = observed[i] - eight(observed + from).row;
  for (std::size_t trial = 0; trial < trials; ++trial, sums += stride) {
    reached -= sums[i] - eight(sums + from).row >= limits;  // true is -1
  }
  for (std::size_t column = 0; column < sign_columns; ++column) {
    counts[from + column] += static_cast<double>(reached[column]);
  }
}

// A few trials at a time, whose sums stay in the nearest cache.
template <class Real>
PARBLEU_KERNEL void count(const Real* sums, const Real* observed, std::size_t trials, std::size_t width,
                          std::size_t stride, double* counts) {
  std::fill_n(counts, width * stride, 0.0);
  for (std::size_t start = 0; start < trials; start += count_tile) {
    const std::size_t now = std::min(count_tile, trials - start);
    for (std::size_t i = 0; i + 1 < width; ++i) {
      for (std::size_t from = i / sign_columns * sign_columns; from < stride; from += sign_columns) {
        count_column(sums + start * stride, i, from, observed, now, stride, counts + i * stride);
      }
    }
  }
}

}  // namespace
}  // namespace parbleu::random_signs
