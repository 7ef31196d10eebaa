// Sorts 64-bit keys stably, together with the values that belong to them.
#pragma once

#include <cstdint>
#include <vector>

namespace parbleu {

// Ascending by key, fewer than 2^32 of them. The `other` vectors are working memory of any content.
void sort_keys(std::vector<std::uint64_t>& keys, std::vector<std::uint32_t>& values,
               std::vector<std::uint64_t>& other_keys, std::vector<std::uint32_t>& other_values);

}  // namespace parbleu
