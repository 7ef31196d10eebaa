// Edit distance, a row of the matrix at a time, 64 cells in a word (Myers 1999, Hyyro 2003).
//
// Row i compares the first i hypothesis words with every prefix of the reference. Neighbouring cells of a row differ by
// -1, 0 or +1; so a row is two bit masks, `plus` and `minus`, and a dozen word operations make the next row from the
// set of reference positions that hold the next hypothesis word. All rows are kept: a shifted hypothesis shares the
// rows before the shift, and when its row comes to be equal to the stored one behind the shift, the rest is known.
// Shifted hypotheses are measured several at a time (kernels.hpp), for one alone is a chain of operations that wait for
// each other.
//
// The definition looks only at the cells of a beam, some 25 on either side of the line from corner to corner; a cell
// outside costs infinity. Three classes compute the same thing where they apply:
//   BitRows<false>  up to 64 reference words, when the beam provably hides nothing
//   BitRows<true>   any length: the beam is under 64 cells wide, so it is one word that slides along the row
//   WideRows        references more than 40 times longer than hypotheses, where the beam is wider or steeper
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "metrics/ter/alignment.hpp"
#include "metrics/ter/kernels.hpp"
#include "metrics/ter/word_positions.hpp"

namespace parbleu::ter {

inline constexpr std::uint32_t beam_width = 25;

// All classes have
//   prepare(reference, hypothesis size, vector instructions to use)
//   fill(words)               the edit distance of `words`
//   refill(words, begin, end) the same, when only the words from `begin` to `end` have changed
//   trace(alignment)          the filled hypothesis' cheapest path
//   retrace(alignment, begin) the same, out of that of the hypothesis before the refill
//   measure(words, rotations, distances)   distances of up to `lanes()` hypotheses that differ from the filled one
//   most_gain(rotation)       how much nearer that one can be at most
//   lanes()                   how many are measured together
//   same_from()               the row from which on all rows are as they were before the refill, but for a constant
template <bool kSlides>
class BitRows {
 public:
  static bool applies(std::uint32_t hypothesis_size, std::uint32_t reference_size);
  void prepare(const WordPositions& reference, std::uint32_t hypothesis_size, Simd simd);
  std::int64_t fill(std::span<const std::uint32_t> words) { return refill(words, 0, size_); }
  std::int64_t refill(std::span<const std::uint32_t> words, std::size_t begin, std::size_t end);
  void trace(Alignment& alignment) const;
  void retrace(Alignment& alignment, std::size_t begin) const;
  void measure(std::span<const std::uint32_t> words, std::span<const Rotation> rotations, std::int64_t* distances);
  [[nodiscard]] std::int64_t most_gain(const Rotation& rotation) const;
  [[nodiscard]] std::size_t lanes() const { return kernels_->lanes; }
  [[nodiscard]] std::size_t same_from() const { return same_; }

  // Whether the beam hides nothing from hypotheses at this distance, nor from any that is nearer. `least`: what the
  // distance of no order of their words falls below.
  bool find_idle_beam(std::int64_t distance, std::int64_t least);

 private:
  void plan_slides();
  std::int64_t leave_rest(std::size_t row, std::int64_t base);
  void walk(Alignment& alignment, std::size_t i, std::size_t j, std::size_t known) const;
  template <class Windows>
  [[nodiscard]] std::uint64_t matches(const Windows& windows, std::uint32_t word, std::size_t row) const;
  template <class Windows>
  std::int64_t refill(const Windows& windows, std::span<const std::uint32_t> words, std::size_t begin,
                      std::size_t end);
  void set_lane(std::span<const std::uint32_t> words, const Rotation& rotation, std::size_t first,
                std::size_t lane);
  [[nodiscard]] std::int64_t last_cell(Row row, std::int64_t base) const;

  const WordPositions* reference_ = nullptr;
  const Kernels* kernels_ = nullptr;
  std::size_t size_ = 0;  // of the hypothesis
  std::int64_t distance_ = 0;
  bool idle_ = false;
  std::size_t same_ = 0;  // the rows behind this one are as they were before the last refill
  // Each row, and what led from the row before to it: [0] is unused.
  std::vector<Row> rows_;
  std::vector<std::int64_t> bases_;     // the cell left of bit 0; where rows do not slide this is the row's number
  std::vector<std::uint64_t> matches_;  // where the row's word stands
  std::vector<std::uint64_t>
      diagonals_;  // cells to which the cheapest path, with the definition's choice, is diagonal
  std::vector<Slide> slides_;
  std::vector<LaneMatches> lane_matches_;  // of the rows that differ in some lane
};

class WideRows {
 public:
  void prepare(const WordPositions& reference, std::uint32_t hypothesis_size, Simd simd);
  std::int64_t fill(std::span<const std::uint32_t> words) { return refill(words, 0, size_); }
  std::int64_t refill(std::span<const std::uint32_t> words, std::size_t begin, std::size_t end);
  void trace(Alignment& alignment) const;
  void retrace(Alignment& alignment, std::size_t) const { trace(alignment); }
  void measure(std::span<const std::uint32_t> words, std::span<const Rotation> rotations, std::int64_t* distances);
  [[nodiscard]] static std::int64_t most_gain(const Rotation& rotation);
  [[nodiscard]] static std::size_t lanes() { return lane_count; }
  [[nodiscard]] std::size_t same_from() const { return size_; }

 private:
  static constexpr std::int64_t infinity = 10'000'000'000'000'000;
  struct Span {
    std::size_t begin, end;  // columns inside
    std::size_t offset;      // of column `begin` in `cells_`
  };
  void compute(std::size_t row, std::uint32_t word, const std::int64_t* before, std::int64_t* cells) const;
  std::int64_t shifted(std::span<const std::uint32_t> words, const Rotation& rotation);
  [[nodiscard]] std::int64_t cell(std::size_t row, std::size_t column) const;
  static std::int64_t cell(const Span& span, const std::int64_t* cells, std::size_t column) {
    return column < span.begin || column >= span.end ? infinity : cells[column - span.begin];
  }

  const WordPositions* reference_ = nullptr;
  std::size_t size_ = 0;
  std::vector<std::uint32_t> words_;
  std::vector<Span> spans_;
  std::vector<std::int64_t> cells_;
  std::vector<std::int64_t> before_, now_;
  std::vector<std::uint32_t> moved_;
};

}  // namespace parbleu::ter
