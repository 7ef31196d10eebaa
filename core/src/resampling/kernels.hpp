// Sums of the rows that a bit mask selects, for many masks over one table: the inner loop of most resampling; see
// base/kernel_levels.hpp.
//
// A randomization trial is one mask. Masks share the table, so it pays to prepare it ("four Russians"): for six rows,
// all 64 sums that six bits can select are made once, and a mask then costs one vector addition for six rows instead
// of a test and an addition for each. The tables hold sixteen bits, and a wide number takes several columns.
//
// A bootstrap sample draws a row 0, 1, 2, ... times. Its counts would be three masks; a product of matrices is faster:
// of how often each sample draws each row, and of the numbers.
//
// Where sums are rounded, the order of the additions matters, and there is no such way: a bootstrap then reads the
// drawn rows one by one, from anywhere in a table. The smaller that is, the more of it is in the caches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/kernel_levels.hpp"

namespace parbleu::resampling {

// A tile is a table of 32 columns in 16 bits, its rows padded with zeros to a multiple of 48. Columns 0 and 16 come first
// in a row, then 1 and 17: of neighbours, a sum of 32 bits takes the lower number, and one 16 columns further the upper.
inline constexpr std::size_t tile_columns = 32;
inline constexpr std::size_t cell_of(std::size_t column) {
  return 2 * (column % (tile_columns / 2)) + column / (tile_columns / 2);
}
inline constexpr std::size_t step_rows = 48;
// The largest magnitude in a tile: 48 of these still fit 16 bits.
inline constexpr int largest_cell = 32767 / static_cast<int>(step_rows);
// Rows (padded) that may be summed before 32 bits can overflow.
inline constexpr std::size_t span_rows = std::size_t{43690} * step_rows;

// Masks over rows. Bit `row` of mask m is bit starts[m] + row of `words`; a step beyond the last row may be read.
struct Masks {
  std::span<const std::uint64_t> words;
  std::span<const std::uint64_t> starts;
};

// A piece of a product of matrices: some samples, rows, and columns, so that sums stay in registers.
inline constexpr std::size_t product_samples = 8;
inline constexpr std::size_t product_rows = 256;
inline constexpr std::size_t product_columns = 16;
inline constexpr std::size_t counted_rows = 16 * product_rows;  // of a tile

inline constexpr std::size_t rows_ahead = 128;  // drawn rows that are on their way from memory

// A table of whole numbers of 8 or 16 bits, or of single-precision ones, 32 / bits of them in a word. Row r begins at
// word r * stride.
struct PackedRows {
  const std::uint32_t* words;
  std::size_t stride;
  std::size_t width;  // words to be read of each row, even
  unsigned bits;      // 8, 16 or 32
};

// Asks for the first rows that are drawn, before any is added.
inline void ask_first(const std::uint32_t* table, std::size_t stride, std::span<const std::uint32_t> indices) {
  for (const std::uint32_t index : indices.first(std::min(rows_ahead, indices.size()))) {
    prefetch_far(table + index * stride);
  }
}

// Asks for the row that is drawn `rows_ahead` after this one.
inline void ask_later(const std::uint32_t* table, std::size_t stride, std::span<const std::uint32_t> indices,
                      std::size_t place) {
  if (place + rows_ahead < indices.size()) prefetch_far(table + indices[place + rows_ahead] * stride);
}

struct Kernels {
  // sums[m * tile_columns + column] = the sum over the rows from `first_row` on, `rows` of them, that mask m selects.
  // `first_row` and `rows` are multiples of step_rows, rows <= span_rows; `tile` points at its first row.
  void (*masked_sums)(const std::int16_t* tile, std::size_t first_row, std::size_t rows, const Masks& masks,
                      std::int32_t* sums);
  // Adds the rows to sums[part * width + word], one after the other, in single precision. Part 0 of a word is its
  // lowest bits.
  void (*ordered_sums)(const PackedRows& rows, std::span<const std::uint32_t> indices, float* sums);
  // Adds the sum over rows of weights[sample * product_rows + row] times the number of the row and the column to
  // sums[sample * product_columns + column]. Numbers stand in pairs of rows: that of row 2 p + r and column c is
  // numbers[(p * product_columns + c) * 2 + r].
  void (*products)(const std::int16_t* weights, const std::int16_t* numbers, std::size_t pairs,
                   std::int32_t* sums);
  // Converts product_rows counts.
  void (*widen)(const std::uint8_t* counts, std::int16_t* weights);
  // Adds the sum over rows of weights[sample * counted_rows + row] times the number of the row and the column in a tile
  // to sums[sample * stride + column], for product_samples samples and an even number of rows, at most counted_rows.
  void (*counted_sums)(const std::int16_t* tile, std::size_t rows, const std::int16_t* weights, std::int64_t* sums,
                       std::size_t stride);
};

PARBLEU_KERNEL_TABLES(avx512, portable)

}  // namespace parbleu::resampling
