// What code points mean to a tokenizer, and where a line has them: one bit plane per meaning, 64 code points a
// word. All tokenizers classify in the same way; only their tables differ.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/base/text.hpp"
#include "unicode/code_point_map.hpp"

namespace parbleu::tokenizing {

// Meanings, as bits of a table's entry. A code point may have several.
enum Class : std::uint8_t {
  space = 1,   // separates tokens
  single = 2,  // always a token of its own
  point = 4,   // a token of its own unless digits touch it: see split.hpp
  digit = 8,
  hyphen = 16,  // a token of its own after a digit
  cut = 32,     // a token begins here
  own_1 = 64,   // what the tokenizer makes of it
  own_2 = 128,
};

using ClassTable = CodePointMap<std::uint8_t>;

// A table that knows white space, to begin with.
ClassTable white_space();
void add(ClassTable& table, std::span<const Range> ranges, std::uint8_t classes);
void add(ClassTable& table, std::initializer_list<Range> ranges, std::uint8_t classes);

// ASCII as 13a, zh and TER's normalisation see it: all punctuation but ' , - . stands alone.
void add_western(ClassTable& table);

// The planes of 64 code points; bit k is the k-th of them. What lies behind the end of the line is `space`.
struct Planes {
  std::uint64_t space;
  std::uint64_t single;
  std::uint64_t point;
  std::uint64_t digit;
  std::uint64_t hyphen;
  std::uint64_t cut;
  std::array<std::uint64_t, 2> own;
};

// Whether test(place) is false for all places of own[which].
template <class Test>
bool none_at(std::span<const Planes> planes, std::size_t which, Test&& test) {
  for (std::size_t word = 0; word < planes.size(); ++word) {
    for (std::uint64_t bits = planes[word].own[which]; bits != 0; bits &= bits - 1) {
      if (test(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)))) return false;
    }
  }
  return true;
}

// The planes of a line, with at least one position behind its end.
std::span<Planes> classify(const Text& line, const ClassTable& table, Arena& arena, Simd simd);

}  // namespace parbleu::tokenizing
