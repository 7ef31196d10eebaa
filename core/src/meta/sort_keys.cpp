// The first 33 bits in which keys differ are sorted digit by digit, the lowest first; what is equal so far, seldom
// much, by comparing.
#include "meta/sort_keys.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

namespace parbleu {
namespace {

constexpr unsigned digit_bits = 11;
constexpr unsigned digits = 3;
constexpr std::size_t buckets = std::size_t{1} << digit_bits;

// Zero, and what is left of other keys after taking off what they have in common.
struct Prefix {
  std::uint64_t base;
  unsigned shift;

  explicit Prefix(const std::vector<std::uint64_t>& keys) {
    std::uint64_t least = ~std::uint64_t{0};
    std::uint64_t most = 0;
    for (const std::uint64_t key : keys) {
      least = std::min(least, key == 0 ? least : key);
      most = std::max(most, key);
    }
    base = most == 0 ? 0 : least - 1;
    const auto width = static_cast<unsigned>(std::bit_width(most - base));
    shift = width > digits * digit_bits ? width - digits * digit_bits : 0;
  }

  std::uint64_t operator()(std::uint64_t key) const { return key == 0 ? 0 : (key - base) >> shift; }
};

std::size_t digit(std::uint64_t prefix, std::size_t which) {
  return static_cast<std::size_t>(prefix >> (digit_bits * which)) & (buckets - 1);
}

void insertion_sort(std::uint64_t* keys, std::uint32_t* values, std::size_t count) {
  for (std::size_t next = 1; next < count; ++next) {
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

void merge_sort(std::uint64_t* keys, std::uint32_t* values, std::size_t count) {
  if (std::is_sorted(keys, keys + count)) return;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> both(count);
  for (std::size_t at = 0; at < count; ++at) both[at] = {keys[at], values[at]};
  std::ranges::stable_sort(both, {}, [](const auto& entry) { return entry.first; });
  for (std::size_t at = 0; at < count; ++at) {
    keys[at] = both[at].first;
    values[at] = both[at].second;
  }
}

}  // namespace

void sort_keys(std::vector<std::uint64_t>& keys, std::vector<std::uint32_t>& values,
               std::vector<std::uint64_t>& other_keys, std::vector<std::uint32_t>& other_values) {
  constexpr std::size_t few = 32;
  const std::size_t count = keys.size();
  if (count <= few) return insertion_sort(keys.data(), values.data(), count);
  other_keys.resize(count);
  other_values.resize(count);
  const Prefix prefix(keys);
  std::array<std::array<std::size_t, buckets>, digits> starts{};
  for (const std::uint64_t key : keys) {
    for (std::size_t which = 0; which < digits; ++which) ++starts[which][digit(prefix(key), which)];
  }
  for (std::size_t which = 0; which < digits; ++which) {
    if (starts[which][digit(prefix(keys.front()), which)] == count) continue;  // all share it
    std::size_t sum = 0;
    for (std::size_t& start : starts[which]) sum += std::exchange(start, sum);
    for (std::size_t at = 0; at < count; ++at) {
      const std::size_t to = starts[which][digit(prefix(keys[at]), which)]++;
      other_keys[to] = keys[at];
      other_values[to] = values[at];
    }
    keys.swap(other_keys);
    values.swap(other_values);
  }
  if (prefix.shift == 0) return;
  for (std::size_t first = 0; first < count;) {
    const std::uint64_t common = prefix(keys[first]);
    std::size_t end = first + 1;
    while (end < count && prefix(keys[end]) == common) ++end;
    if (end - first <= few) {
      insertion_sort(&keys[first], &values[first], end - first);
    } else {
      merge_sort(&keys[first], &values[first], end - first);
    }
    first = end;
  }
}

}  // namespace parbleu
