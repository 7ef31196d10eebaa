#include "mersenne_kernels.hpp"

#include "simd.hpp"

namespace parbleu {
namespace {

using State = MersenneState;
using Bits = MersenneBits;

constexpr std::size_t shift = mersenne_shift;

inline std::uint32_t twisted(std::uint32_t upper, std::uint32_t lower, std::uint32_t far) {
  const std::uint32_t mixed = (upper & 0x80000000U) | (lower & 0x7fffffffU);
  return far ^ (mixed >> 1) ^ ((0U - (lower & 1U)) & 0x9908b0dfU);
}

// All numbers of the state anew; in three loops, none of which reads what it wrote less than 227 numbers ago.
inline __attribute__((always_inline)) void twist_all(State& state) {
  constexpr std::size_t rest = Mersenne::words - shift;
  for (std::size_t at = 0; at < rest; ++at) state[at] = twisted(state[at], state[at + 1], state[at + shift]);
  for (std::size_t at = rest; at < Mersenne::words - 1; ++at) {
    state[at] = twisted(state[at], state[at + 1], state[at - rest]);
  }
  state.back() = twisted(state.back(), state.front(), state[shift - 1]);
}

// A number's first bit after tempering is the sum of four of its bits.
inline std::uint32_t first_bit(std::uint32_t number) {
  return (number ^ (number << 4) ^ (number << 7) ^ (number << 15)) >> 31;
}

void twist_portable(State& state) { twist_all(state); }

void bits_portable(const State& state, Bits& bits) {
  bits.fill(0);
  for (std::size_t coin = 0; coin < Mersenne::words / 2; ++coin) {
    bits[coin / 64] |= std::uint64_t{first_bit(state[2 * coin])} << (coin % 64);
  }
}

constexpr MersenneKernels portable{twist_portable, bits_portable};

#if defined(__x86_64__)

PARBLEU_AVX2 void twist_avx2(State& state) { twist_all(state); }

// Eight numbers yield four coins.
PARBLEU_AVX2 void bits_avx2(const State& state, Bits& bits) {
  bits.fill(0);
  for (std::size_t at = 0; at < Mersenne::words; at += 16) {
    const auto signs = [&](std::size_t from) PARBLEU_AVX2 {
      const __m256i number = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&state[from]));
      const __m256i one = _mm256_xor_si256(number, _mm256_slli_epi32(number, 4));
      const __m256i other = _mm256_xor_si256(_mm256_slli_epi32(number, 7), _mm256_slli_epi32(number, 15));
      return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_xor_si256(one, other))));
    };
    const unsigned both = signs(at) | signs(at + 8) << 8;
    bits[at / 128] |= std::uint64_t{_pext_u32(both, 0x5555U)} << (at / 2 % 64);
  }
}

constexpr MersenneKernels avx2{twist_avx2, bits_avx2};

#endif

}  // namespace

const MersenneKernels& mersenne_kernels([[maybe_unused]] Simd simd) {
#if defined(__x86_64__)
  if (simd == Simd::avx2 || simd == Simd::avx512) return avx2;
#endif
  return portable;
}

}  // namespace parbleu
