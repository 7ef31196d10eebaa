// What the metrics need to know about characters.
#pragma once

#include <cstdint>

#include "parbleu/arena.hpp"
#include "parbleu/cpu.hpp"
#include "parbleu/text.hpp"

namespace parbleu {

// Python's idea of white space (str.isspace, str.split): 29 code points, the same in every Unicode version so far.
constexpr bool is_space(std::uint32_t c) {
  if (c < 0x80) return c == 0x20 || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
  if (c < 0x2000) return c == 0x85 || c == 0xA0 || c == 0x1680;
  return c <= 0x200A || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

// Without trailing white space, as str.rstrip; a view of the same code points.
Text strip_right(const Text& text);

// In lower case, as str.lower with the tables of Unicode 14.0 (Python 3.11), whatever the interpreter has: U+0130
// becomes two code points, a capital sigma at the end of a word the final one. The result keeps the text's width.
Text lower(const Text& text, Arena& arena, Simd simd);

}  // namespace parbleu
