#include "meta/pair_kernels.hpp"

#include <algorithm>
#include <bit>

#include "simd.hpp"

namespace parbleu {
namespace {

#define PARBLEU_INLINE inline __attribute__((always_inline))

PARBLEU_INLINE std::uint64_t ones(std::uint64_t word) { return static_cast<std::uint64_t>(std::popcount(word)); }

// Puts `count` bits, at most 64, behind the others.
PARBLEU_INLINE void append(std::uint64_t* words, std::size_t at, std::uint64_t bits, std::size_t count) {
  words[at / 64] |= bits << (at % 64);
  if (at % 64 + count > 64) words[at / 64 + 1] |= bits >> (64 - at % 64);
}

PARBLEU_INLINE std::uint64_t common_all(const std::uint64_t* one, const std::uint64_t* other, std::size_t words) {
  std::uint64_t count = 0;
  for (std::size_t at = 0; at < words; ++at) count += ones(one[at] & other[at]);
  return count;
}

PARBLEU_INLINE std::uint64_t mixed_all(const std::uint64_t* coins, const std::uint64_t* one,
                                       const std::uint64_t* other, std::size_t words) {
  std::uint64_t count = 0;
  for (std::size_t at = 0; at < words; ++at) count += ones(other[at] ^ (coins[at] & (one[at] ^ other[at])));
  return count;
}

// Who was visited is marked in bits, and how many are in a word in a tree of sums (P. Fenwick, "A New Data Structure
// for Cumulative Frequency Tables", 1994).
PARBLEU_INLINE std::uint64_t before_all(const std::uint32_t* order, const std::uint32_t* starts,
                                        std::size_t groups, const std::uint32_t* place, const std::uint32_t* limit,
                                        std::uint64_t* words, std::uint32_t* tree, std::size_t length) {
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

void compare_portable(const double* row, std::size_t length, double epsilon, std::uint64_t* up,
                      std::uint64_t* down) {
  for (std::size_t i = 0; i < length; ++i) {
    std::uint64_t above = 0;
    std::uint64_t below = 0;
    for (std::size_t j = 0; j < length; ++j) {
      const double apart = row[j] - row[i];
      above |= std::uint64_t{apart > epsilon} << j;
      below |= std::uint64_t{apart < -epsilon} << j;
    }
    append(up, i * length, above, length);
    append(down, i * length, below, length);
  }
}

std::uint64_t common_portable(const std::uint64_t* one, const std::uint64_t* other, std::size_t words) {
  return common_all(one, other, words);
}

std::uint64_t mixed_portable(const std::uint64_t* coins, const std::uint64_t* one, const std::uint64_t* other,
                             std::size_t words) {
  return mixed_all(coins, one, other, words);
}

std::uint64_t before_portable(const std::uint32_t* order, const std::uint32_t* starts, std::size_t groups,
                              const std::uint32_t* place, const std::uint32_t* limit, std::uint64_t* words,
                              std::uint32_t* tree, std::size_t length) {
  return before_all(order, starts, groups, place, limit, words, tree, length);
}

constexpr PairKernels portable{compare_portable, common_portable, mixed_portable, before_portable};

#if defined(__x86_64__)

PARBLEU_AVX2 void compare_avx2(const double* row, std::size_t length, double epsilon, std::uint64_t* up,
                               std::uint64_t* down) {
  const __m256d above_limit = _mm256_set1_pd(epsilon);
  const __m256d below_limit = _mm256_set1_pd(-epsilon);
  const std::uint64_t inside = (std::uint64_t{1} << length) - 1;
  for (std::size_t i = 0; i < length; ++i) {
    const __m256d own = _mm256_set1_pd(row[i]);
    std::uint64_t above = 0;
    std::uint64_t below = 0;
    for (std::size_t j = 0; j < length; j += 4) {
      const __m256d apart = _mm256_sub_pd(_mm256_loadu_pd(row + j), own);
      const auto mask = [&](__m256d bits) PARBLEU_AVX2 {
        return static_cast<std::uint64_t>(static_cast<unsigned>(_mm256_movemask_pd(bits))) << j;
      };
      above |= mask(_mm256_cmp_pd(apart, above_limit, _CMP_GT_OQ));
      below |= mask(_mm256_cmp_pd(apart, below_limit, _CMP_LT_OQ));
    }
    append(up, i * length, above & inside, length);
    append(down, i * length, below & inside, length);
  }
}

PARBLEU_AVX2 std::uint64_t common_avx2(const std::uint64_t* one, const std::uint64_t* other, std::size_t words) {
  return common_all(one, other, words);
}

PARBLEU_AVX2 std::uint64_t mixed_avx2(const std::uint64_t* coins, const std::uint64_t* one,
                                      const std::uint64_t* other, std::size_t words) {
  return mixed_all(coins, one, other, words);
}

PARBLEU_AVX2 std::uint64_t before_avx2(const std::uint32_t* order, const std::uint32_t* starts, std::size_t groups,
                                       const std::uint32_t* place, const std::uint32_t* limit,
                                       std::uint64_t* words, std::uint32_t* tree, std::size_t length) {
  return before_all(order, starts, groups, place, limit, words, tree, length);
}

constexpr PairKernels avx2{compare_avx2, common_avx2, mixed_avx2, before_avx2};

#endif

}  // namespace

const PairKernels& pair_kernels([[maybe_unused]] Simd simd) {
#if defined(__x86_64__)
  if (simd == Simd::avx2 || simd == Simd::avx512) return avx2;
#endif
  return portable;
}

}  // namespace parbleu
