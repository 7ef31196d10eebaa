// Counts the n-grams that very long texts share, in four bytes for each unit beside copies of the texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "parbleu/base/text.hpp"
#include "parbleu/ngrams/words.hpp"

namespace parbleu {

// Where texts of so many code points or more are counted here: tables for them no longer fit into a processor's cache.
inline constexpr std::size_t least_long = std::size_t{1} << 18;

// shared[n-1] = sum over distinct n-grams of min(count in the hypothesis, largest count in a reference), for
// n = 1 .. shared.size(). Throws std::length_error for 2^32 - 1 code points or more in all, a blank behind each word
// counted, and Interrupted as check_interruption does.
void count_long_characters(const Text& hypothesis, const Text& reference, std::span<std::int64_t> shared);
void count_long_words(const Words& hypothesis, std::span<const Words> references, std::span<std::int64_t> shared);

}  // namespace parbleu
