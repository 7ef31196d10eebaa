// The statistics of all metrics and systems, laid out for resampling: what can be summed exactly in any order
// goes, as small integers, into tiles for the fast kernel; the rest stays as it is.
//
// A column of one system differs little from the first system's column, and often not at all (reference lengths).
// So the tiles hold the first system's columns and, for the others, differences from them; zeros are left out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/resampling/resampling.hpp"
#include "resampling/kernels.hpp"

namespace parbleu::resampling {

// Sums of whole numbers in single precision are exact up to it.
inline constexpr double exact_in_single = 16777216.0;  // 2^24

inline double cell(const Table& table, std::size_t at) {
  return visit(table, [at](const auto* numbers) { return static_cast<double>(numbers[at]); });
}

// The sum of all rows, added in order.
std::vector<double> total(const Table& table, std::size_t segments, std::size_t width);

// The sums of one column for one system: digits of base 512, lowest first, in neighbouring slots (the columns of
// all tiles, counted through). No digits: always zero.
struct Place {
  std::uint32_t slot = 0;
  std::uint32_t digits = 0;
};

// What is known of one column under one metric, over all systems.
struct Column {
  bool exact = true;      // all numbers are integers if scaled by
  double scale = 1;       // this power of two; and then sums of rows are exact in double precision
  bool negative = false;  // has a negative number
  double largest = 0;     // largest magnitude
};

class Columns {
 public:
  // Looks at all numbers.
  Columns(std::span<const MetricTables> metrics, std::size_t segments);

  // Leaves out an exact column that is not to be packed.
  void leave_out(std::size_t metric, std::size_t column) { columns_[metric][column].exact = false; }
  // Lays out the exact columns. `first_too`: the first system's as well as the differences from it.
  void pack(std::span<const MetricTables> metrics, bool first_too);

  [[nodiscard]] std::size_t segments() const { return segments_; }
  [[nodiscard]] std::size_t padded() const { return padded_; }
  [[nodiscard]] std::size_t tiles() const { return tiles_; }
  [[nodiscard]] std::size_t slots() const { return tiles_ * tile_columns; }
  [[nodiscard]] const std::int16_t* tile(std::size_t index) const {
    return cells_.data() + index * padded_ * tile_columns;
  }

  [[nodiscard]] std::span<const Column> columns(std::size_t metric) const { return columns_[metric]; }
  // Where the column's sums for a system are: of the first system itself, of another the difference from the
  // first.
  [[nodiscard]] const Place& place(std::size_t metric, std::size_t system, std::size_t column) const {
    return places(metric, system)[column];
  }
  // The same for all columns.
  [[nodiscard]] const Place* places(std::size_t metric, std::size_t system) const {
    return places_[metric].data() + system * columns_[metric].size();
  }

 private:
  void describe(const MetricTables& systems, std::size_t metric);
  void assign(const MetricTables& systems, std::size_t metric, bool first_too);
  void fill(const MetricTables& systems, std::size_t metric);

  std::size_t segments_;
  std::size_t padded_;
  std::size_t used_slots_ = 0;
  std::size_t tiles_ = 0;
  std::vector<std::vector<Column>> columns_;
  std::vector<std::vector<Place>> places_;
  std::vector<std::int16_t> cells_;
};

// A column's sum, times its scale, from the sums of the slots.
inline std::int64_t placed_sum(const std::int64_t* sums, const Place& place) {
  if (place.digits == 0) return 0;
  std::int64_t sum = sums[place.slot];
  for (std::uint32_t digit = 1; digit < place.digits; ++digit) {
    sum += sums[place.slot + digit] * (std::int64_t{1} << (9 * digit));
  }
  return sum;
}

// Adds up the kernels' sums over all tiles and rows.
class Summation {
 public:
  // Sums over all rows that each mask selects.
  void run(const Columns& columns, const Masks& masks) {
    start(columns, masks.starts.size());
    add(columns, 0, columns.padded(), masks);
  }
  // The same part by part. Begins so many results.
  void start(const Columns& columns, std::size_t results);
  // Adds the rows from a multiple of step_rows on, `rows` of them or those that are left. The first bit of a mask is
  // that of the first row.
  void add(const Columns& columns, std::size_t first_row, std::size_t rows, const Masks& masks);
  // Sums over all rows, each as often as a sample drew it: counts[sample * stride + row] times. `counts` has a multiple of
  // product_samples samples, and zeros up to a multiple of product_rows behind the padded rows.
  void run(const Columns& columns, std::span<const std::uint8_t> counts, std::size_t stride, std::size_t results);
  [[nodiscard]] const std::int64_t* sums(std::size_t result) const { return sums_.data() + result * slots_; }

 private:
  std::size_t slots_ = 0;
  std::vector<std::int32_t> parts_;
  std::vector<std::int16_t> weights_;
  std::vector<std::int64_t> sums_;
};

// --- sums of rows that masks select, of numbers whose sums are rounded: rows are added in groups of eight

// Adds numbers, a multiple of 8 of them, of the rows that each mask selects, and of the others, by tables as in the
// fast kernel.
inline void add_masked(std::span<const double> numbers, const Masks& masks, double* chosen, double* rest) {
  std::array<double, 256> sums{};
  for (std::size_t row = 0; row < numbers.size(); row += 8) {
    for (std::size_t bit = 0; bit < 8; ++bit) {
      const std::size_t size = std::size_t{1} << bit;
      for (std::size_t at = 0; at < size; ++at) sums[size + at] = sums[at] + numbers[row + bit];
    }
    for (std::size_t mask = 0; mask < masks.starts.size(); ++mask) {
      const std::uint64_t at = masks.starts[mask] + row;
      const std::uint64_t* const word = &masks.words[at / 64];
      const auto shift = static_cast<unsigned>(at % 64);
      const std::uint64_t bits = (word[0] >> shift | word[1] << 1 << (63 - shift)) & 255;
      chosen[mask] += sums[bits];
      rest[mask] += sums[255 - bits];
    }
  }
}

}  // namespace parbleu::resampling
