// Kernels::count_many; every order has a lane of a four- or eight-lane vector, for which the compiler uses whatever
// registers there are. Included once by each kernel file, after it has defined PARBLEU_KERNEL as the attribute of
// its functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace parbleu::kernels {
namespace {

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

}  // namespace
}  // namespace parbleu::kernels
