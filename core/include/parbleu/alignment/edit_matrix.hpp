// A row of a matrix of edit distances, 64 cells at a time (Myers, "A fast bit-vector algorithm for approximate string
// matching based on dynamic programming", 1999, in the blocks of Hyyro, 2003).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace parbleu {

// How the distances of 64 cells differ from those of the cells before them in the row: dearer or cheaper by one.
struct EditBlock {
  std::uint64_t plus;
  std::uint64_t minus;
};

// How the cell before a block differs from the one above it; at the beginning of a row it is dearer by one.
struct EditCarry {
  std::uint64_t plus = 1;
  std::uint64_t minus = 0;
};

struct EditCells {
  std::uint64_t level;   // no dearer than the diagonal neighbour
  std::uint64_t dearer;  // than the neighbour above
};

// Turns a block of a row into that of the next row, for a symbol that stands at the columns of `same`.
inline EditCells next_row(EditBlock& block, std::uint64_t same, EditCarry& carry) {
  const auto [plus, minus] = block;
  same |= carry.minus;
  const std::uint64_t level = (((same & plus) + plus) ^ plus) | same | minus;
  const std::uint64_t dearer = minus | ~(level | plus);
  const std::uint64_t cheaper = plus & level;
  const std::uint64_t down = (dearer << 1) | carry.plus;
  const std::uint64_t up = (cheaper << 1) | carry.minus;
  carry = {.plus = dearer >> 63, .minus = cheaper >> 63};
  block = {.plus = up | ~(level | down), .minus = down & level};
  return {.level = level, .dearer = dearer};
}

// The columns at which each symbol of a text stands, as bits. A symbol that is more frequent than a mask has blocks gets
// a mask: there are at most 64 of them. Of the others the bits are set and cleared again each time. So memory is linear,
// whatever the symbols.
class SymbolMasks {
 public:
  // Looks at the text of the columns, whose symbols are numbers up to `distinct`; a mask has at least as many blocks of
  // 64 columns as the text needs.
  void reset(std::span<const std::uint32_t> text, std::uint32_t distinct, std::size_t blocks);
  // A symbol's mask from the block `first` to that before `behind`; `clear` has to follow.
  [[nodiscard]] const std::uint64_t* set(std::uint32_t symbol, std::size_t first, std::size_t behind);
  void clear();

 private:
  std::vector<std::uint32_t> begins_;    // of each symbol's columns
  std::vector<std::uint32_t> columns_;   // in ascending order
  std::vector<std::int64_t> mask_at_;    // of a frequent symbol; -1
  std::vector<std::uint64_t> masks_;     // of frequent symbols
  std::vector<std::uint64_t> sparse_;    // of any other symbol, while it is used
  std::span<const std::uint32_t> used_;  // columns that are set there
};

}  // namespace parbleu
