// Radix sort, the lowest digit first. If the first 33 bits in which keys differ tell nearly all of them apart, only these are
// sorted so, and the few that are equal so far by comparing.
#include "base/sort_keys.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

namespace parbleu {
namespace {

constexpr unsigned digit_bits = 11;
constexpr unsigned few_digits = 3;
constexpr unsigned all_digits = 6;
constexpr std::size_t buckets = std::size_t{1} << digit_bits;

// Zero, and what is left of other keys after taking off what they have in common.
struct Prefix {
  std::uint64_t base = 0;
  unsigned shift = 0;

  std::uint64_t operator()(std::uint64_t key) const { return key == 0 ? 0 : (key - base) >> shift; }
};

// Whether a sample of keys has different prefixes.
bool telling(const Prefix& prefix, const std::vector<std::uint64_t>& keys) {
  std::array<std::uint64_t, 128> sample;
  const std::size_t step = std::max<std::size_t>(1, keys.size() / sample.size());
  std::size_t size = 0;
  for (std::size_t at = 0; at < keys.size() && size < sample.size(); at += step) {
    if (keys[at] != 0) sample[size++] = prefix(keys[at]);
  }
  std::sort(sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(size));
  std::size_t equal = 0;
  for (std::size_t at = 1; at < size; ++at) equal += sample[at] == sample[at - 1] ? 1 : 0;
  return equal <= 2;
}

Prefix choose_prefix(const std::vector<std::uint64_t>& keys) {
  std::uint64_t least = ~std::uint64_t{0};
  std::uint64_t most = 0;
  for (const std::uint64_t key : keys) {
    least = std::min(least, key == 0 ? least : key);
    most = std::max(most, key);
  }
  Prefix prefix;
  if (most == 0) return prefix;
  prefix.base = least - 1;
  const auto width = static_cast<unsigned>(std::bit_width(most - prefix.base));
  if (width <= few_digits * digit_bits) return prefix;
  prefix.shift = width - few_digits * digit_bits;
  if (!telling(prefix, keys)) prefix.shift = 0;
  return prefix;
}

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

constexpr std::size_t few = 32;

// Sorts by key what is sorted by prefix.
void finish(const Prefix& prefix, std::vector<std::uint64_t>& keys, std::vector<std::uint32_t>& values) {
  for (std::size_t first = 0; first < keys.size();) {
    const std::uint64_t common = prefix(keys[first]);
    std::size_t end = first + 1;
    while (end < keys.size() && prefix(keys[end]) == common) ++end;
    const auto sort = end - first <= few ? insertion_sort : merge_sort;
    if (end - first > 1) sort(&keys[first], &values[first], end - first);
    first = end;
  }
}

}  // namespace

void sort_keys(std::vector<std::uint64_t>& keys, std::vector<std::uint32_t>& values,
               std::vector<std::uint64_t>& other_keys, std::vector<std::uint32_t>& other_values) {
  const std::size_t count = keys.size();
  if (count <= few) return insertion_sort(keys.data(), values.data(), count);
  other_keys.resize(count);
  other_values.resize(count);
  const Prefix prefix = choose_prefix(keys);
  const unsigned digits = prefix.shift > 0 ? few_digits : all_digits;
  std::array<std::array<std::uint32_t, buckets>, all_digits> starts;
  for (unsigned which = 0; which < digits; ++which) starts[which].fill(0);
  for (const std::uint64_t key : keys) {
    const std::uint64_t rest = prefix(key);
    for (unsigned which = 0; which < digits; ++which) ++starts[which][digit(rest, which)];
  }
  for (unsigned which = 0; which < digits; ++which) {
    if (starts[which][digit(prefix(keys.front()), which)] == count) continue;  // all share it
    std::uint32_t sum = 0;
    for (std::uint32_t& start : starts[which]) sum += std::exchange(start, sum);
    for (std::size_t at = 0; at < count; ++at) {
      const std::size_t to = starts[which][digit(prefix(keys[at]), which)]++;
      other_keys[to] = keys[at];
      other_values[to] = values[at];
    }
    keys.swap(other_keys);
    values.swap(other_values);
  }
  if (prefix.shift > 0) finish(prefix, keys, values);
}

}  // namespace parbleu
