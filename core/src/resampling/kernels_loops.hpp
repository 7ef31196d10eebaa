// Implements Kernels::masked_sums for every level.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "resampling/kernels.hpp"

namespace parbleu::resampling {
namespace {

constexpr std::size_t group_rows = 6;
constexpr std::size_t groups = step_rows / group_rows;
constexpr std::size_t selections = std::size_t{1} << group_rows;
static_assert(span_rows * largest_cell < (std::uint64_t{1} << 31));

// One row of a tile, and one half of it in 32 bits: the compiler splits these for narrower registers.
typedef std::int16_t Row __attribute__((vector_size(2 * tile_columns)));
typedef std::int16_t Half __attribute__((vector_size(tile_columns)));
typedef std::int32_t Wide __attribute__((vector_size(2 * tile_columns)));

// All sums that six bits can select, for eight groups of six rows.
struct Tables {
  alignas(64) std::array<Row, groups * selections> sums;
};

PARBLEU_INLINE void prepare(const std::int16_t* rows, Tables& tables) {
  for (std::size_t group = 0; group < groups; ++group) {
    Row* const table = &tables.sums[group * selections];
    table[0] = Row{};
    for (std::size_t bit = 0; bit < group_rows; ++bit) {
      Row row;
      std::memcpy(&row, rows + (group * group_rows + bit) * tile_columns, sizeof row);
      const std::size_t size = std::size_t{1} << bit;
      for (std::size_t at = 0; at < size; ++at) table[size + at] = table[at] + row;
    }
  }
}

PARBLEU_INLINE void add_half(const Row& row, std::size_t half, std::int32_t* to) {
  Half part;
  std::memcpy(&part, reinterpret_cast<const char*>(&row) + half * sizeof part, sizeof part);
  Wide sum;
  std::memcpy(&sum, to + half * tile_columns / 2, sizeof sum);
  sum += __builtin_convertvector(part, Wide);
  std::memcpy(to + half * tile_columns / 2, &sum, sizeof sum);
}

PARBLEU_KERNEL void masked_sums(const std::int16_t* tile, std::size_t first_row, std::size_t rows,
                                const Masks& masks, std::int32_t* sums) {
  Tables tables;
  std::fill_n(sums, masks.starts.size() * tile_columns, 0);
  for (std::size_t row = 0; row < rows; row += step_rows) {
    prepare(tile + row * tile_columns, tables);
    for (std::size_t mask = 0; mask < masks.starts.size(); ++mask) {
      const std::uint64_t at = masks.starts[mask] + first_row + row;
      const std::uint64_t* const word = &masks.words[at / 64];
      const auto shift = static_cast<unsigned>(at % 64);
      const std::uint64_t bits = word[0] >> shift | word[1] << 1 << (63 - shift);
      Row sum = tables.sums[bits % selections];
      for (std::size_t group = 1; group < groups; ++group) {
        sum += tables.sums[group * selections + (bits >> (group * group_rows)) % selections];
      }
      add_half(sum, 0, sums + mask * tile_columns);
      add_half(sum, 1, sums + mask * tile_columns);
    }
  }
}

}  // namespace
}  // namespace parbleu::resampling
