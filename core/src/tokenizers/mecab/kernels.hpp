// Declares the loop that connects the words before a place with those behind it; see base/kernel_levels.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/kernel_levels.hpp"

namespace parbleu::mecab {

// Left contexts that texts often have stand in columns of a table, the most frequent ones first.
inline constexpr std::size_t columns = 512;
inline constexpr std::size_t frequent = 192;
// Entries from one row of the table to the next: an odd number of cache lines, so that the beginnings of rows are spread
// over all sets of a cache.
inline constexpr std::size_t row_size = columns + 32;

// A word that others may follow: its right context, and what it costs, relative to others at its place.
struct Before {
  std::int32_t cost;
  std::uint32_t right;
};

struct Kernels {
  // least[k], k < frequent: the smallest sum of the cost of a word and entry k of the table's row for its right context,
  // 32767 if there are no words. All sums fit 16 bits.
  void (*least_sums)(const Before* words, std::size_t count, const std::int16_t* table, std::int16_t* least);
};

PARBLEU_KERNEL_TABLES(avx512, portable)

}  // namespace parbleu::mecab
