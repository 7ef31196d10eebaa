// The loops of the Mersenne Twister; every level of vector instructions yields the same bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "parbleu/cpu.hpp"
#include "parbleu/mersenne.hpp"

namespace parbleu {

using MersenneState = std::array<std::uint32_t, Mersenne::words>;
using MersenneBits = std::array<std::uint64_t, (Mersenne::words / 2 + 63) / 64 + 1>;

inline constexpr std::size_t mersenne_shift = 397;

struct MersenneKernels {
  void (*twist)(MersenneState& state);  // all numbers of the state anew
  // The first bit, after tempering, of every other number, packed.
  void (*bits)(const MersenneState& state, MersenneBits& bits);
};

const MersenneKernels& mersenne_kernels(Simd simd = best_simd());

}  // namespace parbleu
