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

}  // namespace
}  // namespace avx2

constinit const Kernels avx2_kernels{avx2::twist, avx2::bits, avx2::scale};

}  // namespace parbleu::random_numbers

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL

#endif
