// Declares the loop that steps PCG64 from several states at once; see base/kernel_levels.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/kernel_levels.hpp"

namespace parbleu::pcg64_steps {

__extension__ typedef unsigned __int128 Wide;

inline constexpr std::size_t chains = 16;
using States = std::array<Wide, chains>;

struct Kernels {
  // Writes the outputs of all states, then multiplies each state by `factor` and adds `offset`, `rounds` times. The
  // states that are left are not stored.
  void (*fill)(const States& states, Wide factor, Wide offset, std::size_t rounds, std::uint64_t* outputs);
};

// XSL-RR: the halves xored, rotated by the top six bits.
PARBLEU_INLINE std::uint64_t output(Wide state) {
  const auto high = static_cast<std::uint64_t>(state >> 64);
  const std::uint64_t value = high ^ static_cast<std::uint64_t>(state);
  const auto rotation = static_cast<unsigned>(high >> 58);
  return (value >> rotation) | (value << ((64 - rotation) & 63));
}

PARBLEU_KERNEL_TABLES(avx512, portable)

}  // namespace parbleu::pcg64_steps
