// Implements Kernels::add and those that round for every level, on PARBLEU_SIGN_LANES trials at once.
// PARBLEU_SIGNED_SUM may multiply and add in one step, as a product with 1 or -1 is exact.
#include <algorithm>
#include <cstring>

#include "correlation/soft_pairwise_accuracy/kernels.hpp"

namespace parbleu::random_signs {
namespace PARBLEU_LEVEL {
namespace {

constexpr std::uint32_t above_half = 0x80000100U;

constexpr std::size_t sign_lanes = PARBLEU_SIGN_LANES;        // trials that a vector holds
constexpr std::size_t sign_vectors = PARBLEU_SIGN_LANES / 8;  // and vectors that registers hold for eight columns

using Sums __attribute__((vector_size(sign_columns * sizeof(double)))) = double;

// Eight numbers, wherever they stand.
struct [[gnu::packed, gnu::may_alias]] Eight {
  Sums row;
};
PARBLEU_INLINE Eight& eight(double* numbers) { return *reinterpret_cast<Eight*>(numbers); }
PARBLEU_INLINE const Eight& eight(const double* numbers) { return *reinterpret_cast<const Eight*>(numbers); }

// Sixteen, in single precision.
using SingleSums __attribute__((vector_size(single_columns * sizeof(float)))) = float;
struct [[gnu::packed, gnu::may_alias]] Sixteen {
  SingleSums row;
};
PARBLEU_INLINE Sixteen& sixteen(float* numbers) { return *reinterpret_cast<Sixteen*>(numbers); }
PARBLEU_INLINE const Eight& vector_of(const std::array<double, sign_columns>& row) { return eight(row.data()); }
PARBLEU_INLINE const Sixteen& vector_of(const std::array<float, single_columns>& row) {
  return *reinterpret_cast<const Sixteen*>(row.data());
}

// All ways to sign a block's rows of numbers: bit k of the entry's number is the sign of row k.
template <class Rows, class Row>
PARBLEU_INLINE void all_sums(const Rows* rows, Row* table) {
  table[0] = Row{};
  for (std::size_t item = 0; item < sign_block; ++item) table[0] -= vector_of(rows[item]).row;
  for (std::size_t item = 0; item < sign_block; ++item) {
    const std::size_t known = std::size_t{1} << item;
    const Row twice = 2 * vector_of(rows[item]).row;
    for (std::size_t entry = 0; entry < known; ++entry) table[known + entry] = table[entry] + twice;
  }
}

template <class Row>
using SumTables = std::array<std::array<Row, std::size_t{1} << sign_block>, sign_blocks>;

// Adds the sums of the items of a word.
template <class Place, class Row>
PARBLEU_INLINE void add_signed(Place& sums, const SumTables<Row>& tables, std::uint32_t signs) {
  constexpr std::uint32_t entries = (1U << sign_block) - 1;
  sums.row += (tables[0][signs & entries] + tables[1][(signs >> sign_block) & entries]) +
              (tables[2][(signs >> 2 * sign_block) & entries] + tables[3][(signs >> 3 * sign_block) & entries]);
}

PARBLEU_KERNEL void add(const SignedNumbers& numbers, const std::uint32_t* signs, std::size_t trials, double* sums,
                        std::size_t stride) {
  SumTables<Sums> tables;
  for (std::size_t at = 0; at < sign_blocks; ++at) all_sums(&numbers[at * sign_block], tables[at].data());
  for (std::size_t trial = 0; trial < trials; ++trial, sums += stride) {
    add_signed(eight(sums), tables, signs[trial]);
  }
}

PARBLEU_KERNEL void add_single(const SingleNumbers& numbers, const std::uint32_t* signs, std::size_t trials,
                               float* sums) {
  SumTables<SingleSums> tables;
  for (std::size_t at = 0; at < sign_blocks; ++at) all_sums(&numbers[at * sign_block], tables[at].data());
  for (std::size_t trial = 0; trial < trials; ++trial, sums += single_columns) {
    add_signed(sixteen(sums), tables, signs[trial]);
  }
}

using Four __attribute__((vector_size(4 * sizeof(float)))) = float;
struct [[gnu::packed, gnu::may_alias]] FourNumbers {
  Four row;
};
PARBLEU_INLINE FourNumbers& four(float* numbers) { return *reinterpret_cast<FourNumbers*>(numbers); }
PARBLEU_INLINE const FourNumbers& four(const float* numbers) {
  return *reinterpret_cast<const FourNumbers*>(numbers);
}

// Four rows of four numbers at a time become columns.
PARBLEU_KERNEL void to_columns(const float* sums, std::size_t trials, float* columns) {
  for (std::size_t trial = 0; trial < trials; trial += 4, sums += 4 * single_columns) {
    for (std::size_t column = 0; column < single_columns; column += 4) {
      const Four first = four(sums + column).row;
      const Four second = four(sums + single_columns + column).row;
      const Four third = four(sums + 2 * single_columns + column).row;
      const Four fourth = four(sums + 3 * single_columns + column).row;
      const Four low = __builtin_shufflevector(first, second, 0, 4, 1, 5);
      const Four high = __builtin_shufflevector(first, second, 2, 6, 3, 7);
      const Four later_low = __builtin_shufflevector(third, fourth, 0, 4, 1, 5);
      const Four later_high = __builtin_shufflevector(third, fourth, 2, 6, 3, 7);
      float* const to = columns + column * trials + trial;
      four(to).row = __builtin_shufflevector(low, later_low, 0, 1, 4, 5);
      four(to + trials).row = __builtin_shufflevector(low, later_low, 2, 3, 6, 7);
      four(to + 2 * trials).row = __builtin_shufflevector(high, later_high, 0, 1, 4, 5);
      four(to + 3 * trials).row = __builtin_shufflevector(high, later_high, 2, 3, 6, 7);
    }
  }
}

// Numbers of trials, in single precision.
using Trials __attribute__((vector_size(sign_lanes * sizeof(float)))) = float;
using TrialBits __attribute__((vector_size(sign_lanes * sizeof(float)))) = std::uint32_t;

struct [[gnu::packed, gnu::may_alias]] SomeTrials {
  Trials row;
};
PARBLEU_INLINE SomeTrials& some_trials(float* numbers) { return *reinterpret_cast<SomeTrials*>(numbers); }
PARBLEU_INLINE const SomeTrials& some_trials(const float* numbers) {
  return *reinterpret_cast<const SomeTrials*>(numbers);
}

// Item after item, for as many trials and columns as registers hold sums of.
PARBLEU_KERNEL void add_rounded(const float* numbers, std::size_t first, std::size_t end, std::size_t stride,
                                const std::uint32_t* signs, std::size_t trials, float* sums) {
  constexpr std::size_t together = sign_vectors * sign_lanes;
  const std::size_t apart = padded_trials(trials);
  for (std::size_t start = 0; start < apart; start += together) {
    for (std::size_t column = 0; column < stride; column += sign_columns) {
      std::array<std::array<Trials, sign_vectors>, sign_columns> part{};
      for (std::size_t item = first; item < end;) {
        std::array<TrialBits, sign_vectors> bits;
        for (std::size_t at = 0; at < sign_vectors; ++at) {
          std::memcpy(&bits[at], signs + item / sign_items * trials + start + at * sign_lanes, sizeof(TrialBits));
        }
        for (const std::size_t next = std::min(end, item / sign_items * sign_items + sign_items); item < next;
             ++item) {
          for (std::size_t at = 0; at < sign_vectors; ++at) {
            const TrialBits minus = ~(bits[at] << (31 - item % sign_items)) & 0x80000000U;
            const Trials sign = reinterpret_cast<Trials>(minus | 0x3f800000U);  // 1 or -1
            for (std::size_t each = 0; each < sign_columns; ++each) {
              const Trials number = numbers[item * stride + column + each] - Trials{};
              part[each][at] = PARBLEU_SIGNED_SUM(part[each][at], sign, number);
            }
          }
        }
      }
      for (std::size_t each = 0; each < sign_columns; ++each) {
        for (std::size_t at = 0; at < sign_vectors; ++at) {
          some_trials(sums + (column + each) * apart + start + at * sign_lanes).row += part[each][at];
        }
      }
    }
  }
}

PARBLEU_KERNEL void mark_near(const float* sums, const float* limits, const float* slacks, std::size_t trials,
                              std::size_t width, std::uint32_t* marks) {
  const std::size_t apart = padded_trials(trials);
  for (std::size_t start = 0; start < apart; start += sign_lanes) {
    TrialBits near{};
    std::size_t pair = 0;
    for (std::size_t i = 0; i + 1 < width; ++i) {
      const Trials one = some_trials(sums + i * apart + start).row;
      for (std::size_t j = i + 1; j < width; ++j, ++pair) {
        const Trials beyond = (one - some_trials(sums + j * apart + start).row) - limits[pair];
        const TrialBits size = reinterpret_cast<TrialBits>(beyond) & 0x7fffffffU;
        near |= reinterpret_cast<TrialBits>(reinterpret_cast<Trials>(size) <= slacks[pair] - Trials{});
      }
    }
    std::memcpy(marks + start, &near, sizeof(near));
  }
}

PARBLEU_KERNEL void count_rounded(const float* sums, const float* observed, std::size_t trials, std::size_t width,
                                  std::size_t stride, double* counts) {
  const std::size_t apart = padded_trials(trials);
  std::fill_n(counts, width * stride, 0.0);
  for (std::size_t i = 0; i + 1 < width; ++i) {
    for (std::size_t j = i + 1; j < width; ++j) {
      const Trials limit = (observed[i] - observed[j]) - Trials{};
      TrialBits reached{};
      for (std::size_t start = 0; start < apart; start += sign_lanes) {
        const Trials difference =
            some_trials(sums + i * apart + start).row - some_trials(sums + j * apart + start).row;
        reached -= reinterpret_cast<TrialBits>(difference >= limit);  // true is -1
      }
      std::uint64_t count = 0;
      for (std::size_t lane = 0; lane < sign_lanes; ++lane) count += reached[lane];
      counts[i * stride + j] = static_cast<double>(count);
    }
  }
}

}  // namespace
}  // namespace PARBLEU_LEVEL
}  // namespace parbleu::random_signs
