// Fills the table of kernels for every level; see base/kernel_levels.hpp.
#include "base/intrinsics.hpp"

namespace {

// Adds the products of the halves of each number and those of the weights.
#if defined(__x86_64__)
typedef __m128i PairSums;

PARBLEU_INLINE void add_products(__m128i& sums, std::int32_t weights, __m128i numbers) {
  sums = _mm_add_epi32(sums, _mm_madd_epi16(_mm_set1_epi32(weights), numbers));
}

PARBLEU_INLINE PARBLEU_AVX2 void add_products(__m256i& sums, std::int32_t weights, __m256i numbers) {
  sums = _mm256_add_epi32(sums, _mm256_madd_epi16(_mm256_set1_epi32(weights), numbers));
}

PARBLEU_INLINE PARBLEU_AVX512 void add_products(__m512i& sums, std::int32_t weights, __m512i numbers) {
  sums = _mm512_dpwssd_epi32(sums, _mm512_set1_epi32(weights), numbers);
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
#else
typedef std::int32_t PairSums __attribute__((vector_size(16)));

PARBLEU_INLINE void add_products(PairSums& sums, std::int32_t weights, PairSums numbers) {
  typedef std::uint32_t Words __attribute__((vector_size(16)));
  const auto low = [](PairSums pairs) {
    return reinterpret_cast<PairSums>(reinterpret_cast<Words>(pairs) << 16) >> 16;
  };
  const PairSums both = {weights, weights, weights, weights};
  sums += low(both) * low(numbers) + (both >> 16) * (numbers >> 16);
}
#endif

}  // namespace

#define PARBLEU_LEVEL portable
#define PARBLEU_KERNEL
#include "resampling/kernels_loops.hpp"

namespace parbleu::resampling {

constinit const Kernels portable_kernels{portable::masked_sums<16>, portable::ordered_sums<4>,
                                         portable::products<PairSums, 2>, portable::widen,
                                         portable::counted_sums<PairSums, 4>};

}  // namespace parbleu::resampling

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL

#if defined(__x86_64__)

#define PARBLEU_EXTENDS

#define PARBLEU_LEVEL avx2
#define PARBLEU_KERNEL PARBLEU_AVX2
#include "resampling/kernels_loops.hpp"

namespace parbleu::resampling {

constinit const Kernels avx2_kernels{avx2::masked_sums<32>, avx2::ordered_sums<8>, avx2::products<__m256i, 4>,
                                     avx2::widen, avx2::counted_sums<__m256i, 4>};

}  // namespace parbleu::resampling

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL

#define PARBLEU_LEVEL avx512
#define PARBLEU_KERNEL PARBLEU_AVX512
#include "resampling/kernels_loops.hpp"

namespace parbleu::resampling {

constinit const Kernels avx512_kernels{avx512::masked_sums<64>, avx512::ordered_sums<8>,
                                       avx512::products<__m512i, 8>, avx512::widen,
                                       avx512::counted_sums<__m512i, 8>};

}  // namespace parbleu::resampling

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL
#undef PARBLEU_EXTENDS

#endif
