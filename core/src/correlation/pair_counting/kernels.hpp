// Declares the loops that count pairs; see base/kernel_levels.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/kernel_levels.hpp"

namespace parbleu::pair_counting {

// Rows up to this length are compared pair by pair, n^2 bits at a time; longer ones are sorted.
inline constexpr std::size_t short_row = 40;
inline constexpr std::size_t row_room = short_row + 8;  // what a row is padded to
inline constexpr std::size_t row_words = (short_row * short_row + 63) / 64;

struct Kernels {
  // Of a padded row of n scores, bit n i + j tells whether score j exceeds score i by more than epsilon (up), or
  // falls as far short of it (down).
  void (*compare)(const double* row, std::size_t length, double epsilon, std::uint64_t* up, std::uint64_t* down);
  // How many bits are set in one and in other.
  std::uint64_t (*common)(const std::uint64_t* one, const std::uint64_t* other, std::size_t words);
  // Of the bits of one and other, how many a hybrid has that takes one's where a coin is 1.
  std::uint64_t (*mixed)(const std::uint64_t* coins, const std::uint64_t* one, const std::uint64_t* other,
                         std::size_t words);
  // Of places that are visited in `order`, in groups that begin at `starts` (the end included): the sum, over all,
  // of how many of earlier groups stand in front of limit[place]. `place` tells where each stands. `words` and
  // `tree` are working memory for length / 64 + 1 and one more numbers.
  std::uint64_t (*before)(const std::uint32_t* order, const std::uint32_t* starts, std::size_t groups,
                          const std::uint32_t* place, const std::uint32_t* limit, std::uint64_t* words,
                          std::uint32_t* tree, std::size_t length);
};

PARBLEU_KERNEL_TABLES(avx2, portable)

}  // namespace parbleu::pair_counting
