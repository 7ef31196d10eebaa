// Implements Kernels::common, mixed and before for every level.
#include <algorithm>
#include <bit>

#include "correlation/pair_counting/kernels.hpp"

namespace parbleu::pair_counting {
namespace PARBLEU_LEVEL {
namespace {

PARBLEU_INLINE std::uint64_t ones(std::uint64_t word) { return static_cast<std::uint64_t>(std::popcount(word)); }

// Puts `count` bits, at most 64, behind the others.
PARBLEU_INLINE void append(std::uint64_t* words, std::size_t at, std::uint64_t bits, std::size_t count) {
  words[at / 64] |= bits << (at % 64);
  if (at % 64 + count > 64) words[at / 64 + 1] |= bits >> (64 - at % 64);
}

PARBLEU_KERNEL std::uint64_t common(const std::uint64_t* one, const std::uint64_t* other, std::size_t words) {
  std::uint64_t count = 0;
  for (std::size_t at = 0; at < words; ++at) count += ones(one[at] & other[at]);
  return count;
}

PARBLEU_KERNEL std::uint64_t mixed(const std::uint64_t* coins, const std::uint64_t* one,
                                   const std::uint64_t* other, std::size_t words) {
  std::uint64_t count = 0;
  for (std::size_t at = 0; at < words; ++at) count += ones(other[at] ^ (coins[at] & (one[at] ^ other[at])));
  return count;
}

// Bits mark the places visited so far, and a tree of sums counts them word by word (P. Fenwick, "A New Data Structure
// for Cumulative Frequency Tables", 1994).
PARBLEU_KERNEL std::uint64_t before(const std::uint32_t* order, const std::uint32_t* starts, std::size_t groups,
                                    const std::uint32_t* place, const std::uint32_t* limit, std::uint64_t* words,
                                    std::uint32_t* tree, std::size_t length) {
  const std::size_t size = length / 64 + 1;
  std::fill_n(words, size, 0);
  std::fill_n(tree, size + 1, 0);
  std::uint64_t sum = 0;
  for (std::size_t group = 0; group < groups; ++group) {
    for (std::size_t at = starts[group]; at < starts[group + 1]; ++at) {
      const std::uint32_t end = limit[order[at]];
      std::size_t word = end / 64;
      sum += ones(words[word] & ((std::uint64_t{1} << (end % 64)) - 1));
      for (; word > 0; word &= word - 1) sum += tree[word];
    }
    for (std::size_t at = starts[group]; at < starts[group + 1]; ++at) {
      const std::uint32_t here = place[order[at]];
      words[here / 64] |= std::uint64_t{1} << (here % 64);
      for (std::size_t word = here / 64 + 1; word <= size; word += word & (~word + 1)) ++tree[word];
    }
  }
  return sum;
}

}  // namespace
}  // namespace PARBLEU_LEVEL
}  // namespace parbleu::pair_counting
