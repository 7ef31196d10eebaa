#if defined(__x86_64__)

#include "base/intrinsics.hpp"

#define PARBLEU_KERNEL PARBLEU_AVX2
#define PARBLEU_SIGN_LANES 8
#define PARBLEU_SIGNED_SUM(sum, sign, number) _mm256_fmadd_ps(sign, number, sum)
#include "correlation/soft_pairwise_accuracy/kernels_loops.hpp"

namespace parbleu::random_signs {
namespace {

PARBLEU_AVX2 void pack(const std::uint32_t* draws, std::size_t words, std::uint32_t* signs, std::size_t apart) {
  const __m256i turn = _mm256_set1_epi32(static_cast<int>(0x80000000U));  // for comparing as signed numbers
  const __m256i limit = _mm256_set1_epi32(static_cast<int>((above_half - 1) ^ 0x80000000U));
  for (std::size_t at = 0; at < words; ++at, draws += sign_items) {
    std::uint32_t word = 0;
    for (std::size_t item = 0; item < sign_items; item += 8) {
      const __m256i eight = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(draws + item));
      const __m256i above = _mm256_cmpgt_epi32(_mm256_xor_si256(eight, turn), limit);
      word |= static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(above))) << item;
    }
    signs[at * apart] = word & ((1U << sign_items) - 1);
  }
}

}  // namespace

constinit const Kernels avx2_kernels{pack,      add,         add_single, to_columns,
                                     mark_near, add_rounded, count,      count_rounded};

}  // namespace parbleu::random_signs

#endif
