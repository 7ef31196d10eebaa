// Implements Kernels::count for registers of two or four 64-bit lanes, and Kernels::count_many, in which every order has
// a lane; and the kernels that count bits.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "parbleu/metrics/formula.hpp"

namespace parbleu::ngrams {
namespace {

// GCC's and Clang's own vectors: x86-64 has two such lanes in SSE2, ARM in NEON.
using Lanes2 = std::uint64_t __attribute__((vector_size(16)));
using Lanes4 = std::uint64_t __attribute__((vector_size(32)));
using Lanes8 = std::uint64_t __attribute__((vector_size(64)));

// Moves every lane to the next order: `below` is the register with the orders before.
PARBLEU_KERNEL inline void move_up(const Lanes2& below, const Lanes2& own, Lanes2& up) {
  up = __builtin_shufflevector(below, own, 1, 2);
}
PARBLEU_KERNEL inline void move_up(const Lanes4& below, const Lanes4& own, Lanes4& up) {
  up = __builtin_shufflevector(below, own, 3, 4, 5, 6);
}

// `registers` x lanes orders; `fixed` words a row, or as many as `words` says.
template <class Lanes, std::size_t registers, std::size_t fixed, bool indexed, std::size_t most>
PARBLEU_KERNEL void count_lanes(const std::uint64_t* rows, const std::uint16_t* index, std::size_t size,
                                std::size_t words, std::size_t orders, std::int64_t* shared) {
  constexpr std::size_t lanes = sizeof(Lanes) / sizeof(std::uint64_t);
  constexpr std::size_t room = fixed > 0 ? fixed : most;
  if constexpr (fixed > 0) words = fixed;
  const Lanes all = ~Lanes{};
  Lanes equal[room][registers];
  Lanes used[room][registers];
  for (std::size_t word = 0; word < words; ++word) {
    for (std::size_t k = 0; k < registers; ++k) equal[word][k] = used[word][k] = Lanes{};
  }
  for (std::size_t at = 0; at < size; ++at) {
    const std::uint64_t* const row = rows + (indexed ? index[at] : at) * words;
    Lanes carry[registers] = {};
    Lanes looking[registers];  // lanes that have not found a free bit in an earlier word
    for (std::size_t k = 0; k < registers; ++k) looking[k] = all;
    for (std::size_t word = 0; word < words; ++word) {
      Lanes shifted[registers + 1];
      shifted[0] = all;
      for (std::size_t k = 0; k < registers; ++k) {
        shifted[k + 1] = equal[word][k] << 1;
        if constexpr (fixed != 1) {
          shifted[k + 1] |= carry[k];
          carry[k] = equal[word][k] >> 63;
        }
      }
      for (std::size_t k = 0; k < registers; ++k) {
        Lanes up;
        move_up(shifted[k], shifted[k + 1], up);
        equal[word][k] = up & row[word];
        const Lanes free = equal[word][k] & ~used[word][k];
        if constexpr (fixed == 1) {
          used[word][k] |= free & -free;
        } else {
          used[word][k] |= free & -free & looking[k];
          looking[k] &= reinterpret_cast<Lanes>(free == 0);
        }
      }
    }
  }
  for (std::size_t n = 0; n < orders; ++n) {
    std::int64_t sum = 0;
    // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): all registers of all words are set above
    for (std::size_t word = 0; word < words; ++word) sum += std::popcount(used[word][n / lanes][n % lanes]);
    shared[n] = sum;
  }
}

template <class Lanes, std::size_t registers, bool indexed, std::size_t most>
PARBLEU_KERNEL void count_words(const std::uint64_t* rows, const std::uint16_t* index, std::size_t size,
                                std::size_t words, std::size_t orders, std::int64_t* shared) {
  switch (words) {
    case 1:
      return count_lanes<Lanes, registers, 1, indexed, most>(rows, index, size, words, orders, shared);
    case 2:
      return count_lanes<Lanes, registers, 2, indexed, most>(rows, index, size, words, orders, shared);
    case 3:
      return count_lanes<Lanes, registers, 3, indexed, most>(rows, index, size, words, orders, shared);
    default:
      return count_lanes<Lanes, registers, 0, indexed, most>(rows, index, size, words, orders, shared);
  }
}

template <class Lanes, std::size_t registers, std::size_t most>
PARBLEU_KERNEL void count_registers(const std::uint64_t* rows, const std::uint16_t* index, std::size_t size,
                                    std::size_t words, std::size_t orders, std::int64_t* shared) {
  if (index != nullptr) return count_words<Lanes, registers, true, most>(rows, index, size, words, orders, shared);
  return count_words<Lanes, registers, false, most>(rows, index, size, words, orders, shared);
}

// Kernels::count for registers of two lanes.
template <std::size_t most>
PARBLEU_KERNEL void count_by_two(const std::uint64_t* rows, const std::uint16_t* index, std::size_t size,
                                 std::size_t words, std::size_t orders, std::uint16_t*, std::int64_t* shared) {
  if (orders <= 4) return count_registers<Lanes2, 2, most>(rows, index, size, words, orders, shared);
  if (orders <= 6) return count_registers<Lanes2, 3, most>(rows, index, size, words, orders, shared);
  return count_registers<Lanes2, 4, most>(rows, index, size, words, orders, shared);
}

// The vectors of count_many have four or eight lanes, for which the compiler uses whatever registers there are.
using Orders4 = std::uint64_t __attribute__((vector_size(32)));
using Orders8 = std::uint64_t __attribute__((vector_size(64)));

PARBLEU_KERNEL inline void next_orders(const Orders4& all, const Orders4& shifted, Orders4& up) {
  up = __builtin_shufflevector(all, shifted, 3, 4, 5, 6);
}
PARBLEU_KERNEL inline void next_orders(const Orders8& all, const Orders8& shifted, Orders8& up) {
  up = __builtin_shufflevector(all, shifted, 7, 8, 9, 10, 11, 12, 13, 14);
}

// `room` keeps E_n and the taken bits of every word of every reference.
template <class Orders>
PARBLEU_KERNEL void count_orders(const std::uint64_t* rows, std::size_t size, std::size_t references,
                                 std::size_t words, std::size_t orders, std::uint64_t* room,
                                 std::int64_t* shared) {
  struct State {
    Orders equal;
    Orders used;
  };
  constexpr std::size_t numbers = sizeof(State) / sizeof(std::uint64_t);
  std::memset(room, 0, references * words * sizeof(State));
  const Orders all = ~Orders{};
  Orders sum{};
  for (std::size_t at = 0; at < size; ++at) {
    const std::uint64_t* row = rows + at * references * words;
    std::uint64_t* place = room;
    Orders found{};
    for (std::size_t k = 0; k < references; ++k) {
      Orders carry{};
      Orders free_before{};
      for (std::size_t word = 0; word < words; ++word, ++row, place += numbers) {
        State state;
        std::memcpy(&state, place, sizeof state);
        Orders up;
        next_orders(all, state.equal << 1 | carry, up);
        carry = state.equal >> 63;
        state.equal = up & *row;
        const Orders free = state.equal & ~state.used;
        state.used |= free & -free & reinterpret_cast<Orders>(free_before == 0);
        free_before |= free;
        std::memcpy(place, &state, sizeof state);
      }
      found |= free_before;
    }
    sum -= reinterpret_cast<Orders>(found != 0);
  }
  for (std::size_t n = 0; n < orders; ++n) shared[n] = static_cast<std::int64_t>(sum[n]);
}

PARBLEU_KERNEL void count_many(const std::uint64_t* rows, std::size_t size, std::size_t references,
                               std::size_t words, std::size_t orders, std::uint64_t* room, std::int64_t* shared) {
  if (orders <= 4) return count_orders<Orders4>(rows, size, references, words, orders, room, shared);
  return count_orders<Orders8>(rows, size, references, words, orders, room, shared);
}

// The classic sum of bits by halves, which every vector unit can do; one that counts bits itself does not need it.
PARBLEU_KERNEL inline std::uint32_t bits_in(std::uint32_t word) {
#if defined(PARBLEU_COUNTS_BITS)
  return static_cast<std::uint32_t>(std::popcount(word));
#else
  word -= word >> 1 & 0x55555555U;
  word = (word & 0x33333333U) + (word >> 2 & 0x33333333U);
  word = (word + (word >> 4)) & 0x0F0F0F0FU;
  return (word * 0x01010101U) >> 24;
#endif
}

PARBLEU_KERNEL void add_common_bits(std::uint32_t bits, const std::uint32_t* __restrict words, std::size_t count,
                                    std::uint32_t* __restrict sums) {
  for (std::size_t at = 0; at < count; ++at) sums[at] += bits_in(bits & words[at]);
}

// Digit p of the counter of bit b is bit b of digits[p].
template <class Lanes>
struct Digits {
  Lanes of[8] = {};
};

template <class Lanes>
PARBLEU_KERNEL inline Lanes lanes_at(const std::uint64_t* words) {
  Lanes lanes;
  std::memcpy(&lanes, words, sizeof(Lanes));
  return lanes;
}

// Adds two bits to `sum`; returns what is carried.
template <class Lanes>
PARBLEU_KERNEL inline Lanes add_bits(Lanes& sum, const Lanes& one, const Lanes& two) {
  const Lanes half = sum ^ one;
  const Lanes carry = (sum & one) | (half & two);
  sum = half ^ two;
  return carry;
}

template <class Lanes>
PARBLEU_KERNEL inline void add_eight(Digits<Lanes>& digits, const std::uint64_t* const* bitmaps, std::size_t at) {
  Lanes bits[8];
  for (std::size_t k = 0; k < 8; ++k) bits[k] = lanes_at<Lanes>(bitmaps[k] + at);
  Lanes* const of = digits.of;
  const Lanes a = add_bits(of[0], bits[0], bits[1]);
  const Lanes b = add_bits(of[0], bits[2], bits[3]);
  const Lanes c = add_bits(of[0], bits[4], bits[5]);
  const Lanes d = add_bits(of[0], bits[6], bits[7]);
  const Lanes e = add_bits(of[1], a, b);
  const Lanes f = add_bits(of[1], c, d);
  Lanes carry = add_bits(of[2], e, f);
  for (std::size_t p = 3; p < 8; ++p) {
    const Lanes next = of[p] & carry;
    of[p] ^= carry;
    carry = next;
  }
}

// The bits of a byte as eight bytes.
constexpr auto spread_bits = [] {
  std::array<std::uint64_t, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (unsigned bit = 0; bit < 8; ++bit) table[byte] |= std::uint64_t{(byte >> bit) & 1} << (8 * bit);
  }
  return table;
}();

template <class Lanes>
PARBLEU_KERNEL void count_bits(const std::uint64_t* const* bitmaps, std::size_t count, std::size_t words,
                               std::uint32_t* __restrict counts) {
  constexpr std::size_t lanes = sizeof(Lanes) / sizeof(std::uint64_t);
  for (std::size_t at = 0; at < words; at += lanes) {
    Digits<Lanes> digits;
    for (std::size_t k = 0; k < count; k += 8) add_eight(digits, bitmaps + k, at);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      std::uint32_t* const of_word = counts + 64 * (at + lane);
      for (std::size_t byte = 0; byte < 8; ++byte) {
        std::uint64_t eight = 0;
        for (std::size_t p = 0; p < 8; ++p) eight += spread_bits[(digits.of[p][lane] >> (8 * byte)) & 0xFF] << p;
        for (std::size_t k = 0; k < 8; ++k)
          of_word[8 * byte + k] += static_cast<std::uint32_t>(eight >> (8 * k)) & 0xFF;
      }
    }
  }
}

PARBLEU_KERNEL void chrf_scores(const std::uint32_t* shared, std::span<const double> hypothesis,
                                const double* references, const double* any, std::size_t stride, std::size_t count,
                                double beta_squared, double* scores) {
  std::array<double, most_columns> precisions{};
  std::array<double, most_columns> recalls{};
  std::array<double, most_columns> effective{};
  for (std::size_t order = 0; order < hypothesis.size(); ++order) {
    const std::size_t at = order * stride;
    add_chrf_order(shared + at, hypothesis[order], references + at, any + at, count, precisions.data(),
                   recalls.data(), effective.data());
  }
  chrf_of_sums(precisions.data(), recalls.data(), effective.data(), count, beta_squared, scores);
}

}  // namespace
}  // namespace parbleu::ngrams
