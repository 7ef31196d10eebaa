#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "check.hpp"
#include "parbleu/base/arena.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

// Nobody writes into what another one got, not even into the slack behind it.
void allocations_do_not_overlap() {
  test::Random random(6);
  Arena arena;
  for (int round = 0; round < 20; ++round) {
    std::vector<std::span<std::uint8_t>> parts;
    for (int part = 0; part < 100; ++part) {
      const std::uint32_t size = random.below(random.one_in(20) ? 100'000 : 300);
      const std::span<std::uint8_t> bytes = arena.make<std::uint8_t>(size);
      CHECK(reinterpret_cast<std::uintptr_t>(bytes.data()) % 16 == 0);
      std::memset(bytes.data(), part, size + 64);
      parts.push_back(bytes);
    }
    for (int part = 0; part < 100; ++part) {
      CHECK(std::ranges::all_of(parts[static_cast<std::size_t>(part)],
                                [&](std::uint8_t byte) { return byte == part; }));
    }
    arena.clear();
  }
}

void clearing_keeps_memory() {
  Arena arena;
  for (int round = 0; round < 2; ++round) {
    arena.clear();
    for (int part = 0; part < 50; ++part) arena.make<std::uint64_t>(5000);
  }
  const std::size_t capacity = arena.capacity();
  for (int round = 0; round < 10; ++round) {
    arena.clear();
    for (int part = 0; part < 50; ++part) arena.make<std::uint64_t>(5000);
  }
  CHECK(arena.capacity() == capacity);
}

void shrinking_gives_back() {
  Arena arena;
  const auto first = arena.make<std::uint32_t>(1000);
  const auto kept = arena.shrink(first, 10);
  CHECK(kept.data() == first.data());
  CHECK(kept.size() == 10);
  const auto next = arena.make<std::uint8_t>(1);
  CHECK(next.data() >= reinterpret_cast<std::uint8_t*>(kept.data() + 10) + 64);
  CHECK(next.data() < reinterpret_cast<std::uint8_t*>(first.data() + 1000));
}

void larger_than_any_block() {
  Arena arena;
  const auto bytes = arena.make<std::uint8_t>(std::size_t{1} << 25);
  bytes.front() = 1;
  bytes.back() = 2;
  CHECK(arena.capacity() >= bytes.size());
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::allocations_do_not_overlap();
  parbleu::clearing_keeps_memory();
  parbleu::shrinking_gives_back();
  parbleu::larger_than_any_block();
  return parbleu::test::failed();
}
