// UTF-8 to code points, white space, and lower case.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/base/text.hpp"

namespace parbleu {

struct Decoded {
  Text text;
  std::optional<std::size_t> bad_byte;  // where the first invalid sequence begins
};

// Strict, as Python's codec: no surrogates, no overlong forms, nothing above U+10FFFF. ASCII is not copied; all
// else lands in the arena, in the narrowest width that holds it.
Decoded decode_utf8(std::span<const std::uint8_t> bytes, Arena& arena, Simd simd = best_simd());

// The same as code points, with a text in place of each invalid sequence. As for Python's codec, that is one byte, or as
// many more as a character may begin with.
std::u32string decoded_utf8(std::span<const std::uint8_t> bytes, std::u32string_view for_invalid);

// Code points in the narrowest width that holds them.
Text narrowed(std::u32string_view points, Arena& arena);

// --- white space, as Python defines it

// str.isspace, str.split: 29 code points, the same in every Unicode version so far.
constexpr bool is_space(std::uint32_t c) {
  if (c < 0x80) return c <= 0x20 && (c >= 0x1C || (c >= 0x09 && c <= 0x0D));
  if (c < 0x2000) return c == 0x85 || c == 0xA0 || c == 0x1680;
  return c <= 0x200A || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

// Without trailing white space, as str.rstrip; a view of the same code points.
inline Text strip_right(const Text& text) {
  Text result = text;
  visit(text, [&](auto units) {
    while (result.size > 0 && is_space(units[result.size - 1])) --result.size;
  });
  return result;
}

// --- lower case

// As str.lower with the tables of Unicode 14.0 (Python 3.11), whatever version the interpreter has: U+0130 becomes
// two code points, a capital sigma at the end of a word the final one. The result keeps the text's width.
Text lower(const Text& text, Arena& arena, Simd simd);

// The case of a letter: `upper` if `lower` changes it, `lower` of other letters that have a case.
enum class Case : std::uint8_t { none, lower, upper };
Case case_of(std::uint32_t point);

}  // namespace parbleu
