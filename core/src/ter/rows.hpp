// Edit distance, a row of the matrix at a time, 64 cells in a word (Myers 1999, Hyyro 2003).
//
// Row i compares the first i hypothesis words with every prefix of the reference. Neighbouring cells of a row differ by
// -1, 0 or +1; so a row is two bit masks, `plus` and `minus`, and a dozen word operations make the next row from the
// set of reference positions that hold the next hypothesis word. All rows are kept: a shifted hypothesis shares the
// rows before the shift, and when its row comes to be equal to the stored one behind the shift, the rest is known.
//
// The definition looks only at the cells of a beam, some 25 on either side of the line from corner to corner; a cell
// outside is infinitely dear. Three classes compute the same thing where they apply:
//   WholeRows   up to 64 reference words, when the beam provably hides nothing
//   BeamRows    any length: the beam is under 64 cells wide, so it is one word that slides along the row
//   WideRows    references more than 40 times longer than hypotheses, where the beam is wider or steeper: cell by cell
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "ter/alignment.hpp"
#include "ter/positions.hpp"

namespace parbleu::ter {

inline constexpr std::uint32_t beam_width = 25;
inline constexpr std::int64_t distance_limit = std::int64_t{1} << 40;

struct Row {
  std::uint64_t plus;
  std::uint64_t minus;
  bool operator==(const Row&) const = default;
};

// Cells whose cost is the same as that of their diagonal neighbour, for the row after `row`.
inline std::uint64_t free_diagonals(Row row, std::uint64_t matches) {
  return (((matches & row.plus) + row.plus) ^ row.plus) | matches | row.minus;
}

// The row after `row`, if its hypothesis word stands at `matches`.
inline Row next_row(Row row, std::uint64_t matches) {
  const std::uint64_t free = free_diagonals(row, matches);
  const std::uint64_t down_plus = ((row.minus | ~(free | row.plus)) << 1) | 1;
  const std::uint64_t down_minus = (row.plus & free) << 1;
  const std::uint64_t turn = matches | row.minus;
  return {down_minus | ~(turn | down_plus), down_plus & turn};
}

// The lowest `count` bits.
inline std::uint64_t low_bits(std::uint64_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

inline std::int64_t rise(Row row, std::uint64_t mask) {
  return std::popcount(row.plus & mask) - std::popcount(row.minus & mask);
}

// All three: `fill` makes the rows of the hypothesis and returns the edit distance; `shifted` is the distance of a
// hypothesis that differs from the filled one by one rotation, `most_gain` how much nearer it could be at most; `trace`
// writes down the filled one's alignment.
class WholeRows {
 public:
  void prepare(const Positions& reference, std::uint32_t hypothesis_size);
  // Whether the beam hides nothing from hypotheses at this distance, nor from any that is nearer.
  [[nodiscard]] bool beam_is_idle(std::int64_t distance) const;
  std::int64_t fill(std::span<const std::uint32_t> words);
  std::int64_t shifted(std::span<const std::uint32_t> words, const Rotation& rotation);
  void trace(std::span<const std::uint32_t> words, Alignment& alignment) const;
  static std::int64_t most_gain(const Rotation& rotation) { return rotation.most_gain(); }

 private:
  const Positions* reference_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint64_t mask_ = 0;
  std::int64_t distance_ = 0;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> moved_;
};

class BeamRows {
 public:
  static bool applies(std::uint32_t hypothesis_size, std::uint32_t reference_size);
  void prepare(const Positions& reference, std::uint32_t hypothesis_size);
  std::int64_t fill(std::span<const std::uint32_t> words);
  std::int64_t shifted(std::span<const std::uint32_t> words, const Rotation& rotation);
  void trace(std::span<const std::uint32_t> words, Alignment& alignment) const;
  static std::int64_t most_gain(const Rotation&) { return distance_limit; }

 private:
  // How the window moves from the row before to this one. Bit 0 of a row is the cell right of column `low`.
  struct Slide {
    std::uint32_t low;
    std::uint32_t end;    // one past the last column inside
    std::uint32_t first;  // column of bit 0 while the row is computed
    std::uint32_t skip;   // columns that leave before the row is computed
    bool drop;            // whether one more leaves after
    std::uint64_t reach;  // cells whose diagonal neighbour is inside
    std::uint64_t keep;   // cells that are inside
  };
  struct BeamRow : Row {
    std::int64_t base;  // the cell in column `low`
  };
  BeamRow next(const BeamRow& row, std::uint32_t word, const Slide& slide) const;
  [[nodiscard]] std::int64_t last_cell(const BeamRow& row) const;

  const Positions* reference_ = nullptr;
  std::uint32_t size_ = 0;
  std::int64_t distance_ = 0;
  std::vector<Slide> slides_;
  std::vector<BeamRow> rows_;
  std::vector<std::uint32_t> moved_;
};

class WideRows {
 public:
  void prepare(const Positions& reference, std::uint32_t hypothesis_size);
  std::int64_t fill(std::span<const std::uint32_t> words);
  std::int64_t shifted(std::span<const std::uint32_t> words, const Rotation& rotation);
  void trace(std::span<const std::uint32_t> words, Alignment& alignment) const;
  static std::int64_t most_gain(const Rotation&) { return distance_limit; }

 private:
  static constexpr std::int64_t infinity = 10'000'000'000'000'000;
  struct Span {
    std::size_t begin, end;  // columns inside
    std::size_t offset;      // of column `begin` in `cells_`
  };
  void compute(std::size_t row, std::uint32_t word, const std::int64_t* before, std::int64_t* cells) const;
  [[nodiscard]] std::int64_t cell(std::size_t row, std::size_t column) const;
  static std::int64_t cell(const Span& span, const std::int64_t* cells, std::size_t column) {
    return column < span.begin || column >= span.end ? infinity : cells[column - span.begin];
  }

  const Positions* reference_ = nullptr;
  std::uint32_t size_ = 0;
  std::vector<Span> spans_;
  std::vector<std::int64_t> cells_;
  std::vector<std::int64_t> before_, now_;
  std::vector<std::uint32_t> moved_;
};

}  // namespace parbleu::ter
