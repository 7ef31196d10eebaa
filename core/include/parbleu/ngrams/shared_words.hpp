// Counts the words that lines of texts and of another one begin with, and how many of them they share.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/base/text.hpp"
#include "parbleu/unicode/unicode.hpp"

namespace parbleu {

// As a class, which is inlined where a pointer to the function would be called for each character.
struct IsSpace {
  constexpr bool operator()(std::uint32_t point) const { return is_space(point); }
};

// Calls a function with a number for each word between white space, or what else parts them, other than 0. Words are told
// apart by such hashes.
template <class Units, class Function, class Parts = IsSpace>
void each_word(Units units, Function&& function, Parts&& parts = {}) {
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;
  std::uint64_t word = 0;
  for (const std::uint32_t unit : units) {
    if (!parts(unit)) {
      word = (std::rotl(word, 23) ^ (unit + 1)) * factor;
    } else if (word != 0) {
      function(word);
      word = 0;
    }
  }
  if (word != 0) function(word);
}

using WordSet = std::vector<std::uint64_t>;  // numbers of words, each once, ascending

// Makes a set of numbers that stand in any order.
void make_set(std::vector<std::uint64_t>& numbers);

// How many numbers two sets have in common.
std::size_t count_common(std::span<const std::uint64_t> one, std::span<const std::uint64_t> other);

// Of a line of one text and the line in the same place of another; words count once.
struct SharedWords {
  std::int32_t words = 0;   // of the line
  std::int32_t others = 0;  // of the other
  std::int32_t shared = 0;  // of both
  std::int32_t known = 0;   // of the line, that any line of the other text has
};

// Compares the first `longest` code points of the lines. Words stand between white space where `characters` is 0; else
// they are so many neighbouring characters, one or two. A missing text has none. Words are told apart by hashes of 64 bits.
// `lines` may be several texts, one behind the other: each has as many lines as `others`.
std::vector<SharedWords> shared_words(Stream lines, Stream others, std::size_t longest, std::size_t characters);

}  // namespace parbleu
