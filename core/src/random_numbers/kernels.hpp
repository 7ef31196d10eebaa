// Declares the loops of the Mersenne Twister; see base/kernel_levels.hpp.
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

struct Kernels {
  void (*twist)(MersenneState& state);  // all numbers of the state anew
  // The first bit, after tempering, of every other number, packed.
  void (*bits)(const MersenneState& state, MersenneBits& bits);
};

PARBLEU_KERNEL_TABLES(avx2, portable)

}  // namespace parbleu::random_numbers
