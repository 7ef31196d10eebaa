// CPython's sets are tables with open addressing; an integer hashes to itself.
#include <algorithm>
#include <limits>

#include "parbleu/correlation/tie_calibration.hpp"

namespace parbleu {
namespace {

constexpr std::uint32_t free_slot = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t run = 9;  // neighbours that are tried before a jump

void insert(std::vector<std::uint32_t>& table, std::uint32_t number) {
  const std::size_t mask = table.size() - 1;
  std::size_t slot = number & mask;
  for (std::size_t rest = number;;) {
    const std::size_t end = slot + run <= mask ? slot + run : slot;
    for (std::size_t at = slot; at <= end; ++at) {
      if (table[at] == free_slot) {
        table[at] = number;
        return;
      }
    }
    rest >>= 5;
    slot = (slot * 5 + 1 + rest) & mask;
  }
}

}  // namespace

std::vector<std::uint32_t> set_order(std::span<const std::uint32_t> ascending) {
  std::vector<std::uint32_t> table(8, free_slot);
  for (std::size_t used = 1; used <= ascending.size(); ++used) {
    insert(table, ascending[used - 1]);
    if (5 * used < 3 * (table.size() - 1)) continue;
    const std::size_t wanted = used > 50000 ? 2 * used : 4 * used;
    std::size_t size = 8;
    while (size <= wanted) size *= 2;
    std::vector<std::uint32_t> larger(size, free_slot);
    for (const std::uint32_t number : table) {
      if (number != free_slot) insert(larger, number);
    }
    table.swap(larger);
  }
  std::erase(table, free_slot);
  return table;
}

}  // namespace parbleu
