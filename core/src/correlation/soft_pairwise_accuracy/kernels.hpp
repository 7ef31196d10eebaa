// Declares the loops of signed sums; see base/kernel_levels.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/kernel_levels.hpp"

namespace parbleu::random_signs {

inline constexpr std::size_t sign_block = 7;   // items whose signed sums are a table
inline constexpr std::size_t sign_blocks = 4;  // are added together: their tables fit the nearest cache
inline constexpr std::size_t sign_items = sign_blocks * sign_block;  // whose signs are a word
inline constexpr std::size_t sign_columns = 8;                       // sums that are made together
inline constexpr std::size_t single_columns = 16;                    // the same in single precision

inline constexpr std::size_t sign_trials = 32;  // trials that are computed with together

// How many trials there is room for: up to `sign_room` more than there are.
inline constexpr std::size_t sign_room = 2 * sign_trials;
constexpr std::size_t padded_trials(std::size_t trials) {
  const std::size_t groups = (trials + sign_trials - 1) / sign_trials;
  return (groups + (groups % 8 == 0 ? 1 : 0)) * sign_trials;  // columns share no places of the nearest cache
}

using SignedNumbers = std::array<std::array<double, sign_columns>, sign_items>;
using SingleNumbers = std::array<std::array<float, single_columns>, sign_items>;

struct Kernels {
  // Of `words` times 28 draws, the signs, plus where a single-precision number made of it is above 1/2; words are
  // `apart` from each other. Four more draws are read.
  void (*pack)(const std::uint32_t* draws, std::size_t words, std::uint32_t* signs, std::size_t apart);
  // Adds the signed numbers of 28 items, whose signs are a word for every trial, to the sums of every trial, `stride`
  // apart.
  void (*add)(const SignedNumbers& numbers, const std::uint32_t* signs, std::size_t trials, double* sums,
              std::size_t stride);
  // The same in single precision, rounded in any order; the sums of a trial are `single_columns` apart from the next.
  void (*add_single)(const SingleNumbers& numbers, const std::uint32_t* signs, std::size_t trials, float* sums);
  // Moves sums of `trials`, which fill whole groups of `sign_trials`, from trial after trial to column after column,
  // `trials` apart.
  void (*to_columns)(const float* sums, std::size_t trials, float* columns);
  // Of columns of sums, marks the trials where those of i exceed those of j > i by limits[i, j] give or take
  // slacks[i, j]; these are of one pair after another.
  void (*mark_near)(const float* sums, const float* limits, const float* slacks, std::size_t trials,
                    std::size_t width, std::uint32_t* marks);
  // Adds signed numbers of the items from `first` to `end`, whose numbers are `stride` apart, in single precision: their sum
  // is rounded after every item, and then added to the sums. Those of a column are `padded_trials(trials)` apart from those
  // of the next; as many signs are read, and what is added for trials that do not exist may be anything.
  void (*add_rounded)(const float* numbers, std::size_t first, std::size_t end, std::size_t stride,
                      const std::uint32_t* signs, std::size_t trials, float* sums);
  // Of the sums of `width` columns, as `add_rounded` leaves them, how often those of i exceed those of j by at least
  // observed[i] - observed[j], at counts[i * stride + j]. Those of trials that do not exist are NaN.
  void (*count_rounded)(const float* sums, const float* observed, std::size_t trials, std::size_t width,
                        std::size_t stride, double* counts);
};

PARBLEU_KERNEL_TABLES(avx512, portable)

}  // namespace parbleu::random_signs
