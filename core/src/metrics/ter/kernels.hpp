// The step from one row to the next for several hypotheses at once; see base/kernel_levels.hpp.
//
// They differ in the order of their words but stand at the same row of matrices of the same size; so whatever the beam
// does to a row it does to all of them, and plain vector operations on 64-bit lanes are all that is needed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/kernel_levels.hpp"
#include "metrics/ter/bit_row.hpp"

namespace parbleu::ter {

inline constexpr std::size_t lane_count = 16;  // there is room for
using LaneMatches = std::array<std::uint64_t, lane_count>;

struct Lanes {
  alignas(64) std::array<std::uint64_t, lane_count> level;
  alignas(64) std::array<std::uint64_t, lane_count> minus;
  alignas(64) std::array<std::uint64_t, lane_count> base;  // modulo 2^64
  std::size_t used;                                        // the first so many lanes are asked for
};

struct Kernels {
  // How many lanes are computed with. Each step waits for the last: two wide vectors take as long as one.
  std::size_t lanes;
  // The next `count` rows, each lane with its own matches; and with the same ones in all lanes. `slides` are those of
  // the rows; null where rows do not slide, and then `base` stays.
  void (*advance_each)(Lanes& lanes, const LaneMatches* matches, std::size_t count, const Slide* slides);
  void (*advance_all)(Lanes& lanes, const std::uint64_t* matches, std::size_t count, const Slide* slides);
  // Adds the differences of the cells in `mask` to each lane's base.
  void (*climb)(Lanes& lanes, std::uint64_t mask);
};

PARBLEU_KERNEL_TABLES(avx512, portable)

}  // namespace parbleu::ter
