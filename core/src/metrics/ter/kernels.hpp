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
  std::uint64_t plus;   // the cell is one higher than its left neighbour
  std::uint64_t minus;  // it is one lower
  bool operator==(const Row&) const = default;
};

// Sets the cells of the row after this one that cost the same as their diagonal neighbour, if its word stands at
// `matches`. `Bits` is a number or a vector of numbers, which is why nothing is passed by value: that depends on the
// machine.
template <class Bits, class Mask>
[[gnu::always_inline]] inline void find_free_diagonals(const Bits& plus, const Bits& minus, const Mask& matches,
                                                       Bits& free) {
  free = ((plus + (plus & matches)) ^ plus) | matches | minus;
}

// Makes it the row after this one. Each operation waits for the last, so that what need not wait stands apart. Nothing
// but what is read is negated, which costs no operation of its own: `no_rise` are the cells that cost no more than the
// one above, of which the cell left of bit 0 is none.
template <class Bits, class Mask>
[[gnu::always_inline]] inline void step(Bits& plus, Bits& minus, const Mask& matches, const Bits& free) {
  const Bits no_rise = ((plus | free) & ~minus) << 1;
  const Bits turn = matches | minus;
  plus = (plus & free) << 1 | (no_rise & ~turn);
  minus = ~no_rise & turn;
}

// The same where the leftmost cell leaves the window after it, in which there are the cells in `inside`. Sets bit 0
// of `turn` if the cell that is left of bit 0 then costs the same as the one that was in the row before; else it costs
// one more.
template <class Bits, class Mask>
[[gnu::always_inline]] inline void step_and_drop(Bits& plus, Bits& minus, const Mask& matches, const Bits& free,
                                                 std::uint64_t inside, std::uint64_t outside, Bits& turn) {
  turn = matches | minus;
  const Bits no_rise = (plus | free) & ~minus;
  const Bits turn_right = turn >> 1;
  plus = (no_rise & ~turn_right) | outside | (plus & free);
  minus = ~no_rise & turn_right & inside;
}

// How the window moves from the row before to this one. Column `low` is the leftmost inside; bit 0 is the cell right of
// it, whose difference to it is the first that a row tells.
//
// Cells outside the beam are replaced by harmless finite ones, so that the bit algebra goes on unchanged:
// - right of the beam each cell is one higher than its left neighbour (plus = 1, minus = 0). A cell that enters the beam
//   at its right edge then takes its value from the diagonal, one further right only from the left: there a match
//   would use a diagonal neighbour that is outside, so `reach` clears it;
// - left of the beam the cell in column `low` - 1 counts as one higher than the cell above it: too high to be used.
struct Slide {
  std::uint32_t low;
  std::uint32_t end;    // one past the last column inside
  std::uint32_t first;  // column of bit 0 while the row is computed
  std::uint32_t skip;   // columns that leave before the row is computed
  std::uint32_t byte;   // of a word's positions, where the matches of bit 0 are ...
  std::uint16_t bit;    // ... and at which of its bits
  std::uint16_t drop;   // 1 if one more column leaves after
  std::uint64_t reach;  // cells whose diagonal neighbour is inside
  std::uint64_t inside;
  std::uint64_t outside;  // the others: to read them takes no operation
};

inline constexpr std::size_t lane_count = 16;  // there is room for
using LaneMatches = std::array<std::uint64_t, lane_count>;

struct Lanes {
  alignas(64) std::array<std::uint64_t, lane_count> plus;
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
