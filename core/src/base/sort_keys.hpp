// Sorts integers together with what belongs to them, and makes such integers of numbers.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace parbleu {

// Sorts stably, together with the values that belong to the keys.
// Ascending by key, fewer than 2^32 of them. The `other` vectors are working memory of any content.
void sort_keys(std::vector<std::uint64_t>& keys, std::vector<std::uint32_t>& values,
               std::vector<std::uint64_t>& other_keys, std::vector<std::uint32_t>& other_values);

// An integer that is ordered as the number is, which is not NaN.
inline std::uint64_t ordered_key(double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);  // there is one zero
  return (bits >> 63) != 0 ? ~bits : bits | (std::uint64_t{1} << 63);
}

}  // namespace parbleu
