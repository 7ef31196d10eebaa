// Defines white space as Python does.
#pragma once

#include <cstdint>

#include "parbleu/base/text.hpp"

namespace parbleu {

// str.isspace, str.split: 29 code points, the same in every Unicode version so far.
constexpr bool is_space(std::uint32_t c) {
  if (c < 0x80) return c == 0x20 || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
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

}  // namespace parbleu
