// Kernels::add and count for every level.
#pragma once

#include <algorithm>

#include "correlation/soft_pairwise_accuracy/kernels.hpp"

namespace parbleu::random_signs {
namespace {

constexpr std::uint32_t above_half = 0x80000100U;
constexpr std::size_t count_tile = 128;  // trials

using Sums __attribute__((vector_size(sign_columns * sizeof(double)))) = double;
using Counts __attribute__((vector_size(sign_columns * sizeof(double)))) = std::int64_t;

// Eight numbers, wherever they stand.
struct [[gnu::packed, gnu::may_alias]] Eight {
  Sums sums;
};
PARBLEU_INLINE Eight& eight(double* numbers) { return *reinterpret_cast<Eight*>(numbers); }
PARBLEU_INLINE const Eight& eight(const double* numbers) { return *reinterpret_cast<const Eight*>(numbers); }

// All ways to sign a block's rows of numbers: bit k of the entry's number is the sign of row k.
PARBLEU_INLINE void all_sums(const std::array<double, sign_columns>* rows, Sums* table) {
  table[0] = Sums{};
  for (std::size_t item = 0; item < sign_block; ++item) table[0] -= eight(rows[item].data()).sums;
  for (std::size_t item = 0; item < sign_block; ++item) {
    const std::size_t known = std::size_t{1} << item;
    const Sums twice = 2 * eight(rows[item].data()).sums;
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
    eight(sums).sums += (tables[0][first[trial]] + tables[1][second[trial]]) +
                        (tables[2][third[trial]] + tables[3][fourth[trial]]);
  }
}

// Of these trials, how often column i exceeds eight others by at least their limits.
PARBLEU_INLINE void count_column(const double* sums, std::size_t i, std::size_t from, const double* observed,
                                 std::size_t trials, std::size_t stride, double* counts) {
  Counts reached{};
  const Sums limits = observed[i] - eight(observed + from).sums;
  for (std::size_t trial = 0; trial < trials; ++trial, sums += stride) {
    reached -= Counts(sums[i] - eight(sums + from).sums >= limits);  // true is -1
  }
  for (std::size_t column = 0; column < sign_columns; ++column) {
    counts[from + column] += static_cast<double>(reached[column]);
  }
}

// A few trials at a time, whose sums stay in the nearest cache.
PARBLEU_KERNEL void count(const double* sums, const double* observed, std::size_t trials, std::size_t width,
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
