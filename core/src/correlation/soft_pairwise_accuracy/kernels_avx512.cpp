#if defined(__x86_64__)

#include "base/intrinsics.hpp"

#define PARBLEU_KERNEL PARBLEU_AVX512
#define PARBLEU_SIGN_LANES 16
#define PARBLEU_SIGNED_SUM(sum, sign, number) _mm512_fmadd_ps(sign, number, sum)
#include "correlation/soft_pairwise_accuracy/kernels_loops.hpp"

namespace parbleu::random_signs {
namespace {

PARBLEU_AVX512 void pack(const std::uint32_t* draws, std::size_t blocks, std::uint8_t* signs, std::size_t apart) {
  const __m256i limit = _mm256_set1_epi32(static_cast<int>(above_half));
  for (std::size_t at = 0; at < blocks; ++at) {
    const __m256i eight = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(draws + at * sign_block));
    signs[at * apart] = static_cast<std::uint8_t>(_mm256_cmpge_epu32_mask(eight, limit) & ((1 << sign_block) - 1));
  }
}

}  // namespace

constinit const Kernels avx512_kernels{pack, add, add_rounded, count, count_rounded};

}  // namespace parbleu::random_signs

#endif
