// Fills the table of kernels for every level; see base/kernel_levels.hpp.
#include "base/intrinsics.hpp"

#define PARBLEU_LEVEL portable
#define PARBLEU_KERNEL
#define PARBLEU_SIGN_LANES 8
#define PARBLEU_SIGNED_SUM(sum, sign, number) ((sum) + (sign) * (number))
#include "correlation/soft_pairwise_accuracy/kernels_loops.hpp"

namespace parbleu::random_signs {
namespace portable {
namespace {

void pack(const std::uint32_t* draws, std::size_t words, std::uint32_t* signs, std::size_t apart) {
  for (std::size_t at = 0; at < words; ++at) {
    std::uint32_t word = 0;
    for (std::size_t item = 0; item < sign_items; ++item) {
      word |= static_cast<std::uint32_t>(draws[at * sign_items + item] >= above_half) << item;
    }
    signs[at * apart] = word;
  }
}

}  // namespace
}  // namespace portable

constinit const Kernels portable_kernels{portable::pack,         portable::add,       portable::add_single,
                                         portable::to_columns,   portable::mark_near, portable::add_rounded,
                                         portable::count_rounded};

}  // namespace parbleu::random_signs

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL
#undef PARBLEU_SIGN_LANES
#undef PARBLEU_SIGNED_SUM

#if defined(__x86_64__)

#define PARBLEU_LEVEL avx2
#define PARBLEU_KERNEL PARBLEU_AVX2
#define PARBLEU_SIGN_LANES 8
#define PARBLEU_SIGNED_SUM(sum, sign, number) _mm256_fmadd_ps(sign, number, sum)
#include "correlation/soft_pairwise_accuracy/kernels_loops.hpp"

namespace parbleu::random_signs {
namespace avx2 {
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
}  // namespace avx2

constinit const Kernels avx2_kernels{avx2::pack,      avx2::add,         avx2::add_single,   avx2::to_columns,
                                     avx2::mark_near, avx2::add_rounded, avx2::count_rounded};

}  // namespace parbleu::random_signs

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL
#undef PARBLEU_SIGN_LANES
#undef PARBLEU_SIGNED_SUM

#define PARBLEU_LEVEL avx512
#define PARBLEU_KERNEL PARBLEU_AVX512
#define PARBLEU_SIGN_LANES 16
#define PARBLEU_SIGNED_SUM(sum, sign, number) _mm512_fmadd_ps(sign, number, sum)
#include "correlation/soft_pairwise_accuracy/kernels_loops.hpp"

namespace parbleu::random_signs {
namespace avx512 {
namespace {

PARBLEU_AVX512 void pack(const std::uint32_t* draws, std::size_t words, std::uint32_t* signs, std::size_t apart) {
  const __m512i limit = _mm512_set1_epi32(static_cast<int>(above_half));
  for (std::size_t at = 0; at < words; ++at, draws += sign_items) {
    const std::uint32_t low = _mm512_cmpge_epu32_mask(_mm512_loadu_si512(draws), limit);
    const std::uint32_t high = _mm512_cmpge_epu32_mask(_mm512_loadu_si512(draws + 16), limit);
    signs[at * apart] = (low | high << 16) & ((1U << sign_items) - 1);
  }
}

}  // namespace
}  // namespace avx512

constinit const Kernels avx512_kernels{avx512::pack,         avx512::add,       avx512::add_single,
                                       avx512::to_columns,   avx512::mark_near, avx512::add_rounded,
                                       avx512::count_rounded};

}  // namespace parbleu::random_signs

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL
#undef PARBLEU_SIGN_LANES
#undef PARBLEU_SIGNED_SUM

#endif
