#if defined(__x86_64__)

#include "base/intrinsics.hpp"

#define PARBLEU_KERNEL PARBLEU_AVX512
#define PARBLEU_SIGN_LANES 16
#define PARBLEU_SIGNED_SUM(sum, sign, number) _mm512_fmadd_ps(sign, number, sum)
#include "correlation/soft_pairwise_accuracy/kernels_loops.hpp"

namespace parbleu::random_signs {
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

constinit const Kernels avx512_kernels{pack,      add,         add_single, to_columns,
                                       mark_near, add_rounded, count,      count_rounded};

}  // namespace parbleu::random_signs

#endif
