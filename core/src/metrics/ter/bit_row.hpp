// Represents a row of the matrix of edit distances by two words of bits, and computes the next row.
#pragma once

#include <cstdint>

namespace parbleu::ter {

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
  const Bits plus = ~level;
  free = (((matches & plus) + plus) ^ plus) | matches | minus;
}

// Makes it the row after this one. Each operation waits for the last, so that what need not wait stands apart: the cell
// left of bit 0 grows by one, which is bit 0 of `down_plus`.
template <class Bits>
[[gnu::always_inline]] inline void step(Bits& level, Bits& minus, const Bits& matches, const Bits& free) {
  const Bits down_plus = (minus | (level & ~free)) << 1;
  const Bits down_minus = (~level & free) << 1;
  const Bits turn = matches | minus;
  level = ~down_minus & (turn | 1 | down_plus);
  minus = (down_plus & turn) | (turn & 1);
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

}  // namespace parbleu::ter
