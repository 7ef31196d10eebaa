#include "parbleu/mersenne.hpp"

#include <algorithm>

#include "parbleu/cpu.hpp"
#include "simd.hpp"

namespace parbleu {
namespace {

using State = std::array<std::uint32_t, Mersenne::words>;
using Bits = std::array<std::uint64_t, (Mersenne::words / 2 + 63) / 64 + 1>;

constexpr std::size_t shift = 397;

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

#endif

}  // namespace

Mersenne::Mersenne(std::uint32_t seed) {
  for (std::uint32_t at = 0; at < words; ++at) {
    state_[at] = seed;
    seed = 1812433253U * (seed ^ (seed >> 30)) + at + 1;
  }
}

Mersenne::Mersenne(std::span<const std::uint32_t, words> state, std::size_t used) : used_(std::min(used, words)) {
  std::ranges::copy(state, state_.begin());
}

void Mersenne::refill() {
#if defined(__x86_64__)
  if (best_simd() == Simd::avx2 || best_simd() == Simd::avx512) {
    twist_avx2(state_);
  } else {
    twist_portable(state_);
  }
#else
  twist_portable(state_);
#endif
  used_ = 0;
  bits_known_ = false;
}

std::uint32_t Mersenne::next() {
  if (used_ == words) refill();
  std::uint32_t number = state_[used_++];
  number ^= number >> 11;
  number ^= (number << 7) & 0x9d2c5680U;
  number ^= (number << 15) & 0xefc60000U;
  return number ^ (number >> 18);
}

double Mersenne::uniform() {
  const double high = next() >> 5;
  const double low = next() >> 6;
  return (high * 67108864 + low) / 9007199254740992;
}

void Mersenne::coins(std::uint64_t* packed, std::size_t count) {
  std::fill_n(packed, (count + 63) / 64, 0);
  std::size_t done = 0;
  while (done < count && used_ % 2 == 1) {  // somebody took a single number
    packed[done / 64] |= std::uint64_t{uniform() >= 0.5} << (done % 64);
    ++done;
  }
  while (done < count) {
    if (used_ == words) refill();
    if (!bits_known_) {
#if defined(__x86_64__)
      if (best_simd() == Simd::avx2 || best_simd() == Simd::avx512) {
        bits_avx2(state_, bits_);
      } else {
        bits_portable(state_, bits_);
      }
#else
      bits_portable(state_, bits_);
#endif
      bits_known_ = true;
    }
    const std::size_t coin = used_ / 2;
    const std::size_t now = std::min({count - done, words / 2 - coin, 64 - done % 64});
    const std::size_t within = coin % 64;
    std::uint64_t got = bits_[coin / 64] >> within;
    if (within > 0) got |= bits_[coin / 64 + 1] << (64 - within);
    if (now < 64) got &= (std::uint64_t{1} << now) - 1;
    packed[done / 64] |= got << (done % 64);
    done += now;
    used_ += 2 * now;
  }
}

}  // namespace parbleu
