// Implements Kernels for every level; with PARBLEU_EXTENDS, `extend` reads small numbers.
#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

#include "parbleu/base/cpu.hpp"
#include "resampling/kernels.hpp"

namespace parbleu::resampling {
namespace PARBLEU_LEVEL {
namespace {

constexpr std::size_t group_rows = 6;
constexpr std::size_t groups = step_rows / group_rows;
constexpr std::size_t selections = std::size_t{1} << group_rows;
static_assert(span_rows * largest_cell < (std::uint64_t{1} << 31));

// A row of a tile in registers of so many bytes. A vector that is wider than these would be kept in memory.
template <std::size_t bytes>
struct Row {
  typedef std::int16_t Part __attribute__((vector_size(bytes)));
  static constexpr std::size_t count = 2 * tile_columns / bytes;
  Part parts[count];
};

// All sums that six bits can select, for eight groups of six rows.
template <std::size_t bytes>
struct Tables {
  alignas(64) std::array<Row<bytes>, groups * selections> sums;
};

template <std::size_t bytes>
PARBLEU_INLINE void prepare(const std::int16_t* rows, Tables<bytes>& tables) {
  for (std::size_t group = 0; group < groups; ++group) {
    Row<bytes>* const table = &tables.sums[group * selections];
    table[0] = {};
    for (std::size_t bit = 0; bit < group_rows; ++bit) {
      Row<bytes> row;
      std::memcpy(&row, rows + (group * group_rows + bit) * tile_columns, sizeof row);
      const std::size_t size = std::size_t{1} << bit;
      for (std::size_t at = 0; at < size; ++at) {
        for (std::size_t part = 0; part < row.count; ++part) {
          table[size + at].parts[part] = table[at].parts[part] + row.parts[part];
        }
      }
    }
  }
}

// Adds the lower number of each pair to the first sums, and the upper one to those that follow 16 columns further.
template <std::size_t bytes>
PARBLEU_INLINE void add_part(const typename Row<bytes>::Part& numbers, std::int32_t* to) {
  typedef std::int32_t Sums __attribute__((vector_size(bytes)));
  typedef std::uint32_t PairBits __attribute__((vector_size(bytes)));
  PairBits bits;
  std::memcpy(&bits, &numbers, sizeof bits);
  bits <<= 16;
  Sums lower, upper, lower_sums, upper_sums;
  std::memcpy(&lower, &bits, sizeof lower);
  std::memcpy(&upper, &numbers, sizeof upper);
  std::memcpy(&lower_sums, to, sizeof lower_sums);
  std::memcpy(&upper_sums, to + tile_columns / 2, sizeof upper_sums);
  lower_sums += lower >> 16;
  upper_sums += upper >> 16;
  std::memcpy(to, &lower_sums, sizeof lower_sums);
  std::memcpy(to + tile_columns / 2, &upper_sums, sizeof upper_sums);
}

template <std::size_t bytes>
PARBLEU_KERNEL void masked_sums(const std::int16_t* tile, std::size_t first_row, std::size_t rows,
                                const Masks& masks, std::int32_t* sums) {
  Tables<bytes> tables;
  std::fill_n(sums, masks.starts.size() * tile_columns, 0);
  for (std::size_t row = 0; row < rows; row += step_rows) {
    prepare(tile + row * tile_columns, tables);
    for (std::size_t mask = 0; mask < masks.starts.size(); ++mask) {
      const std::uint64_t at = masks.starts[mask] + first_row + row;
      const std::uint64_t* const word = &masks.words[at / 64];
      const auto shift = static_cast<unsigned>(at % 64);
      const std::uint64_t bits = word[0] >> shift | word[1] << 1 << (63 - shift);
      const Row<bytes>* chosen[groups];
#pragma GCC unroll 8
      for (std::size_t group = 0; group < groups; ++group) {
        chosen[group] = &tables.sums[group * selections + (bits >> (group * group_rows)) % selections];
      }
#pragma GCC unroll 4
      for (std::size_t part = 0; part < Row<bytes>::count; ++part) {
        typename Row<bytes>::Part sum = chosen[0]->parts[part];
#pragma GCC unroll 8
        for (std::size_t group = 1; group < groups; ++group) sum += chosen[group]->parts[part];
        add_part<bytes>(sum, sums + mask * tile_columns + part * bytes / sizeof(std::int32_t));
      }
    }
  }
}

template <std::size_t Lanes>
struct Vectors;
#define PARBLEU_VECTORS(lanes)                                               \
  template <>                                                                \
  struct Vectors<lanes> {                                                    \
    typedef std::uint32_t Words __attribute__((vector_size(4 * (lanes))));   \
    typedef std::int32_t Integers __attribute__((vector_size(4 * (lanes)))); \
    typedef float Reals __attribute__((vector_size(4 * (lanes))));           \
  };
PARBLEU_VECTORS(2)
PARBLEU_VECTORS(4)
PARBLEU_VECTORS(8)
#undef PARBLEU_VECTORS

// The numbers in `Width` words of a row, vector by vector.
template <std::size_t Width, unsigned Bits>
struct Packed {
  static constexpr std::size_t parts = 32 / Bits;
  static constexpr std::size_t numbers = Width * parts;
#if defined(PARBLEU_EXTENDS)
  // As they stand in memory.
  static constexpr std::size_t lanes = std::min<std::size_t>(8, numbers);
  static constexpr std::size_t word(std::size_t number) { return number / parts; }
  static constexpr std::size_t part(std::size_t number) { return number % parts; }
#else
  // A part of all words, and then the next.
  static constexpr std::size_t lanes = Width;
  static constexpr std::size_t word(std::size_t number) { return number % Width; }
  static constexpr std::size_t part(std::size_t number) { return number / Width; }
#endif
  using Reals = typename Vectors<lanes>::Reals;

  PARBLEU_KERNEL static PARBLEU_INLINE void read(const std::uint32_t* row, std::size_t vector, Reals& numbers) {
    if constexpr (Bits == 32) {
      std::memcpy(&numbers, row + vector * lanes, sizeof numbers);
    } else {
#if defined(PARBLEU_EXTENDS)
      extend<Bits>(row + vector * lanes / parts, numbers);
#else
      typename Vectors<lanes>::Words words;
      std::memcpy(&words, row, sizeof words);
      words = words >> static_cast<std::uint32_t>(vector * Bits) & ((1U << Bits) - 1);
      typename Vectors<lanes>::Integers small;  // the conversion of signed numbers is the faster one
      std::memcpy(&small, &words, sizeof small);
      numbers = __builtin_convertvector(small, Reals);
#endif
    }
  }
};

// The sums stay in registers. Those of a row do not wait for each other, only for those of the row before.
template <std::size_t Width, unsigned Bits>
PARBLEU_KERNEL PARBLEU_INLINE void add_rows(const PackedRows& rows, std::size_t first,
                                            std::span<const std::uint32_t> indices, float* sums) {
  using Numbers = Packed<Width, Bits>;
  std::array<float, Numbers::numbers> ordered;
  std::array<typename Numbers::Reals, Numbers::numbers / Numbers::lanes> kept;
  for (std::size_t at = 0; at < ordered.size(); ++at) {
    ordered[at] = sums[Numbers::part(at) * rows.width + first + Numbers::word(at)];
  }
  std::memcpy(kept.data(), ordered.data(), sizeof kept);
  const std::uint32_t* const table = rows.words + first;
  ask_first(table, rows.stride, indices);
  for (std::size_t place = 0; place < indices.size(); ++place) {
    ask_later(table, rows.stride, indices, place);
    const std::uint32_t* const row = table + indices[place] * rows.stride;
#pragma GCC unroll 4
    for (std::size_t vector = 0; vector < kept.size(); ++vector) {
      typename Numbers::Reals numbers;
      Numbers::read(row, vector, numbers);
      kept[vector] += numbers;
    }
  }
  std::memcpy(ordered.data(), kept.data(), sizeof kept);
  for (std::size_t at = 0; at < ordered.size(); ++at) {
    sums[Numbers::part(at) * rows.width + first + Numbers::word(at)] = ordered[at];
  }
}

template <std::size_t Widest, unsigned Bits>
PARBLEU_KERNEL PARBLEU_INLINE void add_all(const PackedRows& rows, std::span<const std::uint32_t> indices,
                                           float* sums) {
  std::size_t first = 0;
  if constexpr (Widest == 8) {
    for (; first + 8 <= rows.width; first += 8) add_rows<8, Bits>(rows, first, indices, sums);
  }
  for (; first + 4 <= rows.width; first += 4) add_rows<4, Bits>(rows, first, indices, sums);
  for (; first < rows.width; first += 2) add_rows<2, Bits>(rows, first, indices, sums);
}

// Widest: how many words of a row are read at once, at most.
template <std::size_t Widest>
PARBLEU_KERNEL void ordered_sums(const PackedRows& rows, std::span<const std::uint32_t> indices, float* sums) {
  if (rows.bits == 8) return add_all<Widest, 8>(rows, indices, sums);
  if (rows.bits == 16) return add_all<Widest, 16>(rows, indices, sums);
  add_all<Widest, 32>(rows, indices, sums);
}

// AtOnce: how many samples are summed together. Loops are unrolled, or GCC keeps sums in memory.
template <class Vector, std::size_t AtOnce>
PARBLEU_KERNEL void products(const std::int16_t* weights, const std::int16_t* numbers, std::size_t pairs,
                             std::int32_t* sums) {
  constexpr std::size_t lanes = sizeof(Vector) / sizeof(std::int32_t);
  constexpr std::size_t vectors = product_columns / lanes;
  for (std::size_t first = 0; first < product_samples; first += AtOnce) {
    std::array<Vector, AtOnce * vectors> kept;
    std::memcpy(kept.data(), sums + first * product_columns, sizeof kept);
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      std::array<Vector, vectors> own;
      std::memcpy(own.data(), numbers + pair * 2 * product_columns, sizeof own);
#pragma GCC unroll 8
      for (std::size_t sample = 0; sample < AtOnce; ++sample) {
        std::int32_t both;
        std::memcpy(&both, weights + (first + sample) * product_rows + 2 * pair, sizeof both);
#pragma GCC unroll 4
        for (std::size_t part = 0; part < vectors; ++part) {
          add_products(kept[sample * vectors + part], both, own[part]);
        }
      }
    }
    std::memcpy(sums + first * product_columns, kept.data(), sizeof kept);
  }
}

PARBLEU_KERNEL void widen(const std::uint8_t* __restrict counts, std::int16_t* __restrict weights) {
  for (std::size_t row = 0; row < product_rows; ++row) weights[row] = counts[row];
}

// Two rows of a tile as pairs for products: lower numbers of the words of both, and upper ones.
template <class Vector>
PARBLEU_INLINE void read_pairs(const std::int16_t* rows, Vector& lower, Vector& upper) {
  typedef std::uint32_t Words __attribute__((vector_size(sizeof(Vector))));
  Words first, second;
  std::memcpy(&first, rows, sizeof first);
  std::memcpy(&second, rows + tile_columns, sizeof second);
  const Words low = (first & 0xFFFF) | second << 16, high = first >> 16 | (second & 0xFFFF0000);
  std::memcpy(&lower, &low, sizeof lower);
  std::memcpy(&upper, &high, sizeof upper);
}

// AtOnce: as for products.
template <class Vector, std::size_t AtOnce>
PARBLEU_KERNEL void counted_sums(const std::int16_t* tile, std::size_t rows, const std::int16_t* weights,
                                 std::int64_t* sums, std::size_t stride) {
  constexpr std::size_t lanes = sizeof(Vector) / sizeof(std::int32_t);
  constexpr std::size_t half = tile_columns / 2;
  for (std::size_t first = 0; first < product_samples; first += AtOnce, sums += AtOnce * stride) {
    for (std::size_t column = 0; column < half; column += lanes) {
      std::array<Vector, 2 * AtOnce> kept{};
      for (std::size_t row = 0; row < rows; row += 2) {
        Vector lower, upper;
        read_pairs(tile + row * tile_columns + 2 * column, lower, upper);
#pragma GCC unroll 8
        for (std::size_t sample = 0; sample < AtOnce; ++sample) {
          std::int32_t both;
          std::memcpy(&both, weights + (first + sample) * counted_rows + row, sizeof both);
          add_products(kept[2 * sample], both, lower);
          add_products(kept[2 * sample + 1], both, upper);
        }
      }
      for (std::size_t sample = 0; sample < AtOnce; ++sample) {
        std::array<std::int32_t, 2 * lanes> found;
        std::memcpy(found.data(), &kept[2 * sample], sizeof found);
        std::int64_t* const to = sums + sample * stride + column;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
          to[lane] += found[lane];
          to[half + lane] += found[lanes + lane];
        }
      }
    }
  }
}

}  // namespace
}  // namespace PARBLEU_LEVEL
}  // namespace parbleu::resampling
