// Declares the loops of signed sums; see base/kernel_levels.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/kernel_levels.hpp"

namespace parbleu::random_signs {

inline constexpr std::size_t sign_block = 7;    // items whose signs are a byte
inline constexpr std::size_t sign_blocks = 4;   // are added together: their tables fit the nearest cache
inline constexpr std::size_t sign_columns = 8;  // sums that are made together

inline constexpr std::size_t sign_trials = 32;  // trials that are computed with together

// How many trials there are room for.
constexpr std::size_t padded_trials(std::size_t trials) {
  return (trials + sign_trials - 1) / sign_trials * sign_trials;
}

using SignedNumbers = std::array<std::array<double, sign_columns>, sign_blocks * sign_block>;
using BlockSigns = std::array<const std::uint8_t*, sign_blocks>;  // of each block, a byte for every trial

struct Kernels {
  // Of `blocks` times seven draws, the signs, plus where a single-precision number made of it is above 1/2; a byte
  // for each block, `apart` bytes apart. One more draw is read.
  void (*pack)(const std::uint32_t* draws, std::size_t blocks, std::uint8_t* signs, std::size_t apart);
  // Adds the signed numbers of the blocks to the sums of every trial, `stride` apart.
  void (*add)(const SignedNumbers& numbers, const BlockSigns& signs, std::size_t trials, double* sums,
              std::size_t stride);
  // The same of the items from `first` to `end`, whose numbers are `stride` apart, in single precision: their sum is
  // rounded after every item, and then added to the sums. Those of a column are `padded_trials(trials)` apart from those
  // of the next; as many signs are read, and what is added for trials that do not exist may be anything.
  void (*add_rounded)(const float* numbers, std::size_t first, std::size_t end, std::size_t stride,
                      const std::uint8_t* signs, std::size_t trials, float* sums);
  // Of the sums of `width` columns, how often those of i exceed those of j by at least observed[i] - observed[j], at
  // counts[i * stride + j].
  void (*count)(const double* sums, const double* observed, std::size_t trials, std::size_t width,
                std::size_t stride, double* counts);
  // The same of sums as `add_rounded` leaves them, and NaN for trials that do not exist.
  void (*count_rounded)(const float* sums, const float* observed, std::size_t trials, std::size_t width,
                        std::size_t stride, double* counts);
};

PARBLEU_KERNEL_TABLES(avx512, portable)

}  // namespace parbleu::random_signs
