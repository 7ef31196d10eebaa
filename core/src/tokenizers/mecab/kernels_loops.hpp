// Implements Kernels::least_sums for every level.
#include <cstring>
#include <limits>

#include "tokenizers/mecab/kernels.hpp"

namespace parbleu::mecab {
namespace PARBLEU_LEVEL {
namespace {

// In registers of so many bytes, so many at once.
template <std::size_t bytes, std::size_t registers>
PARBLEU_KERNEL void least_sums(const Before* words, std::size_t count, const std::int16_t* table,
                               std::int16_t* least) {
  typedef std::int16_t Part __attribute__((vector_size(bytes)));
  constexpr std::size_t width = bytes / sizeof(std::int16_t);
  static_assert(frequent % (registers * width) == 0);
  for (std::size_t from = 0; from < frequent; from += registers * width) {
    Part sums[registers];
#pragma GCC unroll 16
    for (std::size_t k = 0; k < registers; ++k) sums[k] = Part{} + std::numeric_limits<std::int16_t>::max();
    for (const Before* word = words; word < words + count; ++word) {
      const std::int16_t* const row = table + word->right * row_size + from;
      const Part cost = Part{} + static_cast<std::int16_t>(word->cost);
#pragma GCC unroll 16
      for (std::size_t k = 0; k < registers; ++k) {
        Part sum;
        std::memcpy(&sum, row + k * width, sizeof sum);
        sum += cost;
        sums[k] = sum < sums[k] ? sum : sums[k];
      }
    }
    std::memcpy(least + from, sums, sizeof sums);
  }
}

}  // namespace
}  // namespace PARBLEU_LEVEL
}  // namespace parbleu::mecab
