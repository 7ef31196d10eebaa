// Fills the table of kernels for every level; see base/kernel_levels.hpp.
#include "base/intrinsics.hpp"

#define PARBLEU_LEVEL portable
#define PARBLEU_KERNEL
#include "random_numbers/kernels_loops.hpp"

namespace parbleu::random_numbers {
namespace portable {
namespace {

// A number's first bit after tempering is the sum of four of its bits.
inline std::uint32_t first_bit(std::uint32_t number) {
  return (number ^ (number << 4) ^ (number << 7) ^ (number << 15)) >> 31;
}

void bits(const MersenneState& state, MersenneBits& packed) {
  packed.fill(0);
  for (std::size_t coin = 0; coin < Mersenne::words / 2; ++coin) {
    packed[coin / 64] |= std::uint64_t{first_bit(state[2 * coin])} << (coin % 64);
  }
}

std::uint32_t scale(const std::uint32_t* __restrict draws, std::uint32_t bound, std::uint32_t threshold,
                    std::uint32_t* __restrict numbers) {
  std::uint32_t is_below = 0;
  for (std::size_t at = 0; at < draws_at_once; ++at) {
    const std::uint64_t product = static_cast<std::uint64_t>(draws[at]) * bound;
    numbers[at] = static_cast<std::uint32_t>(product >> 32);
    is_below |= static_cast<std::uint32_t>(static_cast<std::uint32_t>(product) < threshold);
  }
  return is_below;
}

}  // namespace
}  // namespace portable

constinit const Kernels portable_kernels{portable::twist, portable::bits, portable::scale};

}  // namespace parbleu::random_numbers

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL

#if defined(__x86_64__)

#define PARBLEU_LEVEL avx2
#define PARBLEU_KERNEL PARBLEU_AVX2
#include "random_numbers/kernels_loops.hpp"

namespace parbleu::random_numbers {
namespace avx2 {
namespace {

// Eight numbers yield four coins.
PARBLEU_AVX2 void bits(const MersenneState& state, MersenneBits& packed) {
  packed.fill(0);
  for (std::size_t at = 0; at < Mersenne::words; at += 16) {
    const auto signs = [&](std::size_t from) PARBLEU_AVX2 {
      const __m256i number = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&state[from]));
      const __m256i one = _mm256_xor_si256(number, _mm256_slli_epi32(number, 4));
      const __m256i other = _mm256_xor_si256(_mm256_slli_epi32(number, 7), _mm256_slli_epi32(number, 15));
      return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_xor_si256(one, other))));
    };
    const unsigned both = signs(at) | signs(at + 8) << 8;
    packed[at / 128] |= std::uint64_t{_pext_u32(both, 0x5555U)} << (at / 2 % 64);
  }
}

// The even draws of a vector are multiplied, then the odd ones.
PARBLEU_AVX2 std::uint32_t scale(const std::uint32_t* draws, std::uint32_t bound, std::uint32_t threshold,
                                 std::uint32_t* numbers) {
  const __m256i factor = _mm256_set1_epi64x(bound);
  const __m256i limit = _mm256_set1_epi32(static_cast<int>(threshold));
  __m256i none_below = _mm256_set1_epi32(-1);
  for (std::size_t at = 0; at < draws_at_once; at += 8) {
    const __m256i drawn = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(draws + at));
    const __m256i even = _mm256_mul_epu32(drawn, factor);
    const __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(drawn, 32), factor);
    const __m256i high = _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa);
    const __m256i low = _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xaa);
    none_below = _mm256_and_si256(none_below, _mm256_cmpeq_epi32(_mm256_max_epu32(low, limit), low));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(numbers + at), high);
  }
  return _mm256_movemask_epi8(none_below) == -1 ? 0 : 1;
}

}  // namespace
}  // namespace avx2

constinit const Kernels avx2_kernels{avx2::twist, avx2::bits, avx2::scale};

}  // namespace parbleu::random_numbers

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL

#endif
