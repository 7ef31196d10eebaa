// Fills the table of kernels for every level; see base/kernel_levels.hpp.
#include "base/intrinsics.hpp"

#if defined(__x86_64__)
namespace {

PARBLEU_INLINE PARBLEU_AVX2 __m256d fused(__m256d one, __m256d other, __m256d sum) {
  return _mm256_fmadd_pd(one, other, sum);
}
PARBLEU_INLINE PARBLEU_AVX2 __m256 fused(__m256 one, __m256 other, __m256 sum) {
  return _mm256_fmadd_ps(one, other, sum);
}

// Reads whole numbers of 8 or 16 bits, as many as `to` has.
template <unsigned Bits, class Reals>
PARBLEU_INLINE PARBLEU_AVX2 void extend(const std::uint32_t* from, Reals& to) {
  const auto* const place = reinterpret_cast<const __m128i*>(from);
  if constexpr (Bits == 8) {
    to = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64(place)));
  } else if constexpr (sizeof(Reals) == sizeof(__m256)) {
    to = _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(_mm_loadu_si128(place)));
  } else {
    to = _mm_cvtepi32_ps(_mm_cvtepu16_epi32(_mm_loadl_epi64(place)));
  }
}

}  // namespace
#endif

#define PARBLEU_LEVEL portable
#define PARBLEU_KERNEL
#define PARBLEU_PRODUCT_SUM(sum, one, other) ((sum) + (one) * (other))
#include "resampling/kernels_loops.hpp"

namespace parbleu::resampling {

constinit const Kernels portable_kernels{portable::masked_sums,         portable::ordered_sums<4>,
                                         portable::products<double, 1>, portable::products<float, 1>,
                                         portable::widen<double>,       portable::widen<float>};

}  // namespace parbleu::resampling

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL
#undef PARBLEU_PRODUCT_SUM

#if defined(__x86_64__)

#define PARBLEU_EXTENDS

#define PARBLEU_LEVEL avx2
#define PARBLEU_KERNEL PARBLEU_AVX2
#define PARBLEU_PRODUCT_SUM(sum, one, other) fused(one, other, sum)
#include "resampling/kernels_loops.hpp"

namespace parbleu::resampling {

constinit const Kernels avx2_kernels{avx2::masked_sums,        avx2::ordered_sums<8>, avx2::products<double, 3>,
                                     avx2::products<float, 3>, avx2::widen<double>,   avx2::widen<float>};

}  // namespace parbleu::resampling

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL
#undef PARBLEU_PRODUCT_SUM

#define PARBLEU_LEVEL avx512
#define PARBLEU_KERNEL PARBLEU_AVX512
#define PARBLEU_PRODUCT_SUM(sum, one, other) fused(one, other, sum)
#include "resampling/kernels_loops.hpp"

namespace parbleu::resampling {

constinit const Kernels avx512_kernels{avx512::masked_sums,         avx512::ordered_sums<8>,
                                       avx512::products<double, 3>, avx512::products<float, 3>,
                                       avx512::widen<double>,       avx512::widen<float>};

}  // namespace parbleu::resampling

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL
#undef PARBLEU_PRODUCT_SUM
#undef PARBLEU_EXTENDS

#endif
