// Declares the loops of the Mersenne Twister, and of numbers below a bound; see base/kernel_levels.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/kernel_levels.hpp"
#include "parbleu/random_numbers/random_numbers.hpp"

namespace parbleu::random_numbers {

using MersenneState = std::array<std::uint32_t, Mersenne::words>;
using MersenneBits = std::array<std::uint64_t, (Mersenne::words / 2 + 63) / 64 + 1>;

inline constexpr std::size_t mersenne_shift = 397;
inline constexpr std::size_t draws_at_once = 1024;

struct Kernels {
  void (*twist)(MersenneState& state);  // all numbers of the state anew
  // The first bit, after tempering, of every other number, packed.
  void (*bits)(const MersenneState& state, MersenneBits& bits);
  // The high halves of the products of draws_at_once draws and the bound. Returns 1 if a low half is below the
  // threshold, else 0.
  std::uint32_t (*scale)(const std::uint32_t* draws, std::uint32_t bound, std::uint32_t threshold,
                         std::uint32_t* numbers);
};

PARBLEU_KERNEL_TABLES(avx2, portable)

}  // namespace parbleu::random_numbers
