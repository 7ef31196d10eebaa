// The step from one row to the next for several hypotheses at once; see base/kernel_levels.hpp.
//
// They differ in the order of their words but stand at the same row of matrices of the same size; so whatever the beam
// does to a row it does to all of them, and plain vector operations on 64-bit lanes are all that is needed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/kernel_levels.hpp"

namespace parbleu::ter {

// --- a row of the matrix of edit distances as two words of bits, and the next row

struct Row {
  std::uint64_t level;  // the cell is not higher than its left neighbour; otherwise it is one higher
  std::uint64_t minus;  // it is one lower
  bool operator==(const Row&) const = default;
};

// Sets the cells of the row after this one that cost the same as their diagonal neighbour, if its word stands at
// `matches`. `Bits` is a number or a vector of numbers, which is why nothing is passed by value: that depends on the
// machine.
template <class Bits>
[[gnu::always_inline]] inline void find_free_diagonals(const Bits& level, const Bits& minus, const Bits& matches,
                                                       Bits& free) {
  free = ((level - (matches & ~level)) ^ level) | matches | minus;
}

// Makes it the row after this one. Each operation waits for the last, so that what need not wait stands apart: the cell
// left of bit 0 grows by one, which is bit 0 of `down_plus`.
template <class Bits>
[[gnu::always_inline]] inline void step(Bits& level, Bits& minus, const Bits& matches, const Bits& free) {
  const Bits down_plus = (minus | (level & ~free)) << 1 | 1;
  const Bits down_minus = (~level & free) << 1;
  const Bits turn = matches | minus;
  level = ~down_minus & (turn | down_plus);
  minus = down_plus & turn;
}

// The same where the leftmost cell leaves the window after it, of which the cells in `keep` stay. Sets bit 0 of `turn` if
// the cell that is left of bit 0 then costs the same as the one that was in the row before; else it costs one more.
template <class Bits, class Mask>
[[gnu::always_inline]] inline void step_and_drop(Bits& level, Bits& minus, const Bits& matches, const Bits& free,
                                                 const Mask& keep, Bits& turn) {
  turn = matches | minus;
  const Bits down_plus = minus | (level & ~free);
  const Bits turn_right = turn >> 1;
  level = (level | ~free) & (turn_right | down_plus) & keep;
  minus = down_plus & turn_right & keep;
}

// How the window moves from the row before to this one. Column `low` is the leftmost inside; bit 0 is the cell right of
// it, whose difference to it is the first that a row tells.
//
// Cells outside the beam are replaced by harmless finite ones, so that the bit algebra goes on unchanged:
// - right of the beam each cell is one higher than its left neighbour (level = 0, minus = 0). A cell that enters the beam
//   at its right edge then takes its value from the diagonal, one further right only from the left: there a match
//   would use a diagonal neighbour that is outside, so `reach` clears it;
// - left of the beam the cell in column `low` - 1 counts as one higher than the cell above it: too high to be used.
struct Slide {
  std::uint32_t low;
  std::uint32_t end;    // one past the last column inside
  std::uint32_t first;  // column of bit 0 while the row is computed
  std::uint32_t skip;   // columns that leave before the row is computed
  std::uint32_t drop;   // 1 if one more leaves after
  std::uint64_t reach;  // cells whose diagonal neighbour is inside
  std::uint64_t keep;   // cells that are inside
};

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
  // Gives the first `used` lanes of each row the same matches, and the others any.
  void (*spread)(const std::uint64_t* matches, std::size_t count, std::size_t used, LaneMatches* to);
  // The next `count` rows, each lane with its own matches; and with the same ones in all lanes. `slides` are those of
  // the rows; null where rows do not slide, and then `base` stays.
  void (*advance_each)(Lanes& lanes, const LaneMatches* matches, std::size_t count, const Slide* slides);
  void (*advance_all)(Lanes& lanes, const std::uint64_t* matches, std::size_t count, const Slide* slides);
  // Adds the differences of the cells in `mask` to each lane's base.
  void (*climb)(Lanes& lanes, std::uint64_t mask);
};

PARBLEU_KERNEL_TABLES(avx512, portable)

}  // namespace parbleu::ter
