#if defined(__x86_64__)

#include "base/intrinsics.hpp"

#define PARBLEU_KERNEL PARBLEU_AVX2
#include "random_numbers/kernels_loops.hpp"

namespace parbleu::random_numbers {
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

constinit const Kernels avx2_kernels{twist, bits};

}  // namespace parbleu::random_numbers

#endif
