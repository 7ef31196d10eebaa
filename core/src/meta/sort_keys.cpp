#include "meta/sort_keys.hpp"

#include <array>
#include <cstddef>

namespace parbleu {
namespace {

constexpr unsigned digit_bits = 11;
constexpr std::size_t digits = 6;
constexpr std::size_t buckets = std::size_t{1} << digit_bits;

std::size_t digit(std::uint64_t key, std::size_t which) {
  return static_cast<std::size_t>(key >> (digit_bits * which)) & (buckets - 1);
}

void insertion_sort(std::vector<std::uint64_t>& keys, std::vector<std::uint32_t>& values) {
  for (std::size_t next = 1; next < keys.size(); ++next) {
    const std::uint64_t key = keys[next];
    const std::uint32_t value = values[next];
    std::size_t at = next;
    for (; at > 0 && keys[at - 1] > key; --at) {
      keys[at] = keys[at - 1];
      values[at] = values[at - 1];
    }
    keys[at] = key;
    values[at] = value;
  }
}

}  // namespace

// By digits, the lowest first; a digit that all keys share is passed over.
void sort_keys(std::vector<std::uint64_t>& keys, std::vector<std::uint32_t>& values,
               std::vector<std::uint64_t>& other_keys, std::vector<std::uint32_t>& other_values) {
  const std::size_t count = keys.size();
  if (count <= 64) return insertion_sort(keys, values);
  other_keys.resize(count);
  other_values.resize(count);
  std::vector<std::array<std::size_t, buckets>> histograms(digits);
  for (const std::uint64_t key : keys) {
    for (std::size_t which = 0; which < digits; ++which) ++histograms[which][digit(key, which)];
  }
  for (std::size_t which = 0; which < digits; ++which) {
    auto& starts = histograms[which];
    if (starts[digit(keys.front(), which)] == count) continue;
    std::size_t sum = 0;
    for (std::size_t& start : starts) {
      const std::size_t here = start;
      start = sum;
      sum += here;
    }
    for (std::size_t at = 0; at < count; ++at) {
      const std::size_t to = starts[digit(keys[at], which)]++;
      other_keys[to] = keys[at];
      other_values[to] = values[at];
    }
    keys.swap(other_keys);
    values.swap(other_values);
  }
}

}  // namespace parbleu
